"""Clients that change sessions in every way, and note the acknowledged and the pending changes."""

import http.client
import json
import random
import threading
import time

from chart_server import check, decoded, exchange

ANSWER = "?window=none&ticks=false"
FIRST, LAST = 0, 100_000
SPECIFICATION = {
    "surfaces": [
        {
            "dataset": "feed",
            "modifiers": [
                {"type": "zoomPan", "direction": "x", "clipModeX": "none"},
                {"type": "pinchZoom"},
                {"type": "mouseWheelZoom"},
            ],
        }
    ]
}


class Change:
    """A change that a client has requested, and its line in the log."""

    def __init__(self, kind, method, path, body=None, number=None, leaves_down=None, extra=None):
        self.kind, self.method, self.path, self.number, self.extra = kind, method, path, number, extra
        self.body = None if body is None else json.dumps(body)
        # Whether touches are down after the change; `None` for a change without touches.
        self.leaves_down = leaves_down

    def is_told_by(self, line):
        return (
            line["kind"] == self.kind
            and line.get("body") == (json.loads(self.body) if self.body else None)
            and (self.number is None or (line.get("client"), line.get("sequence")) == self.number)
        )


class Chart:
    """The state of a session that its clients know."""

    def __init__(self, id):
        self.id = id
        self.lock = threading.Lock()
        # The acknowledged changes, by revision.
        self.acknowledged = {}
        # The change of each client that got no answer.
        self.pending = {}
        # The last numbered batch of each client, and its revision.
        self.batches = {}
        self.times = {}
        # The client with touches down.
        self.down = {}
        self.ranges = None
        self.extras = set()
        self.is_ended = self.may_be_ended = False

    @property
    def revision(self):
        return max(self.acknowledged, default=0)


def ranges_of(surface):
    return {axis["id"]: axis["visibleRange"] for axis in surface["xAxes"] + surface["yAxes"]}


