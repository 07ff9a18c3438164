"""How long a revision takes from one node to a viewer on another, and whether every node tells a viewer the same bytes.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/viewer_delay.py prints the figures.
CHANGES has the number of changes, QUERY the query of the streams.
It ends with 1 where a viewer gets other events than one of the node that made the changes.
"""

import http.client
import json
import os
import statistics
import threading
import time

from caller import ANSWER
from chart_server import LOOPBACK, check
from clients import MODIFIERS, STILL_ROWS, rows
from rig import Rig
from viewer import events_of

CHANGES = int(os.environ.get("CHANGES", "1000"))
# The pause between two changes.
THINKS = float(os.environ.get("THINKS", "0.02"))
PATIENCE_SECONDS = 60
STREAM = os.environ.get("QUERY", "?ticks=false")


class Stream(threading.Thread):
    """Reads a stream up to a revision. It keeps the events after the state with the times of their arrival."""

    def __init__(self, node, session, last, after=None):
        super().__init__(daemon=True)
        self.last, self.events, self.begun = last, [], threading.Event()
        self.connection = http.client.HTTPConnection(LOOPBACK, node.port, timeout=PATIENCE_SECONDS)
        headers = {"Last-Event-ID": str(after)} if after is not None else {}
        self.connection.request("GET", f"/v1/sessions/{session}/stream{STREAM}", headers=headers)
        self.start()

    def run(self):
        for event in events_of(self.connection.getresponse()):
            now = time.monotonic()
            if event["event"] == "state" and not self.begun.is_set():
                self.begun.set()
            elif "id" in event:
                self.events.append((now, event["id"], event["event"], event["data"]))
                if int(event["id"]) >= self.last:
                    break
        self.connection.close()

    def told(self):
        """The events without their times."""
        self.join(PATIENCE_SECONDS)
        return [event[1:] for event in self.events]


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def change(node, session, number):
    """Turns the wheel; returns when the change was sent, and when it was acknowledged."""
    event = {"type": "wheel", "time": number * 1_000, "x": 100 + number % 200, "y": 100, "deltaX": 0}
    body = json.dumps({"events": [event | {"deltaY": 10 if number % 2 else -10}]})
    sent = time.monotonic()
    answer = node.ask_json("POST", f"/v1/sessions/{session}/surfaces/main/events{ANSWER}", body)
    check(answer["revision"] == number, f"change {number} made revision {answer['revision']}")
    return sent, time.monotonic()


def main():
    with Rig("postgres", nodes=3, durability="commit") as rig:
        for node in rig.nodes:
            if node.fetch("GET", "/v1/datasets/still")[0] == 404:
                node.ask_json("PUT", "/v1/datasets/still", rows(STILL_ROWS), "text/csv")
        changing, watching, late = rig.nodes
        body = {"surfaces": [{"dataset": "still", "modifiers": MODIFIERS}]}
        session = changing.ask_json("POST", f"/v1/sessions{ANSWER}", json.dumps(body))["id"]
        near, far = [Stream(node, session, CHANGES) for node in (changing, watching)]
        for stream in (near, far):
            check(stream.begun.wait(PATIENCE_SECONDS), "a stream does not begin")
        # The other nodes learn that the session is watched.
        time.sleep(2)
        times = []
        for number in range(1, CHANGES + 1):
            times.append(change(changing, session, number))
            time.sleep(THINKS)
        told = near.told()
        check(len(told) == CHANGES, f"the viewer of the changing node got {len(told)} events")
        check(far.told() == told, "the viewer of another node got other events")
        after = max(0, CHANGES - 500)
        check(Stream(late, session, CHANGES, after).told() == told[after:], "a viewer that resumed got other events")
        for name, stream in (("the same node", near), ("another node", far)):
            for since, position in (("the request", 0), ("the answer", 1)):
                delays = [
                    1_000 * (event[0] - time_[position]) for event, time_ in zip(stream.events, times, strict=True)
                ]
                median, last = statistics.median(delays), percentile(delays, 0.99)
                figures = f"median {median:.1f} ms, 99th {last:.1f} ms, most {max(delays):.1f} ms"
                print(f"viewer of {name}, since {since}: {figures}")
        lines = watching.fetch("GET", "/metrics")[1].splitlines()
        print("\n".join(line for line in lines if "catch_up_duration_seconds_" in line and "bucket" not in line))


if __name__ == "__main__":
    main()
