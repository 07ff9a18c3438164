"""Kills the server during changes of sessions, and fills, locks and damages its database.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Store/session_crash_test.py [name ...]
CRASH_ROUNDS sets the number of kills (15), CRASH_SEED the seed (1).
"""

import contextlib
import http.client
import json
import os
import pathlib
import random
import sqlite3
import threading
import time

from chart_server import PATIENCE, Refused, Server, check, decoded, exchange, run_tests, until
from session_client import ANSWER, SPECIFICATION, Change, Chart, Client, Feeder, csv, ranges_of
from small_disk import SmallDisk

ROUNDS = int(os.environ.get("CRASH_ROUNDS", "15"))
SEED = int(os.environ.get("CRASH_SEED", "1"))
ALWAYS = ["--session-gesture-timeout", "10m", "--log-level", "warning"]
MODES = [
    [],
    ["--store-durability", "full"],
    ["--store-snapshot-every", "3"],
    ["--session-evict-after", "1s"],
    ["--store-snapshot-every", "3", "--store-history", "drop"],
    [
        *("--store-durability", "full", "--store-snapshot-every", "3"),
        *("--session-evict-after", "1s", "--store-history", "drop"),
    ],
]


class Inspection:
    """Compares the sessions on the server with what their clients know."""

    def __init__(self, server):
        self.server = server
        self.connection = server.connect()
        self.acknowledged = self.resent = self.cancelled = self.differences = 0

    def ask(self, *request, **more):
        return decoded(exchange(self.connection, *request, **more))[:2]

    def look(self, chart):
        """Checks a session, and updates what its clients know. Returns whether the session is open."""
        status, state = self.ask("GET", f"/v1/sessions/{chart.id}{ANSWER}")
        if chart.is_ended or (chart.may_be_ended and status == 410):
            check(status == 410, f"{chart.id}: an ended session answered {status}")
            chart.is_ended = True
            return False
        check(status == 200, f"{chart.id}: {status} {state}")
        chart.may_be_ended = False
        status, log = self.ask("GET", f"/v1/sessions/{chart.id}/log")
        check(status == 200, f"{chart.id}: log {status} {log}")
        # The first read cancels a gesture in progress, perhaps before the commit. This reads the committed state.
        status, state = self.ask("GET", f"/v1/sessions/{chart.id}{ANSWER}")
        self.hold(chart, state, log)
        self.send_again(chart, state["revision"])
        return True

    def hold(self, chart, state, log):
        head, *lines = [json.loads(line) for line in log.splitlines()]
        check(head["kind"] == "session" and head["id"] == chart.id, f"{chart.id}: the log begins with {head}")
        count = sum(line["kind"] != "snapshot" for line in lines)
        # A snapshot takes the place of lines that the server dropped, perhaps while it wrote the log.
        base = 0
        for line in [line for line in lines if line["kind"] == "snapshot"]:
            base, lines = line["revision"], lines[lines.index(line) + 1 :]
        revisions = [line["revision"] for line in lines]
        last = state["revision"]
        check(revisions == list(range(base + 1, last + 1)), f"{chart.id}: {base}, {revisions} to {last}")
        check(last >= chart.revision, f"{chart.id}: the revision is {last}, but {chart.revision} was acknowledged")
        strangers = self.match(chart, lines, base)
        self.hold_touches(chart, lines, base)
        main = next(surface for surface in state["surfaces"] if surface["id"] == "main")
        if chart.ranges and chart.ranges[0] == last:
            check(ranges_of(main) == chart.ranges[1], f"{chart.id}: {ranges_of(main)}, was {chart.ranges}")
        self.replay(chart, log, lines, count, main)
        self.acknowledged += len(chart.acknowledged) - strangers
        chart.extras = {modifier["id"] for modifier in main["modifiers"]} & {"wheelY", "cursor"}
        chart.extras |= {surface["id"] for surface in state["surfaces"]} - {"main"}

    def match(self, chart, lines, base):
        """Finds the change of each line. Returns the number of changes that were not acknowledged."""
        strangers = 0
        pending = dict(chart.pending)
        for line in lines:
            revision = line["revision"]
            if revision in chart.acknowledged:
                check(
                    chart.acknowledged[revision].is_told_by(line),
                    f"{chart.id}: revision {revision} is another change: {line}",
                )
                continue
            strangers += 1
            if line["kind"] == "cancel":
                check(line["body"] == {"reason": "restart"}, f"{chart.id}: {line}")
                chart.acknowledged[revision] = Change("cancel", "", "", {"reason": "restart"})
                self.cancelled += 1
                continue
            name = next((name for name, change in pending.items() if change.is_told_by(line)), None)
            check(name, f"{chart.id}: no client requested {line}, pending {[c.body for c in pending.values()]}")
            change = chart.acknowledged[revision] = pending.pop(name)
            if change.number:
                chart.batches[name] = (revision, change)
        # Of the changes before a snapshot only the revisions are known.
        chart.unknown, chart.base = pending, base
        if base > chart.revision:
            chart.acknowledged[base] = Change("snapshot", "", "")
        return strangers

    @staticmethod
    def hold_touches(chart, lines, base):
        """Checks that the server cancelled each gesture in progress once, and no other."""
        down = None if base else False
        for line in lines:
            if line["kind"] == "cancel":
                check(down is not False, f"{chart.id}: revision {line['revision']} cancels without a gesture")
                down = False
            if line["kind"] == "command" and line["body"]["command"] == "undo" and down:
                # During a gesture undo cancels the gesture.
                down = None
            for event in line["body"]["events"] if line["kind"] == "batch" else []:
                if event["type"] == "touch" and event["phase"] != "moved":
                    down = event["phase"] == "began"
        check(not down, f"{chart.id}: touches are still down after a restart: {lines[-3:]}")
        chart.down = {}

    def replay(self, chart, log, lines, count, main):
        status, replay = self.ask("POST", f"/v1/replays{ANSWER}", log, kind="application/x-ndjson")
        check(status == 200, f"{chart.id}: replay {status} {replay}")
        check(replay["firstDifference"] is None, f"{chart.id}: {replay['firstDifference']}")
        check(replay["revisions"] == count, f"{chart.id}: {replay['revisions']} of {count} revisions")
        if lines:
            check(replay["stateHash"] == lines[-1]["stateHash"], f"{chart.id}: {replay['stateHash']}")
        again = next(surface for surface in replay["session"]["surfaces"] if surface["id"] == "main")
        check(ranges_of(again) == ranges_of(main), f"{chart.id}: {ranges_of(again)}, is {ranges_of(main)}")

    def send_again(self, chart, revision):
        """Repeats each client's last batch: the server has applied it once before, or applies it now."""
        for name, change in sorted(chart.unknown.items()):
            if not change.number:
                continue
            status, answer = self.post(chart, change)
            if status == 409 and answer["code"] == "session.driver-busy" and any(chart.down.values()):
                continue
            check(status == 200, f"{chart.id}: repeated {change.body}: {status} {answer}")
            if answer["duplicate"]:
                check(answer["revision"] <= revision, f"{chart.id}: {answer}")
                check(answer["revision"] <= chart.base, f"{chart.id}: {answer['revision']} is not in the log")
            else:
                check(answer["revision"] == revision + 1, f"{chart.id}: {answer}")
                revision += 1
                chart.acknowledged[revision] = change
                chart.down[name] = change.leaves_down
            chart.batches[name] = (answer["revision"], change)
            self.resent += 1
        chart.pending = {}
        for _, (at, change) in sorted(chart.batches.items()):
            status, answer = self.post(chart, change)
            check(
                status == 200 and answer["duplicate"] and answer["revision"] == at,
                f"{chart.id}: repeated {change.body} of {at} at {revision}: {status} {answer}",
            )
            self.resent += 1
        status, state = self.ask("GET", f"/v1/sessions/{chart.id}{ANSWER}")
        check(state["revision"] == revision, f"{chart.id}: repeated batches led to revision {state['revision']}")
        chart.ranges = None

    def post(self, chart, change):
        return self.ask(change.method, f"/v1/sessions/{chart.id}/surfaces{change.path}", change.body)


