"""Tests that standard error never stops the server: a pipe that is not read, is closed, or is read again; a full disk.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Operations/standard_error_test.py [name ...]
"""

import concurrent.futures
import contextlib
import fcntl
import json
import os
import re
import signal
import subprocess
import tempfile
import termios
import threading
import time

from chart_server import PATIENCE, Server, Skipped, check, run_tests, until

ROWS = "t,v\n" + "".join(f"{x},{x % 7}\n" for x in range(300))
MOST_WAITING = 1 << 20
# The kernel's least capacity of a pipe.
PIPE_BYTES = 4_096
# More lines than fit into the pipe and the queue together, at 200 bytes and more each.
MANY = 9_000


class PipedServer(Server):
    """A server whose standard error is a pipe that is read when the test says so."""

    def __init__(self, *options, capacity=PIPE_BYTES, **more):
        super().__init__(*options, **more)
        os.mkfifo(self.log_path)
        # Opened for both, so that the pipe has a reader and a writer from the start.
        self.pipe = os.open(self.log_path, os.O_RDWR | os.O_NONBLOCK)
        fcntl.fcntl(self.pipe, fcntl.F_SETPIPE_SZ, capacity)
        self.text = b""

    def log(self):
        return self.text.decode()

    def read(self, most=1 << 16):
        """Reads what is in the pipe, at most so many bytes. Returns whether there was anything."""
        try:
            piece = os.read(self.pipe, most)
        except BlockingIOError:
            return False
        self.text += piece
        return True

    def read_until(self, condition, message):
        """Reads until the condition holds."""

        def holds():
            while self.read():
                pass
            return condition()

        return until(holds, message)

    def lines(self):
        """The whole lines that were read, as objects where they are JSON."""
        whole = self.log().rpartition("\n")[0].splitlines()
        return [json.loads(line) if line.startswith("{") else line for line in whole]

    def answered(self):
        return [line for line in self.lines() if isinstance(line, dict) and line["message"] == "request answered"]

    @contextlib.contextmanager
    def reader(self):
        """Reads all the time, in a thread."""
        ends = threading.Event()

        def run():
            while not ends.is_set():
                if not self.read():
                    time.sleep(0.001)

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield
        finally:
            ends.set()
            thread.join()


def waiting_bytes(server):
    """How many bytes are in the pipe."""
    return int.from_bytes(fcntl.ioctl(server.pipe, termios.FIONREAD, b"\0" * 4), "little")


def dropped_lines(server):
    status, text, _ = server.fetch("GET", "/metrics")
    check(status == 200, f"{status} {text}")
    return int(re.search(r"^chart_surface_log_dropped_total (\d+)$", text, re.M)[1])


