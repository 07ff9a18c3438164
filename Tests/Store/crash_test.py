"""Kills the server during writes of rows, and fills its disk. Checks that every acknowledged row is still there.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Store/crash_test.py [name ...]
CRASH_ROUNDS sets the number of kills (20), CRASH_SEED the seed (1).
"""

import http.client
import json
import os
import random
import threading
import time

from chart_server import PATIENCE, Server, check, run_tests, until
from small_disk import SmallDisk

ROUNDS = int(os.environ.get("CRASH_ROUNDS", "20"))
SEED = int(os.environ.get("CRASH_SEED", "1"))
# A value contains its version and its row, so that rows of two versions differ.
ROWS_A_VERSION = 1 << 20
ALL_ROWS = ("--limits-rows-per-window", "10000000")


def csv(edition, start, count, step):
    lines = [
        f"{x * step + (x % 3 if step > 1 else 0)},{edition * ROWS_A_VERSION + x},{-x}"
        for x in range(start, start + count)
    ]
    return "t,v,w\n" + "\n".join(lines) + "\n"


def rows_of(server, name, expected):
    status, window = server.ask("GET", f"/v1/datasets/{name}/window?method=none")
    check(
        status == 200 and len(window["rows"]) == expected,
        lambda: f"{name}: {status}, {len(window.get('rows', []))} rows instead of {expected}: {str(window)[:300]}",
    )
    return window["rows"]


class Writer(threading.Thread):
    """Replaces a dataset and appends to it. Notes the acknowledged writes and the pending one."""

    def __init__(self, server, name, seed, edition):
        super().__init__(daemon=True)
        self.server, self.name, self.random = server, name, random.Random(seed)
        self.edition, self.rows, self.step = edition, 0, 1
        self.pending = None
        self.refused = None

    def run(self):
        try:
            while True:
                if self.rows == 0 or self.random.random() < 0.1:
                    # A dataset has an index from 4096 rows on, and a sealed segment from 65536 on.
                    count = self.random.choice([3, 50, 5000, 70_000])
                    new = (self.edition + 1, count, self.random.choice([1, 10]))
                    self.write("PUT", "", new, csv(new[0], 0, count, new[2]))
                else:
                    count = self.random.choice([1, 10, 500])
                    new = (self.edition, self.rows + count, self.step)
                    self.write("POST", "/rows", new, csv(self.edition, self.rows, count, self.step))
        except (OSError, http.client.HTTPException, ValueError):
            return

    def write(self, method, path, new, body):
        self.pending = new
        status, answer = self.server.ask(method, f"/v1/datasets/{self.name}{path}", body)
        if status not in (200, 201):
            self.refused = f"{self.name}: {method} {status} {answer}"
            raise OSError
        self.edition, self.rows, self.step = new
        self.pending = None


def check_whole(server, writer):
    """Checks that a dataset has the acknowledged rows, with or without the one pending write."""
    known = (writer.edition, writer.rows, writer.step)
    status, dataset = server.ask("GET", f"/v1/datasets/{writer.name}")
    if status == 404:
        check(writer.rows == 0, f"{writer.name}: {known} is gone")
        return
    check(status == 200, f"{writer.name}: {status} {dataset}")
    rows = rows_of(server, writer.name, dataset["rows"])
    edition = int(rows[0][1]) // ROWS_A_VERSION
    found = next(
        (state for state in (known, writer.pending) if state is not None and state[:2] == (edition, len(rows))), None
    )
    check(
        found,
        f"{writer.name}: edition {edition} of {len(rows)} rows; acknowledged is {known}, pending {writer.pending}",
    )
    for x, row in enumerate(rows):
        step = found[2]
        check(
            row == [x * step + (x % 3 if step > 1 else 0), edition * ROWS_A_VERSION + x, -x],
            f"{writer.name}: row {x} is {row}",
        )
    writer.edition, writer.rows, writer.step = found


def check_tidy(data):
    """Checks that the folders only have files of the generation that the manifest names."""
    for folder in sorted((data / "datasets").iterdir()):
        generation = json.loads((folder / "manifest.json").read_text())["generation"]
        strangers = [
            file.name
            for file in folder.iterdir()
            if file.name != "manifest.json" and not file.name.startswith(f"{generation}-")
        ]
        check(not strangers, f"{folder.name}: generation {generation} with other files {strangers}")


def kills():
    chance = random.Random(SEED)
    states = dict.fromkeys(("a", "b"), (0, 0, 1))
    written = 0
    with Server(*ALL_ROWS) as server:
        for _ in range(ROUNDS):
            writers = []
            for name, state in states.items():
                writer = Writer(server, name, chance.random(), state[0])
                writer.rows, writer.step = state[1:]
                writers.append(writer)
                writer.start()
            time.sleep(chance.uniform(0.02, 1.0))
            server.kill()
            for writer in writers:
                writer.join(PATIENCE)
                check(not writer.is_alive(), "a writer hangs")
                check(writer.refused is None, writer.refused)
            server.start()
            for writer in writers:
                check_whole(server, writer)
                states[writer.name] = (writer.edition, writer.rows, writer.step)
                written += writer.rows
            check_tidy(server.data)
    print(f"crash: {ROUNDS} kills, {written} rows checked, no acknowledged row was lost")


