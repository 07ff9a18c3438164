"""Hooks that schemathesis calls around each request. Half of the cases use existing resources, made for that case.

A checksum of the case decides which half. Until an operation has succeeded, all its cases use existing resources, and
so do the examples of the document: that each operation succeeds must not hang on the random cases.
"""

import collections
import functools
import json
import os
import zlib

import requests
import schemathesis

BASE = os.environ["CONTRACT_BASE"]
TALLY = os.environ["CONTRACT_TALLY"]

# The values of each path parameter in a real case. The surfaces, axes, modifiers and annotations are those of SESSION;
# its annotations have the ids of its axes.
CHOICES = {"sid": ["main", "other"], "aid": ["x", "y"], "mid": ["zoomPan", "pinchZoom", "cursor", "rotateChart"]}
BUNDLED = ["active-users", "seattle-weather", "sea-surface-temperature"]
NOTE_POINTS = [{"x": "2024-10-16", "y": 600}, {"x": "2024-10-17", "y": 610}]
SESSION = {
    "surfaces": [
        {
            "id": name,
            "dataset": "active-users",
            "modifiers": [{"type": kind} for kind in CHOICES["mid"]],
            "annotations": [{"id": id, "kind": "line", "points": NOTE_POINTS} for id in CHOICES["aid"]],
        }
        for name in CHOICES["sid"]
    ],
    "links": [{"axes": ["main/x", "other/x"], "kind": "same"}],
}
# Older than the rows of the document's examples, which cases append to these.
ROWS = "date,active,new\n2024-01-01,613,47\n2024-01-02,598,41\n"

client = requests.Session()
tally = collections.defaultdict(collections.Counter)
decided = {}
# The number of datasets that real cases have used. The next case changes the last of them.
own_datasets = 1


def made(response):
    """Checks that the server has made what a case needs."""
    if response.status_code not in (200, 201):
        raise AssertionError(f"{response.request.method} {response.url}: {response.status_code} {response.text}")
    return response


def checksum(case):
    sent = (case.operation.label, case.path_parameters, case.query, case.headers, case.body)
    return zlib.crc32(repr(sent).encode())


def phase(case):
    return case.meta and case.meta.phase.name


def has_succeeded(case):
    return any(status[0] in "23" for status in tally[case.operation.label])


def is_real(case, number):
    """Decides once for each case: schemathesis sends a failed case again to shrink it."""
    is_example = phase(case) == "examples"
    return decided.setdefault(number, is_example or not has_succeeded(case) or number % 2 == 0)


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """Sends text unchanged, and other values as one line of JSON."""
    return value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode()


def log_of_session():
    """The log of a session after one change."""
    id = made(client.post(f"{BASE}/v1/sessions?window=none&ticks=false", json=SESSION)).json()["id"]
    made(client.post(f"{BASE}/v1/sessions/{id}/surfaces/main/commands", json={"command": "zoomExtents"}))
    return made(client.get(f"{BASE}/v1/sessions/{id}/log")).text


@functools.cache
def open_stream():
    """A stream that stays open, because it has a session that no case ends, and its id first."""
    session = made(client.post(f"{BASE}/v1/sessions?window=none&ticks=false", json=SESSION)).json()["id"]
    answer = client.post(f"{BASE}/v1/streams", json={"sessions": [{"id": session, "as": "kept"}]}, stream=True)
    # What reads the lines would close the connection at its own end, so it is kept.
    lines = answer.iter_lines()
    told = next(line for line in lines if line.startswith(b"data: "))
    return json.loads(told[6:])["id"], lines


def own_dataset():
    """A dataset with ROWS for a case that changes it; a new one while an earlier session shows the last one."""
    global own_datasets
    name = f"contract-{own_datasets}"
    answer = client.put(f"{BASE}/v1/datasets/{name}", data=ROWS, headers={"Content-Type": "text/csv"})
    if answer.status_code == 409:
        own_datasets += 1
        return own_dataset()
    made(answer)
    return name


OF_EVENT = " /v1/datasets/{name}/annotations/{aid}"
IMPORTS = {"PUT /v1/datasets/{name}", "POST /v1/datasets/{name}/rows"}
REMOVAL = "DELETE /v1/datasets/{name}/rows"
GENERATION = "POST /v1/datasets/{name}/generated"
# The parameters of an import that describe CSV.
TEXT_ALONE = {
    "comment",
    "dateFormat",
    "delimiter",
    "encoding",
    "headerLine",
    "null",
    "numberFormat",
    "plausible",
    "skipBad",
    "sort",
}


