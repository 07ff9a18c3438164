"""Tests the operation of the server: metrics, log, slow clients, limits, TLS, SIGTERM.

Plain Python: CHART_SURFACE_BIN=... python3 Tests/Operations/operations_test.py [name ...]
It needs promtool (from Debian's prometheus), curl with HTTP/2, and openssl.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import zlib

BINARY = os.environ["CHART_SURFACE_BIN"]
# Long enough that a slow machine does not look like a closed connection.
TIMEOUT = 1.0
PATIENCE = 60
PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"
# The files of the page, which most of these servers do not have.
PAGE = ("--demo-enabled", "true", "--demo-directory", str(PUBLIC))


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Server:
    """The real executable with a data directory."""

    def __init__(self, folder, *options, open_files=None):
        limit = open_files and (lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files)))
        self.log_path = pathlib.Path(folder) / "server.log"
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [
                    BINARY,
                    "serve",
                    "--http-port",
                    "0",
                    *(() if options[-len(PAGE) :] == PAGE else ("--demo-enabled", "false")),
                    "--data-dir",
                    str(pathlib.Path(folder) / "data"),
                    *options,
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                preexec_fn=limit,
            )
        self.ready = self.process.stdout.readline().decode().strip()
        check("://" in self.ready, f"the server did not start: {self.log()}")
        self.port = int(self.ready.rsplit(":", 1)[1])

    def log(self):
        return self.log_path.read_text()

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            given = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, body, given | (headers or {}))
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers
        finally:
            connection.close()

    def session(self):
        """Opens a session on a dataset of 3000 rows. Returns its id and its tokens."""
        if self.ask("GET", "/v1/datasets/line")[0] == 404:
            rows = "t,v\n" + "".join(f"{x},{x % 7}\n" for x in range(3000))
            status, text, _ = self.ask("PUT", "/v1/datasets/line", rows, {"Content-Type": "text/csv"})
            check(status == 201, text)
        status, text, _ = self.ask("POST", "/v1/sessions?window=none", '{"surfaces":[{"dataset":"line"}]}')
        check(status == 201, text)
        made = json.loads(text)
        return made["id"], made["driverToken"], made["viewerToken"]

    def connect(self, receive_buffer=None):
        client = socket.socket()
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", self.port))
        return client

    def stop(self, bound=10):
        self.process.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        status = self.process.wait(PATIENCE)
        took = time.monotonic() - begun
        check(status == 0, f"the server ended with {status}: {self.log()}")
        check(took < bound + 2, f"the server took {took:.1f} s to end")

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


@contextlib.contextmanager
def serving(*options, open_files=None):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, *options, open_files=open_files)
        try:
            yield server
        finally:
            server.end()


def is_closed(client):
    """Reads until the server closes the connection. Returns whether it does."""
    try:
        while client.recv(65536):
            pass
        return True
    except (ConnectionResetError, BrokenPipeError):
        return True
    except TimeoutError:
        return False


def until_closed(client, begun, at_least, what):
    check(is_closed(client), f"the server did not close {what}")
    took = time.monotonic() - begun
    check(took >= at_least * 0.9, f"the server closed {what} after {took:.2f} s already")


def drip(client, data, every):
    """Sends one byte at a time until the server closes the connection. Returns the seconds until then."""
    begun = time.monotonic()
    client.settimeout(0.01)
    for byte in data:
        try:
            client.send(bytes([byte]))
            if client.recv(65536) == b"":
                return time.monotonic() - begun
        except TimeoutError:
            pass
        except (ConnectionResetError, BrokenPipeError):
            return time.monotonic() - begun
        time.sleep(every)
    raise AssertionError("the server accepted every slow byte")


def metrics_are_prometheus():
    """promtool accepts /metrics after requests of several kinds."""
    with serving() as server:
        session, _, _ = server.session()
        surface = f"/v1/sessions/{session}/surfaces/main"
        for body in ('{"events":[{"type":"tick","time":1}]}', "{", '{"events":[]}'):
            server.ask("POST", f"{surface}/events", body)
        server.ask("GET", "/nowhere")
        server.ask("POST", "/v1/datasets/line/rows", "t,v\n3000,1\n", {"Content-Type": "text/csv"})
        status, text, headers = server.ask("GET", "/metrics")
        check(status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4"), text)
        told = subprocess.run(["promtool", "check", "metrics"], input=text, text=True, capture_output=True)
        check(told.returncode == 0 and not told.stderr, f"promtool: {told.returncode} {told.stdout}{told.stderr}")
        spoiled = text.replace("# TYPE chart_surface_events_total counter", "# TYPE chart_surface_events_total number")
        check(spoiled != text, "the metrics do not count the events")
        told = subprocess.run(["promtool", "check", "metrics"], input=spoiled, text=True, capture_output=True)
        check(told.returncode != 0, "promtool accepts a malformed text")
        check(session not in text, "the metrics contain the id of a session")
        for name, least in (("process_cpu_seconds_total", 0.001), ("process_open_fds", 5), ("process_max_fds", 256)):
            value = float(re.search(rf"^{name} (\S+)$", text, re.M)[1])
            check(value >= least, f"{name} is {value}")
        resident = int(float(re.search(r"^process_resident_memory_bytes (\S+)$", text, re.M)[1]))
        check(2**20 < resident < 2**36, f"{resident} bytes in memory")
        started = float(re.search(r"^process_start_time_seconds (\S+)$", text, re.M)[1])
        check(0 <= time.time() - started < 600, f"started at {started}")


def log_tells_no_secrets():
    """The log has one JSON line for each request, with the documented fields and without secrets."""
    with serving("--log-format", "json", "--auth-mode", "token") as server:
        session, driver, viewer = server.session()
        surface = f"/v1/sessions/{session}/surfaces/main"
        asked = [
            ("POST", f"{surface}/events", '{"events":[{"type":"tick","time":1}],"secretProperty":1}', driver),
            ("POST", f"{surface}/events?token={driver}", '{"events":[{"type":"tick","time":1}]}', driver),
            ("GET", f"{surface}?ticks=false", None, viewer),
            ("GET", f"/v1/{driver}", None, "wrong-token"),
        ]
        for index, (method, path, body, token) in enumerate(asked):
            server.ask(method, path, body, {"Authorization": f"Bearer {token}", "X-Request-ID": f"asked-{index}"})
        server.stop()
        lines = [json.loads(line) for line in server.log().splitlines()]
        answered = [line for line in lines if line["message"] == "request answered"]
        check(len(answered) == 3 + len(asked), f"{len(answered)} lines")
        fields = {
            "time",
            "level",
            "logger",
            "message",
            "hb.request.id",
            "http.method",
            "http.route",
            "http.status",
            "problem.code",
            "duration.ms",
        }
        for line in answered:
            check(set(line) == fields, f"{sorted(set(line) ^ fields)}")
        check([line["hb.request.id"] for line in answered[3:]] == [f"asked-{n}" for n in range(len(asked))], "ids")
        check([line["http.status"] for line in answered[3:]] == ["422", "400", "200", "404"], f"{answered}")
        for secret in (driver, viewer, session, "wrong-token", "secretProperty", "ticks=false", "3000"):
            check(secret not in server.log(), f"the log contains {secret}")


def slow_heads_are_closed():
    """The server closes the connection of a silent or slow client at the request timeout."""
    with serving("--http-request-timeout", f"{int(TIMEOUT * 1000)}ms") as server:
        silent, begun = server.connect(), time.monotonic()
        until_closed(silent, begun, TIMEOUT, "a silent connection")
        head = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 1000
        took = drip(server.connect(), head, TIMEOUT / 10)
        check(took >= TIMEOUT * 0.9, f"the server closed it after {took:.2f} s already")
        check(server.ask("GET", "/health/live")[0] == 200, "the server has ended")


def slow_bodies_are_closed():
    """The server closes on a body below the least rate. It accepts a long body at that rate."""
    with serving("--http-request-timeout", f"{int(TIMEOUT * 1000)}ms") as server:
        head = (
            "PUT /v1/datasets/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nContent-Length: {}\r\n\r\n"
        )
        client = server.connect()
        client.sendall(head.format(1_000_000).encode())
        took = drip(client, b"t,v\n" + b"1,1\n" * 1000, TIMEOUT / 10)
        check(took >= TIMEOUT * 0.9, f"the server closed it after {took:.2f} s already")
        body = b"t,v\n" + b"".join(b"%06d,1\n" % x for x in range(30_000))
        client, begun = server.connect(), time.monotonic()
        client.sendall(head.format(len(body)).encode())
        for start in range(0, len(body), 20_000):
            client.sendall(body[start : start + 20_000])
            time.sleep(TIMEOUT / 4)
        answer = client.recv(65536)
        check(b" 201 " in answer.split(b"\r\n", 1)[0], answer[:100])
        check(time.monotonic() - begun > 2 * TIMEOUT, "the body arrived before the timeout, so this shows nothing")


def refused_bodies_end():
    """The server closes the connection of a client that continues to send a refused body."""
    with serving("--http-request-timeout", f"{int(TIMEOUT * 1000)}ms") as server:
        client, begun = server.connect(), time.monotonic()
        client.sendall(
            b"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100000000000\r\n\r\n"
        )
        check(b" 413 " in client.recv(65536), "the server did not refuse a body of 100 GB")
        sent = 0
        try:
            while time.monotonic() - begun < PATIENCE:
                sent += client.send(b" " * 65536)
        except (ConnectionResetError, BrokenPipeError):
            pass
        check(time.monotonic() - begun < PATIENCE, f"the server accepted {sent} bytes after the refusal")


def slow_readers_are_closed():
    """The server closes the connection of a client that does not read, and holds few bytes for it."""
    with serving("--http-request-timeout", f"{int(TIMEOUT * 1000)}ms", "--limits-rows-per-window", "100000") as server:
        server.session()
        client = server.connect(receive_buffer=4096)
        ask = b"GET /v1/datasets/line/window?method=none HTTP/1.1\r\nHost: localhost\r\n\r\n"
        client.settimeout(TIMEOUT / 2)
        with contextlib.suppress(TimeoutError, ConnectionResetError, BrokenPipeError):
            client.sendall(ask * 20_000)
        client.settimeout(PATIENCE)
        time.sleep(3 * TIMEOUT)
        taken = 0
        try:
            while piece := client.recv(65536):
                taken += len(piece)
        except ConnectionResetError:
            pass
        except TimeoutError:
            raise AssertionError("the server did not close the connection of a client that does not read") from None
        check(taken < 100_000_000, f"the server held {taken} bytes for it")


def connections_are_bounded():
    """Connections beyond the limit wait until another one closes."""
    with serving("--limits-connections", "3") as server:
        held = [server.connect() for _ in range(3)]
        for client in held:
            client.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
            check(b" 200 " in client.recv(65536), "the server did not answer a connection within the limit")
        waiting = server.connect()
        waiting.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        waiting.settimeout(TIMEOUT)
        with contextlib.suppress(TimeoutError):
            raise AssertionError(f"the server answered beyond the limit: {waiting.recv(65536)[:50]}")
        held[0].close()
        waiting.settimeout(PATIENCE)
        check(b" 200 " in waiting.recv(65536), "the server did not answer after another connection closed")


def processor_seconds(server):
    """The processor time that the server has used so far."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def few_open_files_are_enough():
    """Connections beyond the descriptors wait without costs, and the log says so."""
    with serving(open_files=64) as server:
        check("fewer connections than configured" in server.log(), server.log())
        clients = [server.connect() for _ in range(200)]
        time.sleep(1)
        before = processor_seconds(server)
        time.sleep(3)
        worked = processor_seconds(server) - before
        check(worked < 0.5, f"the server used {worked:.2f} s of 3 s for waiting connections")
        for client in clients[:-1]:
            client.close()
        clients[-1].sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        check(b" 200 " in clients[-1].recv(65536), "the server did not answer a waiting connection")


