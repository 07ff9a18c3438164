"""Damages what a data directory holds, between runs and below a running server, and holds every answer to what was written.

Plain Python: CHART_SURFACE_BIN=... python3 Tests/Attack/damage_test.py [--rounds 20] [--seed 1]
ATTACK=long damages 500 times.
"""

import argparse
import hashlib
import http.client
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Store"))

from chart_server import Server, check  # noqa: E402
from session_client import ANSWER, ranges_of  # noqa: E402

# The look through sealed segments begins 5 s after the start, and tells what it found once a second.
LOOK = 7.5
ROWS = {"short": 900, "appended": 6_000, "long": 140_000}
SESSIONS = 3
BATCHES = 12
STATUSES = {
    200: {None}, 404: {"dataset.unknown", "session.unknown"},
    503: {"dataset.damaged", "session.damaged", "store.unavailable"},
}


def value(row):
    return (row * 37 % 1009) / 4


def csv(first, last):
    return "t,v\n" + "".join(f"{row + row % 7 / 10},{value(row)}\n" for row in range(first, last))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def files_of(folder):
    return {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink()}


class Reference:
    """What the writer was told that is kept: rows of datasets, and the answers of sessions."""

    def __init__(self, data):
        self.data = data
        server = Server(data)
        for name, rows in ROWS.items():
            first = rows // 2 if name == "appended" else rows
            check(server.ask("PUT", f"/v1/datasets/{name}", csv(0, first))[0] == 201, name)
            for start in range(first, rows, 500):
                status, answer = server.ask(
                    "POST", f"/v1/datasets/{name}/rows", csv(start, min(rows, start + 500)))
                check(status == 200, f"{name}: {status} {answer}")
        self.sessions = {}
        for number in range(SESSIONS):
            self.open(server, list(ROWS)[number % len(ROWS)], number)
        self.windows = {name: self.window(server, name) for name in ROWS}
        check(all(status == 200 for status, _ in self.windows.values()), f"{self.windows}"[:300])
        server.stop()
        # A process that is killed leaves the log of the database and journals behind.
        server = Server(data)
        for id in self.sessions:
            self.turn(server, id, BATCHES + 1)
        server.kill()

    def open(self, server, dataset, number):
        specification = {"surfaces": [{"dataset": dataset, "modifiers": [{"type": "zoomPan"}, {"type": "mouseWheelZoom"}]}]}
        status, answer = server.ask("POST", f"/v1/sessions{ANSWER}", json.dumps(specification), "application/json")
        check(status == 201, f"{status} {answer}")
        id = answer["id"]
        self.sessions[id] = (dataset, {})
        for sequence in range(1, BATCHES + 1):
            self.turn(server, id, sequence)

    def turn(self, server, id, sequence):
        body = {"client": "wheel", "sequence": sequence, "events": [
            {"type": "wheel", "time": sequence, "x": 90 + 40 * sequence, "y": 90, "deltaX": 0,
             "deltaY": -1 if sequence % 3 else 2, "deltaMode": "pixel"}]}
        status, answer = server.ask(
            "POST", f"/v1/sessions/{id}/surfaces/main/events{ANSWER}", json.dumps(body), "application/json")
        check(status == 200 and answer["revision"] == sequence, f"{status} {answer}")
        status, state = server.ask("GET", f"/v1/sessions/{id}{ANSWER}")
        check(status == 200, f"{status} {state}")
        self.sessions[id][1][sequence] = ranges_of(state["surfaces"][0])
        self.last = sequence

    @staticmethod
    def window(server, name):
        return server.ask("GET", f"/v1/datasets/{name}/window?width=400")

    def hold(self, server, may_lag=False):
        """Holds what the server tells to what it was told; how many answers were refusals.

        With `may_lag` sessions may be at an earlier revision: a log of the database that was damaged ends there, as after
        a crash.
        """
        refusals = 0
        for name in ROWS:
            status, answer = self.window(server, name)
            allow(name, status, answer)
            refusals += status != 200
            if status == 200:
                check(answer == self.windows[name][1], f"{name}: another window: {answer}"[:400])
            status, answer = server.ask("GET", f"/v1/datasets/{name}")
            allow(name, status, answer)
            check(status != 200 or answer["rows"] == ROWS[name], f"{name}: {answer}"[:400])
        for id, (_, ranges) in self.sessions.items():
            status, state = server.ask("GET", f"/v1/sessions/{id}{ANSWER}")
            allow(id, status, state)
            refusals += status != 200
            if status == 200:
                revision = state["revision"]
                check(revision == self.last or may_lag and revision in ranges, f"{id}: revision {revision}, {self.last} was acknowledged")
                check(ranges_of(state["surfaces"][0]) == ranges[revision], f"{id}: {ranges_of(state['surfaces'][0])}")
        check(server.ask("GET", "/health/live")[0] == 200, "the server is not alive")
        return refusals


def allow(what, status, answer):
    check(status in STATUSES, f"{what}: {status} {answer}"[:400])
    code = answer.get("code") if isinstance(answer, dict) else None
    check(code in STATUSES[status], f"{what}: {status} {code}")


