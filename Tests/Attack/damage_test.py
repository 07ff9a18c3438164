"""Damages the files of a data directory while the server runs and between runs, and checks the server's answers.

The server must not answer 200 with a row or range that it never acknowledged, crash, or lose an undamaged file.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/damage_test.py [seed ...]
ATTACK=long, or ATTACK_ROUNDS=500, makes 500 rounds. A failed round names its seed, which repeats it.
"""

import collections
import contextlib
import hashlib
import os
import random
import shutil
import signal
import subprocess
import sys

from chart_server import BINARY, PATIENCE, Refused, Server, check, inherited, scratch

ROUNDS = int(os.environ.get("ATTACK_ROUNDS", "500" if os.environ.get("ATTACK") == "long" else "24"))
ROWS = 70_000  # more than fit in a sealed segment
# SQLite maps the last one into memory for all connections. A process that truncates it crashes the server.
WITNESSES = ("run", "sessions.sqlite-ends", "sessions.sqlite-shm")
WINDOWS = ["from=0&to=40", "from=65500&to=65560", "from=69950&to=80000"]


@contextlib.contextmanager
def serving(folder):
    """Starts the server on a folder, which it may refuse."""
    server = Server("--log-level", "error", folder=folder)
    try:
        server.start()
    except Refused as refused:
        check(refused.status > 0 and "chart-surface:" in refused.text, refused)
    with contextlib.ExitStack() as stack:
        stack.push(server.__exit__)
        yield server


def rows(first, count):
    return "".join(f"{x},{(x * 7919) % 1000},{x % 13}\n" for x in range(first, first + count))


def make(folder):
    """Makes a data directory with two datasets and four sessions, and a copy from before the last changes."""
    with Server("--log-level", "error", folder=folder) as server:
        for name, count in (("small", 200), ("large", ROWS)):
            server.made("PUT", f"/v1/datasets/{name}", "t,a,b\n" + rows(0, count))
            for part in range(12):
                server.made("POST", f"/v1/datasets/{name}/rows", "t,a,b\n" + rows(count + 3 * part, 3))
        sessions = []
        for number in range(4):
            dataset = ("small", "large")[number % 2]
            body = {"surfaces": [{"dataset": dataset, "xAxes": [{"visibleRange": [0, 100]}]}]}
            sessions.append(server.made("POST", "/v1/sessions?window=none", body)["id"])
        pan(server, sessions, 12)
        server.kill()
        older = folder / "older"
        shutil.copytree(server.data, older)
        server.start()
        for name, count in (("small", 200), ("large", ROWS)):
            server.made("POST", f"/v1/datasets/{name}/rows", "t,a,b\n" + rows(count + 36, 3))
        pan(server, sessions, 9)
        truth = {}
        for path in questions(sessions):
            status, truth[path] = read(server, path)
            check(status == 200, truth[path])
        server.kill()
    return server.data, older, sessions, truth


def pan(server, sessions, count):
    for number in range(count):
        for place, session in enumerate(sessions):
            low = 3 * number + place
            path = f"/v1/sessions/{session}/surfaces/main/axes/x?window=none"
            server.made("PATCH", path, {"visibleRange": [low, low + 50]})


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
        found[status] += 1
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

    def ask():
        ask_everything(server, sessions, truth, found)

    try:
        if not is_running:
            before = digests(data)
            what, touched = damage(data, older, chance, False)
            done.append(what)
            with serving(folder) as server:
                if server.process:
                    ask()
                else:
                    found["refused"] += 1
            hold_files(data, before, touched)
            command = [BINARY, "check", "--data-dir", data]
            audit = subprocess.run(command, capture_output=True, timeout=PATIENCE, env=inherited())
            check(audit.returncode in (0, 65), f"check ended with {audit.returncode}: {audit.stderr.decode()}")
            return
        with serving(folder) as server:
            check(server.process, "the server refused an undamaged directory")
            for _ in range(2):
                ask()
                done.append(damage(data, older, chance, True)[0])
            ask()
            sign = chance.choice([signal.SIGTERM, signal.SIGKILL])
            if sign == signal.SIGTERM:
                server.stop()
            else:
                server.kill()
        with serving(folder) as server:
            if server.process:
                ask()
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, {'running' if is_running else 'stopped'}, {done}: {error}") from None


def main():
    seeds = [int(text) for text in sys.argv[1:]] or range(ROUNDS)
    found = collections.Counter()
    with scratch("damage") as folder:
        base, older, sessions, truth = make(folder)
        for seed in seeds:
            place = folder / f"round-{seed}"
            place.mkdir()
            round(seed, base, older, sessions, truth, place, found)
            shutil.rmtree(place)
    counts = ", ".join(f"{count} × {status}" for status, count in sorted(found.items(), key=str))
    print(f"damage: {len(seeds)} rounds, no wrong answer: {counts}")


if __name__ == "__main__":
    main()