def lost_descriptors_are_told():
    """Without free descriptors the server accepts ten times a second, and logs this once a minute."""
    with serving(open_files=256) as server:
        open_now = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        limit = (open_now + 10, 256)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, limit)
        clients = [server.connect() for _ in range(40)]
        time.sleep(1)
        before = processor_seconds(server)
        time.sleep(3)
        worked = processor_seconds(server) - before
        check(worked < 0.5, f"the server used {worked:.2f} s of 3 s without free descriptors")
        check(server.log().count("connections wait") == 1, server.log())
        for client in clients[:-1]:
            client.close()
        clients[-1].sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        check(b" 200 " in clients[-1].recv(65536), "the server did not answer a waiting connection")


def wide_datasets_need_few_open_files():
    """The server imports, extends and reopens a dataset of 1,024 columns with 256 descriptors."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, open_files=256)
        try:
            head = "t," + ",".join(f"c{column}" for column in range(1024)) + "\n"
            rows = "".join(f"{x * x}," + ",".join([str(x)] * 1024) + "\n" for x in range(20))
            kind = {"Content-Type": "text/csv"}
            for method, path, body in [
                ("PUT", "", head + rows),
                ("POST", "/rows", head + "500," + "7," * 1023 + "7\n"),
            ]:
                status, text, _ = server.ask(method, "/v1/datasets/wide" + path, body, kind)
                check(status in (200, 201), f"{method} got {status}: {text[:300]}")
            server.stop()
            server.end()
            server = Server(folder, open_files=256)
            status, text, _ = server.ask("GET", "/v1/datasets/wide/window?columns=c7&from=400")
            check(status == 200 and "[500,7]" in text, f"{status}: {text[:300]}")
            server.stop()
        finally:
            server.end()


def many_datasets_need_few_open_files():
    """The server imports and reopens 300 datasets with 256 descriptors, and keeps none of them open."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, open_files=256)
        try:
            rows = "t,a,b\n" + "".join(f"{x * x},{x},{x % 7}\n" for x in range(100))
            before = len(os.listdir(f"/proc/{server.process.pid}/fd"))
            for number in range(300):
                status, text, _ = server.ask("PUT", f"/v1/datasets/d{number}", rows, {"Content-Type": "text/csv"})
                check(status == 201, f"dataset {number} got {status}: {text[:300]}")
            after = len(os.listdir(f"/proc/{server.process.pid}/fd"))
            check(after < before + 10, f"{after - before} more descriptors are open than before")
            server.stop()
            server.end()
            server = Server(folder, open_files=256)
            for number in (0, 150, 299):
                status, text, _ = server.ask("GET", f"/v1/datasets/d{number}/window")
                check(status == 200, f"{status}: {text[:300]}")
            server.stop()
        finally:
            server.end()


