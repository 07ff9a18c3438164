"""What schemathesis calls around each request: half of the cases go to things that exist, made for that case alone.

Which half is decided by a checksum of what a case sends, so that a seed gives the same requests in every run; the first
case of an operation and those of the document's examples are always real.
"""

import collections
import json
import os
import zlib

import requests
import schemathesis

BASE = os.environ["CONTRACT_BASE"]
TALLY = os.environ["CONTRACT_TALLY"]

# Of each path parameter what a real case may take; surfaces, axes and modifiers are those of SESSION.
CHOICES = {"sid": ["main", "other"], "aid": ["x", "y"], "mid": ["zoomPan", "pinchZoom", "cursor", "rotateChart"]}
BUNDLED = ["active-users", "seattle-weather", "sea-surface-temperature"]
SESSION = {
    "surfaces": [
        {"id": name, "dataset": "active-users", "modifiers": [{"type": kind} for kind in CHOICES["mid"]]}
        for name in CHOICES["sid"]
    ],
    "links": [{"axes": ["main/x", "other/x"], "kind": "same"}],
}
# Older than the rows of the document's examples, which are appended to them.
ROWS = "date,active,new\n2024-01-01,613,47\n2024-01-02,598,41\n"

client = requests.Session()
tally = collections.defaultdict(collections.Counter)
decided = {}
# How many datasets real cases have been given: the last of them is the one that the next case changes.
own_datasets = 1


def made(response):
    """Holds what a case stands on to have been made."""
    if response.status_code not in (200, 201):
        raise AssertionError(f"{response.request.method} {response.url}: {response.status_code} {response.text}")
    return response


def checksum(case):
    sent = (case.operation.label, case.path_parameters, case.query, case.headers, case.body)
    return zlib.crc32(repr(sent).encode())


def phase(case):
    return case.meta and case.meta.phase.name


def is_real(case, number):
    """Decides once, because a case that fails is sent again to be shrunk."""
    is_first = case.operation.label not in tally
    is_example = phase(case) == "examples"
    return decided.setdefault(number, is_first or is_example or number % 2 == 0)


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """Sends text as it is, and anything else as one line of JSON."""
    return value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode()


def log_of_session():
    """What a session that was changed once has in its log."""
    id = made(client.post(f"{BASE}/v1/sessions?window=none&ticks=false", json=SESSION)).json()["id"]
    made(client.post(f"{BASE}/v1/sessions/{id}/surfaces/main/commands", json={"command": "zoomExtents"}))
    return made(client.get(f"{BASE}/v1/sessions/{id}/log")).text


def own_dataset():
    """A dataset with ROWS for a case that changes one; another where a session of an earlier case shows the last."""
    global own_datasets
    name = f"contract-{own_datasets}"
    answer = client.put(f"{BASE}/v1/datasets/{name}", data=ROWS, headers={"Content-Type": "text/csv"})
    if answer.status_code == 409:
        own_datasets += 1
        return own_dataset()
    made(answer)
    return name


@schemathesis.hook
def before_call(context, case, kwargs):
    names = case.path_parameters or {}
    number = checksum(case)
    if phase(case) == "stateful":
        # The ids of sessions and datasets come from answers; what is in a session has the names that were given.
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
    for name in names:
        if name == "id":
            answer = made(client.post(f"{BASE}/v1/sessions?window=none&ticks=false", json=SESSION))
            names[name] = answer.json()["id"]
        elif name != "name":
            names[name] = CHOICES[name][pick % len(CHOICES[name])]
        elif case.method.upper() == "GET":
            names[name] = BUNDLED[pick % len(BUNDLED)]
        else:
            # What changes a dataset gets one of its own, whatever is left of the case before.
            names[name] = own_dataset()
    # A new session knows no client: the first batch of one is 1.
    if isinstance(case.body, dict) and isinstance(case.body.get("sequence"), int) and pick % 3:
        case.body["sequence"] = 1
    if "sid" in names and case.headers and "If-Match" in case.headers and pick % 3:
        surface = made(client.get(f"{BASE}/v1/sessions/{names['id']}/surfaces/{names['sid']}?window=none&ticks=false"))
        case.headers["If-Match"] = surface.headers["ETag"]


@schemathesis.hook
def after_call(context, case, response):
    tally[case.operation.label][str(response.status_code)] += 1
    with open(TALLY, "w", encoding="utf-8") as file:
        json.dump(tally, file)
