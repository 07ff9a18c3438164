"""Checks the message rules of HTTP/1.1 over raw sockets.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/protocol_test.py [name ...]
ATTACK=long sends every case 100 times, in pieces of random lengths.
"""

import contextlib
import functools
import itertools
import json
import os
import random
import socket

from chart_server import Server, check, run_tests

ROUNDS = int(os.environ.get("ATTACK_ROUNDS", "100" if os.environ.get("ATTACK") == "long" else "2"))


@contextlib.contextmanager
def sent(server, message, pieces=1):
    """Sends bytes in the given number of pieces, and yields the connection."""
    with server.socket() as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        cuts = sorted(random.randrange(len(message)) for _ in range(pieces - 1))
        for start, end in itertools.pairwise([0, *cuts, len(message)]):
            client.sendall(message[start:end])
        yield client


class Answers:
    """Reads the answers of one connection."""

    def __init__(self, client):
        self.client, self.bytes = client, b""

    def more(self):
        piece = self.client.recv(65536)
        self.bytes += piece
        return bool(piece)

    def next(self, has_body=True):
        """The status, headers and body of the next answer."""
        while b"\r\n\r\n" not in self.bytes:
            check(self.more(), f"the answer is incomplete: {self.bytes!r}")
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        first, *lines = head.decode().split("\r\n")
        status = int(first.split()[1])
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        if not has_body or status in (100, 204, 304):
            return status, headers, b""
        if "content-length" not in headers:
            check("transfer-encoding" not in headers, "the body is chunked")
            while self.more():
                pass
            body, self.bytes = self.bytes, b""
            return status, headers, body
        length = int(headers["content-length"])
        while len(self.bytes) < length:
            check(self.more(), "the body is incomplete")
        body, self.bytes = self.bytes[:length], self.bytes[length:]
        return status, headers, body

    def end(self):
        """Checks that the server closes the connection without further bytes."""
        try:
            while self.more():
                pass
        except ConnectionResetError:
            pass
        check(not self.bytes, f"the server sent more: {self.bytes!r}")


def request(line="GET /health/live HTTP/1.1", *headers, body=b"", host="Host: localhost"):
    return "\r\n".join([line, *([host] if host else []), *headers, "", ""]).encode() + body


HEALTH = request()


def ask(server, message, pieces=1, closes=False):
    """The only answer to a message. With `closes` the server must then close the connection."""
    with sent(server, message, pieces) as client:
        answers = Answers(client)
        answer = answers.next()
        if closes:
            answers.end()
        return answer


def refused(server, message, status, pieces=1):
    """Checks that the answer is a problem of this status, and that the server closes the connection."""
    got, headers, body = ask(server, message, pieces, closes=True)
    check(got == status, f"{message[:200]!r}: the status is {got}, not {status}")
    kind = headers.get("content-type")
    check(kind == "application/problem+json", f"{message[:200]!r}: the answer is {kind}")
    check(
        headers.get("connection", "").lower() == "close", f"{message[:200]!r}: the answer does not say that it closes"
    )
    check(json.loads(body)["status"] == status, body)


def the_server_answers_pipelined_requests_in_order(server, pieces):
    messages = [HEALTH, request("GET /v1/none HTTP/1.1"), HEALTH, request("GET /v1/datasets HTTP/1.1")]
    with sent(server, b"".join(messages), pieces) as client:
        answers = Answers(client)
        statuses = [answers.next()[0] for _ in messages]
    check(statuses == [200, 404, 200, 200], statuses)


def the_server_refuses_several_or_invalid_lengths(server, pieces):
    for lengths in [("1", "2"), ("1", "+1"), ("1, 2",), ("-1",), ("0x1",), ("99999999999999999999999",)]:
        headers = [f"Content-Length: {length}" for length in lengths]
        status, _, _ = ask(server, request("POST /v1/sessions HTTP/1.1", *headers, body=b"{}"), pieces, closes=True)
        check(status == 400, f"{lengths}: {status}")


def the_server_refuses_a_length_with_a_chunked_body(server, pieces):
    message = request(
        "POST /v1/sessions HTTP/1.1", "Content-Length: 4", "Transfer-Encoding: chunked", body=b"0\r\n\r\n"
    )
    status, _, _ = ask(server, message, pieces, closes=True)
    check(status == 400, status)


def the_server_closes_a_connection_when_the_client_asks_for_it(server, pieces):
    status, _, _ = ask(server, request("GET /health/live HTTP/1.1", "Connection: close"), pieces, closes=True)
    check(status == 200, status)


def a_request_must_name_one_host(server, pieces):
    line = "GET /health/live HTTP/1.1"
    refused(server, request(line, host=None), 400, pieces)
    refused(server, request(line, "Host: localhost"), 400, pieces)
    for host in ["", "a b", "a/b", "user@localhost", "localhost:x", "[::1", "localhost,localhost"]:
        refused(server, request(line, host=f"Host: {host}"), 400, pieces)
    check(ask(server, request(line, host="hOST: localhost:80"), pieces)[0] == 200, "a host with a port")


def the_server_refuses_transfer_encodings_other_than_chunked(server, pieces):
    for encoding in ["gzip", "gzip, chunked", "identity", "chunked, chunked"]:
        message = request("POST /v1/sessions HTTP/1.1", f"Transfer-Encoding: {encoding}", body=b"0\r\n\r\n")
        got, headers, _ = ask(server, message, pieces, closes=True)
        check(got in (400, 501), f"{encoding}: {got}")
        check(headers["content-type"] == "application/problem+json", headers)
    message = request("POST /v1/sessions HTTP/1.1", "Transfer-Encoding: gzip, chunked", body=b"0\r\n\r\n")
    refused(server, message, 501, pieces)