class Client(threading.Thread):
    """Changes its sessions until the server has ended."""

    def __init__(self, server, name, seed, charts, shared, ended, thinks=0.0):
        super().__init__(daemon=True)
        self.connection = server.connect()
        self.name, self.random, self.thinks = name, random.Random(seed), thinks
        self.charts, self.shared, self.ended = charts, shared, ended
        self.refused = None

    def run(self):
        try:
            while True:
                if len(self.charts) < 3:
                    self.create()
                chart = self.random.choice(self.charts + self.shared)
                chance = self.random.random()
                if chance < 0.02 and chart in self.charts and chart.revision > 20:
                    self.end(chart)
                elif chance < 0.06:
                    self.look(chart)
                else:
                    self.change(chart, self.next_change(chart, is_alone=chart in self.charts))
                if self.thinks:
                    time.sleep(self.random.uniform(0, self.thinks))
        except (OSError, http.client.HTTPException, ValueError):
            pass
        except StopIteration:
            pass
        except AssertionError as error:
            self.refused = str(error)
        finally:
            self.connection.close()

    def ask(self, method, path, body=None):
        return decoded(exchange(self.connection, method, path, body))[:2]

    def create(self):
        status, answer = self.ask("POST", f"/v1/sessions{ANSWER}", SPECIFICATION)
        if status == 503:
            raise StopIteration
        check(status == 201, f"a session: {status} {answer}")
        self.charts.append(Chart(answer["id"]))

    def end(self, chart):
        chart.may_be_ended = True
        status, answer = self.ask("DELETE", f"/v1/sessions/{chart.id}")
        if status == 503:
            raise StopIteration
        check(status == 204, f"an end: {status} {answer}")
        chart.is_ended = True
        self.charts.remove(chart)
        self.ended.append(chart)

    def look(self, chart):
        before = chart.revision
        status, answer = self.ask("GET", f"/v1/sessions/{chart.id}{ANSWER}")
        if status == 503:
            raise StopIteration
        check(status == 200 and answer["revision"] >= before, f"a look: {status} {answer}, was {before}")

    def change(self, chart, change):
        chart.pending[self.name] = change
        status, answer = self.ask(change.method, f"/v1/sessions/{chart.id}/surfaces{change.path}", change.body)
        if status == 503:
            # A server that shuts down refuses new changes, and has not applied this one.
            del chart.pending[self.name]
            raise StopIteration
        if status in (404, 409, 412):
            codes = {"history.empty", "session.driver-busy", "surface.unknown", "modifier.unknown", "surface.exists"}
            check(answer["code"] in codes, f"{change.path} {change.body}: {status} {answer}")
            check(chart in self.shared or answer["code"] == "history.empty", f"{change.path}: {status} {answer}")
            del chart.pending[self.name]
            return
        check(status in (200, 201, 204), f"{change.path} {change.body}: {status} {answer}")
        self.note(chart, change, answer)
        del chart.pending[self.name]

    def note(self, chart, change, answer):
        with chart.lock:
            revision = chart.revision + 1 if answer is None else answer["revision"]
            check(revision not in chart.acknowledged, f"the server acknowledged revision {revision} twice")
            if chart in self.charts:
                check(revision == chart.revision + 1, f"revision {revision} came after {chart.revision}")
            chart.acknowledged[revision] = change
            if answer and "surfaces" in answer and chart.revision == revision:
                main = next(surface for surface in answer["surfaces"] if surface["id"] == "main")
                chart.ranges = (revision, ranges_of(main))
        if change.number:
            chart.batches[self.name] = (revision, change)
            chart.down[self.name] = change.leaves_down
        if change.extra:
            (chart.extras.discard if change.method == "DELETE" else chart.extras.add)(change.extra)

    def next_change(self, chart, is_alone):
        chance = self.random.random()
        if chance < 0.6:
            return self.batch(chart)
        if chance < 0.75:
            name = self.random.choice(["undo", "redo", "zoomExtents", "zoomExtentsX"])
            return Change("command", "POST", f"/main/commands{ANSWER}", {"command": name})
        if chance < 0.87 or not is_alone:
            start = self.random.uniform(FIRST, LAST / 2)
            body = {"visibleRange": [start, start + self.random.uniform(1000, LAST / 2)]}
            return Change("patch", "PATCH", f"/main/axes/x{ANSWER}", body)
        extra = self.random.choice(["two", "three", "wheelY", "cursor"])
        if extra in ("two", "three"):
            if extra in chart.extras:
                return Change("patch", "DELETE", f"/{extra}", extra=extra)
            return Change("patch", "POST", ANSWER, {"id": extra, "dataset": "feed"}, extra=extra)
        if extra in chart.extras:
            return Change("patch", "DELETE", f"/main/modifiers/{extra}", extra=extra)
        kind = {"wheelY": {"type": "mouseWheelZoom", "direction": "y"}, "cursor": {"type": "cursor"}}[extra]
        return Change("patch", "PUT", f"/main/modifiers/{extra}{ANSWER}", kind, extra=extra)

    def batch(self, chart):
        events, is_down = [], chart.down.get(self.name, False)
        time_ = chart.times.get(self.name, 0)

        def touch(phase):
            point = {"id": 1, "x": self.random.uniform(0, 800), "y": self.random.uniform(0, 400)}
            events.append({"type": "touch", "phase": phase, "time": time_, "touches": [point]})

        for _ in range(self.random.randint(1, 6)):
            time_ += self.random.choice([8, 16, 400])
            if is_down:
                phase = self.random.choice(["moved"] * 5 + ["ended", "cancelled"])
                touch(phase)
                is_down = phase == "moved"
            elif self.random.random() < 0.3:
                events.append(
                    {
                        "type": "wheel",
                        "time": time_,
                        "x": self.random.uniform(0, 800),
                        "y": 90,
                        "deltaX": 0,
                        "deltaY": self.random.uniform(-200, 200),
                        "deltaMode": "pixel",
                    }
                )
            else:
                touch("began")
                is_down = True
        chart.times[self.name] = time_
        sequence = chart.batches[self.name][1].number[1] + 1 if self.name in chart.batches else 1
        body = {"client": self.name, "sequence": sequence, "events": events}
        return Change("batch", "POST", f"/main/events{ANSWER}", body, (self.name, sequence), is_down)


class Feeder(threading.Thread):
    """Appends rows to the dataset of all sessions."""

    def __init__(self, server, rows, seed):
        super().__init__(daemon=True)
        self.server, self.rows, self.random = server, rows, random.Random(seed)
        self.refused = None

    def run(self):
        try:
            while True:
                count = self.random.choice([1, 10, 500])
                status, answer = self.server.ask("POST", "/v1/datasets/feed/rows", csv(self.rows, count))
                if status == 503:
                    return
                if status != 200:
                    self.refused = f"rows: {status} {answer}"
                    return
                self.rows += count
                time.sleep(self.random.uniform(0, 0.1))
        except (OSError, http.client.HTTPException, ValueError):
            return


def csv(start, count):
    return "t,v\n" + "".join(f"{100 * x},{(x * 7919) % 1000}\n" for x in range(start, start + count))