def heads_are_bounded():
    """The server refuses a head that is too long or has too many fields, and closes the connection."""
    with serving() as server:
        for fields in (b"X-Long: " + b"x" * 40_000 + b"\r\n", b"".join(b"X-%d: 1\r\n" % n for n in range(200))):
            client = server.connect()
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                client.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n" + fields + b"\r\n")
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := client.recv(65536):
                    answer += piece
            check(b" 200 " not in answer, "the server accepted an oversized head")


def names_are_checked():
    """A server on loopback without tokens refuses the host name of a web page."""
    with serving() as server:
        for name, expected in (("evil.example", 400), (f"localhost:{server.port}", 200), ("127.0.0.1", 200)):
            status, _, _ = server.ask("GET", "/v1/datasets", headers={"Host": name})
            check(status == expected, f"{name}: {status}")


def certificate(folder):
    paths = [str(pathlib.Path(folder) / name) for name in ("certificate.pem", "key.pem")]
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-days",
            "2",
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1",
            "-out",
            paths[0],
            "-keyout",
            paths[1],
        ],
        check=True,
        capture_output=True,
    )
    return paths


def health(*options):
    """The exit code and the output of the command `health` with the options of the server."""
    asked = subprocess.run([BINARY, "health", *options], capture_output=True, text=True, timeout=20)
    return asked.returncode, asked.stdout.strip()