# The rows that a dataset retains.
RETAINED = {"b": 300}


class Editor(threading.Thread):
    """Puts late and repeated rows into a dataset, which may retain the last ones, and removes ranges.

    Notes acknowledged and pending rows.
    """

    # A dataset drops rows in blocks, once they are an eighth of those that stay.
    BLOCK, SHARE = 64, 8

    def __init__(self, server, name, seed, rows):
        super().__init__(daemon=True)
        self.server, self.name, self.random = server, name, random.Random(seed)
        self.rows, self.pending, self.refused = rows, None, None

    def run(self):
        try:
            while True:
                self.change()
        except (OSError, http.client.HTTPException, ValueError):
            return

    def change(self):
        new, path = dict(self.rows), f"/v1/datasets/{self.name}"
        if not new:
            # A dataset has a sealed segment from 65536 rows on, whose file an edition leaves where it is.
            new = {x: x for x in range(self.random.choice([50, 140_000]))}
            retained = f"&retain.rows={RETAINED[self.name]}" if self.name in RETAINED else ""
            call = ("PUT", path + "?key=x&late=merge" + retained, self.text(new))
        elif self.random.random() < 0.2:
            start = self.random.choice(list(new)[-500:])
            new = {x: v for x, v in new.items() if not start <= x <= start + 3}
            call = ("DELETE", f"{path}/rows?from={start}&to={start + 3}", None)
        else:
            last = max(new)
            added = {last + self.random.randint(-300, 20) / 4: self.random.randint(0, 10**6) for _ in range(5)}
            new |= added
            call = ("POST", path + "/rows", self.text(added))
        self.pending = new
        status, answer = self.server.ask(*call)
        if status not in (200, 201):
            self.refused = f"{self.name}: {call[:2]} {status} {answer}"
            raise OSError
        self.rows, self.pending = self.kept(new), None

    def kept(self, rows):
        """The rows that the dataset retains of some."""
        beyond = len(rows) - RETAINED.get(self.name, len(rows))
        beyond -= beyond % self.BLOCK
        if beyond <= 0 or beyond * self.SHARE < len(rows) - beyond:
            return rows
        return dict(sorted(rows.items())[beyond:])

    @staticmethod
    def text(rows):
        return "t,v\n" + "".join(f"{x},{v}\n" for x, v in rows.items())

    def check_whole(self):
        """Checks that the dataset has the acknowledged rows, with or without the one pending change."""
        status, dataset = self.server.ask("GET", f"/v1/datasets/{self.name}")
        if status == 404:
            check(not self.rows, f"{self.name} is gone")
            return
        found = dict(rows_of(self.server, self.name, dataset["rows"]))
        # A drop is an edition of its own behind the change.
        made = [rows for rows in (self.rows, self.pending) if rows is not None]
        allowed = made + [self.kept(rows) for rows in made]
        check(found in allowed and list(found) == sorted(found), f"{self.name}: {len(found)} other rows")
        self.rows, self.pending = found, None


def editions():
    chance = random.Random(SEED + 1)
    changes, known = 0, {"a": {}, "b": {}}
    with Server(*ALL_ROWS) as server:
        for _ in range(ROUNDS):
            editors = [Editor(server, name, chance.random(), rows) for name, rows in known.items()]
            for editor in editors:
                editor.start()
            time.sleep(chance.uniform(0.05, 1.0))
            server.kill()
            for editor in editors:
                editor.join(PATIENCE)
                check(not editor.is_alive(), "an editor hangs")
                check(editor.refused is None, editor.refused)
            server.start()
            for editor in editors:
                editor.check_whole()
                known[editor.name] = editor.rows
                status, dataset = server.ask("GET", f"/v1/datasets/{editor.name}")
                changes += dataset["version"] if status == 200 else 0
    print(f"crash: {ROUNDS} kills between editions, up to version {changes}, each as a whole")


def leaves():
    """An interrupted import leaves no rows or files. Of concurrent changes to one name, one wins."""
    with Server(*ALL_ROWS) as server:
        imports_are_interrupted(server)
        changes_are_concurrent(server)
        check_tidy(server.data)
    print("crash: interrupted imports and concurrent changes left whole datasets")


