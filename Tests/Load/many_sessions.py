"""Opens many sessions, uses each once, waits until the server has evicted them, and prints its resident memory.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Load/many_sessions.py [SESSIONS]
There are 2000 sessions by default; 100000 are a long form.
"""

import http.client
import random
import sys
import threading
import time

from chart_server import Server, check, decoded, exchange

SESSIONS = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
STEP = min(10_000, SESSIONS)
THREADS = 8
ANSWER = "?window=none&ticks=false"
SPECIFICATION = {"surfaces": [{"dataset": "rows"}]}
WHEEL = {"type": "wheel", "time": 1, "x": 400, "y": 90, "deltaX": 0, "deltaY": -120, "deltaMode": "pixel"}
BATCH = {"client": "c", "sequence": 1, "events": [WHEEL]}


def asking(server):
    """Asks on one connection."""
    connection = server.connect()
    return lambda *request: decoded(exchange(connection, *request))[:2]


def open_and_use(server, count, ids, faults):
    try:
        ask = asking(server)
        for _ in range(count):
            status, session = ask("POST", f"/v1/sessions{ANSWER}", SPECIFICATION)
            check(status == 201, f"a session: {status} {session}")
            status, answer = ask("POST", f"/v1/sessions/{session['id']}/surfaces/main/events{ANSWER}", BATCH)
            check(status == 200 and answer["revision"] == 1, f"a batch: {status} {answer}")
            main = answer["surfaces"][0]
            ids.append((session["id"], [axis["visibleRange"] for axis in main["xAxes"] + main["yAxes"]]))
    except (AssertionError, OSError, http.client.HTTPException) as error:
        faults.append(error)


def resident(server):
    return server.memory() / (1 << 20)


def settled(server):
    """The resident memory after it has not fallen for three seconds: the server has evicted the sessions then."""
    time.sleep(2)
    least, since = resident(server), time.monotonic()
    while time.monotonic() - since < 3:
        time.sleep(0.25)
        now = resident(server)
        if now < least - 1:
            least, since = now, time.monotonic()
    return resident(server)


def main():
    limits = ("--session-evict-after", "1s", "--limits-sessions", SESSIONS + 10)
    with Server(*limits, "--log-level", "error") as server:
        ask = asking(server)
        server.made("PUT", "/v1/datasets/rows", "t,v\n" + "".join(f"{x},{x % 97}\n" for x in range(1_000)))
        print(f"{0:>8} sessions: {resident(server):8.1f} MiB resident", flush=True)
        ids, faults, memory = [], [], []
        start = time.monotonic()
        for done in range(0, SESSIONS, STEP):
            count = min(STEP, SESSIONS - done)
            shares = [count // THREADS + (index < count % THREADS) for index in range(THREADS)]
            threads = [threading.Thread(target=open_and_use, args=(server, share, ids, faults)) for share in shares]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            check(not faults, faults[:1])
            busy = resident(server)
            memory.append(settled(server))
            print(f"{len(ids):>8} sessions: {busy:8.1f} MiB resident, {memory[-1]:8.1f} MiB after eviction", flush=True)
        sample = random.Random(1).sample(ids, min(500, len(ids)))
        for id, ranges in sample:
            status, state = ask("GET", f"/v1/sessions/{id}{ANSWER}")
            check(status == 200 and state["revision"] == 1, f"{id}: {status} {state}")
            main = state["surfaces"][0]
            check([axis["visibleRange"] for axis in main["xAxes"] + main["yAxes"]] == ranges, f"{id}: {main}, {ranges}")
            status, answer = ask("POST", f"/v1/sessions/{id}/surfaces/main/events{ANSWER}", BATCH)
            check(status == 200 and answer["duplicate"], f"{id}: {status} {answer}")
        growth = (memory[-1] - memory[0]) * 1024 / max(1, SESSIONS - STEP)
        print(
            f"many sessions: {len(ids)} in {time.monotonic() - start:.0f} s, {len(sample)} read again unchanged, "
            f"{settled(server):.1f} MiB after eviction, {growth:.2f} KiB for each after the first {STEP}"
        )


if __name__ == "__main__":
    main()
