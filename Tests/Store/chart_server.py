"""Runs the real executable with a data directory, and sends requests to it. The tests of the stores share this."""

import http.client
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import ClassVar

BINARY = os.environ["CHART_SURFACE_BIN"]


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Server:
    """The real executable with command-line options."""

    running: ClassVar[list[subprocess.Popen]] = []

    def __init__(self, data, *options):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CHART_SURFACE_")}
        with open(pathlib.Path(data).parent / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [BINARY, "serve", "--http-port", "0", "--demo-enabled", "false", "--data-dir", str(data), *options],
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment,
            )
        Server.running.append(self.process)
        line = self.process.stdout.readline().decode()
        if "http://" not in line:
            raise AssertionError(f"the server did not start: {line!r}, status {self.process.wait()}")
        self.port = int(line.rsplit(":", 1)[1])

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, method, path, body=None, kind="text/csv"):
        """The status and the decoded answer of a request on a new connection."""
        connection = self.connect()
        try:
            return exchange(connection, method, path, body, kind)[:2]
        finally:
            connection.close()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close()

    def stop(self, patience=20):
        self.process.terminate()
        status = self.process.wait(patience)
        self.close()
        check(status == 0, f"the server ended with {status}")

    def close(self):
        Server.running.remove(self.process)
        self.process.stdout.close()


def exchange(connection, method, path, body=None, kind="application/json"):
    """The status, the decoded answer and the headers of a request."""
    connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
    answer = connection.getresponse()
    text = answer.read()
    if not text:
        return answer.status, None, answer.headers
    is_log = answer.headers["Content-Type"] == "application/x-ndjson"
    return answer.status, text if is_log else json.loads(text), answer.headers


def run(tests):
    """Runs the named tests, or all, each in a new folder. CRASH_KEEP keeps the folders.

    After a failure it prints the log of the server.
    """
    for name in sys.argv[1:] or tests:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="chart-surface-crash-"))
        try:
            tests[name](folder)
        except BaseException:
            for path in (folder / "server.log", folder / "disk" / "server.log"):
                if path.exists():
                    sys.stderr.write(path.read_text()[-2000:])
            raise
        finally:
            for process in Server.running:
                process.kill()
            if not os.environ.get("CRASH_KEEP"):
                shutil.rmtree(folder, ignore_errors=True)


class SmallDisk:
    """A file system of a few MB. Its path is `None` if the system refuses to mount it."""

    def __init__(self, path, size):
        self.path, self.size = path, size

    def __enter__(self):
        self.path.mkdir()
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={self.size}", "tmpfs", str(self.path)], capture_output=True
        )
        if mounted.returncode:
            print(f"crash: the test of a full disk is skipped, because mount failed: {mounted.stderr.decode().strip()}")
            return None
        return self.path

    def __exit__(self, *_):
        subprocess.run(["umount", "-l", str(self.path)], check=False, capture_output=True)

    def fill(self, leaves=0):
        """Fills the file system up to the given number of free bytes."""
        with open(self.path / "ballast", "ab", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass
            file.truncate(file.tell() - leaves)

    def free(self):
        (self.path / "ballast").unlink()
