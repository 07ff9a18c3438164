"""Tries the server on bad days of its database: away, full, locked, damaged, another one than expected.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/bad_days_test.py [name ...]
Each day is a function. The days share one PostgreSQL server, and each has a database of its own in it.
"""

import contextlib
import functools
import getpass
import itertools
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.parse

from bucket import PLACE, Bucket
from chart_server import LOOPBACK, PATIENCE, ROOT, check, program, run_command, run_tests, scratch, until
from credentials import CredentialServices
from cuts import Proxies
from database import RUNS_AS, USER, Database, Postgres, tool
from node import Node
from pooler import Pooler
from processes import check_that_all_ended
from small_disk import SmallDisk

UNAVAILABLE, CONFIGURATION = 69, 78
# What a change gets while the database does not answer.
AWAY = "store.unavailable", "store.in-doubt"
ROLE, PASSWORD = "guarded", "op3n:se/same@now"
# How long a node is left alone until all its connections are open, and how long it is watched then.
SETTLING, IDLE = 3, 25
# What a node sends when it opens a connection, and before work that no caller waits for.
OPENING = ("SET ", "LISTEN ", "SELECT (SELECT system_identifier", "SELECT set_config('synchronous_commit', 'off'")
ROWS = "t,v\n" + "".join(f"{x},{x % 7}\n" for x in range(100))
WHEEL = {"type": "wheel", "x": 100, "y": 90, "deltaX": 0, "deltaY": 9, "deltaMode": "pixel"}


class Day:
    """One database of the shared server, and the nodes that use it."""

    def __init__(self, folder, server, name):
        self.folder, self.server, self.database = folder / name, server, name.replace("-", "_")
        self.folder.mkdir()
        self.nodes = []

    def create(self, more=""):
        self.server.ask(f"create database {self.database} {more}", "postgres")
        return self

    def ask(self, sql):
        return self.server.ask(sql, self.database)

    def url(self, port=None, user=USER, host=LOOPBACK, more=""):
        port = port or self.server.port
        return f"postgresql://{user}@{host}:{port}/{self.database}?connect_timeout=2{more}"

    def node(self, url=None, *options, variables=None):
        """A server that was not started yet."""
        given = ["--store-url", url] if url else []
        name = f"node-{len(self.nodes) + 1}"
        node = Node(self.folder, name, ["--store-kind", "postgres", *given, *options], variables=variables)
        self.nodes.append(node)
        return node

    def started(self, url=None, *options, variables=None):
        """A server that is ready."""
        node = self.node(url or self.url(), *options, variables=variables)
        node.start()
        until(node.is_ready, f"{node.name} is not ready")
        return node

    def refused(self, status, *words, url=None, options=(), variables=None):
        """Checks that the start of a server ends with a status and a text that has all words. Returns the text."""
        refused = self.node(url or self.url(), *options, variables=variables).refusal()
        check(refused.status == status, refused)
        for word in words:
            check(word in refused.text, f"the text has no {word!r}: {refused.text}")
        return refused.text

    def end(self):
        for node in self.nodes:
            node.end()


class Session:
    """A session on a dataset of its own, whose client counts its batches."""

    def __init__(self, node, dataset="line"):
        if node.fetch("GET", f"/v1/datasets/{dataset}")[0] == 404:
            node.ask_json("PUT", f"/v1/datasets/{dataset}", ROWS, "text/csv")
        made = node.ask_json("POST", "/v1/sessions?window=none", json.dumps({"surfaces": [{"dataset": dataset}]}))
        self.id, self.sequence = made["id"], 0

    def change(self, node):
        """Sends the next batch, or again the last one that was not acknowledged. Returns the status and the answer."""
        events = [WHEEL | {"time": 16 * (self.sequence + 1)}]
        body = json.dumps({"client": "tester", "sequence": self.sequence + 1, "events": events})
        path = f"/v1/sessions/{self.id}/surfaces/main/events?window=none&ticks=false"
        status, text, _ = node.fetch("POST", path, body)
        answer = json.loads(text)
        if status == 200:
            self.sequence += 1
            check(answer["revision"] == self.sequence, f"revision {answer['revision']} after {self.sequence} batches")
        return status, answer

    def read(self, node):
        status, text, _ = node.fetch("GET", f"/v1/sessions/{self.id}?window=none")
        return status, json.loads(text)

    def changes(self, node):
        """Checks that the session takes changes."""
        status, answer = self.change(node)
        check(status == 200, f"a change got {status}: {answer}")

    def changes_again(self, node):
        """Waits until the session takes changes again. A batch that is sent again is applied once."""
        until(lambda: self.change(node)[0] == 200, "no change is taken")


