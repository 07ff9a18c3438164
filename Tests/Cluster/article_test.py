"""Follows the article about many nodes word by word: runs each of its commands, and breaks what it says may break.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/article_test.py [name ...]
"""

import configparser
import contextlib
import functools
import http.client
import http.server
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

from article import Article, Shell, nginx
from chart_server import (
    BINARY,
    LOOPBACK,
    PATIENCE,
    check,
    decoded,
    end,
    exchange,
    program,
    run_tests,
    scratch,
    start,
    until,
)
from database import RUNS_AS, Postgres, run, tool
from processes import check_that_all_ended, children, kill_with_children

SETUP, STANDBY, BACKUP = "Three nodes behind nginx", "A standby, and who promotes it", "Backup and restore"
PASSWORD = "the password\n"
# A client has another address than nginx.
CLIENT = "127.0.0.2"
SURFACES = ("upper", "lower")
# The silence after which nginx gives a node up, as the article has it, and what comes on top for a second node.
SILENCE_SECONDS, ANSWER_SECONDS = 15, 8
# More than the 1 MiB that nginx takes by itself.
ROWS = "t,v\n" + "".join(f"{100 * x},{(x * 7919) % 1000}\n" for x in range(200_000))


class Client:
    """Asks through nginx, each time with a new connection. It sends nothing again."""

    def __init__(self, port, source=CLIENT):
        self.port, self.source = port, source

    def ask(self, method, path, body=None):
        begun = time.monotonic()
        connection = http.client.HTTPConnection(LOOPBACK, self.port, PATIENCE, source_address=(self.source, 0))
        with contextlib.closing(connection):
            answer = decoded(exchange(connection, method, path, body))[:2]
        took = time.monotonic() - begun
        check(took < SILENCE_SECONDS + ANSWER_SECONDS, f"{method} {path} took {took:.1f} s")
        return answer

    def made(self, method, path, body=None):
        status, answer = self.ask(method, path, body)
        check(status in (200, 201, 204), f"{method} {path}: {status} {answer}")
        return answer


class Session:
    """A session with two surfaces, whose client numbers its batches."""

    def __init__(self, client):
        body = {"surfaces": [{"id": name, "dataset": "walk"} for name in SURFACES]}
        # How many changes may have been made whose answers were lost.
        self.client, self.sequence, self.doubts = client, 0, 0
        self.id = client.made("POST", "/v1/sessions?window=none", body)["id"]
        self.path = f"/v1/sessions/{self.id}"

    def change(self):
        """Sends the next batch. Returns the status and the answer."""
        number = self.sequence + 1
        wheel = {"type": "wheel", "time": 16 * number, "x": 100, "y": 90, "deltaX": 0, "deltaY": 9}
        body = {"client": "reader", "sequence": number, "events": [wheel]}
        path = f"{self.path}/surfaces/{SURFACES[number % 2]}/events?window=none&ticks=false"
        status, answer = self.client.ask("POST", path, body)
        if status == 200:
            self.sequence = number
        return status, answer

    def go_on(self, rounds=1):
        """Changes and reads the session. Each request must succeed, although it is sent once."""
        for _ in range(rounds):
            status, answer = self.change()
            check(status == 200, f"batch {self.sequence + 1}: {status} {answer}")
            revision = self.client.made("GET", f"{self.path}?window=none&ticks=false")["revision"]
            at_most = self.sequence + self.doubts
            check(self.sequence <= revision <= at_most, f"revision {revision} after {self.sequence} batches")


class Stream(threading.Thread):
    """A viewer that nothing is told to but keep-alives."""

    def __init__(self, client, session):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection(LOOPBACK, client.port, PATIENCE)
        self.connection.request("GET", f"{session.path}/stream?window=none")
        self.answer, self.lines, self.is_open = self.connection.getresponse(), [], True
        self.start()

    def run(self):
        while line := self.answer.readline():
            self.lines.append(line)
        self.is_open = False

    def is_reminded(self):
        check(self.is_open, f"a stream ended with {self.lines[-4:]}")
        return b":\n" in self.lines


