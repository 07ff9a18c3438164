"""Damages the files of a data directory while the server runs and between runs, and checks the server's answers.

The server must not answer 200 with a row or range that it never acknowledged, crash, or lose an undamaged file.

Plain Python: CHART_SURFACE_BIN=... python3 Tests/Attack/damage_test.py [seed ...]
ATTACK=long, or ATTACK_ROUNDS=500, makes 500 rounds. A failed round names its seed, which repeats it.
"""

import hashlib
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import ClassVar

BINARY = os.environ["CHART_SURFACE_BIN"]
ROUNDS = int(os.environ.get("ATTACK_ROUNDS", "500" if os.environ.get("ATTACK") == "long" else "24"))
PATIENCE = 30
ROWS = 70_000  # more than fit in a sealed segment
# SQLite maps the last one into memory for all connections. A process that truncates it crashes the server.
WITNESSES = ("run", "sessions.sqlite-ends", "sessions.sqlite-shm")
WINDOWS = ["from=0&to=40", "from=65500&to=65560", "from=69950&to=80000"]


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Server:
    """The real executable with a data directory; it may refuse to start."""

    running: ClassVar[list[subprocess.Popen]] = []

    def __init__(self, data):
        self.log = data.parent / "server.log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [
                    BINARY,
                    "serve",
                    "--http-port",
                    "0",
                    "--demo-enabled",
                    "false",
                    "--log-level",
                    "error",
                    "--data-dir",
                    str(data),
                ],
                stdout=subprocess.PIPE,
                stderr=log,
            )
        Server.running.append(self.process)
        line = self.process.stdout.readline().decode()
        self.port = int(line.rsplit(":", 1)[1]) if "://" in line else None
        if self.port is None:
            status = self.process.wait(PATIENCE)
            said = self.log.read_text()
            check(status > 0 and "chart-surface:" in said, f"the start ended with {status}: {said[-500:]}")

    def ask(self, method, path, body=None, kind="application/json"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text.startswith(b"{") else text
        finally:
            connection.close()

    def end(self, number=signal.SIGTERM):
        check(self.process.poll() is None, f"the server ended by itself with {self.process.poll()}")
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        check(status == (0 if number == signal.SIGTERM else -number), f"the server ended with {status}")


def rows(first, count):
    return "".join(f"{x},{(x * 7919) % 1000},{x % 13}\n" for x in range(first, first + count))


def make(data):
    """Makes a data directory with two datasets and four sessions, and a copy from before the last changes."""
    server = Server(data)
    for name, count in (("small", 200), ("large", ROWS)):
        status, answer = server.ask("PUT", f"/v1/datasets/{name}", "t,a,b\n" + rows(0, count), "text/csv")
        check(status == 201, answer)
        for part in range(12):
            status, answer = server.ask(
                "POST", f"/v1/datasets/{name}/rows", "t,a,b\n" + rows(count + 3 * part, 3), "text/csv"
            )
            check(status == 200, answer)
    sessions = []
    for number in range(4):
        dataset = ("small", "large")[number % 2]
        body = json.dumps({"surfaces": [{"dataset": dataset, "xAxes": [{"visibleRange": [0, 100]}]}]})
        sessions.append(server.ask("POST", "/v1/sessions?window=none", body)[1]["id"])
    pan(server, sessions, 12)
    server.end(signal.SIGKILL)
    older = data.parent / "older"
    shutil.copytree(data, older)
    server = Server(data)
    for name, count in (("small", 200), ("large", ROWS)):
        server.ask("POST", f"/v1/datasets/{name}/rows", "t,a,b\n" + rows(count + 36, 3), "text/csv")
    pan(server, sessions, 9)
    truth = {
        path: answer
        for path in questions(sessions)
        for status, answer in [read(server, path)]
        if check(status == 200, answer) is None
    }
    server.end(signal.SIGKILL)
    return sessions, truth, older


def pan(server, sessions, count):
    for number in range(count):
        for place, session in enumerate(sessions):
            low = 3 * number + place
            status, answer = server.ask(
                "PATCH",
                f"/v1/sessions/{session}/surfaces/main/axes/x?window=none",
                json.dumps({"visibleRange": [low, low + 50]}),
            )
            check(status == 200, answer)


def questions(sessions):
    windows = [f"/v1/datasets/{name}/window?method=none&{query}" for name in ("small", "large") for query in WINDOWS]
    return windows + [f"/v1/sessions/{session}" for session in sessions]


def read(server, path):
    """The status, and what must not change: rows; or ranges with their rows and the revision."""
    status, answer = server.ask("GET", path)
    if status != 200:
        return status, answer
    if "window" in path:
        return status, {name: answer[name] for name in ("columns", "rows", "sourceRows", "datasetVersion")}
    surface = answer["surfaces"][0]
    return status, {
        "revision": answer["revision"],
        "x": surface["xAxes"][0]["visibleRange"],
        "y": surface["yAxes"][0]["visibleRange"],
        "rows": surface["window"]["rows"],
    }


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in ("lock", "server.log"))


def digests(folder):
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files(folder)}


