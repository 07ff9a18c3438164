"""Holds the server to the message rules of HTTP/1.1 over raw sockets.

Plain Python: CHART_SURFACE_BIN=... python3 Tests/Attack/protocol_test.py [name ...]
ATTACK=long sends every case 100 times, each cut into pieces at random places.
"""

import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import time

BINARY = os.environ["CHART_SURFACE_BIN"]
ROUNDS = int(os.environ.get("ATTACK_ROUNDS", "100" if os.environ.get("ATTACK") == "long" else "2"))
PATIENCE = 20


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Server:
    """The real executable over an empty data directory."""

    def __init__(self, folder):
        self.log = open(pathlib.Path(folder) / "server.log", "wb")
        self.process = subprocess.Popen(
            [BINARY, "serve", "--http-port", "0", "--demo-enabled", "false",
             "--data-dir", str(pathlib.Path(folder) / "data")], stdout=subprocess.PIPE, stderr=self.log)
        ready = self.process.stdout.readline().decode().strip()
        check("://" in ready, "the server did not start")
        self.port = int(ready.rsplit(":", 1)[1])

    def stop(self):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.log.close()
        check(status == 0, f"the server ended with {status}")

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def send(self, message, pieces=1):
        """Sends bytes in so many pieces; the connection."""
        client = self.connect()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        cuts = sorted(random.randrange(len(message)) for _ in range(pieces - 1))
        for start, end in zip([0, *cuts], [*cuts, len(message)]):
            client.sendall(message[start:end])
        return client


class Answers:
    """Reads the answers of one connection."""

    def __init__(self, client):
        self.client, self.bytes = client, b""

    def more(self):
        piece = self.client.recv(65536)
        self.bytes += piece
        return bool(piece)

    def next(self, has_body=True):
        """Status, headers and body of the next answer."""
        while b"\r\n\r\n" not in self.bytes:
            check(self.more(), f"no whole answer came: {self.bytes!r}")
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
            check(self.more(), "the body is cut")
        body, self.bytes = self.bytes[:length], self.bytes[length:]
        return status, headers, body

    def end(self):
        """Holds the server to close the connection, with nothing more."""
        try:
            while self.more():
                pass
        except ConnectionResetError:
            pass
        check(not self.bytes, f"more came: {self.bytes!r}")


def request(line="GET /health/live HTTP/1.1", *headers, body=b"", host="Host: localhost"):
    return "\r\n".join([line, *([host] if host else []), *headers, "", ""]).encode() + body


HEALTH = request()


def ask(server, message, pieces=1, closes=False):
    """The one answer to a message; with `closes`, the connection has to end behind it."""
    with server.send(message, pieces) as client:
        answers = Answers(client)
        answer = answers.next()
        if closes:
            answers.end()
        return answer


def refused(server, message, status, pieces=1):
    """Holds an answer to be a problem of this status, and the connection to end behind it."""
    got, headers, body = ask(server, message, pieces, closes=True)
    check(got == status, f"{message[:200]!r} was answered with {got}, not {status}")
    kind = headers.get("content-type")
    check(kind == "application/problem+json", f"{message[:200]!r}: the answer is {kind}")
    check(headers.get("connection", "").lower() == "close", f"{message[:200]!r}: the answer does not say that it closes")
    check(json.loads(body)["status"] == status, body)


def test_requests_in_a_row_are_answered_in_order(server, pieces):
    messages = [HEALTH, request("GET /v1/none HTTP/1.1"), HEALTH, request("GET /v1/datasets HTTP/1.1")]
    with server.send(b"".join(messages), pieces) as client:
        answers = Answers(client)
        statuses = [answers.next()[0] for _ in messages]
    check(statuses == [200, 404, 200, 200], statuses)


def test_a_length_that_is_given_twice_is_refused(server, pieces):
    for lengths in [("1", "2"), ("1", "+1"), ("1, 2",), ("-1",), ("0x1",), ("99999999999999999999999",)]:
        headers = [f"Content-Length: {length}" for length in lengths]
        status, _, _ = ask(server, request("POST /v1/sessions HTTP/1.1", *headers, body=b"{}"), pieces, closes=True)
        check(status == 400, f"{lengths}: {status}")


def test_a_length_beside_chunks_is_refused(server, pieces):
    message = request(
        "POST /v1/sessions HTTP/1.1", "Content-Length: 4", "Transfer-Encoding: chunked", body=b"0\r\n\r\n")
    status, _, _ = ask(server, message, pieces, closes=True)
    check(status == 400, status)


def test_a_connection_closes_when_the_client_asks_for_it(server, pieces):
    status, _, _ = ask(server, request("GET /health/live HTTP/1.1", "Connection: close"), pieces, closes=True)
    check(status == 200, status)


def main():
    chosen = sys.argv[1:]
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            for name, test in tests:
                if chosen and name not in chosen:
                    continue
                began = time.monotonic()
                for number in range(ROUNDS):
                    test(server, 1 if number == 0 else random.randint(2, 6))
                print(f"{name} ({time.monotonic() - began:.1f} s)", flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