def health_is_asked():
    """The command `health` of a container's health check: over HTTP, over TLS, and without a server."""
    with tempfile.TemporaryDirectory() as folder:
        pem, key = certificate(folder)
        for tls in [[], ["--http-certificate", pem, "--http-private-key", key]]:
            with serving(*tls) as server:
                options = ["--http-port", str(server.port), *tls]
                check(health(*options) == (0, "ready"), f"a ready server is not healthy {tls}")
                check(
                    health(*options, "--http-host", "0.0.0.0")[0] == 0, "the command does not use loopback for 0.0.0.0"
                )
            check(health(*options) == (69, ""), f"a stopped server is healthy {tls}")
        check(health("--http-port", "no")[0] == 78, "the command does not report an invalid configuration")


def tls_speaks_http2():
    """With a certificate the server answers HTTP/2 and HTTP/1.1 over TLS, and closes on slow clients too."""
    with tempfile.TemporaryDirectory() as folder:
        chain, key = certificate(folder)
        with serving(
            "--http-certificate", chain, "--http-private-key", key, "--http-request-timeout", f"{int(TIMEOUT * 1000)}ms"
        ) as server:
            check(server.ready.startswith("listening on https://"), server.ready)
            url = f"https://localhost:{server.port}"
            for option, version in (("--http2", "2"), ("--http1.1", "1.1")):
                told = subprocess.run(
                    [
                        "curl",
                        "-s",
                        "--cacert",
                        chain,
                        option,
                        "--resolve",
                        f"localhost:{server.port}:127.0.0.1",
                        "-w",
                        "\n%{http_version} %{http_code}",
                        f"{url}/health/ready",
                    ],
                    capture_output=True,
                    text=True,
                )
                check(told.stdout.endswith(f"\n{version} 200"), f"{option}: {told.stdout} {told.stderr}")
            rows = "t,v\n" + "".join(f"{x},{x}\n" for x in range(20_000))
            told = subprocess.run(
                [
                    "curl",
                    "-s",
                    "--cacert",
                    chain,
                    "--http2",
                    "-X",
                    "PUT",
                    "-H",
                    "Content-Type: text/csv",
                    "--data-binary",
                    "@-",
                    "-o",
                    "/dev/null",
                    "-w",
                    "%{http_version} %{http_code}",
                    f"{url}/v1/datasets/line",
                ],
                input=rows,
                capture_output=True,
                text=True,
            )
            check(told.stdout == "2 201", f"{told.stdout} {told.stderr}")
            silent, begun = server.connect(), time.monotonic()
            until_closed(silent, begun, TIMEOUT, "a connection without a handshake")
            context = ssl.create_default_context(cafile=chain)
            context.set_alpn_protocols(["http/1.1"])
            client = context.wrap_socket(server.connect(), server_hostname="localhost")
            begun = time.monotonic()
            until_closed(client, begun, TIMEOUT, "a silent connection over TLS")
            server.stop()


