"""Checks that a connection of HTTP/1.1 is there after each answer, unless the answer has said that it closes.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/keep_alive_test.py
The routes and their methods come from the OpenAPI document that the server serves. Each has good requests and bad ones.
A failure names the request and its status.
"""

import contextlib
import http.client
import json
import re
import select
import sys
import time

from chart_server import Server, check

METHODS = ("GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS")
# Long enough for the server to close a connection behind an answer.
PAUSE = 0.005
# So many that a window of all of them is work for a thread of its own.
ROWS = 30_000
JSON, CSV, NDJSON, TEXT = "application/json", "text/csv", "application/x-ndjson", "text/plain"
NOTE = {"id": "x", "kind": "verticalLine", "points": [{"x": 1}]}
SURFACE = {
    "id": "main",
    "dataset": "line",
    "xAxes": [{"id": "x"}],
    "modifiers": [{"type": "zoomPan"}],
    "annotations": [NOTE],
}
HOVER = {"type": "hover", "phase": "moved", "time": 0, "x": 400, "y": 200}
# The good bodies, by the method and the end of the path.
BODIES = {
    ("PUT", "/datasets/{name}"): (CSV, "t,v\n1,2\n2,3\n"),
    ("POST", "/datasets/{name}/generated"): (JSON, '{"rows":10}'),
    ("PATCH", "/datasets/{name}"): (JSON, '{"late":"merge"}'),
    ("POST", "/write"): (TEXT, "fed v=1 1\n"),
    ("POST", "/query"): (TEXT, "q=create+database+fed"),
    ("POST", "/datasets/{name}/rows"): (CSV, f"t,v\n{10 * ROWS},1\n"),
    ("POST", "/sessions"): (JSON, json.dumps({"surfaces": [SURFACE]})),
    ("PATCH", "/sessions/{id}"): (JSON, '{"links":[]}'),
    ("POST", "/tokens"): (JSON, '{"may":["look"]}'),
    ("POST", "/surfaces"): (JSON, json.dumps({**SURFACE, "id": "added"})),
    ("PATCH", "/surfaces/{sid}"): (JSON, '{"size":{"width":900,"height":300}}'),
    ("PATCH", "/axes/{aid}"): (JSON, '{"visibleRange":[10,20]}'),
    ("PUT", "/modifiers/{mid}"): (JSON, '{"type":"zoomPan"}'),
    ("PUT", "/annotations/{aid}"): (JSON, '{"kind":"verticalLine","points":[{"x":1}]}'),
    ("PATCH", "/annotations/{aid}"): (JSON, '{"text":"Deploy"}'),
    ("PATCH", "/modifiers/{mid}"): (JSON, '{"isEnabled":false}'),
    ("POST", "/commands"): (JSON, '{"command":"zoomExtents"}'),
    ("POST", "/events"): (JSON, json.dumps({"events": [HOVER]})),
    ("POST", "/replays"): (NDJSON, None),
    ("POST", "/streams"): (JSON, '{"sessions":[]}'),
    ("PATCH", "/streams/{id}"): (JSON, '{"remove":["left"]}'),
}
# The good queries of the routes, by the method and the end of the path; some ask for long answers.
QUERIES = {
    ("GET", "/datasets/{name}/window"): [
        "width=100000&method=m4",
        "method=lttb&points=20000",
        "layout=objects&to=15000&method=none",
    ],
    ("GET", "/datasets/{name}/rows"): ["format=ndjson", "from=5"],
    ("GET", "/datasets/{name}/image.svg"): ["width=4000&height=4000", "theme=dark"],
    ("GET", "/surfaces/{sid}/image.svg"): ["width=4000&height=4000", "theme=dark"],
    ("GET", "/surfaces/{sid}/rows"): ["format=ndjson"],
    ("GET", "/surfaces/{sid}/annotations"): ["format=csv"],
    ("GET", "/sessions/{id}"): ["window=none&ticks=false"],
    ("POST", "/surfaces/{sid}/events"): ["explain=true", "dryRun=true"],
}


class Asked:
    """Every request so far, and those after which the connection was not there."""

    def __init__(self, server):
        self.server, self.count, self.lost = server, 0, []

    def twice(self, method, path, body=None, kind=None, headers=None):
        """Sends a request, and behind its answer another one on the same connection."""
        self.count += 1
        headers = {"Host": "localhost"} | ({"Content-Type": kind} if kind else {}) | (headers or {})
        with contextlib.closing(self.server.connect()) as connection:
            connection.connect()
            connection.auto_open = 0
            status, fields = answer_on(connection, method, path, body, headers)
            # A stream has no end.
            if "close" in fields.get("Connection", "").lower() or fields.get_content_type() == "text/event-stream":
                return status
            # What follows an answer can only be the end of the connection.
            is_over = connection.sock is None or select.select([connection.sock], [], [], PAUSE)[0]
            try:
                check(not is_over, "the connection ended")
                again, _ = answer_on(connection, "GET", "/health/live", None, {"Host": "localhost"})
                check(again == 200, f"the second answer has the status {again}")
            except (AssertionError, OSError, http.client.HTTPException) as error:
                self.lost.append(f"{method} {path} {headers}: status {status}, then {error!r}")
        return status


def answer_on(connection, method, path, body, headers):
    """The status and the headers of the whole answer to a request on a connection that is there."""
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    if answer.headers.get_content_type() != "text/event-stream":
        answer.read()
    return answer.status, answer.headers