def an_unread_log(log_format, told_in):
    """Makes more requests than lines fit, then reads."""
    with PipedServer("--log-format", log_format) as server:

        def ask(number):
            with contextlib.closing(server.connect(30)) as connection:
                for _ in range(MANY // 9):
                    connection.request("GET", f"/nowhere/{number}")
                    answer = connection.getresponse()
                    check(answer.status == 404 and answer.read(), f"{answer.status}")

        with concurrent.futures.ThreadPoolExecutor(9) as pool:
            for _ in pool.map(ask, range(9)):
                pass
        check(server.fetch("GET", "/health/ready")[0] == 200, "an unread log makes the server unready")
        check(0 < dropped_lines(server) < MANY, f"{dropped_lines(server)} lines of {MANY} were dropped")

        def is_all_told():
            told = sum(told_in(server))
            return told and told + server.log().count("request answered") >= MANY

        server.read_until(is_all_told, lambda: f"the log does not tell all: {server.log()[-500:]}")
        # A dropped line is of this test or of a call of the metrics.
        told, answered = sum(told_in(server)), server.log().count("request answered")
        check(told == dropped_lines(server) <= MANY + 10, f"{told} dropped lines are told")
        check(answered + told <= MANY + 10, f"{answered} lines and {told} dropped ones of {MANY} requests")
        check(len(server.log()) < MOST_WAITING + 2 * PIPE_BYTES + 10_000, f"{len(server.log())} bytes have waited")


def an_unread_text_log_stops_nothing():
    """All requests are answered while nothing reads the log. Read again, it says how many lines were dropped."""
    line = r" warning chart-surface: lines=(\d+) \[ChartServer\] lines were dropped here"
    an_unread_log("text", lambda server: [int(count) for count in re.findall(line, server.log())])


def an_unread_json_log_stops_nothing():
    """The same in JSON."""

    def told(server):
        lines = [line for line in server.lines() if line["message"].startswith("lines were dropped here")]
        check(all((line["level"], line["logger"]) == ("warning", "chart-surface") for line in lines), f"{lines}")
        return [line["lines"] for line in lines]

    an_unread_log("json", told)


def a_slow_reader_gets_whole_lines():
    """A reader that takes a few bytes at a time gets whole lines in their order, without a gap."""
    with PipedServer("--log-format", "json") as server:
        ids = [f"request-{number}" for number in range(400)]
        with contextlib.closing(server.connect()) as connection:
            for name in ids:
                connection.request("GET", "/nowhere", headers={"X-Request-ID": name})
                connection.getresponse().read()
                server.read(37)
        server.read_until(lambda: len(server.answered()) == len(ids), "lines are missing")
        check([line["hb.request.id"] for line in server.answered()] == ids, "the order of the lines")


def numbers_are_numbers():
    """A JSON line has numbers as numbers, and a slow request is told at notice, a batch at debug."""

    def batch_lines(level, slow):
        with PipedServer("--log-format", "json", "--log-level", level, "--log-slow-request", slow) as server:
            with server.reader():
                server.made("PUT", "/v1/datasets/line", ROWS)
                session = server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": "line"}]})["id"]
                events = f"/v1/sessions/{session}/surfaces/main/events?window=none"
                server.made("POST", events, {"events": [{"type": "tick", "time": 1}]})
                check(server.ask("POST", events, {"events": []})[0] == 422, "an empty batch is taken")
                server.stop()
            while server.read():
                pass
            for line in server.answered():
                check(type(line["http.status"]) is int and type(line["duration.ms"]) is float, f"{line}")
            return [
                (line["level"], line["http.status"]) for line in server.answered() if "events" in line["http.route"]
            ]

    check(batch_lines("debug", "off") == [("debug", 200), ("info", 422)], "the levels of batches")
    check(batch_lines("info", "1h") == [("info", 422)], "a batch is told at info")
    status, text = [], ""
    with PipedServer("--log-format", "json", "--log-level", "notice", "--log-slow-request", "1ms") as server:
        with server.reader():
            text = "t,v\n" + "".join(f"{x},{x}\n" for x in range(100_000))
            status = [server.ask("PUT", "/v1/datasets/long", text)[0], server.ask("GET", "/health/live")[0]]
        check(status == [201, 200], f"{status}")
        server.read_until(server.answered, "a slow request is not told")
        slow = server.answered()[0]
        check(slow["level"] == "notice" and slow["duration.ms"] > 1 and slow["http.status"] == 201, f"{slow}")


def audited(*options):
    return PipedServer("--log-audit", "on", "--log-level", "critical", *options)


def is_blocked(server):
    """Whether the server is unready because of the audit log. Checks that it refuses changes then, at once."""
    status, ready = server.ask("GET", "/health/ready")
    if status == 200:
        return False
    check((status, ready["cause"], ready["code"]) == (503, "audit.blocked", "audit.blocked"), f"{ready}")
    status, text, headers = server.fetch("DELETE", "/v1/datasets/nothing", patience=30)
    check(status == 503 and headers["Retry-After"] == "1", f"{status} {text}")
    check(json.loads(text)["code"] == "audit.blocked", text)
    return True


def fill(server):
    """Fills the pipe, so that the next line of the audit log waits."""
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(server.pipe, b"." * 512)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(server.pipe, b"\n")


def an_unread_audit_log_stops_changes_alone():
    """Changes wait for their lines, further ones are refused, and everything else is answered."""
    with audited() as server:
        server.made("PUT", "/v1/datasets/line", ROWS)
        session = server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": "line"}]})["id"]
        fill(server)
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            changes = [pool.submit(server.ask, "PUT", f"/v1/datasets/d{number}", ROWS) for number in range(16)]
            until(lambda: len(server.made("GET", "/v1/datasets")["datasets"]) == 17, "the changes are not made")
            until(lambda: is_blocked(server), "changes go on without a line")
            for _ in range(100):
                check(server.ask("GET", "/v1/datasets/line/window")[0] == 200, "a read is not answered")
            server.made(
                "POST",
                f"/v1/sessions/{session}/surfaces/main/events?window=none",
                {"events": [{"type": "tick", "time": 1}]},
            )
            check(server.ask("PUT", "/v1/datasets/late", ROWS)[0] == 503, "a change was made")
            check(server.ask("GET", "/v1/datasets/late")[0] == 404, "a refused change was made")
            check(not any(change.done() for change in changes), "a change was answered without its line")
            with server.reader():
                check({change.result(PATIENCE)[0] for change in changes} == {201}, "a change was lost")
                until(
                    lambda: server.ask("GET", "/health/ready")[0] == 200,
                    "changes are refused although all lines are written",
                )
                check(server.made("GET", "/health/ready") == {"status": "ready"}, "the server stays unready")
                server.made("PUT", "/v1/datasets/late", ROWS)
        server.read_until(lambda: '"late"' in server.log(), "the last change has no line")
        lines = [json.loads(line) for line in re.findall(r"^\{.*\}$", server.log(), re.M)]
        done = sorted(line["target"] for line in lines if line["action"] == "dataset.put" and line["outcome"] == "done")
        check(done == sorted(["line", "late", *(f"d{number}" for number in range(16))]), f"{done}")


def a_body_that_ends_while_the_audit_log_is_blocked_changes_nothing():
    """A change that began before the block is refused when its body is there, and has changed nothing."""
    with audited() as server:
        body = ROWS.encode()
        slow = server.socket()
        slow.sendall(
            b"PUT /v1/datasets/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body) + body[:20]
        )
        until(lambda: server.made("GET", "/health/ready"), "not ready")
        time.sleep(0.3)
        fill(server)
        waiting = threading.Thread(target=server.ask, args=("PUT", "/v1/datasets/first", ROWS))
        waiting.start()
        until(lambda: is_blocked(server), "changes go on without a line")
        slow.sendall(body[20:])
        answer = slow.recv(65_536)
        check(b" 503 " in answer and b"audit.blocked" in answer, f"{answer}")
        check(server.ask("GET", "/v1/datasets/slow")[0] == 404, "a refused change was made")
        with server.reader():
            waiting.join(PATIENCE)


def a_session_ends_by_its_own_token_beside_a_blocked_audit_log():
    """What has no line in the audit log is not refused."""
    with audited("--auth-mode", "token") as server:
        with server.reader():
            made = server.made("POST", "/v1/sessions", {"surfaces": []})
        fill(server)
        waiting = threading.Thread(target=server.ask, args=("PUT", "/v1/datasets/first", ROWS))
        waiting.start()
        until(lambda: is_blocked(server), "changes go on without a line")
        ended, _ = server.ask("DELETE", f"/v1/sessions/{made['id']}", token=made["driverToken"])
        check(ended == 204, f"{ended}")
        with server.reader():
            waiting.join(PATIENCE)


def refused_credentials_are_dropped():
    """Many refused credentials beside an unread audit log are answered, and their lines dropped and counted."""
    with audited("--auth-mode", "token") as server:
        session = server.made("POST", "/v1/sessions", {"surfaces": []})["id"]
        with contextlib.closing(server.connect(30)) as connection:
            for _ in range(MANY):
                connection.request("GET", f"/v1/sessions/{session}", headers={"Authorization": "Bearer wrong"})
                answer = connection.getresponse()
                check(answer.status == 401 and answer.read(), f"{answer.status}")
        check(dropped_lines(server) > 0, "no line was dropped")
        check(server.fetch("GET", "/health/ready")[0] == 200, "refused credentials make the server unready")
        with server.reader():
            server.made("PUT", "/v1/datasets/line", ROWS)


def a_closed_pipe_ends_nothing():
    """A log whose reader is gone stops no request; an audit log whose reader is gone stops changes."""
    with PipedServer("--log-audit", "on") as server:
        with server.reader():
            server.made("PUT", "/v1/datasets/line", ROWS)
        os.close(server.pipe)
        for _ in range(50):
            check(server.ask("GET", "/v1/datasets/line/window")[0] == 200, "a read is not answered")
        waiting = threading.Thread(target=server.ask, args=("DELETE", "/v1/datasets/line"))
        waiting.start()
        until(lambda: is_blocked(server), "changes go on without a line")
        # A new reader gets what has waited.
        server.pipe = os.open(server.log_path, os.O_RDONLY | os.O_NONBLOCK)
        with server.reader():
            waiting.join(PATIENCE)
            until(
                lambda: server.ask("GET", "/health/ready")[0] == 200,
                "changes are refused although all lines are written",
            )
            server.stop()
        os.close(server.pipe)
        check('"dataset.delete"' in server.log(), server.log()[-500:])


def a_full_disk_stops_changes_alone():
    """A log on a full disk stops no read; lines are written once there is room."""
    with tempfile.TemporaryDirectory() as folder:
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True)
        if mounted.returncode:
            raise Skipped("no file system can be mounted")
        try:
            with Server("--log-audit", "on", "--log-level", "notice") as server:
                server.stop()
                server.log_path = type(server.log_path)(folder) / "server.log"
                server.start()
                server.made("PUT", "/v1/datasets/line", ROWS)
                ballast = server.log_path.with_name("ballast")
                with contextlib.suppress(OSError):
                    ballast.write_bytes(b"x" * (64 << 10))
                # The last page of the log may have room left.
                with open(server.log_path, "ab", buffering=0) as log, contextlib.suppress(OSError):
                    while True:
                        log.write(b"." * 16)
                waiting = threading.Thread(target=server.ask, args=("PUT", "/v1/datasets/second", ROWS))
                waiting.start()
                until(lambda: is_blocked(server), "changes go on without a line")
                check(server.ask("GET", "/v1/datasets/line/window")[0] == 200, "a read is not answered")
                ballast.unlink()
                waiting.join(PATIENCE)
                until(
                    lambda: server.ask("GET", "/health/ready")[0] == 200, "changes are refused although there is room"
                )
                server.stop()
                check('"second"' in server.log(), server.log())
        finally:
            subprocess.run(["umount", folder], check=True)


