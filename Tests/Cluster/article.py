"""The article about many nodes as its readers use it: its files, its commands, and a shell that runs them.

All stands as in the article but for the ports: each that it names becomes one that is free. The shell finds the server
under test on its PATH as `chart-surface`.
"""

import contextlib
import os
import re
import select
import shutil
import socket
import subprocess

from chart_server import BINARY, LOOPBACK, PATIENCE, ROOT, check, end, free_port, inherited, program, start, until
from database import RUNS_AS, USER, tool
from processes import children

PATH = ROOT / "Sources/chart-surface/ChartSurface.docc/ManyNodes.md"
ALERTS = PATH.parent / "Resources/alerts.yml"
PORTS = ("5432", "5433", "8080", "8081", "8082", "8083")
POSTGRES = ("createdb", "createuser", "pg_basebackup", "pg_ctl", "pg_dump", "pg_restore", "psql")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Runs the files that it reads the names of, and tells of each that it has ended well.
LOOP = "set -euo pipefail; while read -r -u {asks} block; do . ./$block; echo $block >&{tells}; done"


class Article:
    """The blocks of `sh` below each heading, and the other blocks as files, named first in the paragraph before them.

    `ports` has those that are not to be any free ones.
    """

    def __init__(self, ports=()):
        self.ports = {port: str(free_port()) for port in PORTS} | dict(ports)
        self.text = PATH.read_text()
        self.commands, self.files = {}, {}
        for found in BLOCK.finditer(self.text):
            before, block = self.text[: found.start()], self.moved(found[2])
            if found[1] == "sh":
                heading = re.findall(r"^## (.*)$", before, re.MULTILINE)[-1]
                self.commands.setdefault(heading, []).append(block)
            else:
                name = re.search(r"`([^`]+)`", before.rstrip().rsplit("\n\n", 1)[1])[1]
                check(name not in self.files, f"the article has two files {name}")
                self.files[name] = block
        self.files[ALERTS.name] = ALERTS.read_text()

    def moved(self, text):
        """A text with the ports of this run."""
        return re.sub(rf"\b({'|'.join(PORTS)})\b", lambda port: self.ports[port[0]], text)

    def port(self, port):
        return int(self.ports[str(port)])


@contextlib.contextmanager
def nginx(folder, configuration, port):
    """nginx with a configuration in a folder of its own, without a shell."""
    if RUNS_AS:
        shutil.chown(folder, RUNS_AS, RUNS_AS)
    (folder / "nginx.conf").write_text(configuration)
    log = folder / "nginx.log"
    command = [program("nginx", "nginx-light"), "-e", "stderr", "-p", folder, "-c", "nginx.conf", "-g", "daemon off;"]
    process = start(command, log, user=RUNS_AS)
    try:
        until(lambda: accepts(port), lambda: f"nginx does not answer: {log.read_text()}")
        yield
    finally:
        end(process)


def accepts(port):
    with contextlib.suppress(OSError):
        socket.create_connection((LOOPBACK, port), PATIENCE).close()
        return True


class Shell:
    """One shell for all blocks, in the folder that gets the files of the article.

    Where root runs the tests, nginx and the programs of PostgreSQL run as an ordinary user all the same. What the shell
    starts in the background ends with it.
    """

    def __init__(self, folder, article):
        self.folder, self.article, self.log = folder, article, folder / "shell.log"
        self.process, self.ran = None, []

    def __enter__(self):
        check(BINARY.exists(), f"{BINARY} is missing; build it, or name another one in CHART_SURFACE_BIN")
        programs = self.folder / "bin"
        programs.mkdir()
        setpriv = program("setpriv", "util-linux")
        user = f"--reuid {RUNS_AS} --regid {RUNS_AS} --init-groups" if RUNS_AS else ""
        self.wrap("chart-surface", f"{setpriv} --pdeathsig KILL {BINARY}")
        paths = {"nginx": program("nginx", "nginx-light")} | {name: tool(name) for name in POSTGRES}
        for name, path in paths.items():
            self.wrap(name, f"{setpriv} {user} {path}" if user else path)
        for name, text in self.article.files.items():
            (self.folder / name).write_text(text)
        asks, self.asks = os.pipe()
        self.tells, tells = os.pipe()
        variables = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PGHOST": LOOPBACK,
            "PGPORT": self.article.ports["5432"],
            "PGUSER": USER,
            "PGCONNECT_TIMEOUT": "5",
        }
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [setpriv, "--pdeathsig", "KILL", "bash", "-c", LOOP.format(asks=asks, tells=tells)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env=inherited() | variables,
                pass_fds=(asks, tells),
                start_new_session=True,
            )
        os.close(asks)
        os.close(tells)
        return self

    def wrap(self, name, command):
        file = self.folder / "bin" / name
        file.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        file.chmod(0o755)

    def __exit__(self, *_):
        # With the shell ends what it has started in the background.
        end(self.process)
        self.process.stdin.close()
        os.close(self.asks)
        os.close(self.tells)

    def run(self, heading, number=0, typed=""):
        """Runs a block below a heading. All of its commands must succeed."""
        block = self.article.commands[heading][number]
        name = f"block-{len(self.ran)}.sh"
        (self.folder / name).write_text(block)
        self.process.stdin.write(typed.encode())
        self.process.stdin.flush()
        os.write(self.asks, f"{name}\n".encode())
        is_told, _, _ = select.select([self.tells], [], [], PATIENCE)
        told = os.read(self.tells, 100).decode() if is_told else "nothing"
        check(told == f"{name}\n", lambda: f"{block}\nended with {told!r}\n{self.logs()}")
        self.ran.append(block)

    def node(self, number):
        """The process of a node that the shell has started."""
        port = f"--http-port\0{self.article.ports[f'808{number}']}\0"
        for child in children(self.process.pid):
            with open(f"/proc/{child}/cmdline") as words:
                if port in words.read():
                    return child
        raise AssertionError(f"node {number} does not run\n{self.logs()}")

    def logs(self):
        return "\n".join(f"--- {log.name}\n{log.read_text()}" for log in sorted(self.folder.glob("*.log")))
