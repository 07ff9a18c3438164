"""Checks what the server holds for clients that do not read, and for uploads that do not end.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/unread_test.py [name ...]
ATTACK=long asks for three times as much. The bounds are those of `ThreatModel`: 16 answers over 64 KiB are in memory at
once, however they were asked for, and a client that takes nothing for `http.requestTimeout` loses its connection.
"""

import array
import contextlib
import http.client
import os
import pathlib
import select
import ssl
import struct
import time

from chart_server import LOOPBACK, PATIENCE, Server, certificate, check, run_tests, tls, until

TIMES = 3 if os.environ.get("ATTACK") == "long" else 1
CLIENTS = 100 * TIMES
# As many as a connection of HTTP/2 may have at once.
REQUESTS_PER_CONNECTION = 100
STREAMS_PER_SESSION = 48
META_BYTES, MODIFIERS = 900_000, 4
# The answers that may be in memory at once, each beside a copy for the connection.
PLACES, COPIES = 16, 2
# The bytes that a server may hold for a connection without a place, and those of a server that has begun to work.
CONNECTION_BYTES, MORE_BYTES = 128 << 10, 16 << 20
REQUEST_TIMEOUT = 1.0
# Over TLS a server waits for the farewell of a client that it closes on.
TLS_SECONDS = 6.0
SERVER = ("--store-kind", "memory", "--log-level", "error", "--http-request-timeout")
HOLDING, CLOSING = (*SERVER, "1h"), (*SERVER, f"{REQUEST_TIMEOUT:.0f}s")
UPLOADS, UPLOADED_ROWS = 12, 1 << 16
UPLOADED_BYTES = (16 << 20) * TIMES
# So much that the buffers of the system do not take the answers.
CLOSED_MODIFIERS, CLOSED_ROWS = 5, 12_000
# The part of unfinished uploads that may be in memory.
UPLOADED_PART = 0.25


def large_session(server, modifiers=MODIFIERS):
    """Opens a session whose answer is long and costs little. Returns its path, and the bytes of the answer."""
    if server.ask("GET", "/v1/datasets/line")[0] == 404:
        server.made("PUT", "/v1/datasets/line", "t,v\n1,2\n2,3\n")
    session = server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": "line", "modifiers": []}]})
    path = f"/v1/sessions/{session['id']}"
    for number in range(modifiers):
        modifier = {"type": "gestureObserver", "gesture": "tap", "meta": "m" * META_BYTES}
        server.made("PUT", f"{path}/surfaces/main/modifiers/m{number}?window=none&ticks=false", modifier)
    status, text, _ = server.fetch("GET", path)
    check(status == 200 and len(text) > META_BYTES * modifiers, f"the answer is {status}, {len(text)} bytes")
    return path, len(text)


def anonymous(server):
    """The bytes of memory that belong to no file."""
    return server.memory("RssAnon")


def held_ports(server):
    """The ports of the clients whose connections the server has not closed."""
    inodes = set()
    for file in pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            inodes.add(os.readlink(file).removeprefix("socket:[").removesuffix("]"))
    lines = [line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(fields[2].split(":")[1], 16) for fields in lines if fields[9] in inodes}


def most_memory(server, before):
    """By how much the memory has grown at most until the server is idle."""
    most, seconds, end = 0, server.processor_seconds(), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for _ in range(25):
            most = max(most, anonymous(server) - before)
            time.sleep(0.02)
        last, seconds = seconds, server.processor_seconds()
        if seconds - last < 0.05:
            break
    return most


def hold(server, before, answer_bytes, connections, what):
    """Checks the memory of a server with such unread answers, and that it answers others."""
    grown = most_memory(server, before)
    bound = PLACES * COPIES * answer_bytes + connections * CONNECTION_BYTES + MORE_BYTES
    begun = time.monotonic()
    status, _ = server.ask("GET", "/v1/datasets/line")
    check(status == 200, f"beside {what} the server answers {status}")
    took = time.monotonic() - begun
    print(f"  {what}: {grown >> 20} MiB of memory; the bound is {bound >> 20} MiB; another answer took {took:.3f} s")
    check(grown <= bound, f"{what} hold {grown >> 20} MiB of memory; the bound is {bound >> 20} MiB")