@schemathesis.hook
def before_call(context, case, kwargs):
    names = case.path_parameters or {}
    number = checksum(case)
    if phase(case) == "stateful":
        # schemathesis takes the ids of sessions and datasets from answers. SESSION names everything in a session.
        if case.operation.label == "POST /v1/sessions":
            case.body = SESSION
        for name in names.keys() & CHOICES.keys():
            names[name] = CHOICES[name][number % len(CHOICES[name])]
        return
    if case.operation.label == "POST /v1/replays" and case.method.upper() == "POST" and is_real(case, number):
        case.body = log_of_session()
        return
    if not names or not is_real(case, number):
        return
    pick = number // 2
    # What is in a session needs the session.
    for name in sorted(names, key=lambda name: name != "id"):
        if case.operation.label == "PATCH /v1/streams/{id}":
            names[name] = open_stream()[0]
        elif name == "id":
            answer = made(client.post(f"{BASE}/v1/sessions?window=none&ticks=false", json=SESSION))
            names[name] = answer.json()["id"]
        elif name == "tid":
            tokens = f"{BASE}/v1/sessions/{names['id']}/tokens"
            names[name] = made(client.post(tokens, json={"may": ["look"]})).json()["id"]
        elif name != "name":
            names[name] = CHOICES[name][pick % len(CHOICES[name])]
        elif case.method.upper() == "GET":
            names[name] = BUNDLED[pick % len(BUNDLED)]
        elif case.operation.label == GENERATION:
            # Only rows that the server has made go on.
            names[name] = f"walk-{number}"
        else:
            # A case that changes a dataset gets its own, independent of the case before.
            names[name] = own_dataset()
    if case.operation.label.endswith(OF_EVENT) and case.method.upper() != "PUT":
        event = f"{BASE}/v1/datasets/{names['name']}/annotations/{names['aid']}"
        answer = made(client.put(event, json={"kind": "verticalLine", "points": [{"x": "2024-01-02"}]}))
        if case.headers and "If-Match" in case.headers:
            case.headers["If-Match"] = answer.headers["ETag"]
    # Some operations get few cases, so those up to the first success meet all conditions.
    meets = not has_succeeded(case) or pick % 3
    # A new session has seen no client, so the first sequence of each client is 1.
    if isinstance(case.body, dict) and isinstance(case.body.get("sequence"), int) and meets:
        case.body["sequence"] = 1
    if "sid" in names and case.headers and "If-Match" in case.headers and meets:
        path = f"{BASE}/v1/sessions/{names['id']}/surfaces/{names['sid']}"
        # An annotation has an ETag of its own.
        of_annotation = "/annotations/" in case.operation.label
        path += f"/annotations/{names['aid']}" if of_annotation else "?window=none&ticks=false"
        case.headers["If-Match"] = made(client.get(path)).headers["ETag"]
    if case.operation.label == REMOVAL and meets:
        # One end of the range must be given, and it must be of the dataset's kind.
        case.query, case.headers = {"from": "2024-10-16"}, None
    if case.operation.label == GENERATION and meets and case.headers:
        # The dataset is not there.
        for condition in ("If-Match", "If-None-Match"):
            case.headers.pop(condition, None)
    if case.operation.label in IMPORTS and meets:
        # The dataset is there, and the schema cannot say which parameters belong to which type of body.
        if case.headers:
            case.headers.pop("If-None-Match", None)
            if "If-Match" in case.headers:
                case.headers["If-Match"] = made(client.get(f"{BASE}/v1/datasets/{names['name']}")).headers["ETag"]
        if case.query:
            # Only a table with such a column can be split.
            case.query.pop("split", None)
        if case.query and case.media_type != "text/csv":
            for parameter in TEXT_ALONE & case.query.keys():
                del case.query[parameter]


@schemathesis.hook
def after_call(context, case, response):
    tally[case.operation.label][str(response.status_code)] += 1
    with open(TALLY, "w", encoding="utf-8") as file:
        json.dump(tally, file)
