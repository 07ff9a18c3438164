"""Measures how long the moves of a dragged annotation take to the viewers of its session.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Load/measure_viewers.py [VIEWERS]
A finger drags an annotation sixty times a second. A process of its own reads the streams of 64 viewers.
"""

import contextlib
import json
import multiprocessing
import re
import selectors
import statistics
import sys
import time

from chart_server import Server, check, exchange

VIEWERS = int(sys.argv[1]) if len(sys.argv) > 1 else 64
WARM_UP, SECONDS, RATE = 120, 20, 60
WIDTH = 1_200
SURFACE = {
    "size": {"width": WIDTH, "height": 500},
    "dataset": "seattle-weather",
    "modifiers": [{"type": "annotationEdit"}],
    "annotations": [{"id": "deploy", "kind": "verticalLine", "points": [{"x": 1_388_534_400_000}]}],
}
# The id of an event is the revision that it tells of. The server writes an event at once.
REVISION = re.compile(rb"^id: ?(\d+)\r?$", re.MULTILINE)


def follow(server, session, pipe):
    """Reads the streams of all viewers until it is told to end, and sends which revision arrived when."""
    request = f"GET /v1/sessions/{session['id']}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    arrivals, reads = [], selectors.DefaultSelector()
    for _ in range(VIEWERS):
        viewer = server.socket()
        viewer.sendall(request)
        check(viewer.recv(1 << 16).startswith(b"HTTP/1.1 200"), "a stream was refused")
        reads.register(viewer, selectors.EVENT_READ)
    pipe.send("reading")
    while not pipe.poll():
        for key, _ in reads.select(0.1):
            part = key.fileobj.recv(1 << 20)
            now = time.monotonic()
            check(part, "a stream has ended")
            arrivals += [(int(revision), now) for revision in REVISION.findall(part)]
    pipe.send(arrivals)


def drag(connection, session):
    """Drags the annotation to and fro. Returns when the batch of each revision was sent."""
    path, sent, start = (
        f"/v1/sessions/{session['id']}/surfaces/main/events?window=none&ticks=false",
        {},
        time.monotonic(),
    )
    for number in range(WARM_UP + SECONDS * RATE):
        time.sleep(max(0, start + number / RATE - time.monotonic()))
        across = WIDTH / 2 + 4 * (abs(number % 200 - 100) - 100)
        touches = [{"id": 1, "x": across, "y": 200}]
        event = {"type": "touch", "phase": "moved" if number else "began", "time": 16 * number, "touches": touches}
        begun = time.monotonic()
        status, body, _ = exchange(connection, "POST", path, {"events": [event]})
        answer = json.loads(body)
        check(status == 200, f"{status} {answer}")
        if number >= WARM_UP:
            sent[answer["revision"]] = begun
    return sent


def main():
    with Server(demo=True) as server, contextlib.closing(server.connect()) as connection:
        session = server.made("POST", "/v1/sessions?window=none", {"surfaces": [SURFACE]})
        here, there = multiprocessing.Pipe()
        viewers = multiprocessing.Process(target=follow, args=(server, session, there), daemon=True)
        viewers.start()
        check(here.recv() == "reading", "the viewers did not begin")
        sent = drag(connection, session)
        time.sleep(1)
        here.send("end")
        arrivals = [(revision, at) for revision, at in here.recv() if revision in sent]
        viewers.join()
    check(len(sent) == SECONDS * RATE, f"{len(sent)} moves changed the chart")
    delays = sorted(1_000 * (at - sent[revision]) for revision, at in arrivals)
    share = len(delays) / (len(sent) * VIEWERS)
    print(
        f"{VIEWERS} viewers, a drag with {RATE} moves a second for {SECONDS} s: {share:.1%} of the revisions arrived;"
    )
    print(f"from the move's request to a viewer: median {statistics.median(delays):.1f} ms,", end=" ")
    print(f"99th percentile {delays[len(delays) * 99 // 100]:.1f} ms, most {delays[-1]:.1f} ms")


if __name__ == "__main__":
    main()
