"""Tests the parts of the rig by themselves: PostgreSQL and its standby, proxies, nginx, clocks, and the clean end.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/rig_test.py [name ...]
"""

import collections
import contextlib
import email.utils
import functools
import http.client
import http.server
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from chart_server import LOOPBACK, PATIENCE, check, run_tests, scratch, until
from cuts import Proxies
from database import Database, tool
from front import Front
from node import Node
from processes import check_that_all_ended, children
from rig import url_of


def psql(url, sql, patience=PATIENCE):
    """The answer of a statement, or `None` if it failed or took too long."""
    command = [tool("psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", url, "-c", sql]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def database_changes_places(folder):
    """What was acknowledged survives the loss of each primary in turn, and one URL finds the new one."""
    begun = time.monotonic()
    with Database(folder) as database, Proxies() as proxies:
        started = time.monotonic() - begun
        links = [proxies.to(server.port) for server in database.servers]
        url = url_of(links)
        check(psql(url, "create table rounds(number int)") == "", "no table")
        took = []
        for number in range(2):
            check(psql(url, f"insert into rounds values ({number})") == "", f"insert {number}")
            seen = database.standby.ask("select count(*) from pg_stat_wal_receiver")
            check(seen == "1", "the standby does not follow")
            lost = database.servers.index(database.primary)
            begun = time.monotonic()
            database.primary.kill()
            links[lost].refuse()
            database.promote()
            expected = str(number + 1)
            until(lambda e=expected: psql(url, "select count(*) from rounds") == e, "the rows are lost")
            took.append(time.monotonic() - begun)
            database.join_standby()
            links[lost].heal()
        database.primary.kill()
        database.restart_primary()
        check(psql(url, "select count(*) from rounds") == "2", "a restart lost rows")
        waits_for_the_standby(database)
    print(f"rig: PostgreSQL: started in {started:.1f} s, changed places in {took[0]:.2f} and {took[1]:.2f} s")


def waits_for_the_standby(database):
    """A commit waits while the standby is frozen, and is answered when it goes on."""
    url = database.primary.url()
    until(database.is_synchronous, "the standby does not come back")
    database.standby.freeze()
    check(psql(url, "insert into rounds values (7)", patience=1.5) is None, "a commit did not wait for the standby")
    check(
        psql(url, "set synchronous_commit = local; insert into rounds values (8)") == "",
        "a local commit waited for the standby",
    )
    database.standby.thaw()
    check(psql(url, "insert into rounds values (9)") == "", "a commit still waits")


def proxies_cut(folder):
    """Each state of a proxy is what a client of the database sees."""
    with Database(folder) as database, Proxies() as proxies:
        link = proxies.to(database.primary.port)
        url = url_of([link])
        check(psql(url, "select 1") == "1", "a proxy does not forward")
        asleep = []
        sleeper = threading.Thread(target=lambda: asleep.append(psql(url, "select pg_sleep(10)")))
        sleeper.start()
        sleeps = "select count(*) from pg_stat_activity where wait_event = 'PgSleep'"
        until(lambda: database.primary.ask(sleeps, "postgres") == "1", "the statement does not run")
        link.cut()
        sleeper.join(PATIENCE)
        # A statement that goes on has an answer.
        check(asleep == [None], "a cut connection goes on")
        check(psql(url, "select 1") == "1", "a proxy does not forward after a cut")
        link.refuse()
        check(psql(url, "select 1") is None, "a refused connection was answered")
        try:
            socket.create_connection((LOOPBACK, link.port), PATIENCE).close()
        except ConnectionRefusedError:
            pass
        else:
            raise AssertionError("a refused connection was not refused")
        link.swallow()
        begun = time.monotonic()
        check(psql(url, "select 1") is None, "a swallowed connection was answered")
        check(time.monotonic() - begun > 1.5, "a swallowed connection ended at once")
        link.heal()
        check(psql(url, "select 1") == "1", "a proxy does not forward after it was healed")
    print("rig: proxies: cut, refused, swallowed and healed")


class Named(http.server.BaseHTTPRequestHandler):
    """A node that answers with its port alone."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = str(self.server.server_address[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def ask(port, path):
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), answer.headers
    finally:
        connection.close()


def nginx_spreads(folder):
    servers = [http.server.ThreadingHTTPServer((LOOPBACK, 0), Named) for _ in range(3)]
    for server in servers:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    ports = [server.server_address[1] for server in servers]
    try:
        with Front(folder, ports) as front:
            found = collections.Counter(ask(front.port, "/v1/sessions/a")[1] for _ in range(30))
            check(len(found) == 3 and min(found.values()) >= 8, f"requests in turn went to {found}")
        shutil.rmtree(folder / "nginx")
        with Front(folder, ports, balance="hash") as front:
            places = [{ask(front.port, f"/v1/sessions/{id}/log")[1] for _ in range(5)} for id in range(30)]
            check(all(len(place) == 1 for place in places), f"a session went to {places}")
            check(len(set.union(*places)) == 3, "the sessions went to fewer than three nodes")
            servers[0].shutdown()
            servers[0].server_close()
            answers = [ask(front.port, f"/v1/sessions/{id}")[0] for id in range(30)]
            check(set(answers) == {200}, f"with a node less: {answers}")
    finally:
        for server in servers[1:]:
            server.shutdown()
            server.server_close()
    print("rig: nginx: spread requests in turn and by session, and went around a lost node")


# Waits for an absolute deadline as the Swift runtime does, and prints how long that took.
TIMER = """
import ctypes, select, struct, time
libc, begun = ctypes.CDLL(None), time.monotonic()
timer = libc.timerfd_create(time.CLOCK_MONOTONIC, 0)
deadline = int((begun + 0.5) * 1e9)
libc.timerfd_settime(timer, 1, struct.pack("4q", 0, 0, deadline // 10**9, deadline % 10**9), None)
print(time.monotonic() - begun if select.select([timer], [], [], 120)[0] else "never")
"""


def timers_are_right(environment):
    """A clock that is wrong moves no deadline: no timer fires early, and none fires minutes late."""
    command = [sys.executable, "-c", TIMER]
    took = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    check(took != "never" and float(took) >= 0.4, f"a timer of half a second took {took}")


def clocks_are_apart(folder):
    for clock in (0, 180, -240):
        node = Node(folder, f"clock{clock}", ["--store-kind", "memory", "--log-level", "warning"], clock)
        timers_are_right(node.environment())
        try:
            node.start()
            date = email.utils.parsedate_to_datetime(node.fetch("GET", "/health/live")[2]["Date"]).timestamp()
            # The clocks are minutes apart, and an answer takes less than one.
            off = date - time.time()
            check(abs(off - clock) < 60, f"the clock is {off:+.0f} s off, not {clock:+d} s")
            node.freeze()
            check(node.status("/health/live") is None, "a frozen node answers")
            node.thaw()
            until(lambda node=node: node.status("/health/live") == 200, "a node does not wake up")
            node.stop()
        finally:
            node.end()
    print("rig: clocks: three minutes ahead, four behind")


def descendants(pid):
    found = children(pid)
    return found + [below for child in found for below in descendants(child)]


def is_gone(pid):
    """Whether a process has ended, also while its parent has not looked at it yet."""
    try:
        return "\nState:\tZ" in pathlib.Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def all_ends(folder):
    """After Ctrl-C, and after the rig itself was killed, no process of it is left."""
    script = pathlib.Path(__file__).parent / "cluster_test.py"
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        process = subprocess.Popen(
            [sys.executable, str(script)],
            env=os.environ | {"CLUSTER": "serve", "CLUSTER_STORE": "sqlite", "PORT": "", "TMPDIR": str(folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            # A test that runs in the background of a script has Ctrl-C ignored, and would pass that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        try:
            line = process.stdout.readline()
            check("the page is at http://" in line, f"no address of a page: {line!r}")
            port = int(line.rsplit(":", 1)[1].strip(" /\n"))
            status, page, _ = ask(port, "/")
            check(status == 200 and "<html" in page, f"the page: {status} {page[:100]}")
            started = descendants(process.pid)
            check(len(started) >= 2, "the rig started no process")
            process.send_signal(sign)
            process.wait(PATIENCE)
            until(lambda s=started: all(map(is_gone, s)), f"after {sign.name} processes are left: {started}")
            left = list(folder.glob("chart-surface-cluster-*"))
            check(sign == signal.SIGKILL or not left, f"after {sign.name} folders are left: {left}")
        finally:
            # A failed check must leave no cluster behind. Its processes end with it.
            process.kill()
            process.wait()
            process.stdout.close()
    print("rig: all ends after SIGINT, SIGTERM and SIGKILL")


TESTS = {
    "database": database_changes_places,
    "proxies": proxies_cut,
    "nginx": nginx_spreads,
    "clocks": clocks_are_apart,
    "ends": all_ends,
}


def in_folder(test):
    with scratch("rig") as folder:
        test(folder)


if __name__ == "__main__":
    with contextlib.ExitStack() as stack:
        stack.callback(check_that_all_ended)
        run_tests({name: functools.partial(in_folder, test) for name, test in TESTS.items()})