def at_once(sessions, rounds=1):
    """Uses sessions at the same time."""
    failures = []

    def use(session):
        try:
            session.go_on(rounds)
        except (AssertionError, OSError, http.client.HTTPException) as failure:
            failures.append(f"{session.id}: {failure!r}")

    threads = [threading.Thread(target=use, args=(session,)) for session in sessions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(not failures, lambda: "\n".join(failures))


@contextlib.contextmanager
def primary(folder, article):
    """The PostgreSQL that the article takes for granted. It asks the role of the nodes for its password."""
    folder = folder / "postgresql"
    folder.mkdir()
    if RUNS_AS:
        shutil.chown(folder, RUNS_AS, RUNS_AS)
    server = Postgres(folder, "primary")
    server.port = article.port(5432)
    server.create()
    rules, settings = server.data / "pg_hba.conf", server.data / "postgresql.conf"
    rules.write_text(f"host all charts {LOOPBACK}/32 scram-sha-256\n{rules.read_text()}")
    # The standby gets the settings with its copy.
    settings.write_text(f"{settings.read_text()}\nunix_socket_directories = ''\nfsync = off\n")
    try:
        server.start()
        yield server
    finally:
        server.stop()


def end_daemons(folder):
    """Ends nginx and the standby, which do not end with the shell that has started them."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int((folder / "nginx.pid").read_text()), signal.SIGTERM)
        until(lambda: not (folder / "nginx.pid").exists(), "nginx does not end")
    if (folder / "standby/postmaster.pid").exists():
        run(tool("pg_ctl"), "-D", folder / "standby", "-m", "immediate", "stop")


class Followed:
    """What the article has set up so far."""

    def __init__(self, folder, article, shell, database):
        self.folder, self.article, self.shell, self.database = folder, article, shell, database
        self.client = Client(article.port(8080))
        # The address of the node to which the requests of each session go as long as it works.
        self.homes, self.unit = {}, None

    def accesses(self):
        """The path of each request in the log of nginx, and the nodes that got it."""
        for line in (self.folder / "nginx-access.log").read_text().splitlines():
            _, _, _, path, _, _, nodes = line.split(maxsplit=6)
            yield path, re.split(", | : ", nodes)

    def nodes_of(self, session):
        return {node for path, nodes in self.accesses() if session.path in path for node in nodes}

    def sessions_of(self, number):
        home = f"{LOOPBACK}:{self.article.port(8080 + number)}"
        return [session for session in self.homes if self.homes[session] == home]

    def imports_a_dataset(self):
        self.client.made("PUT", "/v1/datasets/walk", ROWS)
        logs = [(self.folder / f"node-{number}.log").read_text() for number in (1, 2, 3)]
        found = [json.loads(line) for line in "".join(logs).splitlines() if '"dataset.put"' in line]
        check([line["address"] for line in found] == [CLIENT], f"the audit log has {found}")

    def gives_a_session_one_node(self):
        while not all(len(self.sessions_of(number)) >= 4 for number in (1, 2, 3)):
            session = Session(self.client)
            session.go_on(2)
            self.client.made("GET", f"{session.path}/log")
            nodes = self.nodes_of(session)
            check(len(nodes) == 1, f"a session went to {nodes}")
            self.homes[session] = min(nodes)
        told = "".join(self.metrics(number) for number in (1, 2, 3))
        conflicts = re.findall(r"^chart_surface_conflicts_total\{.*\} (\d+)$", told, re.MULTILINE)
        check(len(conflicts) == 6 and set(conflicts) == {"0"}, f"the nodes had conflicts: {conflicts}")

    def node(self, number):
        """Asks a node itself, not nginx."""
        return Client(self.article.port(8080 + number), LOOPBACK)

    def metrics(self, number):
        return self.node(number).made("GET", "/metrics")

    def keeps_nginx_in_the_folder(self):
        leader = int((self.folder / "nginx.pid").read_text())
        processes = [leader, *children(leader)]
        check(len(processes) >= 2, "nginx has no worker")
        for process in processes:
            user = re.search(r"^Uid:\t(\d+)", pathlib.Path(f"/proc/{process}/status").read_text(), re.MULTILINE)[1]
            check(user != "0", "nginx runs as root")
            files = [file.resolve() for file in pathlib.Path(f"/proc/{process}/fd").iterdir()]
            outside = [file for file in files if file.is_file() and self.folder not in file.parents]
            check(not outside, f"nginx has open {outside}")
        kept = {"nginx-body", "nginx-proxy", "nginx-fastcgi", "nginx-uwsgi", "nginx-scgi"}
        check(kept <= {file.name for file in self.folder.iterdir() if file.is_dir()}, "nginx keeps bodies elsewhere")
        status, _ = self.client.ask("GET", "/metrics")
        check(status == 404, f"nginx answers /metrics with {status}")

    def knows_all_routes(self):
        """Each route with the id of a session goes by it, and each that streams events has the long timeout."""
        configuration = self.article.files["nginx.conf"]
        key = re.compile(re.search(r"^ *~(\S+) \$id;", configuration, re.MULTILINE)[1].replace("?<", "?P<"))
        streams = re.search(r"location ~ (\S+) \{\n *proxy_read_timeout 40s;", configuration)[1]
        routes = self.client.made("GET", "/openapi.json")["paths"]
        check(sum("{id}" in route for route in routes) >= 10, f"there are few routes of sessions: {routes.keys()}")
        for route, methods in routes.items():
            if route.startswith(("/v1/sessions/", "/v1/datasets/")):
                found = key.search(route)
                check(found and found["id"] in ("{id}", "{name}"), f"nginx does not know what {route} is of")
            is_stream = "text/event-stream" in json.dumps(methods)
            check(is_stream == bool(re.search(streams, route)), f"the timeout of {route} is not that of its kind")

    def watches_what_there_is(self):
        told = run_in(self.folder, "promtool", "prometheus", "check", "config", "prometheus.yml")
        check("SUCCESS: alerts.yml" in told or "rules found" in told, told)

    def has_a_sound_unit(self):
        """systemd takes the unit, and its command starts a node in place of a killed one."""
        text = self.article.files["chart-surface@.service"].replace("/usr/bin/chart-surface", str(BINARY))
        (self.folder / "chart-surface@.service").write_text(text)
        if shutil.which("systemd-analyze"):
            told = run_in(self.folder, "systemd-analyze", "systemd", "verify", "./chart-surface@8081.service")
            check(not told, f"systemd-analyze: {told}")
        else:
            print("article: the unit was not verified, since there is no systemd-analyze here")

    def unit_command(self, number):
        unit = configparser.RawConfigParser(strict=True)
        unit.optionxform = str
        unit.read_string(self.article.files["chart-surface@.service"])
        name, source = unit["Service"]["LoadCredential"].split(":")
        check(pathlib.Path(source).parent == pathlib.Path(unit["Service"]["EnvironmentFile"]).parent, "two folders")
        check(name == pathlib.Path(source).name == "password", "the credential has another name")
        command = unit["Service"]["ExecStart"].replace("/usr/bin/chart-surface", str(BINARY))
        for written, meant in (
            ("%i", self.article.ports[f"808{number}"]),
            ("%S", str(self.folder / "state")),
            ("${CREDENTIALS_DIRECTORY}", str(self.folder)),
        ):
            command = command.replace(written, meant)
        return command.split()

    def loses_a_node(self, number):
        os.kill(self.shell.node(number), signal.SIGKILL)
        at_once(self.homes, 2)
        lines = self.article.files["charts.env"].splitlines()
        variables = dict(line.split("=", 1) for line in lines)
        (self.folder / "state/chart-surface").mkdir(parents=True)
        command = self.unit_command(number)
        self.unit = start(command, self.folder / "unit.log", environment={"PATH": os.environ["PATH"], **variables})
        node = self.node(number)
        until(lambda: is_ready(node) or self.unit.poll() is not None, "the unit's node is not ready")
        check(self.unit.poll() is None, lambda: f"the unit's node ended: {(self.folder / 'unit.log').read_text()}")

    def has_a_frozen_node(self, number):
        """Another node answers reads and batches, at once after the first ones, and a command is sent once."""
        process, held = self.shell.node(number), self.sessions_of(number)[0]
        before = len(list(self.accesses()))
        os.kill(process, signal.SIGSTOP)
        try:
            body, answers = {"command": "zoomExtents"}, []
            path = f"{held.path}/surfaces/upper/commands?window=none"
            commander = threading.Thread(target=lambda: answers.append(self.client.ask("POST", path, body)))
            commander.start()
            begun = time.monotonic()
            at_once([session for session in self.homes if session is not held], 2)
            took = time.monotonic() - begun
            check(took < SILENCE_SECONDS + ANSWER_SECONDS, f"two batches and two reads took {took:.1f} s")
            commander.join()
        finally:
            os.kill(process, signal.SIGCONT)
        check([status for status, _ in answers] == [504], f"a command to a frozen node: {answers}")
        held.doubts = 1
        later = list(self.accesses())[before:]
        sent = [nodes for path, nodes in later if path.endswith("/commands")]
        check([len(nodes) for nodes in sent] == [1], f"a command was sent to {sent}")
        check(any(len(nodes) == 2 for _, nodes in later), "no request went to a second node")

    def loses_the_primary(self):
        state = "select sync_state from pg_stat_replication where application_name = 'standby'"
        until(lambda: self.database.ask(state, "postgres") == "sync", "the standby is not synchronous")
        at_once(self.homes)
        kill_with_children(self.database.process)
        status, answer = next(iter(self.homes)).change()
        codes = ("store.unavailable", "store.in-doubt")
        check(status == 503 and answer["code"] in codes, f"without a primary: {status} {answer}")
        self.shell.run(STANDBY, 1)
        for session in self.homes:
            until(lambda session=session: session.change()[0] == 200, "no change is taken after the failover")
        # Another node may have taken those changes, as nginx asks a second one where the first answers 503.
        for number in (1, 2, 3):
            until(lambda number=number: is_ready(self.node(number)), f"node {number} is not ready after the failover")
        at_once(self.homes)

    def keeps_queries_out_of_logs(self):
        """The query of a stream may have a token."""
        for log in self.folder.glob("*.log"):
            check("window=none" not in log.read_text(), f"a query is in {log.name}")


def is_ready(client):
    with contextlib.suppress(OSError, http.client.HTTPException):
        return client.ask("GET", "/health/ready")[0] == 200


def run_in(folder, name, package, *arguments):
    done = subprocess.run(
        [program(name, package), *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    check(done.returncode == 0, f"{name}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def is_followed(folder):
    if RUNS_AS:
        shutil.chown(folder, RUNS_AS, RUNS_AS)
    article = Article()
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(primary(folder, article))
        shell = stack.enter_context(Shell(folder, article))
        stack.callback(end_daemons, folder)
        followed = Followed(folder, article, shell, database)
        stack.callback(lambda: end(followed.unit))
        shell.run(SETUP, 0, 2 * PASSWORD)
        shell.run(SETUP, 1)
        shell.run(SETUP, 2)
        followed.imports_a_dataset()
        followed.gives_a_session_one_node()
        watched = followed.sessions_of(3)[0]
        stream = Stream(followed.client, watched)
        followed.keeps_nginx_in_the_folder()
        followed.knows_all_routes()
        followed.watches_what_there_is()
        followed.has_a_sound_unit()
        followed.loses_a_node(1)
        shell.run(BACKUP)
        shell.run(STANDBY, 0, 2 * PASSWORD)
        followed.has_a_frozen_node(2)
        followed.loses_the_primary()
        until(stream.is_reminded, "a stream has no keep-alive")
        followed.keeps_queries_out_of_logs()
        blocks = list(itertools.chain(*article.commands.values()))
        check(sorted(shell.ran) == sorted(blocks), "some commands of the article did not run")


class Fake(http.server.BaseHTTPRequestHandler):
    """A node that answers what it has got, as a refusing one with 503. A broken one ends the connection instead."""

    protocol_version = "HTTP/1.1"
    # An answer is one packet. A client would wait before it acknowledges the first of two.
    wbufsize = 1 << 16

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.server.kind == "broken":
            self.close_connection = True
            return
        self.send_response(503 if self.server.kind == "refusing" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def fakes(article):
    """Three nodes that are sound at first."""
    with contextlib.ExitStack() as stack:
        servers = []
        for port in (8081, 8082, 8083):
            server = http.server.ThreadingHTTPServer((LOOPBACK, article.port(port)), Fake)
            server.kind = "sound"
            # nginx resets connections when it ends.
            server.handle_error = lambda *_: None
            stack.callback(server.server_close)
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            stack.callback(server.shutdown)
            servers.append(server)
        yield servers


# What a client is told where the node of its session refuses, and where it breaks the connection.
TOLD = {
    ("GET", "/v1/sessions/{id}"): (200, 200),
    ("GET", "/v1/sessions/{id}/stream"): (200, 200),
    ("DELETE", "/v1/sessions/{id}"): (503, 200),
    ("POST", "/v1/sessions/{id}/surfaces/main/events"): (200, 200),
    ("POST", "/v1/sessions/{id}/surfaces/main/commands"): (503, 502),
    ("PATCH", "/v1/sessions/{id}/surfaces/main"): (503, 502),
    ("POST", "/v1/datasets/{id}/rows"): (503, 502),
}


def sends_again_what_is_safe(folder):
    """One node of three fails each request. What may be sent again goes to another, and all else does not."""
    article = Article()
    # A node that has failed is asked again at once.
    configuration = article.files["nginx.conf"].replace("max_fails=3", "max_fails=0")
    with fakes(article) as servers, nginx(folder, configuration, article.port(8080)):
        client = Client(article.port(8080))
        for place, kind in enumerate(("refusing", "broken")):
            servers[0].kind = kind
            for (method, path), told in TOLD.items():
                got = set()
                for number in range(30):
                    body = {"number": number} if method in ("POST", "PATCH") else None
                    status, answer = client.ask(method, path.replace("{id}", f"id-{number}"), body)
                    got.add(status)
                    sent = json.dumps(body) if body else None
                    check(status == 502 or answer == sent, f"{kind}: {method} {path} was answered {status} {answer}")
                check(got == {200, told[place]}, f"{kind}: {method} {path} got {got}, not 200 and {told[place]}")


def counts_no_refusal(folder):
    """What all nodes refuse, such as a damaged session, gets 503 each time, and nothing else suffers from it."""
    article = Article()
    with fakes(article) as servers, nginx(folder, article.files["nginx.conf"], article.port(8080)):
        client = Client(article.port(8080))
        for kind, status in (("refusing", 503), ("sound", 200)):
            for server in servers:
                server.kind = kind
            for method, more in (("GET", ""), ("POST", "/surfaces/main/events"), ("PATCH", "/surfaces/main")):
                got = [client.ask(method, f"/v1/sessions/id-{number}{more}", "")[0] for number in range(30)]
                check(set(got) == {status}, f"{method} got {got} from {kind} nodes")


TESTS = {"retries": sends_again_what_is_safe, "refusals": counts_no_refusal, "article": is_followed}


def in_folder(test):
    with scratch("article") as folder:
        test(folder)


if __name__ == "__main__":
    with contextlib.ExitStack() as stack:
        stack.callback(check_that_all_ended)
        run_tests({name: functools.partial(in_folder, test) for name, test in TESTS.items()})