def the_end_waits_a_second():
    """SIGTERM beside an unread pipe ends the server; beside one that is read, no line of the end is lost."""
    with PipedServer("--log-level", "trace") as server:
        for _ in range(100):
            server.fetch("GET", "/nowhere")
        check(waiting_bytes(server) > PIPE_BYTES // 2, "the pipe is not full, so this shows nothing")
        server.stop()
    with PipedServer("--log-audit", "on", "--log-level", "critical") as server:
        fill(server)
        change = threading.Thread(target=ends_by_itself, args=(server,))
        change.start()
        until(lambda: is_blocked(server), "changes go on without a line")
        server.process.send_signal(signal.SIGTERM)
        check(server.wait() == 0, "the server did not end well")
        change.join(PATIENCE)
    with PipedServer() as server:
        for _ in range(100):
            server.fetch("GET", "/nowhere")
        with server.reader():
            server.stop()
        while server.read():
            pass
        check(server.log().count("request answered") == 100, f"{server.log().count('request answered')} lines")


def ends_by_itself(server):
    """A change whose answer never comes: it must not be told as done."""
    with contextlib.suppress(OSError):
        status, answer = server.ask("PUT", "/v1/datasets/line", ROWS)
        check(status == 503, f"{status} {answer}")


def a_failed_start_tells_all():
    """A start that fails tells why, whole, behind what it has logged."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        long = "x" * 20_000
        json.dump({"http": {"port": long}}, file)
        file.flush()
        refusal = Server("--config", file.name).refusal()
    check(refusal.status == 78 and long in refusal.text, f"{refusal.status} {refusal.text[-300:]}")
    with Server() as holder:
        taken = Server(open_files=64, port=holder.port)
        refusal = taken.refusal()
    check(refusal.status == 69, f"{refusal.status}")
    first, last = refusal.text.index("fewer connections than configured"), refusal.text.index("cannot listen on")
    check(first < last, refusal.text)


if __name__ == "__main__":
    run_tests(
        [
            an_unread_text_log_stops_nothing,
            an_unread_json_log_stops_nothing,
            a_slow_reader_gets_whole_lines,
            numbers_are_numbers,
            an_unread_audit_log_stops_changes_alone,
            a_body_that_ends_while_the_audit_log_is_blocked_changes_nothing,
            a_session_ends_by_its_own_token_beside_a_blocked_audit_log,
            refused_credentials_are_dropped,
            a_closed_pipe_ends_nothing,
            a_full_disk_stops_changes_alone,
            the_end_waits_a_second,
            a_failed_start_tells_all,
        ]
    )
