"""Opens many sessions, uses each once, waits until the server has evicted them, and prints its resident memory.

Plain Python: python3 Tests/Load/many_sessions.py chart-surface [SESSIONS]; 2000 sessions by default (100000 for long).
"""

import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time

BINARY = sys.argv[1]
SESSIONS = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
STEP = min(10_000, SESSIONS)
THREADS = 8
ANSWER = "?window=none&ticks=false"
SPECIFICATION = json.dumps({"surfaces": [{"dataset": "rows"}]})
BATCH = json.dumps(
    {
        "client": "c",
        "sequence": 1,
        "events": [{"type": "wheel", "time": 1, "x": 400, "y": 90, "deltaX": 0, "deltaY": -120, "deltaMode": "pixel"}],
    }
)


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Caller:
    """One persistent connection."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, method, path, body=None, kind="application/json"):
        self.connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
        answer = self.connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text else None


def open_and_use(port, count, ids, faults):
    try:
        caller = Caller(port)
        for _ in range(count):
            status, session = caller.ask("POST", f"/v1/sessions{ANSWER}", SPECIFICATION)
            check(status == 201, f"a session: {status} {session}")
            status, answer = caller.ask("POST", f"/v1/sessions/{session['id']}/surfaces/main/events{ANSWER}", BATCH)
            check(status == 200 and answer["revision"] == 1, f"a batch: {status} {answer}")
            main = answer["surfaces"][0]
            ids.append((session["id"], [axis["visibleRange"] for axis in main["xAxes"] + main["yAxes"]]))
    except (AssertionError, OSError, http.client.HTTPException) as error:
        faults.append(error)


def resident(process):
    pages = int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def settled(process):
    """The resident memory after it has not fallen for three seconds: the server has evicted the sessions then."""
    time.sleep(2)
    least, since = resident(process), time.monotonic()
    while time.monotonic() - since < 3:
        time.sleep(0.25)
        now = resident(process)
        if now < least - 1:
            least, since = now, time.monotonic()
    return resident(process)


def main(folder):
    process = subprocess.Popen(
        [
            BINARY,
            "serve",
            "--http-port",
            "0",
            "--demo-enabled",
            "false",
            "--data-dir",
            f"{folder}/data",
            "--session-evict-after",
            "1s",
            "--limits-sessions",
            str(SESSIONS + 10),
            "--log-level",
            "error",
        ],
        stdout=subprocess.PIPE,
    )
    try:
        port = int(process.stdout.readline().decode().rsplit(":", 1)[1])
        caller = Caller(port)
        rows = "t,v\n" + "".join(f"{x},{x % 97}\n" for x in range(1_000))
        check(caller.ask("PUT", "/v1/datasets/rows", rows, "text/csv")[0] == 201, "the dataset")
        print(f"{0:>8} sessions: {resident(process):8.1f} MiB resident", flush=True)
        ids, faults, memory = [], [], []
        start = time.monotonic()
        for done in range(0, SESSIONS, STEP):
            count = min(STEP, SESSIONS - done)
            shares = [count // THREADS + (index < count % THREADS) for index in range(THREADS)]
            threads = [threading.Thread(target=open_and_use, args=(port, share, ids, faults)) for share in shares]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            check(not faults, faults[:1])
            busy = resident(process)
            memory.append(settled(process))
            print(f"{len(ids):>8} sessions: {busy:8.1f} MiB resident, {memory[-1]:8.1f} MiB after eviction", flush=True)
        sample = random.Random(1).sample(ids, min(500, len(ids)))
        for id, ranges in sample:
            status, state = caller.ask("GET", f"/v1/sessions/{id}{ANSWER}")
            check(status == 200 and state["revision"] == 1, f"{id}: {status} {state}")
            main = state["surfaces"][0]
            check([axis["visibleRange"] for axis in main["xAxes"] + main["yAxes"]] == ranges, f"{id}: {main}, {ranges}")
            status, answer = caller.ask("POST", f"/v1/sessions/{id}/surfaces/main/events{ANSWER}", BATCH)
            check(status == 200 and answer["duplicate"], f"{id}: {status} {answer}")
        growth = (memory[-1] - memory[0]) * 1024 / max(1, SESSIONS - STEP)
        print(
            f"many sessions: {len(ids)} in {time.monotonic() - start:.0f} s, {len(sample)} read again unchanged, "
            f"{settled(process):.1f} MiB after eviction, {growth:.2f} KiB for each after the first {STEP}"
        )
        process.terminate()
        check(process.wait(20) == 0, "the server did not end with 0")
    finally:
        process.kill()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="chart-surface-many-") as folder:
        main(folder)