def is_alive(client):
    """Asks for the health of the server on an open connection, and reads the whole answer."""
    client.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = http.client.HTTPResponse(client)
    answer.begin()
    answer.read()
    return answer.status == 200


def presented(server, version, session=None):
    """Makes a connection over TLS. Returns it with the certificate and whether it resumes the session."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    if session:
        context = session[0]
    client = context.wrap_socket(server.connect(), session=session and session[1])
    check(is_alive(client), "the server does not answer over TLS")
    return client, ssl.DER_cert_to_PEM_cert(client.getpeercert(True)), (context, client.session)


def within(seconds, what, condition):
    deadline = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < deadline, f"{what} took more than {seconds} s")
        time.sleep(0.05)


def a_changed_certificate_is_taken():
    """New connections get a renewed certificate within 2 s, open ones go on, and a broken file changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = []
        for name in ("one", "two", "three"):
            (pathlib.Path(folder) / name).mkdir()
            pairs.append([pathlib.Path(path).read_text() for path in certificate(f"{folder}/{name}")])
        link = pathlib.Path(folder) / "live"
        link.symlink_to("one")
        paths = [str(link / "certificate.pem"), str(link / "key.pem")]
        versions = (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)
        with serving("--http-certificate", paths[0], "--http-private-key", paths[1]) as server:
            held = []
            for version in versions:
                client, shown, session = presented(server, version)
                check(shown == pairs[0][0], "the first certificate is not the configured one")
                again, _, _ = presented(server, version, session)
                check(again.session_reused, f"{version.name} resumes no session, so this shows nothing of tickets")
                held.append((version, client, session))
            # As certbot and Kubernetes do: another link takes the place of the old one.
            other = pathlib.Path(folder) / "other"
            other.symlink_to("two")
            other.rename(link)
            within(2, "the new certificate", lambda: presented(server, versions[1])[1] == pairs[1][0])
            for version, client, session in held:
                check(is_alive(client), "the server has closed a connection of the old certificate")
                resumed, shown, _ = presented(server, version, session)
                check(not resumed.session_reused, f"a ticket of the old certificate counts with {version.name}")
                check(shown == pairs[1][0], f"a ticket shows the old certificate with {version.name}")
            check("expires=" in server.log(), server.log())
            refused = "the changed certificate cannot be used"
            pathlib.Path(paths[0]).write_text(pairs[2][0][:400])
            within(3, "the refusal", lambda: refused in server.log())
            pathlib.Path(paths[0]).write_text(pairs[2][0])
            within(3, "the second refusal", lambda: server.log().count(refused) == 2)
            time.sleep(2.5)
            check(server.log().count(refused) == 2, "the log repeats itself")
            check(presented(server, versions[1])[1] == pairs[1][0], "the last sound certificate is gone")
            pathlib.Path(paths[1]).write_text(pairs[2][1])
            within(3, "the mended pair", lambda: presented(server, versions[1])[1] == pairs[2][0])
            server.stop()


def answers_on(connection, count, heads=()):
    """Reads answers without a parser of HTTP that forgives: heads, then as many bytes as they say, but for HEAD."""
    data, answers = b"", []
    while len(answers) < count:
        piece = connection.recv(65_536)
        check(piece, f"the connection closed after {len(answers)} of {count} answers: {data[:200]}")
        data += piece
        while b"\r\n\r\n" in data:
            head, rest = data.split(b"\r\n\r\n", 1)
            lines = head.decode().lower().split("\r\n")
            if " 100 " in lines[0]:
                data = rest
                continue
            headers = dict(line.split(": ", 1) for line in lines[1:])
            length = 0 if len(answers) in heads else int(headers.get("content-length", 0))
            if len(rest) < length:
                break
            answers.append((lines[0], headers, rest[:length]))
            data = rest[length:]
    check(not data, f"there are bytes after the last answer: {data[:100]}")
    return answers