def crowd(server, chance, charts, shared, ended, thinks):
    clients = [
        Client(server, f"client-{index}", chance.random(), mine, shared, ended, thinks)
        for index, mine in enumerate(charts)
    ]
    for client in clients:
        client.start()
    return clients


@contextlib.contextmanager
def fed_server(*options, rows=100, folder=None):
    """A server with the dataset of all sessions."""
    with Server(*options, folder=folder) as server:
        check(server.ask("PUT", "/v1/datasets/feed", csv(0, rows))[0] == 201, "the dataset")
        yield server


def kills():
    chance = random.Random(SEED)
    charts, shared, ended = [[] for _ in range(4)], [], []
    counts = {"kills": 0, "stops": 0, "acknowledged": 0, "resent": 0, "cancelled": 0, "snapshots": 0}
    rows = 2_000
    with fed_server(*ALWAYS, rows=rows) as server:
        for round in range(ROUNDS):
            while len(shared) < 2:
                shared.append(Chart(open_session(server)))
            options = MODES[round % len(MODES)]
            before = {chart.id: chart.revision for mine in [*charts, shared] for chart in mine}
            feeder = Feeder(server, rows, chance.random())
            feeder.start()
            evicts = "--session-evict-after" in options
            clients = crowd(server, chance, charts, shared, ended, 1.5 if evicts else 0)
            time.sleep(chance.uniform(0.05, 2.0) + (2.5 if evicts else 0))
            stops = chance.random() < 0.2
            if stops:
                server.stop()
            else:
                server.kill()
            for thread in [*clients, feeder]:
                thread.join(PATIENCE)
                check(not thread.is_alive(), "a client hangs")
                check(thread.refused is None, thread.refused)
            counts["stops" if stops else "kills"] += 1
            if stops and not evicts:
                counts["snapshots"] += hold_snapshots(server.data, [*charts, shared])
            counts["acknowledged"] += sum(
                chart.revision - before.get(chart.id, 0) for mine in [*charts, shared] for chart in mine
            )
            server.start(*MODES[(round + 1) % len(MODES)])
            rows = hold_rows(server, feeder.rows)
            inspection = Inspection(server)
            for mine in [*charts, shared]:
                for chart in list(mine):
                    if not inspection.look(chart):
                        mine.remove(chart)
                        ended.append(chart)
            for chart in ended[-20:]:
                inspection.look(chart)
            for chart in [chart for chart in shared if chart.revision > 200]:
                status, answer = inspection.ask("DELETE", f"/v1/sessions/{chart.id}")
                check(status == 204, f"an end: {status} {answer}")
                chart.is_ended = True
                shared.remove(chart)
                ended.append(chart)
            counts["resent"] += inspection.resent
            counts["cancelled"] += inspection.cancelled
    print(
        f"crash: sessions: {counts['kills']} kills, {counts['stops']} stops, {counts['acknowledged']} acknowledged "
        f"changes, lost 0, twice 0; {counts['resent']} batches sent again, {counts['cancelled']} gestures cancelled, "
        f"{counts['snapshots']} snapshots at a stop, {len(ended)} sessions ended"
    )


