"""Takes the power from a server at any point, and lets the disk refuse what it should confirm.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Store/power_test.py [name ...]
POWER_POINTS sets the number of power losses (24) and adds the test `planted`, POWER_SECONDS the length of the run (4),
POWER_SEED the seed (1).
"""

import concurrent.futures
import contextlib
import http.client
import itertools
import os
import random
import subprocess
import threading
import time

from chart_server import BINARY, PATIENCE, Server, check, decoded, exchange, inherited, run_tests, scratch, until
from crash_test import ALL_ROWS, ROWS_A_VERSION, csv, rows_of
from power_loss import STYLES, Machine, Recorder
from session_crash_test import hold_log, open_session, wheel

POINTS = int(os.environ.get("POWER_POINTS", "24"))
SECONDS = float(os.environ.get("POWER_SECONDS", "4"))
SEED = int(os.environ.get("POWER_SEED", "1"))
OPTIONS = ["--log-level", "warning", *ALL_ROWS]
FULL = ["--store-durability", "full", *OPTIONS]
# With long names, some dozens of appends fill a journal, which then goes into the manifest.
WIDE, NAME = 80, "c" * 240
FEEDERS = 4
NEVER = float("inf")


class Change:
    """What a change leaves, and the places in the records at which it was sent and answered.

    Under `commit` appends are not kept by themselves: a power loss may leave what was before them.
    """

    def __init__(self, content, sent, is_append=False):
        self.content, self.sent, self.answered, self.is_append = content, sent, NEVER, is_append


class Client(threading.Thread):
    """Makes one change after the other until the server has ended, and notes them."""

    def __init__(self, recorder, seed):
        super().__init__(daemon=True)
        self.recorder, self.random = recorder, random.Random(seed)
        self.changes = [Change(content, -1, is_append=index > 0) for index, content in enumerate(self.before)]
        for change in self.changes:
            change.answered = 0
        self.refused = None

    # The contents before the clients begin.
    before = (None,)

    def start_over(self, server):
        """Goes on with a server that was started again, from what that shows, which must last like an answer."""
        shown = self.shown(server)
        self.hold(shown, self.recorder.place(), keeps_appends=True)
        for change in self.changes:
            if change.answered == NEVER and change.content != shown:
                self.changes.remove(change)
        self.changes[-1].answered = min(self.changes[-1].answered, self.recorder.place())
        client = type(self)(self.recorder, self.random.random())
        client.__dict__.update({name: value for name, value in self.__dict__.items() if name in self.carried})
        return client

    carried = ("changes", "name", "number", "id")

    def begin(self, server):
        self.server = server
        self.start()

    def run(self):
        try:
            with contextlib.closing(self.server.connect()) as self.connection:
                while True:
                    self.step(self.changes[-1].content)
        except (OSError, http.client.HTTPException):
            return
        except AssertionError as error:
            self.refused = str(error)

    def make(self, content, method, path, body=None, accepted=(200, 201, 204)):
        change = Change(content, self.recorder.place(), is_append=method == "POST")
        self.changes.append(change)
        status, answer, _ = decoded(exchange(self.connection, method, path, body))
        check(status in accepted, f"{method} {path}: {status} {answer}")
        change.answered = self.recorder.place()

    def hold(self, shown, place, keeps_appends):
        """Checks that what a server shows is what a power loss at a place may leave."""
        kept = [change.answered <= place and (keeps_appends or not change.is_append) for change in self.changes]
        first = max(index for index, is_kept in enumerate(kept) if is_kept)
        allowed = [change.content for change in self.changes[first:] if change.sent < place]
        check(shown in allowed, f"{self.label}: shown is {shown}, answered {allowed[0]}, sent {allowed[-1]}")


class Owner(Client):
    """Replaces, appends to, and removes a dataset. Its content is an edition, a number of rows, and a step."""

    label = "solo"

    def step(self, content):
        path = "/v1/datasets/solo"
        edition, rows, step = content or (max((c.content or (0,))[0] for c in self.changes), 0, 1)
        chance = self.random.random()
        if content is None or chance < 0.15:
            new = (edition + 1, self.random.choice([3, 3, 50, 5000, 70_000]), self.random.choice([1, 10]))
            self.make(new, "PUT", path, csv(new[0], 0, new[1], new[2]))
        elif chance < 0.25:
            self.make(None, "DELETE", path)
        else:
            count = self.random.choice([1, 10, 500])
            self.make((edition, rows + count, step), "POST", path + "/rows", csv(edition, rows, count, step))

    def shown(self, server):
        status, dataset = server.ask("GET", "/v1/datasets/solo")
        if status == 404:
            return None
        check(status == 200, f"solo: {status} {dataset}")
        rows = rows_of(server, "solo", dataset["rows"])
        edition = int(rows[0][1]) // ROWS_A_VERSION
        step = next(c.content[2] for c in self.changes if c.content and c.content[0] == edition)
        for x, row in enumerate(rows):
            whole = [x * step + (x % 3 if step > 1 else 0), edition * ROWS_A_VERSION + x, -x]
            check(row == whole, f"solo: row {x} of edition {edition} is {row}")
        return edition, len(rows), step


