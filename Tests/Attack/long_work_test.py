"""Checks that long work leaves turns to other clients, and that the server ends in the middle of it.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/long_work_test.py [name ...]
Clients are told apart by their addresses in 127.0.0.0/8. The work is a window by `lttb`, which reads all rows.
"""

import contextlib
import http.client
import json
import os
import selectors
import signal
import subprocess
import threading
import time

from chart_server import LOOPBACK, PATIENCE, Server, check, exchange, run_tests, until
from hostile_cases import HOSTILE, column, hostile_datasets

# A greedy client has so many requests under way for each thread of long work, of which there is one for each processor.
GREEDY = 16 * os.cpu_count()
# The requests of a queue that is too long to wait in.
QUEUED = 256 * os.cpu_count()
# How many answers a greedy client may get while another one waits for its own: with turns, those that end the work
# under way, and those of the other threads meanwhile. Without turns it would get nearly all that it has under way.
FAIR_ANSWERS = GREEDY // 2
# How soon a client hears that the queue is too long, in seconds and in the time of a request.
SOON_SECONDS, SOON_TIMES = 5, 2
DRAIN_SECONDS = 10
SEARCHED_ROWS = 1_000_000
# A window that takes long, and one that takes longer.
WORK = "/v1/datasets/broad/window?method=lttb&points=20000&columns=c0,c1"
LONGER_WORK = f"{WORK},c2,c3,c4,c5,c6,c7"
SERVER = ("--store-kind", "memory", "--log-level", "error")


def put(server, name, columns, body):
    path = f"/v1/datasets/{name}?columns=x,{','.join(columns)}"
    status, text, _ = server.fetch("PUT", path, body, kind="application/octet-stream")
    check(status == 201, f"{name}: {status} {text[:300]}")


def put_rows(server, *names):
    """Puts datasets of the hostile cases."""
    for name in names:
        put(server, name, *hostile_datasets(100_000)[name])


def worked(server, number, address=LOOPBACK, work=WORK):
    """Asks for long work from an address. Returns the status, the headers and the seconds that it has taken."""
    connection = http.client.HTTPConnection(LOOPBACK, server.port, PATIENCE, source_address=(address, 0))
    with contextlib.closing(connection):
        begun = time.monotonic()
        # No two requests ask for the same.
        status, _, headers = exchange(connection, "GET", f"{work}&from={number}")
        return status, headers, time.monotonic() - begun


def a_greedy_client_leaves_turns_to_others():
    """A client with many requests for long work under way does not keep another one from its turn."""
    with Server(*SERVER) as server:
        put_rows(server, "broad")
        is_over, numbers, answered = threading.Event(), iter(range(100, 1_000_000)), []

        def greed():
            while not is_over.is_set():
                with contextlib.suppress(OSError, http.client.HTTPException):
                    status, _, _ = worked(server, next(numbers))
                    if status == 503:
                        time.sleep(0.1)
                    else:
                        answered.append(status)

        threads = [threading.Thread(target=greed, daemon=True) for _ in range(GREEDY)]
        for thread in threads:
            thread.start()
        until(lambda: len(answered) >= os.cpu_count(), "the greedy client gets no answer", PATIENCE)
        statuses, meanwhile = [], []
        for number in range(2):
            before = len(answered)
            statuses.append(worked(server, number, "127.0.0.2")[0])
            meanwhile.append(len(answered) - before)
        is_over.set()
        # Nobody needs what the greedy client waits for.
        server.kill()
        for thread in threads:
            thread.join()
        check(statuses == [200, 200], f"the other client got {statuses}")
        told = f"while another client waits for an answer, a greedy one with {GREEDY} requests gets {meanwhile} answers"
        print(f"  {told}")
        check(max(meanwhile) <= FAIR_ANSWERS, told)


def a_long_queue_is_told():
    """Of more requests than can be answered soon, some get 503 with `Retry-After`, and soon."""
    with Server(*SERVER) as server, contextlib.ExitStack() as stack, selectors.DefaultSelector() as answers:
        put_rows(server, "broad")
        usual = worked(server, 0, work=LONGER_WORK)[2]
        for number in range(QUEUED):
            client = stack.enter_context(server.socket())
            client.sendall(f"GET {LONGER_WORK}&from={number + 100} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            answers.register(client, selectors.EVENT_READ)
        begun, heads = time.monotonic(), []
        end = begun + SOON_SECONDS + SOON_TIMES * usual
        while time.monotonic() < end and not any(head.startswith("HTTP/1.1 503") for head in heads):
            for key, _ in answers.select(0.1):
                heads.append(key.fileobj.recv(65536).decode(errors="replace"))
                answers.unregister(key.fileobj)
        waited = time.monotonic() - begun
        # Nobody reads the answers any more.
        server.kill()
        refused = [head for head in heads if not head.startswith("HTTP/1.1 200")]
        check(
            all(head.startswith("HTTP/1.1 503") and "retry-after:" in head.lower() for head in refused),
            f"the server has answered {refused}",
        )
        check(refused, f"none of {QUEUED} requests of {usual:.2f} s each got 503 with Retry-After in {waited:.1f} s")


def ends_during(server, what, method, path, kind, body):
    """Checks that SIGTERM ends the server with status 0 within 10 s, while a request is under way."""
    with server.socket() as client:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}"
        before = server.processor_seconds()
        client.sendall(f"{head}\r\n\r\n".encode() + body)
        until(lambda: server.processor_seconds() > before + 0.1, f"{what} takes no time", 10)
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        try:
            server.process.wait(DRAIN_SECONDS + 1)
        except subprocess.TimeoutExpired as error:
            server.kill()
            raise AssertionError(f"{what}: the server has not ended in {DRAIN_SECONDS} s") from error
    status = server.wait()
    print(f"  {what}: status {status} after {time.monotonic() - begun:.1f} s", flush=True)
    check(status == 0, f"{what}: SIGTERM ends the server with {status}")


def ends_during_a_case(server, name):
    case = HOSTILE[name]()
    session = server.made("POST", "/v1/sessions?window=none", case.specification)["id"]
    request = case.requests[0]
    body = json.dumps(request.body).encode() if request.body else b""
    path = request.path.replace("{session}", f"/v1/sessions/{session}")
    ends_during(server, name, request.method, path, "application/json", body)


def the_server_ends_during_a_search():
    with Server(*SERVER) as server:
        rows = b"".join(column(shape, SEARCHED_ROWS).tobytes() for shape in ("sorted", "alternating"))
        put(server, "shapes", ["alternating"], rows)
        ends_during_a_case(server, "a tap between alternating values")


def the_server_ends_during_a_wide_session():
    with Server(*SERVER) as server:
        put_rows(server, "broad")
        ends_during_a_case(server, "8 surfaces of 100,000 columns")


def the_server_ends_during_a_picture():
    with Server(*SERVER) as server:
        put_rows(server, "shapes")
        ends_during_a_case(server, "pictures of 48 bars")


if __name__ == "__main__":
    run_tests(
        [
            a_greedy_client_leaves_turns_to_others,
            a_long_queue_is_told,
            the_server_ends_during_a_search,
            the_server_ends_during_a_wide_session,
            the_server_ends_during_a_picture,
        ]
    )