def imports_are_interrupted(server):
    folder = server.data / "datasets"
    body = csv(1, 0, 200_000, 1).encode()

    def files():
        return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))

    for name, old in (("new", None), ("old", csv(7, 0, 3, 1))):
        if old:
            check(server.ask("PUT", f"/v1/datasets/{name}", old)[0] == 201, "a first import")
        before = files()
        with server.socket() as client:
            client.sendall(
                f"PUT /v1/datasets/{name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n"
                f"Content-Length: {len(body)}\r\n\r\n".encode()
                + body[: len(body) * 3 // 4]
            )
            until(lambda before=before: files() != before, "the import has not begun")
    kept = ["old", "old/1-1.f64", "old/1-2.f64", "old/1-journal", "old/manifest.json"]
    until(lambda: files() == kept, lambda: f"an interrupted import left {files()}")
    check(server.ask("GET", "/v1/datasets/new")[0] == 404, "a part of an import is visible")


def changes_are_concurrent(server):
    answers = []

    def change(method, path, body=None):
        answers.append((method, *server.ask(method, f"/v1/datasets/both{path}", body)))

    def change_at_once(changes):
        del answers[:]
        threads = [threading.Thread(target=change, args=change_) for change_ in changes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)

    for round in range(12):
        changes = [("PUT", "", csv(edition, 0, 4000 * edition, 10)) for edition in (1, 2, 3)]
        if round % 2:
            changes += [("DELETE", ""), ("POST", "/rows", csv(9, 500_000, 5, 10))]
        change_at_once(changes)
        allowed = {"PUT": (200, 201), "DELETE": (204, 404), "POST": (200, 404)}
        check(
            len(answers) == len(changes) and all(answer[1] in allowed[answer[0]] for answer in answers),
            f"concurrent changes got {answers}",
        )
    # Rows with the same x may be in any order, but rows of one request stay in their order.
    check(server.ask("PUT", "/v1/datasets/both", "t,v,w\n0,0,0\n")[0] in (200, 201), "a last import")
    change_at_once([("POST", "/rows", "t,v,w\n" + "".join(f"1,{10 * n + i},0\n" for i in range(10))) for n in range(8)])
    values = [int(row[1]) for row in rows_of(server, "both", 81)[1:]]
    blocks = [values[start : start + 10] for start in range(0, 80, 10)]
    check(
        sorted(values) == list(range(80)) and all(block == list(range(block[0], block[0] + 10)) for block in blocks),
        f"concurrent appends left {values}",
    )
    server.kill()
    server.start()
    check(
        [int(row[1]) for row in rows_of(server, "both", 81)[1:]] == values,
        "concurrent appends changed the order of rows",
    )


def full():
    with SmallDisk("size=8m") as disk, Server(*ALL_ROWS, folder=disk.path) as server:
        data = server.data
        check(server.ask("PUT", "/v1/datasets/kept", csv(1, 0, 20_000, 10))[0] == 201, "an import with free space")
        before = sorted(file.name for file in (data / "datasets/kept").iterdir())

        def refused(method, path, body):
            status, problem = server.ask(method, f"/v1/datasets/{path}", body)
            check(status == 507 and problem["code"] == "store.full", f"{method} {path}: {status} {problem}")

        large = csv(2, 0, 400_000, 10)
        refused("PUT", "kept", large)
        refused("PUT", "other", large)
        check(server.ask("GET", "/v1/datasets/other")[0] == 404, "an import on a full disk is visible")
        check(
            sorted(file.name for file in (data / "datasets/kept").iterdir()) == before,
            "an import on a full disk left files",
        )

        appended, refusals = 20_000, 0
        ballast = disk.path / "ballast"
        while refusals < 3:
            with open(ballast, "ab") as file:
                try:
                    file.write(b"x" * (1 << 16))
                    file.flush()
                except OSError:
                    pass
            status, problem = server.ask("POST", "/v1/datasets/kept/rows", csv(1, appended, 700, 10))
            if status == 200:
                appended += 700
            else:
                check(status == 507 and problem["code"] == "store.full", f"append: {status} {problem}")
                refusals += 1
        for _ in range(2):
            rows = rows_of(server, "kept", appended)
            check(
                len(rows) == appended and all(row[1] == ROWS_A_VERSION + x for x, row in enumerate(rows)),
                "a full disk changed rows",
            )
            check(server.ask("GET", "/v1/datasets/kept")[1]["rows"] == appended, "a refused append is visible")
            server.kill()
            server.start()
        disk.free()
        status, problem = server.ask("POST", "/v1/datasets/kept/rows", csv(1, appended, 700, 10))
        check(status == 200 and problem["rows"] == appended + 700, f"with space again: {status} {problem}")
        check(server.ask("PUT", "/v1/datasets/other", csv(2, 0, 5000, 10))[0] == 201, "with space again")
        server.kill()
        server.start()
        check(
            len(rows_of(server, "kept", appended + 700)) == appended + 700,
            "rows are lost that came after the disk was full",
        )
        print(f"crash: a full disk refused writes, {appended} rows stayed, and writes succeeded with space again")


if __name__ == "__main__":
    run_tests([kills, editions, leaves, full])