def asked(server, stack, path):
    """A connection that asks for a path and does not read."""
    client = stack.enter_context(server.socket(receive_buffer=4096))
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return client


class SecureServer(Server):
    """A server with TLS, and so with HTTP/2."""

    def __init__(self, pem, key, *options):
        super().__init__(*options, *tls(pem, key))
        self.pem = pem

    def trusting(self):
        return ssl.create_default_context(cafile=self.pem)

    def connect(self, patience=PATIENCE):
        return http.client.HTTPSConnection(LOOPBACK, self.port, timeout=patience, context=self.trusting())

    def bare_socket(self, receive_buffer=None):
        """A connection before its handshake."""
        return super().socket(receive_buffer)

    def socket(self, receive_buffer=None):
        return self.trusting().wrap_socket(self.bare_socket(receive_buffer), server_hostname="localhost")


class Unread:
    """A connection of HTTP/2 with a window of 0 bytes: the server may send the heads of its answers alone."""

    PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    HEADERS, SETTINGS, ACKNOWLEDGED, END = 1, 4, 1, 0x5
    INITIAL_WINDOW_SIZE = 4

    def __init__(self, server):
        context = server.trusting()
        context.set_alpn_protocols(["h2"])
        self.socket = context.wrap_socket(server.bare_socket(receive_buffer=4096), server_hostname="localhost")
        check(self.socket.selected_alpn_protocol() == "h2", "the server does not speak HTTP/2")
        window = struct.pack(">HI", self.INITIAL_WINDOW_SIZE, 0)
        self.socket.sendall(self.PREFACE + self.frame(self.SETTINGS, 0, 0, window))
        self.socket.sendall(self.frame(self.SETTINGS, self.ACKNOWLEDGED, 0, b""))
        self.last = -1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    @staticmethod
    def frame(kind, flags, stream, payload):
        return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload

    def get(self, path):
        """Asks for a path on a stream of its own."""
        self.last += 2
        fields = {":method": "GET", ":scheme": "https", ":path": path, ":authority": "localhost"}
        # Each field is a literal without an index and without Huffman's code (RFC 7541, 6.2.2).
        block = b"".join(
            b"\x00" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
            for name, value in fields.items()
        )
        self.socket.sendall(self.frame(self.HEADERS, self.END, self.last, block))

    def heads(self):
        """Reads what has come. Returns how many frames with heads of answers there were."""
        self.socket.settimeout(0.5)
        read, count = b"", 0
        with contextlib.suppress(TimeoutError):
            while piece := self.socket.recv(65536):
                read += piece
        while len(read) >= 9:
            length, kind = int.from_bytes(read[:3], "big"), read[3]
            count += kind == self.HEADERS
            read = read[9 + length :]
        return count


def unread_answers_have_places():
    """Clients of HTTP/1.1 ask for a large session and do not read."""
    with Server(*HOLDING) as server, contextlib.ExitStack() as stack:
        path, answer_bytes = large_session(server)
        before = anonymous(server)
        for _ in range(CLIENTS):
            asked(server, stack, path)
        hold(server, before, answer_bytes, CLIENTS, f"{CLIENTS} clients that do not read")


def unread_answers_of_one_connection_have_places():
    """A connection of HTTP/2 with a window of 0 bytes asks for a large session again and again."""
    with certificate() as (pem, key), SecureServer(pem, key, *HOLDING) as server:
        path, answer_bytes = large_session(server)
        before = anonymous(server)
        with Unread(server) as client:
            for _ in range(REQUESTS_PER_CONNECTION):
                client.get(path)
            what = f"{REQUESTS_PER_CONNECTION} requests of a connection with a window of 0 bytes"
            hold(server, before, answer_bytes, REQUESTS_PER_CONNECTION, what)
            check(client.heads() > 0, "the server has answered none of them")


def unread_streams_have_places():
    """Viewers of large sessions do not read."""
    with Server(*HOLDING) as server, contextlib.ExitStack() as stack:
        made = [large_session(server) for _ in range(TIMES)]
        before = anonymous(server)
        for path, _ in made:
            for _ in range(STREAMS_PER_SESSION):
                asked(server, stack, f"{path}/stream")
        count = len(made) * STREAMS_PER_SESSION
        hold(server, before, made[0][1], count, f"{count} streams that are not read")