def hold_rows(server, acknowledged):
    status, dataset = server.ask("GET", "/v1/datasets/feed")
    check(status == 200 and dataset["rows"] >= acknowledged, f"rows: {status} {dataset}, acknowledged {acknowledged}")
    return dataset["rows"]


def hold_snapshots(data, charts):
    """Checks that a stopped server has stored a snapshot of every session."""
    with sqlite3.connect(f"file:{data}/sessions.sqlite?mode=ro", uri=True) as database:
        found = dict(
            database.execute(
                "SELECT id, snapshots.revision FROM sessions JOIN snapshots ON session = key WHERE endedAt IS NULL"
            )
        )
    known = {chart.id: chart for mine in charts for chart in mine if chart.revision and not chart.may_be_ended}
    for id, chart in known.items():
        check(
            found.get(id, 0) >= chart.revision,
            f"{id}: the snapshot is of revision {found.get(id)}, not {chart.revision}",
        )
    return len(known)


def open_session(server):
    return server.made("POST", f"/v1/sessions{ANSWER}", SPECIFICATION)["id"]


def wheel(server, id, sequence, padding=0):
    """Sends a numbered batch. Returns the status, the answer and the headers."""
    event = {"type": "wheel", "time": sequence, "x": 100 + sequence % 600, "y": 90, "deltaX": 0, "deltaY": -1}
    body = {"client": "wheel", "sequence": sequence, "events": [event | {"deltaMode": "pixel"}]}
    path = f"/v1/sessions/{id}/surfaces/main/events{ANSWER}"
    with contextlib.closing(server.connect()) as connection:
        return decoded(exchange(connection, "POST", path, json.dumps(body) + " " * padding))