def answers_are_compressed():
    """Long answers are compressed for clients that take it, and short ones and those with secrets are not."""
    with serving("--http-compression", "on", *PAGE) as server:
        identifier = server.session()[0]
        window = "/v1/datasets/line/window?method=none&from=0&to=2999"
        plain = server.ask("GET", window)
        check(plain[2]["Content-Encoding"] is None and "Accept-Encoding" in plain[2]["Vary"], f"{plain[2]}")
        for accepted, used in [("gzip", "gzip"), ("deflate", "deflate"), ("gzip, deflate, br", "gzip"), ("*", "gzip")]:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            connection.request("GET", window, headers={"Accept-Encoding": accepted})
            answer = connection.getresponse()
            body = answer.read()
            check(answer.headers["Content-Encoding"] == used, f"{accepted}: {answer.headers}")
            check(zlib.decompress(body, 47).decode() == plain[1], f"{accepted}: other bytes")
            check(len(body) * 3 < len(plain[1]), f"{accepted}: {len(body)} of {len(plain[1])} bytes")
            connection.close()
        for refused in ["gzip;q=0", "identity", "br"]:
            check(server.ask("GET", window, headers={"Accept-Encoding": refused})[1] == plain[1], refused)
        takes = {"Accept-Encoding": "gzip"}
        check(server.ask("GET", "/v1/datasets/line", headers=takes)[2]["Content-Encoding"] is None, "a short answer")
        created = server.ask("POST", "/v1/sessions", '{"surfaces":[{"dataset":"line"}]}', takes)
        check(created[0] == 201 and len(created[1]) > 1024, f"{created}")
        check(created[2]["Content-Encoding"] is None and "no-transform" in created[2]["Cache-Control"], f"{created[2]}")

        rows = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        rows.request("GET", "/v1/datasets/line/rows", headers=takes)
        answer = rows.getresponse()
        check(answer.headers["Content-Encoding"] == "gzip", f"{answer.headers}")
        check(zlib.decompress(answer.read(), 47).decode().splitlines()[-1] == "2999,3", "the rows of a stream")
        rows.close()

        # The head of a file is sent before its first bytes are read.
        files = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        for _ in range(2):
            files.request("GET", "/chart-surface.js", headers=takes)
            answer = files.getresponse()
            check(answer.headers["Content-Encoding"] == "gzip", f"{answer.headers}")
            check(zlib.decompress(answer.read(), 47) == (PUBLIC / "chart-surface.js").read_bytes(), "a file")
        files.close()

        stream = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        stream.request("GET", f"/v1/sessions/{identifier}/stream?window=none", headers=takes)
        events = stream.getresponse()
        check(events.headers["Content-Encoding"] == "gzip", f"{events.headers}")
        inflate, text = zlib.decompressobj(47), ""
        while "event: state" not in text:
            text += inflate.decompress(events.read1(65_536)).decode()
        command = f"/v1/sessions/{identifier}/surfaces/main/commands"
        check(server.ask("POST", command, '{"command":"zoomExtents"}')[0] == 200, "a command")
        while "event: update" not in text:
            text += inflate.decompress(events.read1(65_536)).decode()
        stream.close()


def compression_keeps_the_order_of_answers():
    """Requests that come together, HEAD, a 100 and bytes that are no message leave the compressor in step."""
    window = "/v1/datasets/line/window?method=none&from=0&to=2999"
    with serving("--http-compression", "on") as server:
        server.session()
        plain = server.ask("GET", window)[1]

        def request(method, path, more=""):
            return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{more}\r\n".encode()

        connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        connection.sendall(
            request("HEAD", window) + request("GET", window) + request("HEAD", "/nothing") + request("GET", window)
        )
        answers = answers_on(connection, 4, heads=(0, 2))
        check([line.split()[1] for line, _, _ in answers] == ["200", "200", "404", "200"], f"{answers}")
        check("content-encoding" not in answers[0][1], "an answer to HEAD is not compressed")
        for _, headers, body in (answers[1], answers[3]):
            check(headers["content-encoding"] == "gzip" and zlib.decompress(body, 47).decode() == plain, f"{headers}")
        connection.close()

        connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
        connection.sendall(
            request(
                "POST",
                "/v1/sessions",
                "Content-Type: application/json\r\nContent-Length: 15\r\nExpect: 100-continue\r\n",
            )
        )
        check(b" 100 " in connection.recv(65_536), "the server asks for the body")
        connection.sendall(b'{"surfaces":[]}')
        check(answers_on(connection, 1)[0][0].split()[1] == "201", "the answer after 100")
        connection.close()

        for first in [b"", request("GET", window)]:
            broken = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            broken.sendall(first + b"\x00\x01 no message\r\n\r\n")
            data = b""
            while piece := broken.recv(65_536):
                data += piece
            check(b"HTTP/1.1 400" in data and b"request.invalid" in data, f"{data[-300:]}")
            broken.close()
        check(server.ask("GET", window)[1] == plain, "the server goes on")