def bits(path, chance):
    content = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, 3) if content else 0):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    write(path, content)


def page(path, chance):
    content = bytearray(path.read_bytes())
    start = chance.randrange(len(content) // 4096 + 1) * 4096
    end = min(len(content), start + 4096)
    content[start:end] = bytes(end - start)
    write(path, content)


def cut(path, chance):
    os.truncate(path, chance.randrange(path.stat().st_size + 1))


def remove(path, chance):
    path.unlink()


def write(path, content):
    """Writes in place, so that memory mappings of the file change too."""
    with open(path, "r+b") as file:
        file.write(content)


def damage(data, older, chance, is_running):
    """Damages a file, or swaps it with another or an older one. Returns the action, and the changed paths."""
    # Spares the files that record the state of other files, and SQLite's shared memory, while the server runs.
    path = chance.choice([one for one in files(data) if not is_running or one.name not in WITNESSES])
    name = path.relative_to(data)
    kinds = [cut, remove] if is_running and path.suffix in (".f64", ".index") else [bits, page, cut, remove]
    kind = chance.choice([*kinds, "swap", "older"])
    if kind == "swap":
        other = chance.choice([one for one in files(data) if one.parent == path.parent])
        aside = path.with_name("aside")
        path.rename(aside), other.rename(path) if other != path else None, aside.rename(other)
        return f"{name} swapped with {other.name}", {str(name), str(other.relative_to(data))}
    if kind == "older":
        source = older / name
        # A journal that is older than its columns looks like one whose last append the server never acknowledged.
        if not source.exists() or name.name.endswith("-journal"):
            return f"{name} left", set()
        temporary = path.with_name("older.new")
        shutil.copy(source, temporary)
        temporary.rename(path)
        return f"{name} as it was before", {str(name)}
    kind(path, chance)
    return f"{name} {kind.__name__}", {str(name)}


def ask_everything(server, sessions, truth, found):
    for path in questions(sessions):
        status, answer = read(server, path)
        found[status] = found.get(status, 0) + 1
        check(status != 500, f"{path}: {answer}")
        if status == 200:
            check(
                answer == truth[path],
                f"{path} answers {str(answer)[:400]} instead of {str(truth[path])[:400]}",
            )
        else:
            check(status in (404, 410, 503) and answer["code"], f"{path}: {status} {answer}")


def hold_files(data, before, touched):
    """Checks that the undamaged files are unchanged, except for files that the server rewrites."""
    kept = digests(data)
    contents = set(kept.values())
    for name, digest in before.items():
        # SQLite's files and the indexes change with each start.
        if name in touched or name.startswith("sessions.sqlite") or name.endswith((".index", "landmarks.f64")):
            continue
        if any(name.rsplit("/", 1)[0] == other.rsplit("/", 1)[0] for other in touched):
            continue  # Beside damage the server may merge a journal into its manifest. The answers still show the rows.
        check(kept.get(name) == digest or digest in contents, f"{name} was undamaged and is lost")


def round(seed, base, older, sessions, truth, folder, found):
    chance = random.Random(seed)
    data = folder / "data"
    shutil.copytree(base, data)
    is_running = chance.random() < 0.4
    done = []
    try:
        if not is_running:
            before = digests(data)
            what, touched = damage(data, older, chance, False)
            done.append(what)
            server = Server(data)
            if server.port is None:
                found["refused"] = found.get("refused", 0) + 1
            else:
                ask_everything(server, sessions, truth, found)
                server.end()
            hold_files(data, before, touched)
            audit = subprocess.run([BINARY, "check", "--data-dir", str(data)], capture_output=True, timeout=PATIENCE)
            check(audit.returncode in (0, 65), f"check ended with {audit.returncode}: {audit.stderr.decode()[-500:]}")
            return
        server = Server(data)
        check(server.port is not None, "the server refused an undamaged directory")
        for _ in range(2):
            ask_everything(server, sessions, truth, found)
            done.append(damage(data, older, chance, True)[0])
        ask_everything(server, sessions, truth, found)
        server.end(chance.choice([signal.SIGTERM, signal.SIGKILL]))
        server = Server(data)
        if server.port is not None:
            ask_everything(server, sessions, truth, found)
            server.end()
    except AssertionError as error:
        log = (folder / "server.log").read_text()[-1500:] if (folder / "server.log").exists() else ""
        raise AssertionError(f"seed {seed}, {'running' if is_running else 'stopped'}, {done}: {error}\n{log}") from None


def main():
    seeds = [int(text) for text in sys.argv[1:]] or range(ROUNDS)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="chart-surface-damage-"))
    found = {}
    try:
        base = folder / "base" / "data"
        base.parent.mkdir()
        sessions, truth, older = make(base)
        for seed in seeds:
            place = folder / f"round-{seed}"
            place.mkdir()
            round(seed, base, older, sessions, truth, place, found)
            shutil.rmtree(place)
        counts = ", ".join(f"{count} × {status}" for status, count in sorted(found.items(), key=str))
        print(f"damage: {len(seeds)} rounds, no wrong answer: {counts}")
    finally:
        for process in Server.running:
            process.kill()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
