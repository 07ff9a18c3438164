"""Sends frames that RFC 9113 forbids, and floods of frames that it allows, over HTTP/2 and TLS.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/http2_test.py [name ...]
ATTACK=long sends ten times as many frames in a flood. After each case the server answers a new connection, and what it
holds in memory is bounded.
"""

import contextlib
import os
import socket
import ssl
import time

import h2.config
import h2.connection
import h2.events
from hpack import Encoder
from hyperframe import frame

from chart_server import PATIENCE, Server, certificate, check, run_tests, tls

TIMES = 10 if os.environ.get("ATTACK") == "long" else 1
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
FRAME_HEAD = 9
# The codes of errors (RFC 9113, 7).
PROTOCOL, FLOW_CONTROL, STREAM_CLOSED, FRAME_SIZE, COMPRESSION = 0x1, 0x3, 0x5, 0x6, 0x9
HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(1, 10)
DATA = 0
END_STREAM, ACK, END_HEADERS, PADDED = 0x1, 0x1, 0x4, 0x8
REQUEST = [(":method", "GET"), (":scheme", "https"), (":authority", "localhost"), (":path", "/health/live")]
# The time within which a connection with an error ends.
SECONDS = 5.0
FLOOD = 20_000 * TIMES
# What a flood may make the server keep.
FLOOD_BYTES = 32 << 20