def prepared(server):
    """Makes what the paths name: a dataset with a note, a session with a surface and a token, and an ended one."""
    if server.ask("GET", "/v1/datasets/line")[0] == 404:
        server.made("PUT", "/v1/datasets/line", "t,v\n" + "".join(f"{x},{x * 7 % 997}\n" for x in range(ROWS)))
    made = [server.made("POST", "/v1/sessions?window=none", {"surfaces": [SURFACE]})["id"] for _ in range(2)]
    server.made("DELETE", f"/v1/sessions/{made[1]}")
    server.made("PUT", "/v1/datasets/line/annotations/x", NOTE)
    token = server.made("POST", f"/v1/sessions/{made[0]}/tokens", {"may": ["look"]})["id"]
    return *made, token


def filled(path, **values):
    return re.sub(r"\{(\w+)\}", lambda found: values[found[1]], path)


def body_of(server, method, path, session):
    """The kind and the bytes of a good body of a route; nothing for one that takes none."""
    for (taken, end), (kind, text) in BODIES.items():
        if taken == method and path.endswith(end):
            if text is None:
                text = server.fetch("GET", f"/v1/sessions/{session}/log")[1]
            return kind, text.encode()
    return None, None


def good(asked, method, path, target, kind, body):
    """Requests that succeed, and conditional ones."""
    queries = next((made for (taken, end), made in QUERIES.items() if taken == method and path.endswith(end)), [])
    for query in ["", *("?" + query for query in queries)]:
        status = asked.twice(method, target + query, body, kind)
        # There is no documentation where none was built.
        check(status < 400 or path == "/docs", f"{method} {target + query}: {status}")
        if method == "GET":
            asked.twice("HEAD", target + query)
            asked.twice(method, target + query, headers={"If-None-Match": "*"})
            asked.twice(method, target + query, headers={"Accept-Encoding": "gzip"})


def bad(asked, method, target, others, kind, body):
    """Requests that the server refuses, for each reason that the route has."""
    asked.twice(method, target + "?nothing=1", body, kind)
    asked.twice(method, target + "?window=%FF&width=x&locale=&format=?", body, kind)
    for other in {*others} - {target}:
        asked.twice(method, other, body, kind)
    asked.twice(method, target, body, kind, {"If-Match": '"0"'})
    asked.twice(method, target, body, kind, {"Authorization": "Bearer x"})
    asked.twice(method, target, body, kind, {"Host": "elsewhere.example.org"})
    if body is None:
        # A body where none is read.
        asked.twice(method, target + "?nothing=1", b"{}", JSON)
        return
    for wrong in [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"nothing":1}', b"x" * 100_000]:
        asked.twice(method, target, wrong, kind)
    asked.twice(method, target, body, "text/plain")
    asked.twice(method, target, body)
    # A body of unknown length is sent in chunks.
    asked.twice(method, target, iter([body[:5], body[5:]]), kind)
    asked.twice(method, target, b" " * (2 << 20), JSON)


def open_stream(server):
    """A connection with the beginning of a stream of many sessions, and the name of the stream."""
    connection = server.connect()
    connection.request("POST", "/v1/streams", '{"sessions":[]}', {"Host": "localhost", "Content-Type": JSON})
    answer = connection.getresponse()
    data = next(line for line in answer if line.startswith(b"data: "))
    return connection, json.loads(data.removeprefix(b"data: "))["id"]


def of_route(asked, server, path, methods):
    """Asks a route by each of its methods, and by each that it does not have."""
    if path == "/v1/streams/{id}":
        connection, stream = open_stream(server)
        with contextlib.closing(connection):
            return of_each_method(asked, server, path, methods, stream)
    return of_each_method(asked, server, path, methods)


def of_each_method(asked, server, path, methods, stream=None):
    names = {"name": "line", "sid": "main", "aid": "x", "mid": "zoomPan", "tid": "none"}
    for method in methods:
        for ask in (bad, good):
            # Some bad requests change what is there: a condition or a token that the route does not look at.
            session, gone, token = prepared(server) if "{" in path or method == "POST" else ("none", "none", "none")
            names["tid"] = token
            kind, body = body_of(server, method, path, session)
            target = filled(path, id=stream or session, **names)
            if ask is bad:
                others = [filled(path, id="none", **dict.fromkeys(names, "none")), filled(path, id=gone, **names)]
                bad(asked, method, target, others, kind, body)
            # A stream has no end.
            elif not path.endswith("/stream"):
                if path == "/v1/datasets/{name}" and method in ("PUT", "DELETE"):
                    target = "/v1/datasets/other"
                    server.made("PUT", target, "t,v\n1,2\n")
                if path == "/v1/datasets/{name}/generated":
                    target = "/v1/datasets/walk/generated"
                if path == "/v1/datasets/{name}/rows" and method == "DELETE":
                    target += "?from=0&to=1"
                good(asked, method, path, target, kind, body)
        if method == "DELETE":
            asked.twice(method, target)
    for method in set(METHODS) - set(methods) - {"HEAD"}:
        asked.twice(method, filled(path, id="none", **dict.fromkeys(names, "none")))
        asked.twice(method, filled(path, id="none", **dict.fromkeys(names, "none")), b"{}", JSON)
    return asked


def main():
    begun = time.monotonic()
    with Server("--store-kind", "memory", "--log-level", "error", demo=True) as server:
        asked = Asked(server)
        paths = server.made("GET", "/openapi.json")["paths"]
        for path, operations in paths.items():
            methods = [method.upper() for method in operations if method.upper() in METHODS]
            before = len(asked.lost)
            of_route(asked, server, path, methods)
            print(f"{path}: {len(asked.lost) - before} of the connections were lost", flush=True)
        print(f"{asked.count} requests in {time.monotonic() - begun:.1f} s")
        check(not asked.lost, lambda: f"{len(asked.lost)} connections were lost:\n" + "\n".join(asked.lost))


if __name__ == "__main__":
    sys.exit(main())