def unfinished_uploads_are_not_held():
    """Clients send bare doubles but for the last byte."""
    columns = UPLOADED_BYTES // (8 * UPLOADED_ROWS)
    names = ",".join(f"c{number}" for number in range(columns))
    body = b"".join(array.array("d", range(UPLOADED_ROWS)).tobytes() for _ in range(columns))
    with Server(*HOLDING) as server, contextlib.ExitStack() as stack:
        server.made("PUT", "/v1/datasets/line", "t,v\n1,2\n2,3\n")
        before = anonymous(server)
        sent, unsent = 0, {}
        for number in range(UPLOADS):
            client = stack.enter_context(server.socket())
            client.setblocking(False)
            head = (
                f"PUT /v1/datasets/d{number}?columns={names} HTTP/1.1\r\nHost: localhost\r\n"
                f"Content-Type: application/octet-stream\r\nContent-Length: {len(body)}\r\n\r\n"
            )
            unsent[client] = memoryview(head.encode() + body[:-1])
        # A server that does not read on, or refuses, gets no more.
        while unsent and (ready := select.select([], [*unsent], [], 2)[1]):
            for client in ready:
                with contextlib.suppress(ConnectionError):
                    count = client.send(unsent[client][: 1 << 18])
                    sent, unsent[client] = sent + count, unsent[client][count:]
                    if unsent[client]:
                        continue
                del unsent[client]
        grown = most_memory(server, before)
        bound = int(UPLOADED_PART * UPLOADS * len(body)) + MORE_BYTES
        print(f"  {sent >> 20} MiB of uploads: {grown >> 20} MiB of memory; the bound is {bound >> 20} MiB")
        check(server.ask("GET", "/v1/datasets/line")[0] == 200, "the server does not answer beside the uploads")
        check(grown <= bound, f"{sent >> 20} MiB of uploads hold {grown >> 20} MiB; the bound is {bound >> 20} MiB")


def not_closed(server):
    """Asks for each kind of long answer, and reads nothing. Returns those that the server goes on to hold."""
    path, _ = large_session(server, CLOSED_MODIFIERS)
    names = [f"c{number}" for number in range(64)]
    rows = (f"{row}," + ",".join(str(row * 7.01 + n) for n in range(64)) + "\n" for row in range(CLOSED_ROWS))
    server.made("PUT", "/v1/datasets/wide", "x," + ",".join(names) + "\n" + "".join(rows))
    wanted = {
        "a session": path,
        "a stream": f"{path}/stream",
        "a log": f"{path}/log",
        "a window": f"/v1/datasets/wide/window?points={CLOSED_ROWS}&method=none",
        "all rows": "/v1/datasets/wide/rows",
    }
    with contextlib.ExitStack() as stack:
        held = {f"{what} over HTTP/1.1": asked(server, stack, target) for what, target in wanted.items()}
        if isinstance(server, SecureServer):
            for what, target in wanted.items():
                client = stack.enter_context(Unread(server))
                client.get(target)
                held[f"{what} over HTTP/2"] = client.socket
        ports = {client.getsockname()[1]: what for what, client in held.items()}
        until(lambda: held_ports(server) >= ports.keys(), "the server has not accepted all connections")
        most_memory(server, 0)
        end = time.monotonic() + REQUEST_TIMEOUT * 4 + TLS_SECONDS
        while time.monotonic() < end and held_ports(server) & ports.keys():
            time.sleep(0.1)
        return sorted(ports[port] for port in held_ports(server) & ports.keys())


def clients_that_do_not_read_are_closed():
    """A client that takes nothing of its answer for `http.requestTimeout` loses its connection."""
    with Server(*CLOSING) as server:
        held = [f"{what} without TLS" for what in not_closed(server)]
    with certificate() as (pem, key), SecureServer(pem, key, *CLOSING) as server:
        held += [f"{what} with TLS" for what in not_closed(server)]
    check(not held, f"the server still holds the connections of {'; '.join(held)}")


if __name__ == "__main__":
    run_tests(
        [
            unread_answers_have_places,
            unread_answers_of_one_connection_have_places,
            unread_streams_have_places,
            unfinished_uploads_are_not_held,
            clients_that_do_not_read_are_closed,
        ]
    )
