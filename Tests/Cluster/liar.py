"""A proxy between clients and a node that lies once in a while. Each lie breaks a law, and the laws must find it."""

import http.client
import http.server
import itertools
import json
import random
import socket
import threading
import time

from chart_server import LOOPBACK

EVENTS, COMMANDS, AXES = "/surfaces/main/events", "/surfaces/main/commands", "/surfaces/main/axes/"
# The share of the requests on which a lie is tried.
OFTEN = 0.15
# Logs are read seldom, so each one is changed.
ALWAYS = {"wrong-hash"}
HOP_HEADERS = {"connection", "transfer-encoding", "content-length", "keep-alive"}


class Liar:
    """A server on loopback that forwards everything to a node, except for what its lie changes."""

    def __init__(self, node_port, lie, seed=1):
        self.lie, self.random, self.lock = lie, random.Random(seed), threading.Lock()
        self.told, self.count = {}, itertools.count(1)
        self.lies = 0
        liar = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            node = node_port

            def handle_one(self):
                liar.handle(self)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_one

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer((LOOPBACK, 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def handle(self, caller):
        length = int(caller.headers.get("Content-Length") or 0)
        request = Request(caller, caller.rfile.read(length) if length else None)
        with self.lock:
            tries = self.lie in ALWAYS or self.random.random() < OFTEN
        try:
            if request.is_stream:
                self.stream(request)
                return
            lied = LIES[self.lie](self, request) if tries else None
            if lied is not None:
                with self.lock:
                    self.lies += 1
            status, headers, body = lied or self.forward(request)
            answer(caller, status, headers, body)
        except (OSError, http.client.HTTPException):
            caller.close_connection = True

    def forward(self, request, path=None):
        """Sends a request to the node, and remembers the revision and the answer."""
        connection = http.client.HTTPConnection(LOOPBACK, request.caller.node, timeout=30)
        try:
            connection.request(request.method, path or request.path, request.body, request.headers)
            got = connection.getresponse()
            status, headers, body = got.status, got.headers, got.read()
        finally:
            connection.close()
        if status == 200 and request.session and headers.get_content_type() == "application/json":
            with self.lock:
                told = self.told.setdefault(request.session, [])
                told.append((json.loads(body).get("revision", 0), request.method, request.path, body))
        return status, headers, body

    def last(self, request):
        """The greatest revision that the session's clients were told through this proxy, with its answer."""
        with self.lock:
            return max(self.told.get(request.session, []), default=None, key=lambda entry: entry[0])

    def stream(self, request):
        """Forwards a stream. With the lie `stream-hole` some updates are left out."""
        caller = request.caller
        connection = http.client.HTTPConnection(LOOPBACK, caller.node, timeout=60)
        try:
            connection.request("GET", request.path, headers=request.headers)
            got = connection.getresponse()
            caller.send_response(got.status)
            caller.send_header("Content-Type", got.headers["Content-Type"])
            caller.send_header("Connection", "close")
            caller.end_headers()
            caller.close_connection = True
            event = b""
            while line := got.readline():
                event += line
                if line.strip():
                    continue
                with self.lock:
                    drops = self.lie == "stream-hole" and b"event: update" in event and self.random.random() < OFTEN
                    self.lies += drops
                if not drops:
                    caller.wfile.write(event)
                event = b""
        finally:
            connection.close()
            caller.connection.shutdown(socket.SHUT_RDWR)


class Request:
    """What a client asked."""

    def __init__(self, caller, body):
        self.caller, self.body = caller, body
        self.method, self.path = caller.command, caller.path
        self.headers = {name: value for name, value in caller.headers.items() if name.lower() not in HOP_HEADERS}
        parts = self.path.split("?")[0].split("/")
        self.session = parts[3] if len(parts) > 3 and parts[2] == "sessions" else None
        self.is_stream = self.path.split("?")[0].endswith("/stream")


def answer(caller, status, headers, body):
    caller.send_response(status)
    for name in ("Content-Type", "ETag", "Retry-After"):
        if headers.get(name):
            caller.send_header(name, headers[name])
    caller.send_header("Content-Length", str(len(body)))
    caller.end_headers()
    caller.wfile.write(body)


def lost_change(liar, request):
    """Acknowledges a batch as the next revision, and forwards nothing."""
    last = liar.last(request)
    if EVENTS not in request.path or last is None:
        return None
    body = json.dumps({"revision": last[0] + 1, "duplicate": False, "surfaces": []}).encode()
    return 200, {"Content-Type": "application/json"}, body


def early_acknowledgement(liar, request):
    """Acknowledges a command as the next revision, and forwards it later."""
    last = liar.last(request)
    if COMMANDS not in request.path or last is None:
        return None
    later = threading.Timer(0.2, liar.forward, [request])
    later.daemon = True
    later.start()
    body = json.dumps({"revision": last[0] + 1, "duplicate": False, "surfaces": []}).encode()
    return 200, {"Content-Type": "application/json"}, body


def twice(liar, request):
    """Forwards a patch or a command twice, and tells of one."""
    if not (COMMANDS in request.path or AXES in request.path):
        return None
    got = liar.forward(request)
    liar.forward(request)
    return got if got[0] == 200 else None


def other_session(liar, request):
    """Forwards a command to another session, and answers as if it was the right one."""
    with liar.lock:
        others = [id for id in liar.told if id != request.session]
    if COMMANDS not in request.path or not others:
        return None
    return liar.forward(request, request.path.replace(request.session, liar.random.choice(others)))


def stale_read(liar, request):
    """Answers a read of the session with an answer of before."""
    with liar.lock:
        old = [entry for entry in liar.told.get(request.session, []) if entry[1:3] == (request.method, request.path)]
    if request.method != "GET" or not old:
        return None
    return 200, {"Content-Type": "application/json"}, old[0][3]


def fork(liar, request):
    """Acknowledges a command as the last revision, which belongs to another change."""
    last = liar.last(request)
    if COMMANDS not in request.path or last is None:
        return None
    status, headers, body = liar.forward(request)
    if status != 200:
        return status, headers, body
    return status, headers, json.dumps(json.loads(body) | {"revision": last[0]}).encode()


def wrong_hash(liar, request):
    """Changes a state hash of a log that is read."""
    if request.method != "GET" or not request.path.endswith("/log"):
        return None
    status, headers, body = liar.forward(request)
    if status != 200 or body.count(b"stateHash") < 3:
        return status, headers, body
    before, name, after = body.rpartition(b'"stateHash":"')
    return status, headers, before + name + (b"0" if after[:1] != b"0" else b"1") + after[1:]


def forgotten_match(liar, request):
    """Forwards a patch without its `If-Match`, late enough that another change may come first."""
    if AXES not in request.path or "If-Match" not in request.headers:
        return None
    del request.headers["If-Match"]
    time.sleep(0.1)
    return liar.forward(request)


def lost_rows(liar, request):
    """Acknowledges an append and forwards nothing."""
    if request.method != "POST" or not request.path.endswith("/rows"):
        return None
    probe = http.client.HTTPConnection(LOOPBACK, request.caller.node, timeout=30)
    try:
        probe.request("GET", request.path.removesuffix("/rows"))
        size = json.loads(probe.getresponse().read())
    finally:
        probe.close()
    count = request.body.count(b"\n") - 1
    body = json.dumps({"rows": size["rows"] + count, "version": size["version"] + 1}).encode()
    return 200, {"Content-Type": "application/json"}, body


LIES = {
    "none": lambda liar, request: None,
    "lost-change": lost_change,
    "early-acknowledgement": early_acknowledgement,
    "twice": twice,
    "other-session": other_session,
    "stale-read": stale_read,
    "fork": fork,
    "wrong-hash": wrong_hash,
    "forgotten-match": forgotten_match,
    "lost-rows": lost_rows,
    # The stream itself leaves out updates, so no request is changed.
    "stream-hole": lambda liar, request: None,
}
# The law that must find each lie. A lie may break further laws.
BROKEN_BY = {
    "lost-change": "acknowledged_changes_stand_in_the_log_once",
    "early-acknowledgement": "acknowledged_changes_stand_in_the_log_once",
    "twice": "acknowledged_changes_stand_in_the_log_once",
    "other-session": "acknowledged_changes_stand_in_the_log_once",
    "stale-read": "reads_show_what_was_told_before",
    "fork": "revisions_have_no_gap_and_no_fork",
    "wrong-hash": "state_hashes_are_those_of_a_replay",
    "forgotten-match": "if_match_admits_one_change_of_a_surface",
    "lost-rows": "appends_stand_in_the_rows_once",
    "stream-hole": "updates_have_no_hole",
}