def compression_speaks_http2():
    """Answers and streams over HTTP/2 are compressed without the headers of HTTP/1."""
    with tempfile.TemporaryDirectory() as folder:
        pem, key = certificate(folder)
        with serving("--http-certificate", pem, "--http-private-key", key, "--http-compression", "on", *PAGE) as server:
            base = f"https://localhost:{server.port}"

            def curl(*arguments):
                command = ["curl", "-sS", "--cacert", pem, "--http2", "--compressed", "-D", "-", *arguments]
                done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
                check(done.returncode == 0, f"{arguments}: {done.stderr}")
                head, body = done.stdout.decode().replace("\r\n", "\n").split("\n\n", 1)
                return head.lower(), body

            rows = "t,v\n" + "".join(f"{x},{x % 7}\n" for x in range(3000))
            curl("-X", "PUT", "-H", "Content-Type: text/csv", "-d", rows, f"{base}/v1/datasets/line")
            check("customElements" in curl(f"{base}/chart-surface.js")[1], "a file over HTTP/2 is cut")
            for path in ["/v1/datasets/line/window?method=none", "/v1/datasets/line/rows"]:
                head, body = curl(base + path)
                check(head.startswith("http/2 200") and "content-encoding: gzip" in head, head)
                check("transfer-encoding" not in head and "2999" in body, head)
            head, _ = curl("-I", base + "/v1/datasets/line/window?method=none")
            check(head.startswith("http/2 200") and "content-encoding" not in head, head)


