"""The server under test, and what all suites from outside share: checks, waits, ports, folders and named tests.

CHART_SURFACE_BIN names the executable. TESTS_KEEP keeps the temporary folders.
"""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from typing import ClassVar

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("CHART_SURFACE_BIN", ROOT / ".build/debug/chart-surface")).resolve()
LOOPBACK = "127.0.0.1"
READY = "listening on "
# How long a wait may take before it counts as a hang. A wait ends as soon as its condition holds.
PATIENCE = 120
# Below the range from which Linux takes the ports of outgoing connections, so a port stays free over a restart.
FIRST_PORT, LAST_PORT = 15_000, 32_000


def check(condition, message):
    if not condition:
        raise AssertionError(message() if callable(message) else message)


def until(condition, message, seconds=PATIENCE):
    """Waits until the condition holds, and returns its result. Fails with the message, or with what it returns."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        check(time.monotonic() < end, message)
        time.sleep(0.02)
    return result


def free_port():
    while True:
        port = random.randrange(FIRST_PORT, LAST_PORT)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((LOOPBACK, port))
            return port


@contextlib.contextmanager
def scratch(name):
    """A new folder that other users may pass through, for the databases that run as one of them."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"chart-surface-{name}-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        if not os.environ.get("TESTS_KEEP"):
            shutil.rmtree(folder, ignore_errors=True)


class Skipped(Exception):
    """What the machine refuses to a test, which therefore shows nothing."""


def run_tests(tests, at_once=1):
    """Runs the tests that the command line names, or all. Ends the suite with 1 if one has failed."""
    tests = tests if isinstance(tests, dict) else {test.__name__: test for test in tests}
    names = sys.argv[1:] or list(tests)
    if unknown := set(names) - tests.keys():
        sys.exit(f"no such test: {', '.join(sorted(unknown))}; there are {', '.join(tests)}")
    # The end by a signal removes folders and mounts too.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))

    def run(name):
        begun, verdict = time.monotonic(), "ok  "
        try:
            tests[name]()
        except Skipped as reason:
            verdict = f"skip ({reason})"
        except Exception as error:
            traceback.print_exc()
            verdict = f"FAIL ({error!r:.200})"
        print(f"{verdict} {name} ({time.monotonic() - begun:.1f} s)", flush=True)
        return not verdict.startswith("FAIL")

    # A single test runs on the main thread, with which its processes end.
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        passed = [*(map if at_once == 1 else pool.map)(run, names)]
    sys.exit(0 if all(passed) else 1)


def program(name, package, folders=()):
    """The path of a program. Fails with the package to install when it is missing."""
    path = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ["PATH"], "/usr/sbin", "/sbin"]))
    check(path, f"{name} is missing; install it with: apt-get install {package}")
    return path