def raw(kind, payload=b"", flags=0, stream=0):
    """A frame, whatever its parts are."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def head(encoder=None, fields=REQUEST, ends=True, stream=1):
    flags = END_HEADERS | (END_STREAM if ends else 0)
    return raw(HEADERS, (encoder or Encoder()).encode(fields), flags, stream)


class Wire:
    """A connection of HTTP/2 whose frames are written by hand."""

    def __init__(self, server, begins=True):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        self.socket = context.wrap_socket(socket.create_connection(("127.0.0.1", server.port), PATIENCE))
        check(self.socket.selected_alpn_protocol() == "h2", "the server does not speak HTTP/2")
        self.bytes = b""
        if begins:
            self.send(PREFACE + raw(SETTINGS))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, message):
        self.socket.sendall(message)

    def next(self):
        """The kind, the flags, the stream and the payload of the next frame; None at the end."""
        try:
            while len(self.bytes) < FRAME_HEAD or len(self.bytes) < FRAME_HEAD + int.from_bytes(self.bytes[:3], "big"):
                piece = self.socket.recv(65_536)
                if not piece:
                    return None
                self.bytes += piece
        except (ConnectionError, ssl.SSLError):
            return None
        end = FRAME_HEAD + int.from_bytes(self.bytes[:3], "big")
        told, self.bytes = self.bytes[:end], self.bytes[end:]
        return told[3], told[4], int.from_bytes(told[5:FRAME_HEAD], "big"), told[FRAME_HEAD:]

    def error(self):
        """What the server answers an error with: its codes, of a stream or of the connection; `closed` at the end."""
        self.socket.settimeout(SECONDS)
        codes = []
        try:
            while (told := self.next()) is not None:
                kind, _, _, payload = told
                if kind == RST_STREAM:
                    codes.append(int.from_bytes(payload, "big"))
                    return codes
                if kind == GOAWAY:
                    codes.append(int.from_bytes(payload[4:8], "big"))
        except TimeoutError:
            return [*codes, "open"]
        return [*codes, "closed"]


def is_alive(server):
    """Whether a new connection gets an answer, by a client that keeps to the rules."""
    with Wire(server, begins=False) as wire:
        client = h2.connection.H2Connection(h2.config.H2Configuration(client_side=True))
        client.initiate_connection()
        client.send_headers(1, REQUEST, end_stream=True)
        wire.send(client.data_to_send())
        while piece := wire.socket.recv(65_536):
            for event in client.receive_data(piece):
                if isinstance(event, h2.events.ResponseReceived):
                    return dict(event.headers)[b":status"] == b"200"
            wire.send(client.data_to_send())
    return False


def ends(name, *frames, codes):
    """A test: after the frames the server ends the stream or the connection with one of the codes."""

    def test(server):
        with Wire(server) as wire:
            with contextlib.suppress(ConnectionError, ssl.SSLError):
                wire.send(b"".join(frames))
            told = wire.error()
            check(set(told) & {*codes}, f"{name}: the server answers {told}, not one of {codes}")
        check(is_alive(server), f"{name}: the server does not answer")

    test.__name__ = name
    return test


def goes_on(name, *frames):
    """A test: the frames are allowed, and a request behind them is answered."""

    def test(server):
        with Wire(server) as wire:
            wire.send(b"".join(frames) + head(stream=101))
            wire.socket.settimeout(SECONDS)
            while (told := wire.next()) is not None:
                check(told[0] not in (RST_STREAM, GOAWAY), f"{name}: the server answers {told}")
                if told[0] == HEADERS and told[2] == 101:
                    return
            check(False, f"{name}: the connection ends")

    test.__name__ = name
    return test


def bounded(server, name, flood):
    """Has a flood, with a request of another client beside it, and bounds what it makes the server keep."""
    check(is_alive(server), "the server does not answer")
    before = server.memory("RssAnon")
    with Wire(server) as wire:
        with contextlib.suppress(ConnectionError, ssl.SSLError, TimeoutError, BlockingIOError):
            wire.socket.settimeout(SECONDS)
            flood(wire)
        begin = time.monotonic()
        check(is_alive(server), f"{name}: the server does not answer beside the flood")
        check(time.monotonic() - begin < SECONDS, f"{name}: an answer beside the flood took too long")
        kept = server.memory("RssAnon") - before
        check(kept < FLOOD_BYTES, f"{name}: the server keeps {kept >> 20} MiB")
    check(is_alive(server), f"{name}: the server does not answer")


def streams_that_are_reset_at_once(server):
    def flood(wire):
        encoder = Encoder()
        for number in range(FLOOD):
            stream = 2 * number + 1
            wire.send(head(encoder, stream=stream) + raw(RST_STREAM, b"\0\0\0\x08", stream=stream))

    bounded(server, "rapid reset", flood)


def heads_that_do_not_end(server):
    def flood(wire):
        wire.send(raw(HEADERS, Encoder().encode(REQUEST), END_STREAM, 1))
        for _ in range(FLOOD):
            wire.send(raw(CONTINUATION, b"\x40\x01a" + b"\x7f" + b"a" * 127, 0, 1))

    bounded(server, "continuation", flood)


def empty_continuations(server):
    def flood(wire):
        wire.send(raw(HEADERS, Encoder().encode(REQUEST), END_STREAM, 1))
        for _ in range(FLOOD):
            wire.send(raw(CONTINUATION, b"", 0, 1) * 16)

    bounded(server, "empty continuations", flood)


def pings_whose_answers_nobody_reads(server):
    def flood(wire):
        for _ in range(FLOOD // 16):
            wire.send(raw(PING, b"12345678") * 256)

    bounded(server, "pings", flood)


def settings_whose_answers_nobody_reads(server):
    def flood(wire):
        for _ in range(FLOOD // 16):
            wire.send(raw(SETTINGS, b"\0\x04\0\0\xff\xff") * 256)

    bounded(server, "settings", flood)


def data_without_bytes(server):
    def flood(wire):
        fields = [(":method", "PUT"), *REQUEST[1:3], (":path", "/v1/datasets/empty"), ("content-type", "text/csv")]
        wire.send(head(fields=fields, ends=False))
        for _ in range(FLOOD // 16):
            wire.send(raw(DATA, b"", 0, 1) * 256)

    bounded(server, "empty data", flood)


def more_streams_than_are_allowed(server):
    """The streams beyond the limit are refused, and those within it are answered."""
    fields = [(":method", "POST"), *REQUEST[1:3], (":path", "/v1/sessions"), ("content-type", "application/json")]
    with Wire(server) as wire:
        encoder = Encoder()
        for number in range(300):
            wire.send(head(encoder, fields, ends=False, stream=2 * number + 1))
        told = wire.error()
        check(told[0] in (PROTOCOL, 0x7, "closed"), f"the server answers {told}")
    check(is_alive(server), "the server does not answer")


TESTS = [
    ends("data_of_an_idle_stream", raw(DATA, b"a", 0, 1), codes=[PROTOCOL]),
    ends("data_of_no_stream", head(), raw(DATA, b"a", 0, 0), codes=[PROTOCOL]),
    ends("data_behind_the_end", head(), raw(DATA, b"a", END_STREAM, 1), codes=[STREAM_CLOSED, PROTOCOL]),
    ends("padding_beyond_the_frame", head(ends=False), raw(DATA, b"\x09a", PADDED, 1), codes=[PROTOCOL, FRAME_SIZE]),
    ends("a_head_of_no_stream", head(stream=0), codes=[PROTOCOL]),
    ends("a_head_of_an_even_stream", head(stream=2), codes=[PROTOCOL]),
    ends("streams_that_go_back", head(stream=5), head(stream=3), codes=[PROTOCOL, STREAM_CLOSED]),
    ends("a_head_that_is_not_packed", raw(HEADERS, b"\xff" * 8, 0x5, 1), codes=[COMPRESSION, PROTOCOL]),
    ends("a_head_in_capitals", head(fields=[*REQUEST, ("A", "b")]), codes=[PROTOCOL]),
    ends("a_head_with_a_connection", head(fields=[*REQUEST, ("connection", "close")]), codes=[PROTOCOL]),
    ends("a_head_without_a_path", head(fields=REQUEST[:3]), codes=[PROTOCOL]),
    ends("a_head_with_two_methods", head(fields=[REQUEST[0], *REQUEST]), codes=[PROTOCOL]),
    ends("a_head_within_another", raw(HEADERS, b"", 0, 1), raw(PING, b"12345678"), codes=[PROTOCOL]),
    ends("a_reset_of_an_idle_stream", raw(RST_STREAM, b"\0\0\0\x08", stream=1), codes=[PROTOCOL]),
    ends("a_reset_of_the_wrong_length", head(), raw(RST_STREAM, b"\0\0\x08", stream=1), codes=[FRAME_SIZE]),
    ends("settings_of_a_stream", raw(SETTINGS, b"", 0, 1), codes=[PROTOCOL]),
    ends("settings_of_the_wrong_length", raw(SETTINGS, b"\0\0\0"), codes=[FRAME_SIZE]),
    ends("settings_that_answer_and_say_something", raw(SETTINGS, b"\0" * 6, ACK), codes=[FRAME_SIZE, PROTOCOL]),
    ends("a_window_beyond_the_largest", raw(SETTINGS, b"\0\x04\xff\xff\xff\xff"), codes=[FLOW_CONTROL, PROTOCOL]),
    ends("a_promise_of_a_client", head(), raw(PUSH_PROMISE, b"\0\0\0\x02", 0x4, 1), codes=[PROTOCOL]),
    ends("a_ping_of_a_stream", raw(PING, b"12345678", 0, 1), codes=[PROTOCOL]),
    ends("a_ping_of_the_wrong_length", raw(PING, b"1234567"), codes=[FRAME_SIZE]),
    ends("a_farewell_of_a_stream", raw(GOAWAY, b"\0" * 8, 0, 1), codes=[PROTOCOL]),
    ends("a_window_that_does_not_grow", raw(WINDOW_UPDATE, b"\0\0\0\0"), codes=[PROTOCOL]),
    ends("a_window_that_grows_too_far", raw(WINDOW_UPDATE, b"\x7f\xff\xff\xff"), codes=[FLOW_CONTROL]),
    ends("a_continuation_of_nothing", raw(CONTINUATION, b"", 0x4, 1), codes=[PROTOCOL]),
    ends("a_frame_that_is_too_large", raw(DATA, b"a" * 17_000, 0, 1), codes=[FRAME_SIZE, PROTOCOL]),
    goes_on("a_kind_that_nobody_knows", raw(0xEE, b"abc", 0xFF, 1)),
    goes_on("a_setting_that_nobody_knows", raw(SETTINGS, b"\xaa\xaa\0\0\0\x01")),
    goes_on("a_priority_of_an_idle_stream", frame.PriorityFrame(3, depends_on=0, stream_weight=9).serialize()),
    more_streams_than_are_allowed,
    streams_that_are_reset_at_once,
    heads_that_do_not_end,
    empty_continuations,
    pings_whose_answers_nobody_reads,
    settings_whose_answers_nobody_reads,
    data_without_bytes,
]

if __name__ == "__main__":
    with (
        certificate() as (chain, key),
        Server(*tls(chain, key), "--store-kind", "memory", "--log-level", "error") as server,
    ):
        run_tests({test.__name__: (lambda test=test: test(server)) for test in TESTS})