def state_of(server, id):
    status, state = server.ask("GET", f"/v1/sessions/{id}{ANSWER}")
    check(status == 200, f"{id}: {status} {state}")
    del state["expiresAt"]
    return state


def hold_log(server, id, revision):
    status, log = server.ask("GET", f"/v1/sessions/{id}/log")
    check(status == 200, f"log: {status} {log}")
    lines = [json.loads(line) for line in log.splitlines()]
    check(
        [line["revision"] for line in lines[1:]] == list(range(1, revision + 1)), f"the log misses a revision: {lines}"
    )
    status, replay = server.ask("POST", f"/v1/replays{ANSWER}", log, kind="application/x-ndjson")
    check(status == 200 and replay["firstDifference"] is None and replay["revisions"] == revision, f"{replay}")


def is_ready(server):
    return server.ask("GET", "/health/ready")[0] == 200


class Turner(threading.Thread):
    """Sends wheel events to a session until the server has ended. `revision` is the last acknowledged one."""

    def __init__(self, server, id, revision):
        super().__init__()
        self.server, self.id, self.revision, self.refused = server, id, revision, None

    def run(self):
        while True:
            try:
                status, answer, _ = wheel(self.server, self.id, self.revision + 1)
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                return
            if status != 200 or answer["duplicate"] or answer["revision"] != self.revision + 1:
                self.refused = f"{self.id} at {self.revision}: {status} {answer}"
                return
            self.revision += 1


