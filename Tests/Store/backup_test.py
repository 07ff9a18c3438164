"""Makes backups of a server under load, damages and kills them, and restores them.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Store/backup_test.py [name ...]
BACKUP_ROUNDS sets the number of backups and of kills (8), BACKUP_SEED the seed (1).
"""

import contextlib
import fcntl
import http.client
import json
import os
import random
import shutil
import subprocess
import threading
import time

from chart_server import BINARY, PATIENCE, Server, check, decoded, exchange, inherited, run_tests, scratch, until
from small_disk import SmallDisk

ROUNDS = int(os.environ.get("BACKUP_ROUNDS", "8"))
SEED = int(os.environ.get("BACKUP_SEED", "1"))
# What the operator is promised: no append and no batch waits longer for a backup.
LONGEST_WAIT = 1.0
COLUMNS = "t,v\n"


def command(*arguments, variables=None):
    """Runs a command of the executable. Returns its status, its output and its errors."""
    done = subprocess.run(
        [BINARY, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=inherited() | (variables or {}),
    )
    return done.returncode, done.stdout, done.stderr


def must(status, *arguments, **options):
    """Runs a command that must end with a status. Returns its output and its errors."""
    found, output, errors = command(*arguments, **options)
    check(found == status, f"{arguments} ended with {found} in place of {status}: {output}{errors}")
    check(status in (0, 64) or errors.startswith("chart-surface: "), f"{arguments} says {errors!r}")
    return output + errors


def files(folder):
    """The bytes of each file below a folder. Sockets are none."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def value(row):
    return row * 7919 % 1009


class Feeder(threading.Thread):
    """Appends a row to its dataset, then moves its session to that row, and begins again.

    So the session is never ahead of the rows, and the rows are at most one ahead of the session, at each moment.
    """

    def __init__(self, server, name):
        super().__init__(daemon=True)
        self.server, self.name, self.rows, self.waits = server, name, 2, []
        self.goes, self.ends, self.failure = threading.Event(), threading.Event(), None
        self.goes.set()
        server.made("PUT", f"/v1/datasets/{name}", COLUMNS + f"0,{value(0)}\n1,{value(1)}\n")
        opened = server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": name}]})
        self.session, self.token = opened["id"], opened["driverToken"]

    def run(self):
        try:
            with contextlib.closing(self.server.connect()) as connection:
                while self.goes.wait() and not self.ends.is_set():
                    row = f"{COLUMNS}{self.rows},{value(self.rows)}\n"
                    self.ask(connection, "POST", f"/v1/datasets/{self.name}/rows", row)
                    self.rows += 1
                    self.ask(
                        connection,
                        "PATCH",
                        f"/v1/sessions/{self.session}/surfaces/main/axes/x?window=none",
                        {"visibleRange": [0, self.rows - 1]},
                    )
        except (OSError, http.client.HTTPException, AssertionError) as error:
            self.failure = error

    def ask(self, connection, *request):
        begun = time.monotonic()
        status, answer, _ = decoded(exchange(connection, *request, token=self.token))
        self.waits.append(time.monotonic() - begun)
        check(status == 200, f"{request}: {status} {answer}")

    def end(self):
        self.ends.set()
        self.join(PATIENCE)
        check(not self.is_alive() and self.failure is None, f"a feeder failed: {self.failure!r}")


@contextlib.contextmanager
def load(server, names):
    feeders = [Feeder(server, name) for name in names]
    for feeder in feeders:
        feeder.start()
    try:
        until(lambda: all(feeder.rows > 20 or feeder.failure for feeder in feeders), "the load does not begin")
        yield feeders
    finally:
        for feeder in feeders:
            feeder.ends.set()
        for feeder in feeders:
            feeder.join(PATIENCE)


@contextlib.contextmanager
def at_rest(feeders):
    """Lets the feeders rest, so that logs grow by the backups alone, and not by how long the machine looks at them."""
    for feeder in feeders:
        feeder.goes.clear()
    try:
        yield
    finally:
        for feeder in feeders:
            feeder.goes.set()


def hold_to_moment(server, feeder, written):
    """Checks that a restored server has what a feeder had written at one moment. Returns the number of rows."""
    status, dataset = server.ask("GET", f"/v1/datasets/{feeder.name}")
    check(status == 200, f"{feeder.name}: {status} {dataset}")
    rows = server.made("GET", f"/v1/datasets/{feeder.name}/window?method=none")["rows"]
    check(len(rows) == dataset["rows"] <= written, f"{feeder.name}: {len(rows)} rows, {written} were written")
    check(all(row == [x, value(x)] for x, row in enumerate(rows)), f"{feeder.name}: the rows are other ones")

    def asked():
        """A session whose replay takes long is answered with 503 first, and Retry-After."""
        answer = server.ask("GET", f"/v1/sessions/{feeder.session}?window=none", token=feeder.token)
        return answer if answer[0] != 503 else None

    status, session = until(asked, f"{feeder.name}: the session does not arrive")
    check(status == 200, f"{feeder.name}: {status} {session}")
    shown = session["surfaces"][0]["xAxes"][0]["visibleRange"][1]
    check(
        session["revision"] == 0 or len(rows) - 2 <= shown <= len(rows) - 1,
        f"{feeder.name}: the session is at row {shown} of {len(rows)}",
    )
    _, log, _ = server.fetch("GET", f"/v1/sessions/{feeder.session}/log", token=feeder.token)
    replay = server.made("POST", "/v1/replays?window=none", log, kind="application/x-ndjson", token=feeder.token)
    check(replay["firstDifference"] is None, f"{feeder.name}: the log comes out otherwise: {replay}")
    return len(rows)


def moments():
    """Backups under load are whole, and each has the datasets, the sessions and the keys of one moment."""
    longest, held = 0.0, []
    options = ("--limits-rows-per-window", "1000000")
    with Server(*options) as server, load(server, ["one", "two", "three"]) as feeders:
        for round in range(ROUNDS):
            # A dataset that is replaced all the time loses the files of its earlier rows.
            server.made("PUT", "/v1/datasets/replaced", COLUMNS + "".join(f"{x},{round}\n" for x in range(70_000)))
            key = command("keys", "add", f"key {round}", "--scope", "datasets:read", "--data-dir", server.data)
            check(key[0] == 0, f"keys add: {key}")
            before = [(feeder.rows, len(feeder.waits)) for feeder in feeders]
            target = server.folder / f"backup-{round}"
            replaced = threading.Thread(
                target=lambda: [server.made("PUT", "/v1/datasets/replaced", COLUMNS + f"0,{-n}\n") for n in range(3)]
            )
            replaced.start()
            must(0, "backup", target, "--data-dir", server.data)
            replaced.join(PATIENCE)
            until(
                lambda before=before: all(
                    f.rows > rows + 1 or f.failure for f, (rows, _) in zip(feeders, before, strict=True)
                ),
                "the load does not go on",
            )
            written = [feeder.rows + 1 for feeder in feeders]
            longest = max([longest, *(max(f.waits[count:]) for f, (_, count) in zip(feeders, before, strict=True))])
            with at_rest(feeders):
                must(0, "check", target)
                restored = server.folder / f"restored-{round}"
                must(0, "restore", target, "--data-dir", restored)
                lines = must(0, "keys", "list", "--data-dir", restored).splitlines()
                check(len(lines) == round + 1, f"the backup has {len(lines)} keys in place of {round + 1}")
                with Server(*options, folder=server.folder, name=f"other-{round}", data=f"restored-{round}") as other:
                    counts = [hold_to_moment(other, f, rows) for f, rows in zip(feeders, written, strict=True)]
                    check(
                        all(count >= rows for count, (rows, _) in zip(counts, before, strict=True)),
                        f"the backup has {counts} rows, and {before} were acknowledged before it",
                    )
                    rows = other.made("GET", "/v1/datasets/replaced/window?method=none")["rows"]
                    check(
                        len({row[1] for row in rows}) == 1
                        and len(rows) == (1 if rows[0][1] < 1 and round else len(rows)),
                        f"the replaced dataset has rows of several versions: {rows[:3]}",
                    )
            shutil.rmtree(restored)
        generations = {int(file.name.split("-")[0]) for file in (server.data / "datasets/replaced").glob("*-*")}
        until(
            lambda: len({f.name.split("-")[0] for f in (server.data / "datasets/replaced").glob("*-*")}) == 1,
            f"the files of earlier rows stay: {generations}",
        )
        for feeder in feeders:
            feeder.end()
        held = [float(line.split("held.ms=")[1].split()[0]) for line in server.log().splitlines() if "held.ms=" in line]
        check(len(held) == ROUNDS, f"the log tells of {len(held)} backups")
    check(longest < LONGEST_WAIT, f"a batch or an append waited for {longest:.3f} s")
    print(
        f"backup: {ROUNDS} backups under load, {sum(f.rows for f in feeders)} rows; the longest answer took "
        f"{longest * 1000:.0f} ms, changes of datasets were held for at most {max(held):.0f} ms"
    )


@contextlib.contextmanager
def made():
    """A folder with a stopped server's data, and a backup of it."""
    with scratch("backup") as folder:
        with Server(folder=folder) as server:
            for name, rows in (("long", 70_000), ("short", 3)):
                server.made("PUT", f"/v1/datasets/{name}", COLUMNS + "".join(f"{x * x},{x}\n" for x in range(rows)))
            server.made("POST", "/v1/datasets/short/rows", COLUMNS + "100,1\n")
            for name in ("long", "short"):
                server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": name}]})
        must(0, "keys", "add", "a", "--scope", "datasets:read", "--data-dir", folder / "data")
        must(0, "backup", folder / "copy", "--data-dir", folder / "data")
        yield folder


def damages():
    """A backup with one altered, cut, longer or missing file is found, and nothing of it is restored."""
    chance = random.Random(SEED)
    with made() as folder:
        copy, restored = folder / "copy", folder / "restored"
        whole = files(copy)
        check(len(whole) >= 10, f"the backup has only {list(whole)}")
        for name, content in whole.items():
            place = chance.randrange(len(content))
            altered = bytearray(content)
            altered[place] ^= 1 << chance.randrange(8)
            for damaged in (bytes(altered), content[: chance.randrange(len(content))], content + b"\0", None):
                if damaged is None:
                    (copy / name).unlink()
                else:
                    (copy / name).write_bytes(damaged)
                status = 66 if name == "manifest.json" and damaged is None else 65
                must(status, "check", copy)
                must(status, "restore", copy, "--data-dir", restored)
                check(not restored.exists(), f"a part of a backup with a damaged {name} was restored")
                (copy / name).write_bytes(content)
        must(0, "check", copy)
        check(files(copy) == whole, "the checks have changed the backup")
    print(f"backup: {4 * len(whole)} damages were found")


def begin(*arguments):
    """Starts a command of the executable."""
    command = [BINARY, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=inherited())


def killed(*arguments, after):
    """Runs a command and kills it after some seconds. Returns whether it had ended before."""
    process = begin(*arguments)
    try:
        process.communicate(timeout=after)
        return True
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return False


def kills():
    """A backup or a restore that was killed is never taken for whole."""
    chance = random.Random(SEED)
    counts = {"backup": [0, 0], "restore": [0, 0]}
    with made() as folder, Server(folder=folder) as server:
        begun = time.monotonic()
        must(0, "backup", folder / "timed", "--data-dir", server.data)
        seconds = time.monotonic() - begun
        for round in range(ROUNDS * 3):
            target, restored = folder / f"target-{round}", folder / f"restored-{round}"
            killed("backup", target, "--data-dir", server.data, after=chance.uniform(0, 2 * seconds))
            is_whole = (target / "manifest.json").exists()
            counts["backup"][is_whole] += 1
            must(0 if is_whole else 66, "check", target)
            must(0 if is_whole else 66, "restore", target, "--data-dir", restored)
            check(is_whole or not restored.exists(), "a part of a backup was restored")
            shutil.rmtree(restored, ignore_errors=True)
            shutil.rmtree(target, ignore_errors=True)

            killed("restore", folder / "copy", "--data-dir", restored, after=chance.uniform(0, 2 * seconds))
            if not restored.exists() or not set(os.listdir(restored)) - {"lock"}:
                continue
            is_whole = not (restored / "restoring").exists()
            counts["restore"][is_whole] += 1
            if is_whole:
                must(0, "check", "--data-dir", restored)
                content = {path: found for path, found in files(restored).items() if path not in ("lock", "run")}
                wanted = {path: found for path, found in files(folder / "copy").items() if path != "manifest.json"}
                check(content == wanted, "a restore without its mark has other files than the backup")
            else:
                before = files(restored)
                refused = Server(folder=folder, name="refused", data=f"restored-{round}").refusal()
                check("was not finished" in refused.text, f"the start says {refused.text}")
                for arguments in (["keys", "list"], ["check"], ["datasets"]):
                    must(74, *arguments, "--data-dir", restored)
                must(65, "backup", folder / "of-half", "--data-dir", restored)
                must(65, "restore", folder / "copy", "--data-dir", restored)
                left = {path: found for path, found in files(restored).items() if path in before}
                check(left == before, "a command has changed a half restored folder")
            shutil.rmtree(restored)
        must(0, "backup", folder / "last", "--data-dir", server.data)
        left = [name for name in os.listdir(server.data) if name.startswith("backup-")]
        until(lambda: not any(name.startswith("backup-") for name in os.listdir(server.data)), f"{left} are left")
    print(f"backup: killed and whole {counts}")


def statuses():
    """Each way in which a backup or a restore cannot be made has its exit code, and changes nothing."""
    with made() as folder:
        copy, data = folder / "copy", folder / "data"
        must(65, "backup", copy, "--data-dir", data)
        must(65, "backup", data / "inside", "--data-dir", data)
        must(66, "backup", folder / "new", "--data-dir", folder / "missing")
        check(not (folder / "missing").exists() and not (folder / "new").exists(), "a refused backup has made folders")
        must(66, "restore", folder / "missing", "--data-dir", folder / "new")
        must(66, "check", data)
        must(65, "restore", copy, "--data-dir", data)
        must(64, "backup", "--data-dir", data)
        must(78, "backup", folder / "new", "--data-dri", data)
        database = {"CHART_SURFACE_STORE_KIND": "postgres", "CHART_SURFACE_STORE_URL": "postgresql://a@localhost/a"}
        for name in ("backup", "restore"):
            told = must(78, name, folder / "new", "--data-dir", data, variables=database)
            check("pg_dump" in told, f"{name} says {told}")
        with open(data / "lock", "r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            must(75, "backup", folder / "new", "--data-dir", data)
            must(75, "restore", copy, "--data-dir", data)
        with Server(folder=folder) as server:
            must(75, "restore", copy, "--data-dir", data)
            server.freeze()
            slow = begin("backup", folder / "frozen", "--data-dir", data)
            time.sleep(0.5)
            server.thaw()
            _, errors = slow.communicate(timeout=PATIENCE)
            check(slow.returncode == 0, f"a backup beside a server that stood still: {errors}")
        later = json.loads((copy / "manifest.json").read_text())
        check(later["settings"] == ["data.dir"] and later["version"], f"the manifest has {later}")
        with SmallDisk("size=1m") as disk:
            must(74, "backup", disk.path / "copy", "--data-dir", data)
            check(not files(disk.path), f"a failed backup leaves {list(files(disk.path))}")
            must(74, "restore", copy, "--data-dir", disk.path / "data")
            check(list(files(disk.path)) == ["data/lock"], f"a failed restore leaves {list(files(disk.path))}")
    print("backup: each refusal has its exit code")


def stores():
    """With the store `memory` a backup has rows and keys; a damaged dataset is left out and named."""
    with Server("--store-kind", "memory") as server:
        server.made("PUT", "/v1/datasets/a", COLUMNS + "0,0\n")
        server.made("PUT", "/v1/datasets/b", COLUMNS + "0,0\n5,1\n")
        server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": "a"}]})
        must(0, "keys", "add", "a", "--scope", "datasets:read", "--data-dir", server.data)
        copy = server.folder / "copy"
        must(0, "backup", copy, "--data-dir", server.data, "--store-kind", "memory")
        names = {path.split("/")[-2] if "/" in path else path for path in files(copy)}
        check(names == {"a", "b", "keys.sqlite", "manifest.json"}, f"the backup has {names}")
        (server.data / "datasets/b/1-1.f64").write_bytes(b"")
        told = must(65, "backup", server.folder / "partial", "--data-dir", server.data)
        check(told.rstrip().endswith(": b"), f"the command says {told}")
        must(0, "check", server.folder / "partial")
        check("a" in os.listdir(server.folder / "partial/datasets"), "the sound dataset is missing")
    # The end of the server in the middle of a backup is noticed.
    with Server() as server:
        for name in range(40):
            server.made("PUT", f"/v1/datasets/d{name}", COLUMNS + "".join(f"{x},{x}\n" for x in range(5_000)))
        outcomes = set()
        for round in range(10 * ROUNDS):
            # How long a backup takes depends on the machine, so there are more rounds until one is cut off.
            if round >= ROUNDS and 75 in outcomes:
                break
            target = server.folder / f"copy-{round}"
            process = begin("backup", target, "--data-dir", server.data)
            time.sleep(random.Random(round).uniform(0, 0.6))
            server.kill()
            _, errors = process.communicate(timeout=PATIENCE)
            status = process.returncode
            outcomes.add(status)
            check(status in (0, 75), f"the backup ended with {status}: {errors}")
            must(0 if status == 0 else 66, "check", target)
            server.start()
        check(75 in outcomes, "no backup was in progress when the server ended")
    print(f"backup: memory, damage, and the end of the server in the middle ({sorted(outcomes)})")


if __name__ == "__main__":
    run_tests([moments, damages, kills, statuses, stores])
