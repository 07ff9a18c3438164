"""Clients that change and read charts, and the charts that they share."""

import json
import time

from caller import ANSWER, Caller, code_of

STILL_ROWS = 2_000
FEED_ROWS = 100
# All appended rows have one x, so that no append is older than another.
FEED_X = 1_000_000
MODIFIERS = [
    {"type": "zoomPan", "direction": "x", "clipModeX": "none"},
    {"type": "pinchZoom"},
    {"type": "mouseWheelZoom"},
]


def rows(count):
    return "t,v\n" + "".join(f"{100 * x},{(x * 7919) % 1000}\n" for x in range(count))


class Chart:
    """A session that clients share."""

    def __init__(self, id, dataset, rows, ends_after=None):
        self.id, self.dataset, self.rows = id, dataset, rows
        # After how many seconds a client ends the session; `None` for a session that stays.
        self.ends_after = ends_after


class Writer(Caller):
    """Sends numbered batches, commands and patches to one session, and reads it now and then."""

    def __init__(self, load, name, chart):
        super().__init__(load, name)
        self.chart = chart
        self.sequence, self.clock, self.is_down = 0, 0, False
        self.unique = load.unique

    def step(self):
        choice = self.random.random()
        if choice < 0.5:
            self.send_batch()
        elif choice < 0.62:
            self.command()
        elif choice < 0.76:
            self.patch()
        elif choice < 0.99:
            self.read()
        else:
            self.read_log()

    def finish(self):
        """Lifts the finger, so that the server need not cancel the gesture later."""
        if self.is_down:
            self.send_batch(lifts=True)

    def path(self, more=""):
        return f"/v1/sessions/{self.chart.id}{more}"

    def begin(self, kind, request=None):
        return self.load.recorder.invoked(self.client, kind, session=self.chart.id, request=request or {})

    def send_batch(self, lifts=False):
        clock, is_down, events = self.clock, self.is_down, []
        for _ in range(1 if lifts else self.random.randint(1, 4)):
            clock += 16
            if is_down or self.random.random() < 0.15:
                phase = ("moved" if self.random.random() < 0.3 and not lifts else "ended") if is_down else "began"
                point = {"id": 1, "x": self.random.randint(0, 800), "y": self.random.randint(0, 400)}
                events.append({"type": "touch", "phase": phase, "time": clock, "touches": [point]})
                is_down = phase != "ended"
            else:
                wheel = {"x": self.random.randint(0, 800), "y": 90, "deltaX": 0, "deltaY": self.random.randint(-99, 99)}
                events.append({"type": "wheel", "time": clock, **wheel, "deltaMode": "pixel"})
        body = {"client": self.client, "sequence": self.sequence + 1, "events": events}
        op = self.begin("batch", {"body": body})
        status, answer, _ = self.again(op, "POST", self.path(f"/surfaces/main/events{ANSWER}"), json.dumps(body))
        if self.note(op, status, answer):
            self.sequence, self.clock, self.is_down = self.sequence + 1, clock, is_down

    def command(self):
        name = self.random.choice(["undo", "redo", "zoomExtents", "selectRow", "selectRow", "selectRow"])
        body = {"command": name}
        if name == "selectRow":
            body["row"] = self.unique() % self.chart.rows
        op = self.begin("command", {"body": body})
        known = self.once(op, "POST", self.path(f"/surfaces/main/commands{ANSWER}"), json.dumps(body))
        if known:
            self.note(op, *known[:2])

    def patch(self):
        """Sets a range that no other request sets, mostly with `If-Match`."""
        seen = tag = None
        if self.random.random() < 0.7:
            op = self.begin("read")
            status, answer, headers = self.again(op, "GET", self.path(f"/surfaces/main{ANSWER}"))
            # A surface's revision is that of its last change, so the session may be further.
            short = {"surfaceRevision": answer.get("revision"), "code": code_of(answer)}
            if not self.note(op, status, answer, short=short if status == 200 else None):
                return
            seen, tag = answer["revision"], headers["ETag"]
        body = {"visibleRange": [self.unique(), 150_000 + self.random.randint(0, 999)]}
        op = self.begin("patch", {"body": body, "ifMatch": seen})
        known = self.once(
            op,
            "PATCH",
            self.path(f"/surfaces/main/axes/x{ANSWER}"),
            json.dumps(body),
            {"If-Match": tag} if tag else None,
        )
        if known:
            self.note(op, *known[:2])

    def read(self):
        op = self.begin("read")
        self.note(op, *self.again(op, "GET", self.path(ANSWER))[:2])

    def read_log(self):
        op = self.begin("log")
        status, answer, _ = self.again(op, "GET", self.path("/log"))
        if status != 200:
            self.note(op, status, answer)
            return
        lines = [json.loads(line) for line in answer.splitlines()]
        hashes = [line["stateHash"] for line in lines]
        self.note(op, status, answer, short={"revision": lines[-1].get("revision", 0), "hashes": hashes})


class Ender(Writer):
    """Ends its session after a while, and looks for it afterwards."""

    def __init__(self, load, name, chart, after):
        super().__init__(load, name, chart)
        self.due = time.monotonic() + after

    def step(self):
        if time.monotonic() < self.due:
            super().step()
            return
        op = self.begin("end")
        known = self.once(op, "DELETE", self.path())
        # nginx may have sent the request to a second node after the first was lost.
        if known and known[0] in (204, 410):
            self.load.recorder.answered(op, "done", status=known[0])
            self.due = float("inf")
        elif known:
            self.note(op, *known[:2])


class Appender(Caller):
    """Appends rows with values of its own to the dataset that grows, and reads its size."""

    def step(self):
        if self.random.random() < 0.4:
            op = self.load.recorder.invoked(self.client, "size", dataset=self.load.feed)
            status, answer, _ = self.again(op, "GET", f"/v1/datasets/{self.load.feed}")
            self.note(op, status, answer, short=self.size(answer) if status == 200 else None)
        else:
            values = [self.load.unique() for _ in range(self.random.choice([1, 2, 7]))]
            op = self.load.recorder.invoked(self.client, "append", dataset=self.load.feed, request={"values": values})
            body = "t,v\n" + "".join(f"{FEED_X},{value}\n" for value in values)
            known = self.once(op, "POST", f"/v1/datasets/{self.load.feed}/rows", body, kind="text/csv")
            if known:
                self.note(op, *known[:2], short=self.size(known[1]) if known[0] == 200 else None)
        time.sleep(self.random.uniform(0, 0.1))

    @staticmethod
    def size(answer):
        return {"rows": answer["rows"], "version": answer["version"]}
