"""Tests the operation of the server: metrics, log, slow clients, limits, TLS, SIGTERM.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Operations/operations_test.py [name ...]
It needs prometheus and promtool, curl with HTTP/2, and openssl.
"""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib

from chart_server import (
    BINARY,
    PATIENCE,
    ROOT,
    Server,
    Skipped,
    certificate,
    check,
    exchange,
    free_port,
    inherited,
    run_command,
    run_tests,
    scratch,
    tls,
    until,
)

# Long enough that a slow machine does not look like a closed connection.
TIMEOUT = 1.0
REQUEST_TIMEOUT = ("--http-request-timeout", "1s")
DRAIN_SECONDS = 10
# How long a connection may be without a request.
IDLE_SECONDS = 75
PUBLIC = ROOT / "Public"
ARTICLES = ROOT / "Sources/chart-surface/ChartSurface.docc"
METRICS, RESOURCES = ARTICLES / "Metrics.md", ARTICLES / "Resources"
HEALTH = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


def open_session(server):
    """Opens a session on a dataset of 3000 rows. Returns its id and its tokens."""
    if server.ask("GET", "/v1/datasets/line")[0] == 404:
        server.made("PUT", "/v1/datasets/line", "t,v\n" + "".join(f"{x},{x % 7}\n" for x in range(3000)))
    made = server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": "line"}]})
    return made["id"], made["driverToken"], made["viewerToken"]


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


def closed_after(begun, what):
    """Checks that the server has not closed a connection of this age before its timeout."""
    took = time.monotonic() - begun
    check(took >= TIMEOUT * 0.9, f"the server closed {what} after {took:.2f} s already")


def until_closed(server, what, prepare=lambda client: client):
    """Holds a connection and sends nothing until the server closes it."""
    begun = time.monotonic()
    check(is_closed(prepare(server.socket())), f"the server did not close {what}")
    closed_after(begun, what)


def drip(client, data):
    """Sends one byte at a time until the server closes the connection."""
    client.settimeout(0.01)
    for byte in data:
        try:
            client.send(bytes([byte]))
            if client.recv(65536) == b"":
                return
        except TimeoutError:
            pass
        except (ConnectionResetError, BrokenPipeError):
            return
        time.sleep(TIMEOUT / 10)
    raise AssertionError("the server accepted every slow byte")


def is_idle(server, what):
    """Checks that the server uses a sixth of a processor at most."""
    begun, before = time.monotonic(), server.processor_seconds()
    time.sleep(2)
    worked, passed = server.processor_seconds() - before, time.monotonic() - begun
    check(worked < passed / 6, f"the server used {worked:.2f} s of {passed:.1f} s {what}")


def is_answered(client):
    """Checks that the server answers a request on this connection."""
    client.sendall(HEALTH)
    check(b" 200 " in client.recv(65536), "the server did not answer a connection that it must serve")