def trusted_proxies_tell_the_client():
    """The sessions of an address are counted by the Forwarded header of a trusted proxy, and of no other peer."""
    options = ("--limits-sessions-per-address", "1")
    for trusted, statuses in (
        ("127.0.0.0/8,::1", [201, 429, 201, 429, 201]),
        ("10.0.0.0/8", [201, 429, 429, 429, 429]),
    ):
        with serving(*options, "--http-trusted-proxies", trusted) as server:
            told = []
            for value in (
                "for=192.0.2.1",
                "for=192.0.2.9, for=192.0.2.1",
                'for="[2001:db8::1]:4711"',
                "for=6.6.6.6, for=2001:db8::2",
                "for=192.0.2.2",
            ):
                body = '{"surfaces":[]}'
                told.append(server.ask("POST", "/v1/sessions", body, {"Forwarded": value})[0])
            check(told == statuses, f"{trusted}: {told}")
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [BINARY, "serve", "--http-port", "0", "--data-dir", f"{folder}/data", "--http-trusted-proxies", "proxy"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        check(told.returncode == 78 and "http.trustedProxies" in told.stderr, f"{told.returncode} {told.stderr}")


def bad_certificates_stop_the_start():
    """An unusable certificate or key ends the start with 78 and a reason."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        chain, key = certificate(folder)
        _, foreign = certificate(other)
        junk = str(pathlib.Path(folder) / "junk.pem")
        pathlib.Path(junk).write_text("no certificate\n")
        for options in (
            ["--http-certificate", chain],
            ["--http-private-key", key],
            ["--http-certificate", "/nowhere.pem", "--http-private-key", key],
            ["--http-certificate", junk, "--http-private-key", key],
            ["--http-certificate", chain, "--http-private-key", foreign],
        ):
            told = subprocess.run(
                [BINARY, "serve", "--http-port", "0", "--data-dir", f"{folder}/data", *options],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
            check(told.returncode == 78, f"{options}: {told.returncode} {told.stderr}")
            check("http.certificate" in told.stderr, told.stderr)


def a_shutdown_under_load_loses_nothing():
    """SIGTERM while clients drive: the server ends in time, and keeps every acknowledged change."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            sessions = [server.session()[0] for _ in range(4)]
            acknowledged = dict.fromkeys(sessions, 0)
            faults = []

            def drive(session):
                connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
                path = f"/v1/sessions/{session}/surfaces/main/events?window=none&ticks=false"
                for number in range(1, 1_000_000):
                    body = json.dumps({"client": "c", "sequence": number, "events": [{"type": "tick", "time": number}]})
                    try:
                        connection.request("POST", path, body, {"Content-Type": "application/json"})
                        answer = connection.getresponse()
                        text = answer.read()
                    except (OSError, http.client.HTTPException):
                        return
                    if answer.status == 200:
                        acknowledged[session] = number
                    elif answer.status == 503 and json.loads(text)["code"] == "server.draining":
                        return
                    else:
                        faults.append(f"{answer.status} {text}")
                        return

            threads = [threading.Thread(target=drive, args=(session,)) for session in sessions]
            for thread in threads:
                thread.start()
            while min(acknowledged.values()) < 20 and not faults:
                time.sleep(0.01)
            server.stop()
            for thread in threads:
                thread.join(PATIENCE)
            check(not faults, f"{faults}")
        finally:
            server.end()
        again = Server(folder)
        try:
            for session, number in acknowledged.items():
                path = f"/v1/sessions/{session}/surfaces/main/events?window=none&ticks=false"

                def send(sequence, path=path):
                    body = json.dumps(
                        {"client": "c", "sequence": sequence, "events": [{"type": "tick", "time": sequence}]}
                    )
                    status, text, _ = again.ask("POST", path, body)
                    return status, json.loads(text)

                status, answer = send(number)
                duplicate = status == 200 and answer["duplicate"]
                stale = answer.get("code") == "batch.sequence-stale"
                check(duplicate or stale, f"the acknowledged batch {number} is lost: {status} {answer}")
                # The server may have committed one more batch and not answered it.
                taken = next((n for n in (number + 1, number + 2) if send(n)[0] == 200), None)
                check(taken is not None, f"the server accepts no batch after {number}")
            again.stop()
        finally:
            again.end()


def no_session_opens_while_it_drains():
    """After SIGTERM the server opens no session, and finishes the requests that have begun."""
    with serving() as server:
        server.session()
        held = server.connect()
        body = '{"surfaces":[{"dataset":"line"}]}'
        held.sendall(
            f"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
        )
        time.sleep(0.5)  # The route must have the head before the signal arrives.
        other = server.connect()
        other.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        check(b" 200 " in other.recv(65536), "the server does not answer")
        server.process.send_signal(signal.SIGTERM)
        for _ in range(200):
            other.sendall(b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if b" 503 " in other.recv(65536):
                break
            time.sleep(0.01)
        else:
            raise AssertionError("the server is ready while it shuts down")
        other.sendall(
            f"POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        answer = other.recv(65536)
        check(b" 503 " in answer and b"server.draining" in answer, answer[:200])
        held.sendall(body.encode())
        check(b" 201 " in held.recv(65536), "the server did not finish a request that had begun")
        check(server.process.wait(12) == 0, server.log())


@contextlib.contextmanager
def serving_long_windows():
    """A server with a window that takes many seconds, and a client that waits for it."""
    with tempfile.TemporaryDirectory() as folder:
        data = str(pathlib.Path(folder) / "data")
        subprocess.run(
            [BINARY, "generate", "--rows", "20000000", "--name", "long", "--data-dir", data],
            check=True,
            capture_output=True,
        )
        server = Server(folder)
        try:
            client = server.connect()
            client.sendall(b"GET /v1/datasets/long/window?method=lttb&points=5000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            before = processor_seconds(server)
            for _ in range(200):
                time.sleep(0.1)
                if processor_seconds(server) - before > 0.7:
                    break
            else:
                raise AssertionError("the server does not work on the window")
            yield server, client
        finally:
            server.end()


def long_work_ends_with_its_client():
    """The server stops work on a window after its client has disconnected."""
    with serving_long_windows() as (server, client):
        client.close()
        time.sleep(1)
        before = processor_seconds(server)
        time.sleep(2)
        worked = processor_seconds(server) - before
        check(worked < 0.4, f"the server used {worked:.2f} s of 2 s for a disconnected client")


def a_shutdown_ends_long_work():
    """SIGTERM during a long window: the server ends in time and with 0."""
    with serving_long_windows() as (server, _):
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        status = server.process.wait(30)
        check(status == 0, f"the server ended with {status}: {server.log()[-800:]}")
        check(time.monotonic() - begun < 12, "the server took too long to end")


TESTS = [
    metrics_are_prometheus,
    log_tells_no_secrets,
    slow_heads_are_closed,
    slow_bodies_are_closed,
    refused_bodies_end,
    slow_readers_are_closed,
    connections_are_bounded,
    few_open_files_are_enough,
    lost_descriptors_are_told,
    wide_datasets_need_few_open_files,
    many_datasets_need_few_open_files,
    heads_are_bounded,
    names_are_checked,
    health_is_asked,
    tls_speaks_http2,
    a_changed_certificate_is_taken,
    answers_are_compressed,
    compression_keeps_the_order_of_answers,
    compression_speaks_http2,
    trusted_proxies_tell_the_client,
    bad_certificates_stop_the_start,
    a_shutdown_under_load_loses_nothing,
    no_session_opens_while_it_drains,
    long_work_ends_with_its_client,
    a_shutdown_ends_long_work,
]


def main():
    wanted = sys.argv[1:]
    failed = 0
    for test in TESTS:
        if wanted and test.__name__ not in wanted:
            continue
        begun = time.monotonic()
        try:
            test()
            print(f"ok   {test.__name__} ({time.monotonic() - begun:.1f} s)", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"FAIL {test.__name__}: {error}", flush=True)
    sys.exit(1 if failed else 0)


main()