def the_server_answers_a_malformed_message_with_a_problem(server, pieces):
    for message in [
        b"G@T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        request("GET / HTTP/1.1", "bad name: 1"),
        request("GET / HTTP/1.1", "X: " + "x" * 40_000),
        request("POST /v1/sessions HTTP/1.1", "Content-Length: x"),
        request("POST /v1/sessions HTTP/1.1", "Content-Length: 2", "Transfer-Encoding: chunked", body=b"0\r\n\r\n"),
        request(
            "POST /v1/sessions HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked", body=b"zz\r\n"
        ),
    ]:
        refused(server, message, 400, pieces)


def the_server_sends_earlier_answers_before_a_refusal(server, pieces):
    with sent(server, HEALTH * 3 + request(host=None), pieces) as client:
        answers = Answers(client)
        statuses = [answers.next()[0] for _ in range(4)]
        answers.end()
    check(statuses == [200, 200, 200, 400], statuses)


def every_route_refuses_a_fragment(server, pieces):
    for path in ["/health/live#x", "/v1/datasets#x", "/v1/sessions/none?x#y", "/v1/datasets/none/window#x", "/#x"]:
        status, headers, _ = ask(server, request(f"GET {path} HTTP/1.1"), pieces)
        check(status == 400 and headers["content-type"] == "application/problem+json", f"{path}: {status}")


def the_server_reads_connection_close_in_any_case(server, pieces):
    for value in ["Close", "CLOSE", "keep-alive, Close"]:
        status, _, _ = ask(server, request("GET /health/live HTTP/1.1", f"Connection: {value}"), pieces, closes=True)
        check(status == 200, status)


def the_server_closes_an_http_1_0_connection_after_its_answer(server, pieces):
    for path, host in [("/health/live", None), ("/openapi.json", "Host: localhost"), ("/v1/datasets", None)]:
        _, fields, _ = ask(server, request(f"GET {path} HTTP/1.0", host=host), pieces, closes=True)
        check("transfer-encoding" not in fields and fields.get("connection") == "close", f"{path}: {fields}")


def the_server_keeps_an_http_1_0_connection_that_asks_for_it(server, pieces):
    head = request("GET /health/live HTTP/1.0", "Connection: Keep-Alive", host=None)
    with sent(server, head, pieces) as client:
        answers = Answers(client)
        for _ in range(3):
            status, fields, _ = answers.next()
            check(status == 200 and fields["connection"] == "keep-alive" and "content-length" in fields, fields)
            client.sendall(head)
        check(answers.next()[0] == 200, "the last answer")
        client.sendall(request("GET /health/live HTTP/1.0", host=None))
        check(answers.next()[1]["connection"] == "close", "the connection goes on without being asked to")
        answers.end()


def a_client_that_expects_100_gets_it_before_its_body(server, pieces):
    body = b"t,v\n1,2\n2,3\n"
    head = request(
        "PUT /v1/datasets/expected HTTP/1.1",
        "Content-Type: text/csv",
        "Expect: 100-continue",
        f"Content-Length: {len(body)}",
    )
    with sent(server, head, pieces) as client:
        answers = Answers(client)
        check(answers.next()[0] == 100, "no 100 came")
        client.sendall(body)
        check(answers.next()[0] in (200, 201), "the server did not accept the rows")
        client.sendall(HEALTH)
        check(answers.next()[0] == 200, "the server did not keep the connection")


def the_server_sends_no_100_for_a_body_that_it_refuses(server, pieces):
    for line, length, status in [
        ("PUT /v1/nothing HTTP/1.1", 5, 404),
        ("POST /v1/sessions HTTP/1.1", 1 << 40, 413),
        ("POST /health/live HTTP/1.1", 5, 405),
    ]:
        head = request(line, "Content-Type: application/json", "Expect: 100-continue", f"Content-Length: {length}")
        got, _, _ = ask(server, head, pieces, closes=True)
        check(got == status, f"{line}: {got}")


TESTS = [
    the_server_answers_pipelined_requests_in_order,
    the_server_refuses_several_or_invalid_lengths,
    the_server_refuses_a_length_with_a_chunked_body,
    the_server_closes_a_connection_when_the_client_asks_for_it,
    a_request_must_name_one_host,
    the_server_refuses_transfer_encodings_other_than_chunked,
    the_server_answers_a_malformed_message_with_a_problem,
    the_server_sends_earlier_answers_before_a_refusal,
    every_route_refuses_a_fragment,
    the_server_reads_connection_close_in_any_case,
    the_server_closes_an_http_1_0_connection_after_its_answer,
    the_server_keeps_an_http_1_0_connection_that_asks_for_it,
    a_client_that_expects_100_gets_it_before_its_body,
    the_server_sends_no_100_for_a_body_that_it_refuses,
]


def in_pieces(test, server):
    """Runs a test with whole messages, and then with messages in pieces of random lengths."""
    for number in range(ROUNDS):
        test(server, 1 if number == 0 else random.randint(2, 6))


if __name__ == "__main__":
    with Server() as server:
        run_tests({test.__name__: functools.partial(in_pieces, test, server) for test in TESTS})