def metrics_are_prometheus():
    """promtool accepts /metrics after requests of several kinds."""
    with Server() as server:
        session, _, _ = open_session(server)
        surface = f"/v1/sessions/{session}/surfaces/main"
        for body in ('{"events":[{"type":"tick","time":1}]}', "{", '{"events":[]}'):
            server.fetch("POST", f"{surface}/events", body)
        server.fetch("GET", "/nowhere")
        server.fetch("POST", "/v1/datasets/line/rows", "t,v\n3000,1\n")
        status, text, headers = server.fetch("GET", "/metrics")
        check(status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4"), text)
        told = run("promtool", "check", "metrics", text=text)
        check(told.returncode == 0 and not told.stderr, f"promtool: {told.returncode} {told.stdout}{told.stderr}")
        spoiled = text.replace("# TYPE chart_surface_events_total counter", "# TYPE chart_surface_events_total number")
        check(spoiled != text, "the metrics do not count the events")
        told = run("promtool", "check", "metrics", text=spoiled)
        check(told.returncode != 0, "promtool accepts a malformed text")
        check(session not in text, "the metrics contain the id of a session")
        for name, least in (("process_cpu_seconds_total", 0.001), ("process_open_fds", 5), ("process_max_fds", 256)):
            value = float(re.search(rf"^{name} (\S+)$", text, re.M)[1])
            check(value >= least, f"{name} is {value}")
        resident = int(float(re.search(r"^process_resident_memory_bytes (\S+)$", text, re.M)[1]))
        check(2**20 < resident < 2**36, f"{resident} bytes in memory")
        started = float(re.search(r"^process_start_time_seconds (\S+)$", text, re.M)[1])
        check(0 <= time.time() - started < 600, f"started at {started}")


def dashboard_and_alerts_have_what_they_ask_for():
    """Prometheus takes the alert rules, finds what the dashboard asks for, and no alert fires."""
    told = run("promtool", "check", "rules", str(RESOURCES / "alerts.yml"))
    check(told.returncode == 0, f"promtool: {told.stdout}{told.stderr}")
    panels = json.loads((RESOURCES / "dashboard.json").read_text())["panels"]
    queries = [target["expr"].replace("$__rate_interval", "5s") for panel in panels for target in panel["targets"]]
    documented = set(re.findall(r"^\| `([a-z_]+)` \|", METRICS.read_text(), re.M))
    asked = re.findall(
        r"\b(?:chart_surface|http|process)_[a-z_]+", "\n".join(queries) + (RESOURCES / "alerts.yml").read_text()
    )
    unknown = {re.sub("_(bucket|sum|count)$", "", name) for name in asked} - documented
    check(not unknown and len(asked) > 30, f"there is no metric {unknown}")
    limit = ("--limits-data-bytes", "1GiB", "--session-evict-after", "1s")
    with (
        Server(*limit) as server,
        tempfile.TemporaryDirectory() as folder,
        free_prometheus(server, folder) as prometheus,
    ):
        session, _, _ = open_session(server)
        surface = f"/v1/sessions/{session}/surfaces/main"

        def loaded():
            for body in ('{"events":[{"type":"tick","time":1}]}', "{"):
                server.fetch("POST", f"{surface}/events", body)
            server.fetch("POST", "/v1/datasets/line/rows", f"t,v\n{3000 + loaded.turns},1\n")
            loaded.turns += 1
            return not missing()

        def missing():
            # Nothing is refused for its rights here, nothing is damaged, and no token is asked for.
            return [query for query in queries if "refusals" not in query and not found(prometheus, query)]

        loaded.turns = 0
        until(loaded, lambda: f"nothing is found by {missing()}")
        alerts = json.loads(get(f"{prometheus}/api/v1/alerts"))["data"]["alerts"]
        check(not alerts, f"alerts fire: {alerts}")


@contextlib.contextmanager
def free_prometheus(server, folder):
    """A Prometheus that asks a server each second and knows the alerts."""
    shutil.copy(RESOURCES / "alerts.yml", folder)
    (pathlib.Path(folder) / "prometheus.yml").write_text(
        f"""global: {{scrape_interval: 1s, evaluation_interval: 1s}}
rule_files: [alerts.yml]
scrape_configs:
  - job_name: charts
    static_configs: [{{targets: ["127.0.0.1:{server.port}"]}}]
"""
    )
    port = free_port()
    command = [f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"]
    with subprocess.Popen(
        ["prometheus", *command, f"--web.listen-address=127.0.0.1:{port}", "--log.level=error"],
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def get(url):
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.read()


def found(prometheus, query):
    """Whether a query of PromQL has a result; a malformed one raises."""
    try:
        answer = json.loads(get(f"{prometheus}/api/v1/query?query={urllib.parse.quote(query)}"))
    except urllib.error.HTTPError as refusal:
        # A Prometheus that still starts answers 503.
        if refusal.code != 503:
            raise
        return False
    except OSError:
        return False
    return bool(answer["data"]["result"])


def log_tells_no_secrets():
    """The log has one JSON line for each request, with the documented fields and without secrets."""
    with Server("--log-format", "json", "--auth-mode", "token") as server:
        session, driver, viewer = open_session(server)
        surface = f"/v1/sessions/{session}/surfaces/main"
        asked = [
            ("POST", f"{surface}/events", '{"events":[{"type":"tick","time":1}],"secretProperty":1}', driver),
            ("POST", f"{surface}/events?token={driver}", '{"events":[{"type":"tick","time":1}]}', driver),
            ("GET", f"{surface}?ticks=false", None, viewer),
            ("GET", f"/v1/{driver}", None, "wrong-token"),
        ]
        for index, (method, path, body, token) in enumerate(asked):
            server.fetch(method, path, body, token=token, headers={"X-Request-ID": f"asked-{index}"})
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
        check([line["http.status"] for line in answered[3:]] == [422, 400, 200, 404], f"{answered}")
        for secret in (driver, viewer, session, "wrong-token", "secretProperty", "ticks=false", "3000"):
            check(secret not in server.log(), f"the log contains {secret}")


def slow_heads_are_closed():
    """The server closes the connection of a silent or slow client at the request timeout."""
    with Server(*REQUEST_TIMEOUT) as server:
        until_closed(server, "a silent connection")
        begun = time.monotonic()
        head = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 1000
        drip(server.socket(), head)
        closed_after(begun, "a slow head")
        check(server.fetch("GET", "/health/live")[0] == 200, "the server has ended")


def kept_connections_end():
    """A connection without a request is closed, also when it drips the head of another one."""
    with Server() as server:
        rests, drips = server.socket(), server.socket()
        for client in (rests, drips):
            is_answered(client)
        begun = time.monotonic()
        drips.settimeout(1)
        for byte in b"GET /health/live HTTP/1.1\r\nX: " + b"x" * 10_000:
            try:
                drips.send(bytes([byte]))
                if drips.recv(65536) == b"":
                    break
            except TimeoutError:
                check(time.monotonic() - begun < IDLE_SECONDS + PATIENCE, "a head that drips keeps a connection open")
            except (ConnectionResetError, BrokenPipeError):
                break
        check(time.monotonic() - begun > IDLE_SECONDS / 2, "a kept connection is closed early")
        rests.settimeout(PATIENCE)
        check(is_closed(rests), "a connection without a request stays open")


def slow_bodies_are_closed():
    """The server closes on a body below the least rate. It accepts a long body at that rate."""
    with Server(*REQUEST_TIMEOUT) as server:
        head = (
            "PUT /v1/datasets/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nContent-Length: {}\r\n\r\n"
        )
        begun, client = time.monotonic(), server.socket()
        client.sendall(head.format(1_000_000).encode())
        drip(client, b"t,v\n" + b"1,1\n" * 1000)
        closed_after(begun, "a slow body")
        body = b"t,v\n" + b"".join(b"%06d,1\n" % x for x in range(30_000))

        def keeps_its_pace():
            """Sends the body faster than the least rate. Returns whether the machine let it: a stall shows nothing."""
            client, begun = server.socket(), time.monotonic()
            client.sendall(head.format(len(body)).encode())
            sent, pauses = time.monotonic(), []
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                for start in range(0, len(body), 20_000):
                    client.sendall(body[start : start + 20_000])
                    time.sleep(TIMEOUT / 4)
                    pauses.append(time.monotonic() - sent)
                    sent = time.monotonic()
                answer = client.recv(65536)
            if max(pauses) > TIMEOUT / 2:
                return False
            check(b" 201 " in answer.split(b"\r\n", 1)[0], answer[:100])
            check(time.monotonic() - begun > 2 * TIMEOUT, "the body arrived before the timeout, so this shows nothing")
            return True

        until(keeps_its_pace, "the machine stalls in each try")


def refused_bodies_end():
    """The server closes the connection of a client that continues to send a refused body."""
    with Server(*REQUEST_TIMEOUT) as server:
        client, begun = server.socket(), time.monotonic()
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
            return
        raise AssertionError(f"the server accepted {sent} bytes after the refusal")


def slow_readers_are_closed():
    """The server closes the connection of a client that does not read, and holds few bytes for it."""
    with Server(*REQUEST_TIMEOUT, "--limits-rows-per-window", "100000") as server:
        open_session(server)
        client = server.socket(receive_buffer=4096)
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
    with Server("--limits-connections", "3") as server:
        held = [server.socket() for _ in range(3)]
        for client in held:
            is_answered(client)
        waiting = server.socket()
        waiting.sendall(HEALTH)
        waiting.settimeout(TIMEOUT)
        with contextlib.suppress(TimeoutError):
            raise AssertionError(f"the server answered beyond the limit: {waiting.recv(65536)[:50]}")
        held[0].close()
        waiting.settimeout(PATIENCE)
        check(b" 200 " in waiting.recv(65536), "the server did not answer after another connection closed")


def few_open_files_are_enough():
    """Connections beyond the descriptors wait without costs, and the log says so."""
    with Server(open_files=64) as server:
        check("fewer connections than configured" in server.log(), server.log())
        clients = [server.socket() for _ in range(200)]
        is_idle(server, "for waiting connections")
        for client in clients[:-1]:
            client.close()
        is_answered(clients[-1])


def lost_descriptors_are_told():
    """Without free descriptors the server accepts ten times a second, and logs this once a minute."""
    with Server(open_files=256) as server:
        limit = (server.open_files() + 10, 256)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, limit)
        clients = [server.socket() for _ in range(40)]
        until(lambda: "connections wait" in server.log(), "the log does not tell of lost descriptors")
        is_idle(server, "without free descriptors")
        check(server.log().count("connections wait") == 1, server.log())
        for client in clients[:-1]:
            client.close()
        is_answered(clients[-1])


def wide_datasets_need_few_open_files():
    """The server imports, extends and reopens a dataset of 1,024 columns with 256 descriptors."""
    with Server(open_files=256) as server:
        head = "t," + ",".join(f"c{column}" for column in range(1024)) + "\n"
        rows = "".join(f"{x * x}," + ",".join([str(x)] * 1024) + "\n" for x in range(20))
        for method, path, body in [
            ("PUT", "", head + rows),
            ("POST", "/rows", head + "500," + "7," * 1023 + "7\n"),
        ]:
            status, text, _ = server.fetch(method, "/v1/datasets/wide" + path, body)
            check(status in (200, 201), f"{method} got {status}: {text[:300]}")
        server.stop()
        server.start()
        status, text, _ = server.fetch("GET", "/v1/datasets/wide/window?columns=c7&from=400")
        check(status == 200 and "[500,7]" in text, f"{status}: {text[:300]}")


def many_datasets_need_few_open_files():
    """The server imports and reopens 300 datasets with 256 descriptors, and keeps none of them open."""
    with Server(open_files=256) as server:
        rows = "t,a,b\n" + "".join(f"{x * x},{x},{x % 7}\n" for x in range(100))
        before = server.open_files()
        for number in range(300):
            status, text, _ = server.fetch("PUT", f"/v1/datasets/d{number}", rows)
            check(status == 201, f"dataset {number} got {status}: {text[:300]}")
        after = server.open_files()
        check(after < before + 10, f"{after - before} more descriptors are open than before")
        server.stop()
        server.start()
        for number in (0, 150, 299):
            status, text, _ = server.fetch("GET", f"/v1/datasets/d{number}/window")
            check(status == 200, f"{status}: {text[:300]}")


def heads_are_bounded():
    """The server refuses a head that is too long or has too many fields, and closes the connection."""
    with Server() as server:
        for fields in (b"X-Long: " + b"x" * 40_000 + b"\r\n", b"".join(b"X-%d: 1\r\n" % n for n in range(200))):
            client = server.socket()
            with contextlib.suppress(ConnectionResetError, BrokenPipeError):
                client.sendall(b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n" + fields + b"\r\n")
            answer = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := client.recv(65536):
                    answer += piece
            check(b" 200 " not in answer, "the server accepted an oversized head")


def names_are_checked():
    """A server on loopback without tokens refuses the host name of a web page."""
    with Server() as server:
        for name, expected in (("evil.example", 400), (f"localhost:{server.port}", 200), ("127.0.0.1", 200)):
            status, _, _ = server.fetch("GET", "/v1/datasets", headers={"Host": name})
            check(status == expected, f"{name}: {status}")


def run(*command, text=None):
    """The end of a program, with its output."""
    return subprocess.run(
        list(map(str, command)), input=text, capture_output=True, text=True, timeout=PATIENCE, env=inherited()
    )


def health(*options):
    """The exit code and the output of the command `health` with the options of the server."""
    asked = run(BINARY, "health", *options)
    return asked.returncode, asked.stdout.strip()


def health_is_asked():
    """The command `health` of a container's health check: over HTTP, over TLS, and without a server."""
    with certificate() as paths:
        for secure in [[], tls(*paths)]:
            with Server(*secure) as server:
                options = ["--http-port", server.port, *secure]
                check(health(*options) == (0, "ready"), f"a ready server is not healthy {secure}")
                check(health(*options, "--live") == (0, "live"), f"a server that runs is not live {secure}")
                check(
                    health(*options, "--http-host", "0.0.0.0")[0] == 0, "the command does not use loopback for 0.0.0.0"
                )
            for more in ([], ["--live"]):
                check(health(*options, *more) == (69, ""), f"a stopped server is healthy {secure} {more}")
        check(health("--http-port", "no")[0] == 78, "the command does not report an invalid configuration")


def tls_speaks_http2():
    """With a certificate the server answers HTTP/2 and HTTP/1.1 over TLS, and closes on slow clients too."""
    with certificate() as (chain, key), Server(*tls(chain, key), *REQUEST_TIMEOUT) as server:
        check(server.address.startswith("https://"), server.address)
        url = f"https://localhost:{server.port}"
        curl = ["curl", "-s", "--cacert", chain]
        for option, version in (("--http2", "2"), ("--http1.1", "1.1")):
            more = ["--resolve", f"localhost:{server.port}:127.0.0.1", "-w", "\n%{http_version} %{http_code}"]
            told = run(*curl, option, *more, f"{url}/health/ready")
            check(told.stdout.endswith(f"\n{version} 200"), f"{option}: {told.stdout} {told.stderr}")
        rows = "t,v\n" + "".join(f"{x},{x}\n" for x in range(20_000))
        put = ["-X", "PUT", "-H", "Content-Type: text/csv", "--data-binary", "@-", "-o", "/dev/null"]
        shows = ["-w", "%{http_version} %{http_code}"]
        told = run(*curl, "--http2", *put, *shows, f"{url}/v1/datasets/line", text=rows)
        check(told.stdout == "2 201", f"{told.stdout} {told.stderr}")
        until_closed(server, "a connection without a handshake")
        context = ssl.create_default_context(cafile=chain)
        context.set_alpn_protocols(["http/1.1"])
        until_closed(
            server,
            "a silent connection over TLS",
            lambda client: context.wrap_socket(client, server_hostname="localhost"),
        )


def is_alive(client):
    """Asks for the health of the server on an open connection, and reads the whole answer."""
    client.sendall(HEALTH)
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
    client = context.wrap_socket(server.socket(), session=session and session[1])
    check(is_alive(client), "the server does not answer over TLS")
    return client, ssl.DER_cert_to_PEM_cert(client.getpeercert(True)), (context, client.session)


def a_changed_certificate_is_taken():
    """New connections get a renewed certificate, open ones go on, and a broken file changes nothing."""
    with scratch("certificates") as folder, contextlib.ExitStack() as stack:
        made = [stack.enter_context(certificate()) for _ in range(3)]
        pairs = [[path.read_text() for path in paths] for paths in made]
        link = folder / "live"
        link.symlink_to(made[0][0].parent)
        paths = [link / "certificate.pem", link / "key.pem"]
        versions = (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3)
        with Server(*tls(*paths)) as server:

            def is_shown(pair):
                return presented(server, versions[1])[1] == pair[0]

            held = []
            for version in versions:
                client, shown, session = presented(server, version)
                check(shown == pairs[0][0], "the first certificate is not the configured one")
                again, _, _ = presented(server, version, session)
                check(again.session_reused, f"{version.name} resumes no session, so this shows nothing of tickets")
                held.append((version, client, session))
            # As certbot and Kubernetes do: another link takes the place of the old one.
            other = folder / "other"
            other.symlink_to(made[1][0].parent)
            other.rename(link)
            until(lambda: is_shown(pairs[1]), "the new certificate is not taken")
            for version, client, session in held:
                check(is_alive(client), "the server has closed a connection of the old certificate")
                resumed, shown, _ = presented(server, version, session)
                check(not resumed.session_reused, f"a ticket of the old certificate counts with {version.name}")
                check(shown == pairs[1][0], f"a ticket shows the old certificate with {version.name}")
            check("expires=" in server.log(), server.log())

            def refusals():
                return server.log().count("the changed certificate cannot be used")

            def write(path, text):
                """Changes a file at one moment, so that the server never reads a part."""
                path.with_suffix(".new").write_text(text)
                path.with_suffix(".new").rename(path)

            write(paths[0], pairs[2][0][:400])
            until(lambda: refusals() > 0, "a broken certificate is not refused")
            write(paths[0], pairs[2][0])
            until(lambda: refusals() == 2, "a certificate without its key is not refused")
            time.sleep(2.5)
            check(refusals() == 2, "the log repeats itself")
            check(is_shown(pairs[1]), "the last sound certificate is gone")
            write(paths[1], pairs[2][1])
            until(lambda: is_shown(pairs[2]), "the mended pair is not taken")


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
    with Server("--http-compression", "on", demo=True) as server:
        identifier = open_session(server)[0]
        window = "/v1/datasets/line/window?method=none&from=0&to=2999"
        plain = server.fetch("GET", window)
        check(plain[2]["Content-Encoding"] is None and "Accept-Encoding" in plain[2]["Vary"], f"{plain[2]}")
        for accepted, used in [("gzip", "gzip"), ("deflate", "deflate"), ("gzip, deflate, br", "gzip"), ("*", "gzip")]:
            connection = server.connect()
            connection.request("GET", window, headers={"Accept-Encoding": accepted})
            answer = connection.getresponse()
            body = answer.read()
            check(answer.headers["Content-Encoding"] == used, f"{accepted}: {answer.headers}")
            check(zlib.decompress(body, 47).decode() == plain[1], f"{accepted}: other bytes")
            check(len(body) * 3 < len(plain[1]), f"{accepted}: {len(body)} of {len(plain[1])} bytes")
            connection.close()
        for refused in ["gzip;q=0", "identity", "br"]:
            check(server.fetch("GET", window, headers={"Accept-Encoding": refused})[1] == plain[1], refused)
        takes = {"Accept-Encoding": "gzip"}
        check(server.fetch("GET", "/v1/datasets/line", headers=takes)[2]["Content-Encoding"] is None, "a short answer")
        created = server.fetch("POST", "/v1/sessions", {"surfaces": [{"dataset": "line"}]}, headers=takes)
        check(created[0] == 201 and len(created[1]) > 1024, f"{created}")
        check(created[2]["Content-Encoding"] is None and "no-transform" in created[2]["Cache-Control"], f"{created[2]}")

        rows = server.connect()
        rows.request("GET", "/v1/datasets/line/rows", headers=takes)
        answer = rows.getresponse()
        check(answer.headers["Content-Encoding"] == "gzip", f"{answer.headers}")
        check(zlib.decompress(answer.read(), 47).decode().splitlines()[-1] == "2999,3", "the rows of a stream")
        rows.close()

        # The head of a file is sent before its first bytes are read.
        files = server.connect()
        for _ in range(2):
            files.request("GET", "/chart-surface.js", headers=takes)
            answer = files.getresponse()
            check(answer.headers["Content-Encoding"] == "gzip", f"{answer.headers}")
            check(zlib.decompress(answer.read(), 47) == (PUBLIC / "chart-surface.js").read_bytes(), "a file")
        files.close()

        stream = server.connect()
        stream.request("GET", f"/v1/sessions/{identifier}/stream?window=none", headers=takes)
        events = stream.getresponse()
        check(events.headers["Content-Encoding"] == "gzip", f"{events.headers}")
        inflate, text = zlib.decompressobj(47), ""
        while "event: state" not in text:
            text += inflate.decompress(events.read1(65_536)).decode()
        command = f"/v1/sessions/{identifier}/surfaces/main/commands"
        check(server.fetch("POST", command, '{"command":"zoomExtents"}')[0] == 200, "a command")
        while "event: update" not in text:
            text += inflate.decompress(events.read1(65_536)).decode()
        stream.close()


def compression_keeps_the_order_of_answers():
    """Requests that come together, HEAD, a 100 and bytes that are no message leave the compressor in step."""
    window = "/v1/datasets/line/window?method=none&from=0&to=2999"
    with Server("--http-compression", "on") as server:
        open_session(server)
        plain = server.fetch("GET", window)[1]

        def request(method, path, more=""):
            return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{more}\r\n".encode()

        connection = server.socket()
        connection.sendall(
            request("HEAD", window) + request("GET", window) + request("HEAD", "/nothing") + request("GET", window)
        )
        answers = answers_on(connection, 4, heads=(0, 2))
        check([line.split()[1] for line, _, _ in answers] == ["200", "200", "404", "200"], f"{answers}")
        check("content-encoding" not in answers[0][1], "an answer to HEAD is not compressed")
        for _, headers, body in (answers[1], answers[3]):
            check(headers["content-encoding"] == "gzip" and zlib.decompress(body, 47).decode() == plain, f"{headers}")
        connection.close()

        connection = server.socket()
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
            broken = server.socket()
            broken.sendall(first + b"\x00\x01 no message\r\n\r\n")
            data = b""
            while piece := broken.recv(65_536):
                data += piece
            check(b"HTTP/1.1 400" in data and b"request.invalid" in data, f"{data[-300:]}")
            broken.close()
        check(server.fetch("GET", window)[1] == plain, "the server goes on")


def compression_speaks_http2():
    """Answers and streams over HTTP/2 are compressed without the headers of HTTP/1."""
    with certificate() as (pem, key), Server(*tls(pem, key), "--http-compression", "on", demo=True) as server:
        base = f"https://localhost:{server.port}"

        def curl(*arguments):
            done = run("curl", "-sS", "--cacert", pem, "--http2", "--compressed", "-D", "-", *arguments)
            check(done.returncode == 0, f"{arguments}: {done.stderr}")
            head, body = done.stdout.replace("\r\n", "\n").split("\n\n", 1)
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
        with Server(*options, "--http-trusted-proxies", trusted) as server:
            told = []
            for value in (
                "for=192.0.2.1",
                "for=192.0.2.9, for=192.0.2.1",
                'for="[2001:db8::1]:4711"',
                "for=6.6.6.6, for=2001:db8::2",
                "for=192.0.2.2",
            ):
                body = '{"surfaces":[]}'
                told.append(server.fetch("POST", "/v1/sessions", body, headers={"Forwarded": value})[0])
            check(told == statuses, f"{trusted}: {told}")
    addresses = ("192.0.2.1", "192.0.2.9, 192.0.2.1:80", "[2001:db8::1]:4711", "6.6.6.6, 2001:db8::2", "192.0.2.2")
    for trusted, statuses in (("127.0.0.0/8", [201, 429, 201, 429, 201]), ("off", [201, 429, 429, 429, 429])):
        with Server(*options, "--http-trusted-proxies", trusted) as server:
            told = []
            for value in addresses:
                made = server.fetch("POST", "/v1/sessions", '{"surfaces":[]}', headers={"X-Forwarded-For": value})
                told.append(made[0])
            check(told == statuses, f"X-Forwarded-For, {trusted}: {told}")
            # The address of a proxy that nobody has named is told once.
            words = server.log().count("name it in http.trustedProxies")
            check(words == (trusted == "off"), f"{trusted}: {words} words on http.trustedProxies")
    refused = Server("--http-trusted-proxies", "proxy").refusal()
    check(refused.status == 78 and "http.trustedProxies" in refused.text, refused)


def bad_certificates_stop_the_start():
    """An unusable certificate or key ends the start with 78 and a reason."""
    with certificate() as (chain, key), certificate() as (_, foreign):
        junk = chain.with_name("junk.pem")
        junk.write_text("no certificate\n")
        for options in (
            ["--http-certificate", chain],
            ["--http-private-key", key],
            tls("/nowhere.pem", key),
            tls(junk, key),
            tls(chain, foreign),
        ):
            refused = Server(*options).refusal()
            check(refused.status == 78, f"{options}: {refused}")
            check("http.certificate" in refused.text, refused)


def postgresql_needs_its_library():
    """Without libpq the store postgres ends the start, and says what to install; another store does not need it."""
    listed = re.search(r"=> (\S*/libpq\.so\.5)$", run("ldconfig", "-p").stdout, re.MULTILINE)
    check(listed, "there is no libpq to hide")
    hidden = ["unshare", "--mount", "sh", "-c", 'mount --bind /dev/null "$0" && exec "$@"', listed[1]]
    if subprocess.run([*hidden, "true"], capture_output=True).returncode:
        raise Skipped("no file can be hidden from a process")
    server = Server("--store-kind", "postgres", "--store-url", "postgresql://charts@127.0.0.1:1/charts")
    server.wrapper = hidden
    refusal = server.refusal()
    check(refusal.status == 78, f"the start ended with {refusal.status}")
    check("store.kind postgres: libpq" in refusal.text and "apt-get install libpq5" in refusal.text, refusal.text)
    server = Server()
    server.wrapper = hidden
    with server:
        check(server.ask("GET", "/health/ready")[0] == 200, "a server with SQLite is not ready")


def ticks(number):
    return {"client": "c", "sequence": number, "events": [{"type": "tick", "time": number}]}


def a_shutdown_under_load_loses_nothing():
    """SIGTERM while clients drive: the server ends, and keeps every acknowledged change."""
    with Server() as server:
        sessions = [open_session(server)[0] for _ in range(4)]
        acknowledged = dict.fromkeys(sessions, 0)
        faults = []

        def path(session):
            return f"/v1/sessions/{session}/surfaces/main/events?window=none&ticks=false"

        def drive(session):
            connection = server.connect()
            for number in range(1, 1_000_000):
                try:
                    status, text, _ = exchange(connection, "POST", path(session), ticks(number))
                except (OSError, http.client.HTTPException):
                    return
                if status == 200:
                    acknowledged[session] = number
                elif status == 503 and json.loads(text)["code"] == "server.draining":
                    return
                else:
                    faults.append(f"{status} {text}")
                    return

        threads = [threading.Thread(target=drive, args=(session,)) for session in sessions]
        for thread in threads:
            thread.start()
        until(lambda: min(acknowledged.values()) >= 20 or faults, "the clients do not drive")
        server.stop()
        for thread in threads:
            thread.join(PATIENCE)
        check(not faults, f"{faults}")
        server.start()
        for session, number in acknowledged.items():

            def send(sequence, session=session):
                return server.ask("POST", path(session), ticks(sequence))

            status, answer = send(number)
            duplicate = status == 200 and answer["duplicate"]
            stale = answer.get("code") == "batch.sequence-stale"
            check(duplicate or stale, f"the acknowledged batch {number} is lost: {status} {answer}")
            # The server may have committed one more batch and not answered it.
            taken = next((n for n in (number + 1, number + 2) if send(n)[0] == 200), None)
            check(taken is not None, f"the server accepts no batch after {number}")


def no_session_opens_while_it_drains():
    """After SIGTERM the server opens no session, and finishes the requests that have begun."""
    with Server() as server:
        open_session(server)
        body = '{"surfaces":[{"dataset":"line"}]}'
        head = (
            "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n"
        )
        held = server.socket()
        held.sendall(f"{head}Expect: 100-continue\r\n\r\n".encode())
        check(b" 100 " in held.recv(65536), "the route does not take the head")
        other = server.socket()
        is_answered(other)
        server.process.send_signal(signal.SIGTERM)

        def is_unready():
            other.sendall(b"GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return b" 503 " in other.recv(65536)

        until(is_unready, "the server is ready while it shuts down")
        other.sendall(f"{head}\r\n{body}".encode())
        answer = other.recv(65536)
        check(b" 503 " in answer and b"server.draining" in answer, answer[:200])
        held.sendall(body.encode())
        check(b" 201 " in held.recv(65536), "the server did not finish a request that had begun")
        check(server.wait() == 0, "the server did not end well")


@contextlib.contextmanager
def serving_long_windows(count):
    """A server with windows that take many seconds, and clients that wait for them."""
    server = Server()
    run_command("generate", "--rows", 20_000_000, "--name", "long", "--data-dir", server.data)
    with server:
        clients = [server.socket() for _ in range(count)]
        for client in clients:
            client.sendall(b"GET /v1/datasets/long/window?method=lttb&points=5000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        before = server.processor_seconds()
        until(lambda: server.processor_seconds() - before > 0.7, "the server does not work on the window")
        yield server, clients


def long_work_ends_with_its_client():
    """The server stops work on a window after its client has disconnected."""
    with serving_long_windows(1) as (server, [client]):
        before = server.processor_seconds()
        client.close()

        def rests():
            begun = server.processor_seconds()
            time.sleep(0.5)
            return server.processor_seconds() - begun < 0.05

        until(rests, "the server works on for a disconnected client")
        worked = server.processor_seconds() - before
        check(worked < 2, f"the server used {worked:.2f} s of processor for a disconnected client")


def stream_of(server, session):
    """A viewer's connection, once its state has come."""
    client = server.socket()
    client.sendall(f"GET /v1/sessions/{session}/stream?window=none HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    read_until(client, b"event: state")
    return client


def read_until(client, wanted):
    """What comes up to some bytes."""
    text = b""
    while wanted not in text:
        piece = client.recv(65536)
        check(piece, f"the connection ends before {wanted}: {text[-300:]}")
        text += piece
    return text


def is_refused(server):
    """Whether the port of the server is closed."""
    try:
        server.socket().close()
    except ConnectionRefusedError:
        return True
    return False


def requests_are_taken_until_the_delay_is_over():
    """For its delay a server that stops answers all, and tells clients to close. A second signal ends the delay."""
    with Server("--http-drain-delay", "10m") as server:
        session, _, _ = open_session(server)
        path = f"/v1/sessions/{session}/surfaces/main/events?window=none&ticks=false"
        kept, idle, probe = server.connect(), server.socket(), server.connect()
        check(exchange(kept, "POST", path, ticks(1))[0] == 200, "the first batch is not taken")
        is_answered(idle)
        viewer = stream_of(server, session)
        server.process.send_signal(signal.SIGTERM)
        until(lambda: exchange(probe, "GET", "/health/ready")[0] == 503, "the server is ready while it shuts down")
        check(server.ask("GET", "/health/ready")[1]["cause"] == "draining", "the server does not say why")
        check(health("--http-port", server.port, "--live") == (0, "live"), "a server that stops is not live")
        status, _, headers = exchange(kept, "POST", path, ticks(2))
        check(status == 200 and headers["Connection"] == "close", f"a batch on a kept connection: {status} {headers}")
        check(kept.sock is None, "the client did not close")
        for method, *request in (
            ("GET", "/v1/datasets"),
            ("POST", path, ticks(3)),
            ("PUT", "/v1/datasets/other", "t,v\n1,2\n"),
            ("GET", "/nowhere"),
        ):
            status, _, headers = server.fetch(method, *request)
            check(status in (200, 201, 404), f"{method} {request}: {status}")
            check(headers["Connection"] == "close", f"{method} {request} does not tell the client to close")
        seen = read_until(viewer, b"id: 3\n")
        check(b"event: end" not in seen, "the stream has ended")
        late = stream_of(server, session)
        check(not is_closed(idle_for_a_moment(idle)), "a kept connection is closed before the delay is over")
        server.process.send_signal(signal.SIGTERM)
        returns = []
        for client in (viewer, late):
            last = read_until(client, b"shutdown").decode()
            told = re.search(r'retry: (\d+)\nevent: end\ndata: \{"reason":"shutdown', last)
            check(told, f"a stream ends with {last[-200:]}")
            returns.append(int(told[1]))
        check(all(500 <= time <= 3000 for time in returns), f"viewers come back after {returns} ms")
        check(server.wait() == 0, "the server did not end well")
        check(is_closed(idle), "the server left a connection open")


def idle_for_a_moment(client):
    client.settimeout(0.3)
    return client


def what_is_in_progress_ends_within_its_timeout():
    """After the delay the port is closed, and an upload that has begun ends. One that does not end holds up nothing."""
    body = "t,v\n" + "".join(f"{x},{x}\n" for x in range(1000))
    lines = (
        "PUT /v1/datasets/up HTTP/1.1",
        "Host: localhost",
        "Content-Type: text/csv",
        f"Content-Length: {len(body)}",
    )
    head = "\r\n".join(lines) + "\r\n\r\n"
    with Server("--http-drain-delay", "500ms", "--http-drain-timeout", "1m") as server:
        client = server.socket()
        client.sendall((head + body[:100]).encode())
        server.process.send_signal(signal.SIGTERM)
        until(lambda: is_refused(server), "the port stays open")
        client.sendall(body[100:].encode())
        check(b" 201 " in read_until(client, b"\r\n\r\n"), "an upload in progress did not end")
        begun = time.monotonic()
        check(server.wait() == 0, "the server did not end well")
        check(time.monotonic() - begun < DRAIN_SECONDS, "the server waited for nothing")
        server.start()
        check(server.made("GET", "/v1/datasets/up")["rows"] == 1000, "the upload is lost")
    for delay in ("0s", "500ms"):
        with Server("--http-drain-delay", delay, "--http-drain-timeout", "500ms") as server:
            client = server.socket()
            client.sendall((head + body[:100]).encode())
            # The server has seen the head.
            until(lambda: "PUT" not in server.log() and server.ask("GET", "/health/ready")[0] == 200, "not ready")
            begun = time.monotonic()
            check(server.end() == 0, f"{delay}: the server did not end well")
            check(time.monotonic() - begun < 1 + 5 + TIMEOUT, f"{delay}: the server did not give the upload up")


def a_client_that_connects_at_the_end_is_answered_or_refused():
    """The port resets no connection as it closes, so a load balancer knows that the request was not begun."""
    for delay in ("0s", "300ms"):
        with Server("--http-drain-delay", delay) as server:
            stops, faults, outcomes = threading.Event(), [], collections.Counter()

            def visit(server=server, stops=stops, faults=faults, outcomes=outcomes):
                while not stops.is_set():
                    try:
                        connection = server.connect()
                        status = exchange(connection, "GET", "/v1/datasets")[0]
                        outcomes[status] += 1
                        connection.close()
                    except ConnectionRefusedError:
                        return
                    except (OSError, http.client.HTTPException) as lost:
                        faults.append(repr(lost))

            visitors = [threading.Thread(target=visit) for _ in range(16)]
            for visitor in visitors:
                visitor.start()
            until(lambda outcomes=outcomes: outcomes[200] >= 100, "the visitors are not answered")
            check(server.end() == 0, f"{delay}: the server did not end well")
            stops.set()
            for visitor in visitors:
                visitor.join(PATIENCE)
            check(not faults, f"{delay}: {faults[:5]} beside {dict(outcomes)}")


def an_answer_that_is_taken_slowly_arrives_whole():
    """A server that stops sends the rest of an answer whose client is slow."""
    with Server("--http-drain-delay", "100ms", "--http-drain-timeout", "1m") as server:
        server.made("PUT", "/v1/datasets/line", "t,v\n" + "".join(f"{x},{x / 7}\n" for x in range(100_000)))
        path = "/v1/datasets/line/rows"
        whole = server.fetch("GET", path)[1].encode()
        client = server.socket(receive_buffer=4096)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        text = client.recv(1000)
        server.process.send_signal(signal.SIGTERM)
        until(lambda: is_refused(server), "the port stays open")
        while piece := client.recv(16_384):
            text += piece
            time.sleep(0.002)
        body = text.split(b"\r\n\r\n", 1)[1]
        body = body if b"chunked" not in text[:1000].lower() else unchunked(body)
        check(body == whole, f"{len(body)} of {len(whole)} bytes came")
        check(server.wait() == 0, "the server did not end well")
    drains = ("--http-drain-delay", "100ms", "--http-drain-timeout", "1m")
    with certificate() as (pem, key), Server(*tls(pem, key), *drains) as server:
        rows = "t,v\n" + "".join(f"{x},{x / 7}\n" for x in range(100_000))
        url, file = f"https://localhost:{server.port}/v1/datasets/line", server.folder / "rows"
        curl = ["curl", "-sS", "--fail", "--cacert", pem, "--http2"]
        told = run(*curl, "-X", "PUT", "-H", "Content-Type: text/csv", "--data-binary", "@-", url, text=rows)
        check(told.returncode == 0, told.stderr)
        whole = run(*curl, f"{url}/rows").stdout
        slow = subprocess.Popen([*map(str, curl), "--limit-rate", "1M", "-o", file, f"{url}/rows"])
        until(lambda: file.exists() and file.stat().st_size > 0, "no answer")
        server.process.send_signal(signal.SIGTERM)
        check(slow.wait(PATIENCE) == 0, "an answer over HTTP/2 is cut")
        check(file.read_text() == whole, "an answer over HTTP/2 is not whole")
        check(server.wait() == 0, "the server did not end well")


def unchunked(text):
    """The bytes of the chunks of a body."""
    body = b""
    while text:
        size, text = text.split(b"\r\n", 1)
        length = int(size, 16)
        body, text = body + text[:length], text[length + 2 :]
    return body


class HTTP2:
    """A connection of HTTP/2 over TLS, frame by frame."""

    SETTINGS, PING, GOAWAY, HEADERS = 4, 6, 7, 1

    def __init__(self, server, authority):
        context = ssl.create_default_context(cafile=authority)
        context.set_alpn_protocols(["h2"])
        self.socket = context.wrap_socket(server.socket(), server_hostname="localhost")
        self.socket.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        self.send(self.SETTINGS, 0, 0)
        self.stream = -1

    def send(self, kind, flags, stream, payload=b""):
        self.socket.sendall(len(payload).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + payload)

    def receive(self, size):
        data = b""
        while len(data) < size:
            piece = self.socket.recv(size - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    def frames(self):
        """The kind, the stream and the payload of each frame, up to the end of the connection."""
        with contextlib.suppress(EOFError, ssl.SSLError, ConnectionResetError):
            while True:
                head = self.receive(9)
                kind, flags, stream = head[3], head[4], int.from_bytes(head[5:9])
                payload = self.receive(int.from_bytes(head[:3]))
                if kind == self.PING and not flags:
                    self.send(self.PING, 1, 0, payload)
                yield kind, stream, payload

    def ask(self, path):
        """Sends a GET, and returns its stream."""
        self.stream += 2
        texts = ((4, path.encode()), (1, b"localhost"))
        block = b"\x82\x87" + b"".join(bytes([name, len(text)]) + text for name, text in texts)
        self.send(self.HEADERS, 5, self.stream, block)
        return self.stream


def http2_gets_goaway():
    """A connection of HTTP/2 gets GOAWAY when the delay begins, and a new connection is served too."""
    with certificate() as paths, Server(*tls(*paths), "--http-drain-delay", "10m") as server:
        open_, path = HTTP2(server, paths[0]), "/v1/datasets"
        frames = open_.frames()
        first = open_.ask(path)
        check(any(kind == 1 and stream == first for kind, stream, _ in frames), "no answer")
        server.process.send_signal(signal.SIGTERM)
        check(any(kind == HTTP2.GOAWAY for kind, _, _ in frames), "an open connection gets no GOAWAY")
        new = HTTP2(server, paths[0])
        asked = new.ask(path)
        kinds = {(kind, stream) for kind, stream, _ in new.frames()}
        check((HTTP2.HEADERS, asked) in kinds, f"a new connection is not answered: {kinds}")
        check((HTTP2.GOAWAY, 0) in kinds, f"a new connection gets no GOAWAY: {kinds}")
        url = f"https://localhost:{server.port}{path}"
        shows = ["-o", "/dev/null", "-w", "%{http_version} %{http_code} %{http_version} %{http_code}"]
        told = run("curl", "-sS", "--cacert", paths[0], "--http2", *shows, url)
        check(told.stdout == "2 200 2 200", f"curl: {told.stdout} {told.stderr}")
        told = run("curl", "-sS", "--cacert", paths[0], "--http1.1", "-D", "-", "-o", "/dev/null", url)
        check("connection: close" in told.stdout.lower(), f"HTTP/1.1 over TLS: {told.stdout} {told.stderr}")
        server.process.send_signal(signal.SIGTERM)
        check(server.wait() == 0, "the server did not end well")


def the_disk_is_shared_beyond_loopback():
    """Beyond loopback datasets and logs may take what is stored and four fifths of what is free. The log says it."""
    for kind in ("sqlite", "memory"):
        with Server("--http-host", "0.0.0.0", "--auth-mode", "token", "--store-kind", kind) as server:
            server.made("PUT", "/v1/datasets/line", "t,v\n" + "".join(f"{x},{x / 7}\n" for x in range(100_000)))
            server.stop()
            disk = os.statvfs(server.data)
            server.start()
            told = re.findall(r"limits.dataBytes|(bytes|stored|free)=(\d+)", server.log()[server.logged_before :])
            told = {name: int(number) for name, number in told if name}
            check(told["bytes"] == told["stored"] + told["free"] // 5 * 4, f"{told}")
            check(told["stored"] >= 800_000, f"what is stored is {told['stored']}")
            free = disk.f_bavail * disk.f_frsize
            check(abs(told["free"] - free) < 0.05 * free + (64 << 20), f"what is free is {free}, not {told['free']}")
    with Server("--http-host", "0.0.0.0", "--auth-mode", "token", "--limits-data-bytes", "1MiB") as server:
        rows = "t,v\n" + "".join(f"{x},{x / 7}\n" for x in range(100_000))
        check(server.fetch("PUT", "/v1/datasets/line", rows)[0] == 507, "a given limit does not hold")
    with Server() as server:
        check("limits.dataBytes" not in server.log(), "there is a limit on loopback")


def a_shutdown_ends_long_work():
    """SIGTERM during long windows: the server ends with 0. It gives up those that are not done while it drains."""
    with serving_long_windows(16) as (server, clients):
        begun = time.monotonic()
        server.stop()
        took, answered = time.monotonic() - begun, 0
        for client in clients:
            with contextlib.suppress(ConnectionResetError):
                answered += b" 200 " in client.recv(65536)
        check(took < DRAIN_SECONDS + 2 or answered < len(clients), f"the server has ended after {answered} windows")


if __name__ == "__main__":
    run_tests(
        [
            metrics_are_prometheus,
            dashboard_and_alerts_have_what_they_ask_for,
            log_tells_no_secrets,
            slow_heads_are_closed,
            kept_connections_end,
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
            postgresql_needs_its_library,
            a_shutdown_under_load_loses_nothing,
            no_session_opens_while_it_drains,
            requests_are_taken_until_the_delay_is_over,
            what_is_in_progress_ends_within_its_timeout,
            a_client_that_connects_at_the_end_is_answered_or_refused,
            an_answer_that_is_taken_slowly_arrives_whole,
            http2_gets_goaway,
            the_disk_is_shared_beyond_loopback,
            long_work_ends_with_its_client,
            a_shutdown_ends_long_work,
        ]
    )