class Feeder(Client):
    """Appends to a dataset of several feeders. Its content is the number of its rows."""

    label, before = "feed", (0,)

    def step(self, content):
        count = self.random.choice([1, 3])
        rows = "".join(f"0,{self.number * ROWS_A_VERSION + row},0\n" for row in range(content, content + count))
        self.make(content + count, "POST", "/v1/datasets/feed/rows", "t,v,w\n" + rows)

    def shown(self, server):
        status, dataset = server.ask("GET", "/v1/datasets/feed")
        check(status == 200, f"feed: {status} {dataset}")
        values = [int(row[1]) for row in rows_of(server, "feed", dataset["rows"])]
        mine = [value % ROWS_A_VERSION for value in values if value // ROWS_A_VERSION == self.number]
        check(mine == list(range(len(mine))), f"feed: the rows of feeder {self.number} are {mine}")
        return len(mine)


class WideFeeder(Client):
    """Appends to a dataset whose journal goes into the manifest again and again. Its content is the number of rows."""

    label, before = "wide", range(1, 31)

    def step(self, content):
        self.make(content + 1, "POST", "/v1/datasets/wide/rows", wide_rows(content))

    def shown(self, server):
        status, dataset = server.ask("GET", "/v1/datasets/wide")
        check(status == 200, f"wide: {status} {dataset}")
        for index, row in enumerate(rows_of(server, "wide", dataset["rows"])):
            check(row == [index, *range(index * WIDE, (index + 1) * WIDE)], f"wide: row {index} is {row}")
        return dataset["rows"]


class Driver(Client):
    """Changes a session. Its content is the revision."""

    label, before = "session", (0,)

    def step(self, content):
        change = Change(content + 1, self.recorder.place())
        self.changes.append(change)
        status, answer, _ = wheel(self.server, self.id, content + 1)
        check(status == 200 and answer["revision"] == content + 1, f"session: {status} {answer}")
        change.answered = self.recorder.place()

    def shown(self, server):
        status, state = server.ask("GET", f"/v1/sessions/{self.id}?window=none&ticks=false")
        check(status == 200, f"session {self.id}: {status} {state}")
        hold_log(server, self.id, state["revision"])
        return state["revision"]


def wide_rows(row):
    names = ",".join(f"{NAME}{column}" for column in range(WIDE))
    return f"t,{names}\n{row},{','.join(str(row * WIDE + column) for column in range(WIDE))}\n"


class Run:
    """A server with its clients, the records of it, and what was answered."""

    def __init__(self, folder, options=FULL):
        self.options, self.is_full = options, options is FULL
        self.folder, self.watched = folder, folder / "machine"
        self.watched.mkdir()
        self.recorder = Recorder(folder, self.watched)
        # What commands have made: the place at which they had ended, and the name.
        self.datasets, self.keys = [], []

    def command(self, *arguments):
        command = [BINARY, *map(str, arguments), "--data-dir", self.watched / "data"]
        environment = inherited() | self.recorder.variables
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=environment)
        check(done.returncode == 0, f"{arguments} ended with {done.returncode}: {done.stderr}")
        return self.recorder.place()

    def server(self):
        return Server(*self.options, folder=self.folder, data="machine/data", variables=self.recorder.variables)

    def go(self):
        rows = self.folder / "rows.csv"
        rows.write_text(csv(1, 0, 3000, 10))
        self.datasets.append((self.command("import", rows, "--name", "imported"), "imported", 3000))
        self.datasets.append((self.command("generate", "--rows", 2000, "--name", "generated"), "generated", 2000))
        chance = random.Random(SEED)
        with self.server() as server:
            feed = "t,v,w\n" + f"0,{FEEDERS * ROWS_A_VERSION},0\n"
            server.made("PUT", "/v1/datasets/feed", feed)
            server.made("PUT", "/v1/datasets/wide", wide_rows(0))
            for row in WideFeeder.before[:-1]:
                server.made("POST", "/v1/datasets/wide/rows", wide_rows(row))
            self.clients = [Owner(self.recorder, chance.random()), WideFeeder(self.recorder, chance.random())]
            for number in range(FEEDERS):
                self.clients.append(Feeder(self.recorder, chance.random()))
                self.clients[-1].number = number
            # Where a session has ended is compared within one run of the machine, which here does not end.
            for _ in range(2 if self.is_full else 0):
                self.clients.append(Driver(self.recorder, chance.random()))
                self.clients[-1].id = open_session(server)
            self.begun = self.recorder.place()
            self.phase(server)
            self.recorder.kill(server)
            self.end_phase()
            server.start()
            self.clients = [client.start_over(server) for client in self.clients]
            self.phase(server)
            self.recorder.kill(server)
            self.end_phase()

    def phase(self, server):
        for client in self.clients:
            client.begin(server)
        begun, known = time.monotonic(), folds(self.recorder.records())
        while time.monotonic() < begun + SECONDS / 2 or folds(self.recorder.records()) == known:
            check(time.monotonic() < begun + PATIENCE, "no journal goes into its manifest")
            name = f"key-{len(self.keys)}"
            self.keys.append((self.command("keys", "add", name, "--scope", "datasets:read"), name))

    def end_phase(self):
        for client in self.clients:
            client.join(PATIENCE)
            check(not client.is_alive(), "a client hangs")
            check(client.refused is None, client.refused)

    def inspect(self, folder, place, description):
        """Opens a folder that a power loss has left, and checks that all is there that was answered by then."""
        data = folder / "data"
        server = None
        try:
            if not self.is_full and (data / "run").exists():
                (data / "run").write_text("another run of the machine\n")
            if data.exists():
                checked = subprocess.run(
                    [BINARY, "check", "--data-dir", data], capture_output=True, text=True, env=inherited()
                )
                check(checked.returncode == 0, f"check: {checked.returncode} {checked.stdout} {checked.stderr}")
                listed = subprocess.run(
                    [BINARY, "keys", "list", "--data-dir", data], capture_output=True, text=True, env=inherited()
                ).stdout
                for end, name in self.keys:
                    check(end > place or name in listed.split(), f"the key {name} is gone")
            server = Server(*self.options, folder=folder)
            with server:
                self.hold(server, place)
            check(not self.is_full or "are not on the disk" not in server.log(), server.log())
            return "are not on the disk" in server.log()
        except Exception as error:
            raise AssertionError(f"{description}: {error}") from error

    def hold(self, server, place):
        for end, name, rows in self.datasets:
            status, dataset = server.ask("GET", f"/v1/datasets/{name}")
            check(end > place or (status == 200 and dataset["rows"] == rows), f"{name}: {status} {dataset}")
            check(status in (200, 404), f"{name}: {status} {dataset}")
        if place < self.begun:
            return
        for client in self.clients:
            client.hold(client.shown(server), place, keeps_appends=self.is_full)
        server.made("POST", "/v1/datasets/feed/rows", f"t,v,w\n0,{FEEDERS * ROWS_A_VERSION},0\n")
        server.made("PUT", "/v1/datasets/solo", csv(1, 0, 3, 1))