class Damage:
    """One kind of damage to one file, or to two."""

    KINDS = ["bit", "bits", "cut", "remove", "swap", "zero"]

    def __init__(self, chance, data, kinds=KINDS):
        # The shared memory of SQLite is made anew at each start, and a lock file is empty.
        self.files = {name: path for name, path in files_of(data).items()
                      if path.stat().st_size and not name.endswith("-shm")}
        self.chance = chance
        self.kind = chance.choice(kinds)
        names = sorted(self.files)
        # There are few files of the database among many of datasets.
        if chance.random() < 0.4:
            names = [name for name in names if name.startswith("sessions")] or names
        self.names = chance.sample(names, min(len(names), 2) if self.kind == "swap" else 1)
        if len(self.names) == 1 and self.kind == "swap":
            self.kind = "remove"

    def __str__(self):
        return f"{self.kind} {' and '.join(self.names)}"

    def do(self):
        path = self.files[self.names[0]]
        content = bytearray(path.read_bytes())
        size = len(content)
        if self.kind in ("bit", "bits"):
            for _ in range(1 if self.kind == "bit" else 20):
                content[self.chance.randrange(size)] ^= 1 << self.chance.randrange(8)
            self.overwrite(path, content)
        elif self.kind == "zero":
            start = self.chance.randrange(0, size, 4096)
            content[start:start + 4096] = bytes(len(content[start:start + 4096]))
            self.overwrite(path, content)
        elif self.kind == "cut":
            os.truncate(path, self.chance.randrange(size))
        elif self.kind == "remove":
            path.unlink()
        else:
            other = self.files[self.names[1]]
            aside = path.with_name("aside-of-the-test")
            path.rename(aside)
            other.rename(path)
            aside.rename(other)

    @staticmethod
    def overwrite(path, content):
        """Changes a file in its place, as a disk does, below what may have it mapped."""
        with open(path, "r+b") as file:
            file.write(content)

    @property
    def is_in_the_log_of_the_database(self):
        return "sessions.sqlite-wal" in self.names

    @property
    def is_behind_the_look(self):
        """Whether only the look through the files finds it: values and indexes that a start does not read."""
        return any(name.startswith("datasets/") and name.endswith((".f64", ".index")) for name in self.names)


def digests_of_datasets(data, apart_from):
    """Of the files of values that were not damaged; journals and manifests are rewritten, databases too."""
    return {name: digest(path) for name, path in files_of(data).items()
            if name not in apart_from and name.endswith(".f64")}


def hold_kept(data, before):
    """Holds the files that were sound to be there, or to be set aside, with what they held."""
    there = {digest(path) for path in files_of(data).values()}
    lost = [name for name, sum in before.items() if sum not in there]
    check(not lost, f"sound files were lost or changed: {lost}")


def between_runs(chance, reference, data):
    damage = Damage(chance, data)
    damage.do()
    before = digests_of_datasets(data, damage.names)
    try:
        server = Server(data)
    except AssertionError as error:
        check("status 65" in str(error) or "status 74" in str(error), f"{error}")
        message = (data.parent / "server.log").read_text().splitlines()[-1]
        check("cannot be opened" in message, message)
        hold_kept(data, before)
        return damage, "the start was refused"
    if damage.is_behind_the_look:
        time.sleep(LOOK)
    refusals = reference.hold(server, damage.is_in_the_log_of_the_database)
    server.stop()
    hold_kept(data, before)
    return damage, f"{refusals} answers refused"


def while_running(chance, reference, data):
    server = Server(data)
    reference.hold(server)
    damage = Damage(chance, data, ["cut", "remove"])
    # A file that is removed lives on below a mapping; one that is cut is noticed by the next look at the sizes.
    damage.do()
    before = digests_of_datasets(data, damage.names)
    for _ in range(20):
        for name in ROWS:
            allow(name, *reference.window(server, name))
        for id in reference.sessions:
            allow(id, *server.ask("GET", f"/v1/sessions/{id}{ANSWER}"))
    if damage.kind == "cut" and damage.is_behind_the_look:
        time.sleep(12)
    refusals = reference.hold(server)
    server.kill()
    hold_kept(data, before)
    return damage, f"{refusals} answers refused"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=500 if os.environ.get("ATTACK") == "long" else 20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--first", type=int, default=0, help="the first round, to repeat one")
    options = options.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="chart-surface-damage-"))
    try:
        whole = folder / "whole"
        reference = Reference(whole)
        began, failures = time.monotonic(), []
        for round in range(options.first, options.first + options.rounds):
            chance = random.Random(options.seed * 1_000_003 + round)
            place = folder / "round"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            data = place / "data"
            shutil.copytree(whole, data)
            mode = while_running if chance.random() < 0.25 else between_runs
            try:
                damage, outcome = mode(chance, reference, data)
                print(f"round {round}: {mode.__name__}: {damage}: {outcome}", flush=True)
            except (AssertionError, OSError, http.client.HTTPException) as error:
                failures.append(round)
                print(f"round {round}: {mode.__name__}: FAILED: {type(error).__name__}: {error}", flush=True)
                for process in Server.running:
                    process.kill()
                Server.running.clear()
        print(f"damage: {options.rounds} rounds of seed {options.seed} in {time.monotonic() - began:.0f} s, "
              f"{len(failures)} failed")
        check(not failures, f"the rounds {failures} of seed {options.seed} failed (repeat one with --first)")
    finally:
        for process in Server.running:
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
