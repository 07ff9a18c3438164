"""Follows README and the first article from their first to their last block, in an empty folder each, and compares what
the commands print.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Documentation/readme_test.py

The server has another port than theirs. `…` stands for any text; ids and milliseconds may be others.
"""

import re
import subprocess
from typing import NamedTuple

from chart_server import PATIENCE, ROOT, Server, check, inherited, run_tests, scratch

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"in a file `([\w.]+)`")
ADDRESS = "http://127.0.0.1:8080"
# What differs from run to run.
MASKS = {r"[0-9a-f]{32}": "[0-9a-f]{32}", r'"milliseconds":\d+': r'"milliseconds":\d+', "…": ".*"}


class Command(NamedTuple):
    """What a reader types, and what README shows below it."""

    text: str
    output: str


def commands(kind, block):
    """The commands of a block; those of make are for the machine of the reader."""
    if kind == "sh":
        return [Command(line, "") for line in block.splitlines() if not line.startswith("make ")]
    found = []
    for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = piece.splitlines()
        count = next(count for count in range(1, len(lines) + 1) if is_whole("\n".join(lines[:count])))
        found.append(Command("\n".join(lines[:count]), "\n".join(lines[count:]).strip("\n")))
    return found


def is_whole(text):
    """Whether a shell runs the text, and waits for no further line."""
    done = subprocess.run(["bash", "-n", "-c", text], capture_output=True, text=True)
    return done.returncode == 0 and not text.endswith("\\")


def pattern(output):
    """What matches an output wherever it must be as README shows it."""
    masks = "|".join(f"({mask})" for mask in MASKS)
    parts, end = [], 0
    for match in re.finditer(masks, output):
        parts += [re.escape(output[end : match.start()]), list(MASKS.values())[match.lastindex - 1]]
        end = match.end()
    return "".join([*parts, re.escape(output[end:])])


class Shell:
    """One shell in which a reader types all commands."""

    def __init__(self, folder, address):
        self.folder, self.address = folder, address
        self.typed = ["set -eu"]

    def run(self, command):
        """Types a command. Returns what it prints."""
        mark = "--- what follows is the output of the next command"
        text = command.text.replace(ADDRESS, self.address)
        # The variables of the commands before, without their output.
        script = "\n".join(["{", *self.typed, "} >/dev/null 2>&1", f"echo '{mark}'", text])
        if re.match(r"\w+=", text):
            self.typed.append(text)
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, env=inherited(), capture_output=True, text=True, timeout=PATIENCE
        )
        check(done.returncode == 0, f"{text} ends with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout.split(f"{mark}\n", 1)[1].strip("\n")


def follow(path, least, server):
    """Runs each command of a document in the order in which it stands there, and compares what it prints."""
    document = (ROOT / path).read_text()
    compared = 0
    with scratch("readme") as folder:
        shell = Shell(folder, server.address)
        for block in BLOCK.finditer(document):
            kind, text = block.groups()
            if kind in ("csv", "html", "python"):
                name = FILE.findall(document[: block.start()])[-1]
                (folder / name).write_text(text.replace(ADDRESS, server.address))
                continue
            for command in commands(kind, text):
                printed = shell.run(command)
                message = f"{path}: {command.text} prints {printed!r}, and the document shows {command.output!r}"
                check(re.fullmatch(pattern(command.output), printed, re.DOTALL), message)
                compared += command.output != ""
    check(compared >= least, f"{path} shows the output of {compared} commands alone")


def the_readme_is_true():
    """Each command of README works in the order in which it stands there, and prints what stands below it."""
    with Server(demo=True) as server:
        follow("README.md", 2, server)


def getting_started_is_true():
    """So does each command of the article for the first ten minutes."""
    with Server(demo=True) as server:
        follow("Sources/chart-surface/ChartSurface.docc/GettingStarted.md", 6, server)


if __name__ == "__main__":
    run_tests([the_readme_is_true, getting_started_is_true])