def start(command, log, user=None, environment=None, stdout=subprocess.STDOUT, wrapper=()):
    """Starts a process that Linux kills when the calling thread ends.

    The process has a session of its own, so Ctrl-C reaches it through the suite alone.
    """
    wrapper = [program("setpriv", "util-linux"), "--pdeathsig", "KILL", *wrapper]
    if user:
        wrapper[3:3] = ["--reuid", user, "--regid", user, "--init-groups"]
    with open(log, "ab") as file:
        return subprocess.Popen(
            [*wrapper, *map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=file if stdout == subprocess.STDOUT else stdout,
            stderr=file,
            env=environment,
            cwd=ROOT,
            start_new_session=True,
        )


def end(process, sign=signal.SIGTERM, patience=PATIENCE):
    """Ends a process, with SIGKILL if it does not obey. Returns its status, or `None` if there was no process."""
    if process is None:
        return None
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
        process.send_signal(sign)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


def inherited():
    """The environment of the suite without the keys of the server."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CHART_SURFACE_")}


def run_command(*arguments, **options):
    """Runs a command of the executable that must succeed. Returns its output."""
    command = [BINARY, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=inherited(), **options)
    check(done.returncode == 0, f"{arguments} ended with {done.returncode}: {done.stderr}")
    return done.stdout


@contextlib.contextmanager
def certificate():
    """The files of a certificate for localhost that signs itself, and of its key."""
    with scratch("certificate") as folder:
        paths = [folder / name for name in ("certificate.pem", "key.pem")]
        subprocess.run(
            [
                *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
                *("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", paths[0], "-keyout", paths[1]),
            ],
            check=True,
            capture_output=True,
        )
        yield paths


def tls(pem, key):
    return ["--http-certificate", pem, "--http-private-key", key]


def exchange(connection, method, path, body=None, kind=None, headers=None, token=None):
    """The status, the bytes and the headers of an answer.

    An object is sent as JSON. The kind of a text is JSON where it begins with a brace, and otherwise CSV.
    """
    body = json.dumps(body) if isinstance(body, dict) else body
    body = body.encode() if isinstance(body, str) else body
    given = {} if body is None else {"Content-Type": kind or ("application/json" if body[:1] == b"{" else "text/csv")}
    given |= {"Authorization": f"Bearer {token}"} if token is not None else {}
    connection.request(method, path, body, given | (headers or {}))
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.headers


def decoded(answer):
    """The same answer with an object where the body is JSON, with text where it is not, or with `None` if empty."""
    status, body, headers = answer
    is_json = headers.get_content_type() in ("application/json", "application/problem+json")
    return status, (json.loads(body) if is_json else body.decode()) if body else None, headers


class Refused(AssertionError):
    """The server did not start. It has ended with a status, and has logged a text."""

    def __init__(self, status, text):
        super().__init__(f"the server did not start, status {status}: {text}")
        self.status, self.text = status, text


class Server:
    """The executable with options, and a folder of its own or a given one for its data and its log.

    It starts with its context. It ends with it, in good order; after a failure at once, with its log on standard error.
    In between it may be ended and started again.
    """

    # The servers that run, so that a runner of other tests can show their logs.
    running: ClassVar[list["Server"]] = []

    def __init__(
        self, *options, folder=None, name="server", data="data", demo=False, port=0, open_files=None, variables=None
    ):
        self.wrapper = ["prlimit", f"--nofile={open_files}"] if open_files else []
        self.name, self.variables, self.stack = name, variables or {}, contextlib.ExitStack()
        self.folder = pathlib.Path(folder or self.stack.enter_context(scratch(name)))
        self.data, self.log_path = self.folder / data, self.folder / f"{name}.log"
        self.options = ["--data-dir", self.data, "--http-port", port, "--demo-enabled", str(demo).lower(), *options]
        self.process, self.address, self.port = None, None, port or None

    def __enter__(self):
        try:
            self.start()
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self

    def __exit__(self, kind, error, _):
        with self.stack:
            if kind is None or (kind is SystemExit and not error.code):
                if self.process:
                    self.stop()
            else:
                # A refusal has the log in its message.
                if not issubclass(kind, Refused):
                    print(self.shown_log(), file=sys.stderr)
                self.end(signal.SIGKILL)

    # The process

    def start(self, *more):
        """Starts the server, with more options than its own, and waits until it listens."""
        self.launch(*more)
        is_told, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline().decode() if is_told else ""
        if not line.startswith(READY):
            raise Refused(self.wait(), self.log()[self.logged_before :])
        self.address = line.removeprefix(READY).strip()
        self.port = int(self.address.rsplit(":", 1)[1])

    def launch(self, *more):
        """Starts the server and does not wait for it."""
        check(self.process is None, f"{self.name} runs already")
        self.logged_before = len(self.log())
        command = [*self.command(), *self.options, *more]
        self.process = start(command, self.log_path, None, self.environment(), subprocess.PIPE, self.wrapper)
        Server.running.append(self)

    def command(self):
        check(BINARY.exists(), f"{BINARY} is missing; build it, or name another one in CHART_SURFACE_BIN")
        return [BINARY, "serve"]

    def environment(self):
        return inherited() | self.variables

    def refusal(self):
        """The end of a start that must fail."""
        with self.stack:
            try:
                self.start()
            except Refused as refused:
                return refused
            self.kill()
        raise AssertionError(f"{self.name} started")

    def stop(self):
        """Ends the server in good order."""
        self.end_by(signal.SIGTERM, 0)

    def kill(self):
        self.end_by(signal.SIGKILL, -signal.SIGKILL)

    def end_by(self, sign, wanted):
        check(self.process and self.process.poll() is None, f"{self.name} ended by itself")
        status = self.end(sign)
        check(status == wanted, f"{self.name} ended with {status}")

    def end(self, sign=signal.SIGTERM):
        """Sends a signal, and waits until the server has ended. Returns its status, or `None` if it did not run."""
        if self.process is None:
            return None
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(sign)
        return self.wait()

    def wait(self):
        """Waits until the server has ended, which it must do by itself. Returns its status."""
        process, self.process = self.process, None
        Server.running.remove(self)
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise AssertionError(f"{self.name} does not end") from error
        finally:
            process.stdout.close()

    def freeze(self):
        """Stops the process, and waits until all of its threads stand still."""
        self.process.send_signal(signal.SIGSTOP)
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        until(lambda: all(") T " in (task / "stat").read_text() for task in tasks.iterdir()), "it does not stop")

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    # What it has logged and used

    def log(self):
        return self.log_path.read_text() if self.log_path.exists() else ""

    def shown_log(self):
        return f"--- the log of {self.name}\n{self.log()}---"

    def audit(self):
        """The lines of the audit log."""
        lines = [json.loads(line) for line in self.log().splitlines() if line.startswith("{")]
        return [line for line in lines if line.get("logger") == "chart-surface.audit"]

    def memory(self, name="VmRSS"):
        """The bytes in a field of the kernel, such as the resident ones."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+)", status, re.MULTILINE)[1]) << 10

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def processor_seconds(self):
        """The processor time of all threads: in nanoseconds where the kernel counts them, else in clock ticks."""
        folder = pathlib.Path(f"/proc/{self.process.pid}")
        with contextlib.suppress(OSError):
            tasks = [int((task / "schedstat").read_text().split()[0]) for task in (folder / "task").iterdir()]
            if any(tasks):
                return sum(tasks) / 1e9
        fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # Requests

    def connect(self, patience=PATIENCE):
        return http.client.HTTPConnection(LOOPBACK, self.port, timeout=patience)

    def socket(self, receive_buffer=None):
        """A connection for bytes."""
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(PATIENCE)
        client.connect((LOOPBACK, self.port))
        return client

    def fetch(self, *request, patience=PATIENCE, **more):
        """The status, the text and the headers of the answer to a request of its own connection."""
        with contextlib.closing(self.connect(patience)) as connection:
            status, body, headers = exchange(connection, *request, **more)
        return status, body.decode(), headers

    def ask(self, *request, **more):
        """The status and the decoded answer of a request of its own connection."""
        with contextlib.closing(self.connect()) as connection:
            return decoded(exchange(connection, *request, **more))[:2]

    def made(self, *request, **more):
        """The decoded answer of a request that must succeed."""
        status, answer = self.ask(*request, **more)
        check(status in (200, 201, 204), f"{request[:2]}: {status} {answer}")
        return answer