def losses():
    """What was answered under `full` survives the loss of power at any point."""
    hold_losses(FULL, POINTS, SEED)


def seconds():
    """Under `commit` the loss of power takes appended rows alone, the last ones, and no dataset is damaged."""
    for seed in range(SEED, SEED + 5):
        # Whether the power goes between a row and its synchronization is chance.
        if any(hold_losses(OPTIONS, (POINTS + 1) // 2, seed)):
            return
    raise AssertionError("no start has said what was missing")


# Synchronizations that a server could forget, by the paths of what they are of.
FORGOTTEN = {
    "folders": "/$",
    "rows": r"\.f\d+$",
    "manifests": "manifest",
    "journals": r"/\d+-journal$",
    "sessions": r"sessions\.sqlite-wal$",
    "keys": r"keys\.sqlite-wal$",
}


def planted():
    """A server that forgot a kind of synchronization would not pass `losses`."""
    with scratch("power") as folder:
        run = Run(folder)
        run.go()
        records = run.recorder.records()
        for name, forgets in FORGOTTEN.items():
            for seed in range(SEED, SEED + 5):
                _, found, _ = lose_power(run, records, (POINTS + 3) // 4, seed, ("dropped",), forgets)
                lost = sum(1 for loss in found if loss.exception(PATIENCE))
                if lost:
                    break
            check(lost, f"nothing tells that the synchronizations of {name} are forgotten")
            print(f"power: without the synchronizations of {name} {lost} of {len(found)} losses are found")


def lose_power(run, records, points, seed, styles=STYLES, forgets=None):
    """Inspects what power losses leave. Returns the machine, the inspections, and how often each style came."""
    chance = random.Random(seed)
    points = chosen(records, run.begun, chance, points)
    machine, found = Machine(forgets), []
    machine.adopt_root(run.watched.stat().st_ino)
    counts = dict.fromkeys(styles, 0)
    with scratch("losses") as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for index, record in enumerate(records):
            machine.apply(record)
            for number in range(points.get(index, 0)):
                style = chance.choice(styles)
                counts[style] += 1
                place = folder / f"loss-{index}-{number}"
                machine.rebuild(place, chance, style)
                description = f"seed {seed}, {style} after record {index}"
                found.append(pool.submit(run.inspect, place, record.end, description))
        concurrent.futures.wait(found)
    return machine, found, counts


def hold_losses(options, points, seed):
    with scratch("power") as folder:
        run = Run(folder, options)
        run.go()
        records = run.recorder.records()
        machine, found, counts = lose_power(run, records, points, seed)
        check(not machine.differences(run.watched), lambda: f"not recorded: {machine.differences(run.watched)}")
        faults = [str(fault) for loss in found if (fault := loss.exception(PATIENCE))]
        check(not faults, "\n".join(faults[:8]) + f"\n{len(faults)} of {len(found)} power losses")
        answered = sum(change.answered < NEVER for client in run.clients for change in client.changes)
        print(
            f"power: {'full' if run.is_full else 'commit'}: {len(found)} losses among {len(records)} records, "
            f"{answered} answered changes and {len(run.keys)} keys, lost 0{'' if run.is_full else ' but appends'}; "
            "not confirmed were " + ", ".join(f"{counts[style]} {style}" for style in STYLES)
        )
        return [loss.result() for loss in found]


def chosen(records, begun, chance, count):
    """The records after which the power goes, half of them beside a synchronization or a change of a name."""
    later = [index for index, record in enumerate(records) if record.end >= begun]
    marked = [index for index in later if records[index].kind in "eruom"]
    points = {}
    for number in range(count):
        index = chance.choice(marked) - chance.randint(0, 1) if number % 2 else chance.choice(later)
        index = chance.randrange(later[0]) if number % 10 == 9 else index
        points[index] = points.get(index, 0) + 1
    return points


def folds(records):
    """How often the journal of the wide dataset went into its manifest."""
    return sum(record.kind == "r" and record.other.endswith("wide/manifest.json") for record in records)


def syncs_of(records, ending):
    """How often files were synchronized whose path has an end, and how often they were written."""
    inodes = {record.inode for record in records if record.kind == "o" and record.path.endswith(ending)}
    of_file = [record for record in records if record.inode in inodes]
    return sum(record.kind == "s" for record in of_file), sum(record.kind == "w" for record in of_file)


def shares():
    """Appends that wait at the same time share one synchronization of each file."""
    with scratch("power") as folder:
        run = Run(folder)
        with run.server() as server:
            server.made("PUT", "/v1/datasets/d", "t,v\n0,0\n")
            syncs, writes = syncs_of(run.recorder.records(), "1-1.f64")
            run.recorder.holds.write_text("/d/1-1.f64")
            answers = []

            def append(number):
                answers.append(server.ask("POST", "/v1/datasets/d/rows", f"t,v\n0,{number}\n")[0])

            threads = [threading.Thread(target=append, args=(number,)) for number in range(1, 17)]
            for thread in threads:
                thread.start()
            # One append waits for the disk, and the others are written behind it.
            until(lambda: syncs_of(run.recorder.records(), "1-1.f64")[1] == writes + 16, "the appends are not written")
            check(not answers, f"answered before the disk: {answers}")
            check(server.ask("GET", "/v1/datasets/d")[1]["rows"] == 1, "rows are shown before the disk has them")
            run.recorder.holds.unlink()
            for thread in threads:
                thread.join(PATIENCE)
            check(answers == [200] * 16, f"appends got {answers}")
            values = [int(row[1]) for row in rows_of(server, "d", 17)]
            check(sorted(values) == list(range(17)), f"the rows are {values}")
            records = run.recorder.records()
            for name in ("1-1.f64", "1-journal"):
                count = syncs_of(records, name)[0] - (syncs if name == "1-1.f64" else 1)
                check(count == 2, f"{name}: {count} synchronizations of 16 appends")
        print("power: 16 appends shared two synchronizations")


def refusals():
    """A change that the disk does not confirm is refused, and its dataset takes none until it was read anew."""
    with scratch("power") as folder:
        run = Run(folder)
        with run.server() as server:
            for name in ("a", "b"):
                server.made("PUT", f"/v1/datasets/{name}", csv(1, 0, 3, 10))
            rows = 3
            for ending in ("a/1-1.f64", "a/1-journal", "a/1-0.f64", "a/1-2.f64"):
                rows = refused_append(run, server, ending, rows)
            old = server.ask("GET", "/v1/datasets/a")[1]
            for method, ending in itertools.product(("PUT", "DELETE"), ("datasets/a", "a/manifest.new")):
                if method == "DELETE" and ending == "a/manifest.new":
                    continue
                run.recorder.fails.write_text(ending)
                body = csv(2, 0, 5, 10) if method == "PUT" else None
                hold_refusal(server.ask(method, "/v1/datasets/a", body), f"{method} without {ending}")
                check(server.ask("GET", "/v1/datasets/a")[1] == old, f"a {method} that was refused is visible")
                run.recorder.fails.unlink()
                server.made("POST", "/v1/datasets/a/rows", csv(1, rows, 1, 10))
                rows += 1
                old = server.ask("GET", "/v1/datasets/a")[1]
                check(old["rows"] == rows, f"after {method} without {ending}: {old}")
            run.recorder.fails.write_text("datasets/new")
            hold_refusal(server.ask("PUT", "/v1/datasets/new", csv(1, 0, 3, 10)), "PUT")
            check(server.ask("GET", "/v1/datasets/new")[0] == 404, "an import that was refused is visible")
            run.recorder.fails.unlink()
            server.made("PUT", "/v1/datasets/new", csv(1, 0, 3, 10))
            until(lambda: "datasets/new cannot be synchronized" in server.log(), "the log does not tell of the disk")
            crowd_is_refused(run, server, rows)
            server.kill()
        machine = Machine()
        machine.adopt_root(run.watched.stat().st_ino)
        for record in run.recorder.records():
            machine.apply(record)
        for style in STYLES:
            machine.rebuild(folder / style, random.Random(SEED), style)
            with Server(*FULL, folder=folder / style) as server:
                hold_rows(server, "a", rows + 1)
                hold_rows(server, "b", 5)
                hold_rows(server, "new", 3)
        print("power: changes without a synchronization were refused, and the rest survived the loss of power")


def hold_refusal(answer, what):
    status, problem = answer
    check(status == 503 and problem["code"] == "store.unavailable", f"{what}: {status} {problem}")


def hold_rows(server, name, count):
    for x, row in enumerate(rows_of(server, name, count)):
        check(row == [x * 10 + x % 3, ROWS_A_VERSION + x, -x], f"{name}: row {x} is {row}")


def refused_append(run, server, ending, rows):
    run.recorder.fails.write_text(ending)
    for _ in range(2):
        hold_refusal(server.ask("POST", "/v1/datasets/a/rows", csv(1, rows, 2, 10)), f"an append without {ending}")
        hold_rows(server, "a", rows)
    if ending == "a/1-journal":
        server.made("POST", "/v1/datasets/b/rows", csv(1, 3, 2, 10))
    run.recorder.fails.unlink()
    server.made("POST", "/v1/datasets/a/rows", csv(1, rows, 1, 10))
    hold_rows(server, "a", rows + 1)
    return rows + 1


def crowd_is_refused(run, server, rows):
    """Of appends that wait behind one that the disk refuses, none counts; an append after them does."""
    run.recorder.holds.write_text("/a/1-1.f64")
    run.recorder.fails.write_text("/a/1-1.f64")
    writes = syncs_of(run.recorder.records(), "a/1-1.f64")[1]
    answers = []

    def append():
        answers.append(server.ask("POST", "/v1/datasets/a/rows", csv(1, rows, 1, 10)))

    threads = [threading.Thread(target=append) for _ in range(6)]
    for thread in threads:
        thread.start()
    until(lambda: syncs_of(run.recorder.records(), "a/1-1.f64")[1] == writes + 6, "the appends are not written")
    run.recorder.holds.unlink()
    for thread in threads:
        thread.join(PATIENCE)
    for answer in answers:
        hold_refusal(answer, "an append in a crowd")
    check(len(answers) == 6, f"appends got {answers}")
    run.recorder.fails.unlink()
    server.made("POST", "/v1/datasets/a/rows", csv(1, rows, 1, 10))
    hold_rows(server, "a", rows + 1)


if __name__ == "__main__":
    # The test of the test takes minutes, so it belongs to the long form.
    run_tests([losses, *([planted] if "POWER_POINTS" in os.environ else []), seconds, shares, refusals])