def unawaited():
    """Kills a server that answers before it commits: each session may lose its last changes, but must stay whole."""
    revisions, found = {}, {}
    lost = gone = kept = 0
    chance = random.Random(SEED)
    with fed_server(*ALWAYS) as server:
        server.stop()
        for round in range(max(4, ROUNDS // 3)):
            snapshots = [["--store-snapshot-every", "3"], ["--session-evict-after", "1s"], []][round % 3]
            server.start("--store-durability", "none", *snapshots)
            for id, revision in list(revisions.items()):
                status, state = server.ask("GET", f"/v1/sessions/{id}{ANSWER}")
                # A session that was there after a start is in the store, and stays.
                if status == 404 and id not in found:
                    gone += 1
                    del revisions[id]
                    continue
                # The server may have stored one change more than it acknowledged.
                check(
                    status == 200 and found.get(id, 0) <= state["revision"] <= revision + 1,
                    f"{id}: {status} {state}, acknowledged {revision}, found {found.get(id)}",
                )
                lost += max(0, revision - state["revision"])
                found[id] = revisions[id] = state["revision"]
                hold_log(server, id, revisions[id])
                if revisions[id]:
                    status, answer, _ = wheel(server, id, revisions[id])
                    check(
                        status == 200 and answer["duplicate"] and answer["revision"] == revisions[id], f"{id}: {answer}"
                    )
            while len(revisions) < 4:
                revisions[open_session(server)] = 0
            turners = [Turner(server, id, revision) for id, revision in revisions.items()]
            for turner in turners:
                turner.start()
            time.sleep(chance.uniform(0.05, 1.5))
            server.kill()
            for turner in turners:
                turner.join(PATIENCE)
                check(not turner.is_alive() and turner.refused is None, turner.refused or "a client hangs")
                kept += turner.revision - revisions[turner.id]
                revisions[turner.id] = turner.revision
        server.start()
        for id, revision in revisions.items():
            status, state = server.ask("GET", f"/v1/sessions/{id}{ANSWER}")
            check(
                (status == 200 and found.get(id, 0) <= state["revision"] <= revision + 1)
                or (status == 404 and id not in found),
                f"{id}: {status} {state}, acknowledged {revision}, found {found.get(id)}",
            )
            if status == 200:
                hold_log(server, id, state["revision"])
    check(found and lost < kept / 2, f"{lost} of {kept} changes of {len(found)} sessions were lost")
    print(
        f"crash: sessions: without durability {lost} of {kept} changes and {gone} sessions were lost; "
        "the other sessions were whole"
    )


def full():
    with SmallDisk("size=6m") as disk, fed_server(folder=disk.path) as server:
        id, other = open_session(server), open_session(server)
        sequence, refusals = 0, 0
        disk.fill(leaves=400_000)
        while refusals < 5:
            before = state_of(server, id)
            status, answer, _ = wheel(server, id, sequence + 1, padding=20_000)
            if status == 200:
                sequence += 1
                check(answer["revision"] == sequence, f"{answer}")
                continue
            refusals += 1
            check(status == 507 and answer["code"] == "store.full", f"a full disk: {status} {answer}")
            check(state_of(server, id) == before, "a refused batch changed the session")
            status, answer = server.ask("GET", "/health/ready")
            check(status == 503 and answer["cause"] == "store-full", f"readiness: {status} {answer}")
            check(server.ask("GET", "/health/live")[0] == 200, "the server is not alive")
            check(state_of(server, other)["revision"] == 0, "another session changed")
            status, answer = server.ask("POST", "/v1/sessions", SPECIFICATION)
            check(status == 507 and answer["code"] == "store.full", f"a new session: {status} {answer}")
            status, answer = server.ask("DELETE", f"/v1/sessions/{other}")
            check(status == 507, f"an end: {status} {answer}")
        check(sequence > 0, "nothing was accepted")
        disk.free()
        until(lambda: is_ready(server), "not ready again")
        status, answer, _ = wheel(server, id, sequence + 1, padding=20_000)
        check(status == 200 and not answer["duplicate"] and answer["revision"] == sequence + 1, f"{status} {answer}")
        for _ in range(2):
            hold_log(server, id, sequence + 1)
            check(state_of(server, other)["revision"] == 0, "another session changed")
            server.kill()
            server.start()
        check(server.ask("DELETE", f"/v1/sessions/{other}")[0] == 204, "an end with space again")
        print(f"crash: sessions: a full disk refused changes, {sequence} revisions stayed, changes then succeeded")


def locked():
    with fed_server() as server:
        id = open_session(server)
        check(wheel(server, id, 1)[0] == 200, "a first batch")
        before = state_of(server, id)
        thief = sqlite3.connect(server.data / "sessions.sqlite", isolation_level=None)
        thief.execute("BEGIN EXCLUSIVE")
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(wheel(server, id, 2))) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        for status, answer, headers in answers:
            check(status == 503 and answer["code"] == "store.unavailable", f"locked: {status} {answer}")
            check(int(headers["Retry-After"]) > 0, "no Retry-After")
        check(len(answers) == 3, f"{len(answers)} answers")
        check(state_of(server, id) == before, "a refused batch changed the session")
        status, answer = server.ask("GET", "/health/ready")
        check(status == 503, f"readiness: {status} {answer}")
        thief.execute("ROLLBACK")
        thief.close()
        until(lambda: is_ready(server), "not ready again")
        status, answer, _ = wheel(server, id, 2)
        check(status == 200 and answer["revision"] == 2 and not answer["duplicate"], f"{status} {answer}")
        hold_log(server, id, 2)
    print("crash: sessions: a locked database refused changes, and accepted them after the lock")


def damaged():
    with fed_server() as server:
        id = open_session(server)
        for sequence in range(1, 200):
            check(wheel(server, id, sequence)[0] == 200, "a batch")
        server.stop()
        path = server.data / "sessions.sqlite"
        whole = path.read_bytes()
        chance = random.Random(SEED)
        started = refused = 0
        for damage in ("head", "half", "empty page", "noise", "noise", "noise", "noise"):
            broken = bytearray(whole)
            if damage == "head":
                broken[:100] = b"x" * 100
            elif damage == "half":
                del broken[len(broken) // 2 :]
            elif damage == "empty page":
                broken[8192:16384] = bytes(8192)
            else:
                for _ in range(50):
                    broken[chance.randrange(100, len(broken))] = chance.randrange(256)
            restore(path, broken)
            try:
                server.start()
            except Refused as error:
                refused += 1
                check(error.status == 65, f"{damage}: {error}")
                check("the sessions cannot be opened" in error.text.splitlines()[-1], error.text)
                continue
            started += 1
            status, answer = server.ask("GET", f"/v1/sessions/{id}{ANSWER}")
            codes = (None, "session.damaged", "store.unavailable", "session.unknown")
            check(status in (200, 404, 503) and answer.get("code") in codes, f"{damage}: {status} {answer}")
            status, answer, _ = wheel(server, id, 200)
            check(status in (200, 404, 503), f"{damage}: {status} {answer}")
            check(server.ask("GET", "/health/live")[0] == 200, "the server is not alive")
            server.kill()
        check(refused >= 2, "the server started with a damaged header")
        restore(path, whole)
        server.start()
        check(wheel(server, id, 200)[0] == 200, "a batch")
        with open(path, "r+b") as file:
            file.write(b"x" * 8192)
        for sequence in range(201, 260):
            status, answer, _ = wheel(server, id, sequence)
            if status != 200:
                check(status == 503, f"damaged while running: {status} {answer}")
                break
        check(server.ask("GET", "/health/live")[0] == 200, "the server is not alive")
        server.kill()
    print(f"crash: sessions: of 7 damaged databases {refused} stopped the start, and {started} started and answered")


def retained():
    """Kills a server whose dataset drops rows under sessions that rest, wait or are moved: each goes on as it was."""
    chance = random.Random(SEED + 2)
    axes = [
        {"xAxes": [{"id": "x", "follow": "shift", "visibleRange": [30_000, 39_900]}]},
        {"xAxes": [{"id": "x", "visibleRange": [10_000, 50_000]}], "yAxes": [{"id": "y", "autoRange": "always"}]},
    ]
    rows, drops = 400, 0
    with Server(*ALWAYS) as server:
        check(server.ask("PUT", "/v1/datasets/feed?retain.rows=400", csv(0, rows))[0] == 201, "the dataset")
        surfaces = [{"id": "main", "dataset": "feed", **more} for more in axes * 2]
        ids = [server.made("POST", "/v1/sessions?window=none", {"surfaces": [one]})["id"] for one in surfaces]
        time.sleep(3)
        for round in range(max(4, ROUNDS // 3)):
            for _ in range(chance.randint(1, 8)):
                count = chance.choice([1, 60, 64, 130])
                status, fed = server.ask("POST", "/v1/datasets/feed/rows", csv(rows, count))
                check(status == 200 and fed.get("firstRow", 0) + fed["rows"] == rows + count, f"{status} {fed}")
                rows += count
                if chance.random() < 0.3:
                    path = f"/v1/sessions/{chance.choice(ids[2:])}/surfaces/main/commands?window=none"
                    status, answer = server.ask("POST", path, {"command": "selectRow", "row": rows - 1})
                    check(status == 200, f"a selection: {status} {answer}")
            drops = fed.get("firstRow", 0) // 64
            states = [state_of(server, id) for id in ids]
            if chance.random() < 0.3:
                server.stop()
            else:
                server.kill()
            server.start(*MODES[round % len(MODES)])
            for id, state in zip(ids, states, strict=True):
                check(state_of(server, id) == state, f"round {round}: {id} was {state}, is {state_of(server, id)}")
    check(drops > 8, f"{drops} blocks were dropped")
    print(f"crash: sessions: {rows} rows, of which {64 * drops} were dropped under 4 sessions, each as it was")


def restore(path, content):
    """Writes a copy of the database, and removes the files that record its later changes."""
    for more in ("-wal", "-shm", "-ends"):
        pathlib.Path(f"{path}{more}").unlink(missing_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    run_tests([kills, unawaited, full, locked, damaged, retained])