def is_problem(answer, status, *codes):
    """Checks that an answer is a problem with one of the codes."""
    got, body = answer
    check(got == status and body.get("code") in codes, f"the answer is {got} {body}, not {status} {codes}")


def is_unready(node, cause=""):
    """Checks that the server tells a load balancer that it is not ready, and its log why, while it lives."""
    until(lambda: node.status("/health/ready") == 503, f"{node.name} stays ready")
    until(lambda: cause in node.log(), f"the log has no {cause!r}")
    check(node.status("/health/live") == 200, f"{node.name} does not live")


def is_ready_again(node):
    until(node.is_ready, f"{node.name} does not become ready")


@contextlib.contextmanager
def locked(day, table):
    """Holds a lock on a table that lets no statement through."""
    psql = subprocess.Popen([tool("psql"), "-X", "-q", day.url()], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    held = f"select count(*) from pg_locks where relation = 'chart_surface.{table}'::regclass and granted"
    try:
        psql.stdin.write(f"begin; lock table chart_surface.{table} in access exclusive mode;\n".encode())
        psql.stdin.flush()
        until(lambda: day.ask(f"{held} and mode = 'AccessExclusiveLock'") == "1", f"{table} is not locked")
        yield
    finally:
        # At the end of its input psql ends, and the server gives up its lock.
        psql.communicate(timeout=PATIENCE)


def backend(day, purpose):
    """The process of the database that serves a connection of the server."""
    sql = f"select pid from pg_stat_activity where datname = current_database() and application_name like '%{purpose}'"
    return int(until(lambda: day.ask(sql), f"there is no connection of the {purpose}"))


def no_server_at_the_start(day):
    """The start fails and tells what it tried, or waits as long as it may."""
    day.create()
    with Proxies() as proxies:
        link = proxies.to(day.server.port)
        link.refuse()
        day.refused(UNAVAILABLE, f"{LOOPBACK}:{link.port}", "Connection refused", url=day.url(link.port))
        link.swallow()
        day.refused(UNAVAILABLE, f"{LOOPBACK}:{link.port}", "in time", url=day.url(link.port))
        link.refuse()
        day.refused(UNAVAILABLE, "waiting for the database", url=day.url(link.port), options=["--store-wait", "2s"])
        waiting = day.node(day.url(link.port), "--store-wait", "60s")
        waiting.launch()
        until(lambda: "waiting for the database" in waiting.log(), "the server does not wait")
        link.heal()
        until(waiting.is_ready, "the server does not start")
        Session(waiting).changes(waiting)
        waiting.stop()


def hides_the_password(day, *passwords):
    for node in day.nodes:
        line = b""
        if node.process:
            line = pathlib.Path(f"/proc/{node.process.pid}/cmdline").read_bytes()
        for password in passwords:
            for form in (password, urllib.parse.quote(password, safe="")):
                check(form not in node.log(), f"the log of {node.name} has the password")
                check(form.encode() not in line, f"the command line of {node.name} has the password")


def passwords(day):
    """A wrong password ends the start. A changed one is read again from its file. None is ever shown."""
    day.create().ask(
        f"create role {ROLE} login password '{PASSWORD}'; grant create on database {day.database} to {ROLE}"
    )
    url, wrong, file = day.url(user=ROLE), "never:that/one@all", day.folder / "password"
    options = ["--store-password-file", file, "--log-level", "trace"]
    file.write_text(wrong + "\n")
    day.refused(CONFIGURATION, "password authentication failed", ROLE, url=url, options=options)
    day.refused(CONFIGURATION, "password authentication failed", url=url, variables={"PGPASSWORD": wrong})
    day.refused(CONFIGURATION, "password", url=url)
    file.write_text(PASSWORD + "\n")
    node = day.started(url, *options)
    day.started(url, variables={"PGPASSWORD": PASSWORD})
    whole = url.replace(ROLE, f"{ROLE}:{urllib.parse.quote(PASSWORD, safe='')}")
    day.started(None, variables={"CHART_SURFACE_STORE_URL": whole})
    session = Session(node)
    session.changes(node)
    # The role gets another password, and the file has it a moment later.
    changed = PASSWORD + "2"
    day.ask(f"alter role {ROLE} password '{changed}'")
    own = f"select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = '{ROLE}'"
    day.ask(own)
    is_problem(session.read(node), 503, "store.unavailable")
    is_unready(node, "password authentication failed")
    file.write_text(changed + "\n")
    is_ready_again(node)
    session.changes_again(node)
    hides_the_password(day, wrong, PASSWORD, changed)


def schema(day):
    """The first server creates the tables. A database of a newer server, or without the right to, is refused."""
    day.create()
    day.ask("create role newcomer login")
    text = day.refused(CONFIGURATION, "permission denied", "grant CREATE", url=day.url(user="newcomer"))
    check("fatal" not in text.lower(), f"the text is no sentence: {text}")
    day.started()
    check(int(day.ask("select max(version) from chart_surface.migration")) > 0, "the tables were not created")
    day.refused(CONFIGURATION, "permission denied", url=day.url(user="newcomer"))
    day.ask("insert into chart_surface.migration values (99)")
    day.refused(CONFIGURATION, "version 99", "newer")
    day.refused(CONFIGURATION, "nowhere", url=day.url().replace(day.database, "nowhere"))


def crowd(day):
    """A database without a free connection is one that is away."""
    day.create().ask(
        f"create role crowded login connection limit 0; grant create on database {day.database} to crowded"
    )
    url = day.url(user="crowded")
    day.refused(UNAVAILABLE, "too many connections", url=url)
    waiting = day.node(url, "--store-wait", "60s")
    waiting.launch()
    until(lambda: "too many connections" in waiting.log(), "the server does not wait")
    day.ask("alter role crowded connection limit 20")
    until(waiting.is_ready, "the server does not start")
    session = Session(waiting)
    session.changes(waiting)
    day.ask("alter role crowded connection limit 0")
    day.ask("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'crowded'")
    is_problem(session.change(waiting), 503, *AWAY)
    is_unready(waiting, "too many connections")
    day.ask("alter role crowded connection limit 20")
    is_ready_again(waiting)
    session.changes_again(waiting)


def disk(day):
    """A full disk of the database has its own error, and is no reason to lose what was acknowledged."""
    owner = pwd.getpwnam(RUNS_AS or getpass.getuser())
    with SmallDisk(f"size=40m,mode=700,uid={owner.pw_uid},gid={owner.pw_gid}") as small:
        try:
            day.server.ask(f"create tablespace small location '{small.path}'", "postgres")
            node = day.create("tablespace small").started()
            session = Session(node)
            session.changes(node)
            small.fill()
            answer = until(lambda: refused(session, node), "a full disk takes all changes")
            is_problem(answer, 507, "store.full")
            status, body = session.read(node)
            check((status, body["revision"]) == (200, session.sequence), f"a read shows {status} {body}")
            small.free()
            session.changes_again(node)
            is_ready_again(node)
            node.stop()
        finally:
            day.server.ask(f"drop database if exists {day.database} with (force)", "postgres")
            day.server.ask("drop tablespace small", "postgres")


def refused(session, node):
    """The answer of a change if it was refused, or nothing."""
    answer = session.change(node)
    return answer if answer[0] != 200 else None


def hanging(day):
    """A statement that hangs costs a limited time, shows in the health, and leaves nothing behind."""
    node = day.create().started()
    session = Session(node)
    session.changes(node)
    with locked(day, "session_log"):
        is_problem(session.change(node), 503, *AWAY)
        is_unready(node)
    is_ready_again(node)
    session.changes_again(node)
    stopped = backend(day, "writer")
    os.kill(stopped, signal.SIGSTOP)
    try:
        is_problem(session.change(node), 503, *AWAY)
        is_unready(node)
    finally:
        os.kill(stopped, signal.SIGCONT)
    is_ready_again(node)
    session.changes_again(node)
    with locked(day, "session_log"):
        is_problem(session.change(node), 503, *AWAY)
        node.process.send_signal(signal.SIGTERM)
        check(node.wait() == 0, "the server did not end well while its database hangs")
    count = day.ask("select count(*) from chart_surface.session_log")
    check(int(count) in (session.sequence, session.sequence + 1), f"{count} revisions, {session.sequence} known")
    node.start()
    session.changes_again(node)


def readers(day):
    """Reads that find no connection fail in time, and all is well afterwards."""
    node = day.create().started()
    session = Session(node)
    answers = []

    def look(number):
        answers.append(node.fetch("GET", f"/v1/sessions/{number:032x}")[:2])

    with locked(day, "session_start"):
        threads = [threading.Thread(target=look, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        check(node.status("/health/live") == 200, "the server does not live")
    check(len(answers) == len(threads), f"{len(threads) - len(answers)} reads have no answer")
    for status, text in answers:
        is_problem((status, json.loads(text)), 503, "store.unavailable")
    look(1)
    is_problem((answers[-1][0], json.loads(answers[-1][1])), 404, "session.unknown")
    session.changes_again(node)
    is_ready_again(node)


def damage(day):
    """A row that was altered by hand damages its session alone."""
    node = day.create().started()
    sessions = [Session(node) for _ in range(3)]
    for session in sessions:
        for _ in range(3):
            session.changes(node)
    key = f"(select key from chart_surface.session where id = '{sessions[1].id}')"
    day.ask(f"update chart_surface.session_log set line = line || 'x' where revision = 2 and session = {key}")
    node.kill()
    node.start()
    is_ready_again(node)
    is_problem(sessions[1].read(node), 503, "session.damaged")
    is_problem(sessions[1].change(node), 503, "session.damaged")
    for session in (sessions[0], sessions[2]):
        session.changes(node)
    is_ready_again(node)
    # Without its first row a session has no tokens. What is left of it can still be removed.
    day.ask(f"delete from chart_surface.session_start where id = '{sessions[1].id}'")
    is_problem(sessions[1].read(node), 503, "session.damaged")
    for status in (204, 410):
        got, text, _ = node.fetch("DELETE", f"/v1/sessions/{sessions[1].id}")
        check(got == status, f"the end of a session without its start is {got} {text}, not {status}")
    sessions[0].changes(node)
    # A node that has the session in memory notices the damage too, within some looks at ten seconds.
    key = f"(select key from chart_surface.session where id = '{sessions[2].id}')"
    day.ask(f"update chart_surface.session_log set line = line || 'x' where revision = 2 and session = {key}")
    sessions[2].changes(node)
    until(lambda: sessions[2].read(node)[0] == 503, "a node goes on with a session whose log is damaged", 60)
    is_problem(sessions[2].change(node), 503, "session.damaged")


def keys(day):
    """A node that is cut off accepts a key that was revoked meanwhile for as long as it may, and no longer."""
    config = day.folder / "keys.json"
    config.write_text(json.dumps({"store": {"kind": "postgres", "url": day.create().url()}}))
    key = run_command("keys", "add", "reader", "--scope", "datasets:read", "--config", config).strip()
    with Proxies() as proxies:
        link = proxies.to(day.server.port)
        node = day.started(day.url(link.port), "--auth-mode", "keys", "--store-keys-max-age", "5s")

        def answer():
            status, text, _ = node.fetch("GET", "/v1/datasets", token=key)
            return status, json.loads(text).get("code")

        check(answer() == (200, None), f"the key is refused: {answer()}")
        link.refuse()
        run_command("keys", "revoke", key.split("_")[1], "--config", config)
        check(answer() == (200, None), f"the key is refused at once: {answer()}")
        until(lambda: answer() == (503, "store.unavailable"), lambda: f"the key is not refused: {answer()}")
        check("the last ones count for 5 s" in node.log(), "the log does not say how long the keys count")
        link.heal()
        until(lambda: answer() == (401, "auth.key-revoked"), lambda: f"the key is not revoked: {answer()}")


def idle(day):
    """A node with a session and without requests sends the statements of `BackgroundStatement` and no others."""
    source = (ROOT / "Sources/ChartPostgres/Connection/BackgroundStatement.swift").read_text()
    cases = ", ".join(re.findall(r"^    case (\w[^:\n]*)$", source, re.MULTILINE)).split(", ")
    listed = {case.split('"')[1] if '"' in case else case for case in cases}
    day.create().ask(f"alter database {day.database} set log_statement = 'all'")
    node = day.started()
    Session(node).changes(node)
    time.sleep(SETTLING)
    skipped = day.server.log.stat().st_size
    time.sleep(IDLE)
    with open(day.server.log) as log:
        log.seek(skipped)
        sent = re.findall(r"LOG:  execute ([^:]+): *(.*)", log.read())
    names = {name for name, _ in sent if name != "<unnamed>"}
    check({"overdue", "purge", "dataset_forget"} <= names, f"the node has sent {names} alone")
    check(names <= listed, f"{names - listed} run by themselves and are not in the list")
    texts = {text for name, text in sent if name == "<unnamed>" and not text.startswith(OPENING)}
    check(not texts, f"{texts} run by themselves and have no name")


def poolers(day):
    """A pooler has to leave a connection to the node, and to have room for all of them."""
    day.create()
    with Proxies() as proxies:
        by_transaction = Pooler(proxies, day.server.port, "transaction")
        day.refused(CONFIGURATION, "PgBouncer: pool_mode = session", url=day.url(by_transaction.port))
        node = day.started(day.url(Pooler(proxies, day.server.port, "session").port))
        Session(node).changes(node)
        node.stop()
        crowded = day.node(day.url(Pooler(proxies, day.server.port, "session", size=2).port))
        crowded.launch()
        until(lambda: "has no room for one more connection" in crowded.log(), "the log does not say what is missing")


class Load(threading.Thread):
    """Changes charts and appends rows to what they show until it is stopped."""

    def __init__(self, node, sessions, dataset):
        super().__init__(daemon=True)
        self.node, self.sessions, self.dataset = node, sessions, dataset
        self.ends, self.rows, self.failure = threading.Event(), 0, None

    def run(self):
        try:
            while not self.ends.is_set():
                for session in self.sessions:
                    session.changes(self.node)
                row = f"t,v\n{1000 + self.rows},{self.rows % 7}\n"
                self.node.ask_json("POST", f"/v1/datasets/{self.dataset}/rows", row, "text/csv")
                self.rows += 1
        except BaseException as error:
            self.failure = error
            raise

    def grows(self, count=10):
        """Waits until more rows are there."""
        wanted = self.rows + count
        until(lambda: self.rows >= wanted or self.failure, "the load does not go on")
        check(self.failure is None, f"the load failed: {self.failure!r}")


def backup(day):
    """A copy of a running system is one moment of it, and each of its sessions replays to what it was then."""
    node = day.create().started()
    sessions = [Session(node, "feed") for _ in range(3)]
    load = Load(node, sessions, "feed")
    load.start()
    load.grows()
    copy = day.folder / "charts.dump"
    with open(copy, "wb") as file:
        command = [tool("pg_dump"), "--schema=chart_surface", "--format=custom", day.url()]
        subprocess.run(command, stdout=file, check=True, timeout=PATIENCE)
    load.grows()
    load.ends.set()
    load.join(PATIENCE)
    later = {
        session.id: node.ask_available("GET", f"/v1/sessions/{session.id}/log").splitlines() for session in sessions
    }
    rows = node.ask_available("GET", "/v1/datasets/feed/rows?format=csv").splitlines()

    day.ask(f"create database {day.database}_restored")
    restored = day.url().replace(f"/{day.database}?", f"/{day.database}_restored?")
    command = [tool("pg_restore"), "--exit-on-error", f"--dbname={restored}", copy]
    subprocess.run(command, check=True, timeout=PATIENCE)
    other = day.started(restored)
    for session in sessions:
        lines = other.ask_available("GET", f"/v1/sessions/{session.id}/log")
        kept = lines.splitlines()
        check(1 < len(kept) < len(later[session.id]), f"the copy has {len(kept)} of {len(later[session.id])} lines")
        check(kept == later[session.id][: len(kept)], "the log of the copy is another one")
        answer = other.ask_json("POST", "/v1/replays?window=none", lines, "application/x-ndjson")
        check(answer["firstDifference"] is None, f"a replay of the copy differs: {answer}")
        last = json.loads(kept[-1])
        check(answer["stateHash"] == last["stateHash"], f"a replay of the copy ends with {answer}, not with {last}")
        session.sequence = last["revision"]
        session.changes(other)
    kept = other.ask_available("GET", "/v1/datasets/feed/rows?format=csv").splitlines()
    check(100 < len(kept) < len(rows) and kept == rows[: len(kept)], f"the copy has {len(kept)} rows of {len(rows)}")
    other.ask_json("POST", "/v1/datasets/feed/rows", "t,v\n9999,1\n", "text/csv")


def cache(day):
    """Local copies of rows that are emptied or changed while the server runs are fetched again."""
    node = day.create().started()
    session = Session(node, "feed")
    window = "/v1/datasets/feed/window?method=none"
    before = node.ask_available("GET", window)
    for spoil in (lambda file: file.unlink(), lambda file: file.write_bytes(b""), scribble):
        copies = [file for file in (node.data / "cache").rglob("*") if file.is_file() and file.stat().st_size]
        check(copies, "the server keeps no copies")
        for file in copies:
            spoil(file)
        session.changes_again(node)
        node.stop()
        node.start()
        is_ready_again(node)
        check(node.ask_available("GET", window) == before, "other rows are shown")
        session.changes_again(node)
    is_ready_again(node)


def scribble(file):
    """Changes one byte in the middle of a file."""
    text = bytearray(file.read_bytes())
    text[len(text) // 2] ^= 0x5A
    file.write_bytes(text)


def bucket(day):
    """Rows in a bucket serve all nodes. While it is away what they hold is shown, and nothing is half stored."""
    day.create()
    secret_file = day.folder / "secret"
    with Bucket(day.folder) as bucket, Proxies() as proxies:
        link = proxies.to(bucket.port)
        place = ["--data-segments", PLACE, "--data-s3-endpoint", bucket.url(link.port)]
        one = day.started(None, *bucket.options(secret_file, link.port))
        two = day.started(None, *place, variables=bucket.variables())
        session = Session(one, "feed")
        window = "/v1/datasets/feed/window?method=none"
        rows = "/v1/datasets/feed/rows"
        one.ask_available("POST", rows, "t,v\n100,1\n101,2\n", "text/csv")
        check(two.ask_available("GET", window) == one.ask_available("GET", window), "the nodes show other rows")
        check(
            len(bucket.objects()) == 2 and day.ask("select count(*) from chart_surface.segment_chunk") == "0",
            bucket.objects(),
        )
        link.refuse()
        before = one.ask_available("GET", window)
        more = "t,v\n102,3\n"
        status, text, _ = two.fetch("POST", rows, more, "text/csv")
        is_problem((status, json.loads(text)), 503, "store.unavailable")
        session.changes(two)
        check(two.ask_available("GET", window) == before, "other rows are shown")
        link.heal()
        two.ask_available("POST", rows, more, "text/csv")
        check(two.ask_available("GET", window) == one.ask_available("GET", window) != before, "the rows are not there")
        session.changes(one)
        day.refused(CONFIGURATION, "data.s3.accessKey", "AWS_ACCESS_KEY_ID", options=place)
        other = bucket.options(secret_file, place="s3://other")
        day.refused(CONFIGURATION, "NoSuchBucket", options=other)
        options = bucket.options(secret_file)
        secret_file.write_text("another/secret\n")
        text = day.refused(CONFIGURATION, "403", "SignatureDoesNotMatch", options=options)
        check("another/secret" not in text and bucket.secret_key not in text, text)
        link.refuse()
        day.refused(UNAVAILABLE, "data.segments", options=place, variables=bucket.variables())


def bucket_credentials(day):
    """A node gets the keys of its bucket from each kind of service, renews them while it runs, and tries no other."""
    day.create()
    token = day.folder / "token"
    with Bucket(day.folder) as bucket, CredentialServices(bucket) as services:
        place = ["--data-segments", PLACE, "--data-s3-endpoint", bucket.url()]
        kinds = services.variables(token)
        for name, variables in kinds.items():
            token.write_text("first\n")
            node = day.started(None, *place, variables=variables)
            Session(node, name)
            before, x = services.asked[name], itertools.count(1_000)
            token.write_text("second\n")

            def renewed(node=node, name=name, before=before, x=x):
                node.ask_available("POST", f"/v1/datasets/{name}/rows", f"t,v\n{next(x)},1\n", "text/csv")
                return services.asked[name] >= before + 3

            until(renewed, f"{name}: the keys are not renewed")
            check(not services.refused, f"{name}: {services.refused}")
            check(name == "instance" or services.proofs[-1] == "second", "the token's file is not read anew")
            check("were not renewed" not in node.log(), node.log())
            node.end()
        token.unlink()
        text = day.refused(
            CONFIGURATION,
            "AWS_WEB_IDENTITY_TOKEN_FILE",
            "cannot be read",
            options=place,
            variables=kinds["container"] | kinds["identity"],
        )
        check(bucket.secret_key not in text, text)


def tls(day):
    """The server speaks to the database over TLS, and to no database whose certificate is not that of its host."""
    day.create()
    more = f"&sslmode=verify-full&sslrootcert={day.server.data.parent}"
    node = day.started(day.url(host="localhost", more=f"{more}/ca.pem"))
    Session(node).changes(node)
    plain = (
        "select count(*) from pg_stat_activity join pg_stat_ssl using (pid) "
        "where datname = current_database() and application_name like 'chart-surface%' and not ssl"
    )
    check(day.ask(plain) == "0", "a connection has no TLS")
    day.refused(CONFIGURATION, "certificate", url=day.url(host="localhost", more=f"{more}/other.pem"))
    day.refused(CONFIGURATION, "certificate", url=day.url(more=f"{more}/ca.pem"))


def two_hosts(day, pair):
    """Of two servers the one that takes writes is used, and never an old primary. A standby alone is none."""
    day.create()
    # A commit waits until the standby has its log, and not until the standby shows it.
    exists = f"select 1 from pg_database where datname = '{day.database}'"
    until(lambda: pair.standby.ask(exists, "postgres"), "the standby does not follow")
    day.refused(UNAVAILABLE, "read-only", url=day.url(pair.standby.port))
    node = day.started(both(day, pair.standby, pair.primary))
    session = Session(node)
    session.changes(node)
    is_unused = "select count(*) from pg_stat_activity where application_name like 'chart-surface%'"
    check(pair.standby.ask(is_unused, "postgres") == "0", "the standby is used")
    pair.primary.kill()
    is_problem(session.change(node), 503, *AWAY)
    is_unready(node)
    pair.promote()
    day.server = pair.primary
    is_ready_again(node)
    session.changes_again(node)
    # The old primary comes back and takes writes too, since nothing has fenced it off.
    old, known = pair.standby, "select count(*) from chart_surface.session_log"
    old.start()
    stale = old.ask(known, day.database)
    day.ask("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like 'chart-surface%'")
    session.changes_again(node)
    newcomer = day.started(both(day, old, pair.primary))
    Session(newcomer, "other").changes_again(newcomer)
    check(old.ask(known, day.database) == stale, "a server writes into an old primary")


def dies_in_mid_commit(day, pair):
    """A change whose commit the death of the primary interrupts is applied once, whatever its client was told."""
    day.create()
    node = day.started(both(day, *pair.servers), "--store-durability", "full")
    session = Session(node)
    session.changes(node)
    waits = "select count(*) from pg_stat_activity where wait_event = 'SyncRep' and application_name like '%writer'"
    for is_lost in (False, True):
        until(pair.is_synchronous, "the standby does not follow")
        pair.standby.freeze()
        told = []
        client = threading.Thread(target=lambda told=told: told.append(session.change(node)))
        client.start()
        until(lambda: day.ask(waits) == "1", "no commit waits for the standby")
        pair.primary.kill()
        pair.standby.thaw()
        if is_lost:
            pair.promote()
            pair.join_standby()
        else:
            pair.restart_primary()
        day.server = pair.primary
        client.join(PATIENCE)
        check(told, "the client was told nothing")
        if told[0][0] != 200:
            is_problem(told[0], 503, "store.in-doubt")
        session.changes_again(node)
        is_ready_again(node)
        known = "select count(*), max(revision) from chart_surface.session_log"
        check(day.ask(known) == f"{session.sequence}|{session.sequence}", f"the log has {day.ask(known)}")


def lost_tail(day, pair):
    """After a failover to a standby that lacked the last changes, all nodes answer with one state, that of the log."""
    day.create()
    nodes = [day.started(both(day, *pair.servers)) for _ in range(2)]
    session = Session(nodes[0])
    for _ in range(2):
        session.changes(nodes[0])
    known = "select count(*) from chart_surface.session_log"
    until(lambda: pair.standby.ask(known, day.database) == "2", "the standby does not follow")
    rules = pair.primary.data / "pg_hba.conf"
    rules.write_text(f"host replication all all reject\nlocal replication all reject\n{rules.read_text()}")
    pair.primary.ask("select pg_reload_conf()", "postgres")
    pair.primary.ask("select pg_terminate_backend(pid, 5000) from pg_stat_replication", "postgres")
    followers = "select count(*) from pg_stat_replication"
    until(lambda: pair.primary.ask(followers, "postgres") == "0", "the standby still follows")
    session.changes(nodes[1])
    session.changes(nodes[0])
    check([session.read(node)[1]["revision"] for node in nodes] == [4, 4], "the nodes do not show the last change")
    with contextlib.closing(nodes[0].connect()) as connection:
        connection.request("GET", f"/v1/sessions/{session.id}/stream?window=none")
        stream = connection.getresponse()
        check(next_event(stream) == ("4", "state"), "a stream begins with the state")
        pair.primary.kill()
        pair.promote()
        day.server = pair.primary
        for node in nodes:
            is_ready_again(node)
        until(lambda: len({told(session, node) for node in nodes}) == 1, "the nodes show two states", 1)
        check(session.read(nodes[0])[1]["revision"] == 2, "the nodes show changes that are in no log")
        check(next_event(stream) == ("2", "state"), "a stream does not go on with the state of the log")
    # The client begins again: what it was told of is lost.
    session.sequence = 2
    for node in (nodes[1], nodes[0], nodes[1]):
        session.changes_again(node)
        until(lambda: len({told(session, node) for node in nodes}) == 1, "the nodes show two states", 1)
    newcomer = day.started(both(day, *pair.servers))
    check(told(session, newcomer) == told(session, nodes[0]), "a new node makes another state of the log")
    pair.join_standby()


def next_event(stream):
    """Reads the next event that has an id. Returns the id and the name."""
    fields = {}
    while not (fields.get("id") and fields.get("event") and "data" in fields):
        line = stream.readline()
        check(line, "the stream ended")
        name, _, value = line.decode().strip().partition(": ")
        fields = {} if not name else fields | {name: value}
    return fields["id"], fields["event"]


def told(session, node):
    """What a node shows of a session, but for the time at which it expires."""
    status, state = session.read(node)
    state.pop("expiresAt", None)
    return status, json.dumps(state)


def both(day, *servers):
    hosts = ",".join(f"{LOOPBACK}:{server.port}" for server in servers)
    return f"postgresql://{USER}@{hosts}/{day.database}?connect_timeout=2"


ALONE = {
    "no-server": no_server_at_the_start,
    "passwords": passwords,
    "schema": schema,
    "crowd": crowd,
    "disk": disk,
    "hanging": hanging,
    "readers": readers,
    "damage": damage,
    "keys": keys,
    "idle": idle,
    "poolers": poolers,
    "backup": backup,
    "cache": cache,
    "bucket": bucket,
    "bucket_credentials": bucket_credentials,
    "tls": tls,
}
# After the last one the standby is gone.
WITH_STANDBY = {"mid-commit": dies_in_mid_commit, "lost-tail": lost_tail, "two-hosts": two_hosts}


def openssl(*words):
    done = subprocess.run([program("openssl", "openssl"), *map(str, words)], capture_output=True, text=True)
    check(done.returncode == 0, f"openssl {words[0]} failed: {done.stderr}")


def make_certificates(folder):
    """Makes two authorities, and a certificate for localhost of the first. Returns the settings of its server."""
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for name in ("ca", "other"):
        openssl(
            "req", "-x509", *key, "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem", "-subj", "/CN=a"
        )
    request, names, certificate, secret = (folder / f"server.{kind}" for kind in ("csr", "names", "pem", "key"))
    names.write_text("subjectAltName = DNS:localhost\n")
    openssl("req", "-new", *key, "-keyout", secret, "-out", request, "-subj", "/CN=localhost")
    authority = ["-CA", folder / "ca.pem", "-CAkey", folder / "ca.key", "-CAcreateserial"]
    openssl("x509", "-req", "-in", request, *authority, "-extfile", names, "-out", certificate)
    secret.chmod(0o600)
    if RUNS_AS:
        shutil.chown(secret, RUNS_AS, RUNS_AS)
    return {"ssl": "on", "ssl_cert_file": str(certificate), "ssl_key_file": str(secret)}


@contextlib.contextmanager
def server_alone(folder):
    """A server without a standby that speaks TLS, and that asks one role for its password."""
    folder = folder / "alone"
    folder.mkdir()
    if RUNS_AS:
        shutil.chown(folder, RUNS_AS, RUNS_AS)
    server = Postgres(folder, "alone", make_certificates(folder))
    server.create()
    rules = server.data / "pg_hba.conf"
    rules.write_text(f"host all {ROLE} {LOOPBACK}/32 scram-sha-256\n{rules.read_text()}")
    try:
        server.start()
        yield server
    finally:
        server.stop()


def spend(folder, server, name, day_of):
    day = Day(folder, server, name)
    try:
        day_of(day)
    except AssertionError:
        print(*(node.shown_log() for node in day.nodes), sep="\n", file=sys.stderr)
        raise
    finally:
        day.end()


def main():
    with contextlib.ExitStack() as stack:
        stack.callback(check_that_all_ended)
        folder = stack.enter_context(scratch("days"))
        # Each database server starts with the first day that needs it.
        alone = functools.cache(lambda: stack.enter_context(server_alone(folder)))
        pair = functools.cache(lambda: stack.enter_context(Database(folder)))
        days = {name: lambda name=name, day=day: spend(folder, alone(), name, day) for name, day in ALONE.items()}
        for name, day in WITH_STANDBY.items():
            days[name] = lambda name=name, day=day: spend(folder, pair().primary, name, lambda one: day(one, pair()))
        run_tests(days)


if __name__ == "__main__":
    main()
