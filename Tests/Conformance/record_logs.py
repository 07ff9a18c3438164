"""Records the logs of some sessions with a server, for a test that later servers replay them.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Conformance/record_logs.py FOLDER
The folder gets the rows of the dataset, and each session's log twice: whole, and with a snapshot in the place of lines.
Each release leaves such a folder in Tests/Conformance/logs.
"""

import pathlib
import sys

from chart_server import Server, check, until

# A dataset of days with gaps, so that every kind of axis and window has something to show.
ROWS = "day,a,b\n" + "".join(
    f"2024-{1 + day // 28 % 12:02}-{1 + day % 28:02},{(day * 37) % 101},{'' if day % 9 == 0 else 50 + day % 13}\n"
    for day in range(300)
)
START = 1_000


def touches(*steps, begin=START, every=16):
    """Touch events: each step has the places of all fingers; the first step puts them down, the last one lifts them."""
    events = []
    for number, places in enumerate(steps):
        phase = "began" if number == 0 else "ended" if number == len(steps) - 1 else "moved"
        fingers = [{"id": finger, "x": x, "y": y} for finger, (x, y) in enumerate(places, 1)]
        events.append({"type": "touch", "phase": phase, "time": begin + number * every, "touches": fingers})
    return events


def drag(start, end, begin=START, steps=6):
    (x, y), (to_x, to_y) = start, end
    ways = [number / steps for number in range(steps + 1)]
    path = [[(x + (to_x - x) * way, y + (to_y - y) * way)] for way in ways]
    return touches(*path, path[-1], begin=begin)


def pinch(middle, before, after, begin=START, steps=6):
    spans = [before + (after - before) * number / steps for number in range(steps + 1)]
    path = [[(middle[0] - span / 2, middle[1]), (middle[0] + span / 2, middle[1] + 20)] for span in spans]
    return touches(*path, path[-1], begin=begin)


def tap(place, begin=START):
    return touches([place], [place], begin=begin, every=30)


def wheel(place, delta, begin=START, **more):
    return [{"type": "wheel", "time": begin, "x": place[0], "y": place[1], "deltaX": 0, "deltaY": delta, **more}]


def hover(place, begin=START):
    return [{"type": "hover", "phase": "moved", "time": begin, "x": place[0], "y": place[1]}]


def gesture(kind, state, begin=START, **more):
    return [{"type": "gesture", "gesture": kind, "state": state, "time": begin, **more}]


class Session:
    """A session that makes one change after the other, each later than the one before."""

    def __init__(self, server, specification):
        self.server, self.now, self.sequence = server, START, 0
        self.path = f"/v1/sessions/{server.made('POST', '/v1/sessions', specification)['id']}"

    def ask(self, method, path, body):
        status, text, _ = self.server.fetch(method, self.path + path, body)
        check(status in (200, 201, 204), f"{method} {path}: {status} {text[:300]}")

    def post(self, make, *arguments, surface="main", wait=1_000, is_numbered=False, **more):
        events = make(*arguments, begin=self.now, **more)
        self.now = events[-1]["time"] + wait
        batch = {"events": events}
        if is_numbered:
            self.sequence += 1
            batch |= {"client": "one", "sequence": self.sequence}
        self.ask("POST", f"/surfaces/{surface}/events", batch)

    def rest(self, surface="main"):
        self.ask("POST", f"/surfaces/{surface}/events", {"events": [{"type": "tick", "time": self.now}]})
        self.now += 500


def dates(server):
    """Gestures that move ranges of dates, with inertia, the history and commands."""
    session = Session(
        server,
        {
            "timeZone": "Europe/Berlin",
            "surfaces": [
                {
                    "dataset": "golden",
                    "modifiers": [
                        {"type": "zoomPan", "inertia": True},
                        {"type": "pinchZoom", "scaleFactor": 2},
                        {"type": "mouseWheelZoom"},
                        {"type": "zoomExtents"},
                        {"type": "cursor"},
                        {"type": "xAxisDrag"},
                    ],
                }
            ],
        },
    )
    session.post(wheel, (400, 200), -400, is_numbered=True)
    session.post(pinch, (300, 150), 80, 260, is_numbered=True)
    session.post(drag, (500, 200), (300, 220), is_numbered=True, wait=5)
    session.rest()
    session.post(hover, (123.5, 77.25), is_numbered=True)
    session.ask("POST", "/surfaces/main/commands", {"command": "undo"})
    session.ask("POST", "/surfaces/main/commands", {"command": "redo"})
    session.ask("PATCH", "/surfaces/main/axes/x", {"visibleRange": ["2024-03-01", "2024-06-01"]})
    session.post(tap, (200, 100), wait=80)
    session.post(tap, (200, 100))
    session.post(drag, (400, 412), (460, 412))
    session.ask("PATCH", "/surfaces/main", {"size": {"width": 390, "height": 260}})
    session.post(gesture, "pan", "began", translation={"x": 0, "y": 0}, location={"x": 9, "y": 9}, wait=16)
    session.post(gesture, "pan", "ended", translation={"x": -40, "y": 0}, location={"x": 9, "y": 9})
    return session


def selections(server):
    """Gestures that select and read, on numbers by row and on a logarithmic axis."""
    session = Session(
        server,
        {
            "surfaces": [
                {
                    "dataset": "golden",
                    "xAxes": [{"id": "x", "type": "category"}],
                    "yAxes": [{"id": "y", "type": "log", "visibleRange": [1, 120]}],
                    "series": [{"id": "a", "y": "a", "kind": "scatter"}, {"id": "b", "y": "b", "kind": "step"}],
                    "modifiers": [
                        {"type": "dataPointSelection"},
                        {"type": "seriesSelection", "hitTestRadius": 40, "selectsByMarquee": False},
                        {"type": "rollover"},
                        {"type": "tooltip", "hitTestRadius": 60},
                        {"type": "legend", "location": {"x": 600, "y": 10}},
                        {"type": "axisMarker", "axis": "y", "value": 40, "label": "Limit"},
                    ],
                }
            ]
        },
    )
    session.post(hover, (400, 200))
    session.post(tap, (402, 120))
    session.post(drag, (200, 50), (420, 330))
    session.post(tap, (610, 20))
    session.ask("POST", "/surfaces/main/commands", {"command": "selectRow", "row": 17})
    session.ask("PATCH", "/surfaces/main/modifiers/rollover", {"isEnabled": False})
    session.ask("PUT", "/surfaces/main/modifiers/values", {"type": "seriesValue"})
    session.ask("DELETE", "/surfaces/main/modifiers/tooltip", None)
    session.ask("POST", "/surfaces/main/commands", {"command": "zoomExtentsX"})
    session.post(tap, (402, 120), is_numbered=True)
    return session


def several(server):
    """Linked surfaces of one event group with an overview, a calendar window and stacked series."""
    group = {"id": "g", "type": "group", "eventGroup": "all", "children": [{"type": "zoomPan", "direction": "x"}]}
    session = Session(
        server,
        {
            "surfaces": [
                {"id": "main", "dataset": "golden", "modifiers": [group, {"type": "mouseWheelZoom"}]},
                {
                    "id": "bars",
                    "dataset": "golden",
                    "series": [
                        {"id": "a", "y": "a", "kind": "bar", "stack": "s"},
                        {"id": "b", "y": "b", "kind": "bar", "stack": "s"},
                    ],
                    "window": {"method": "calendar", "unit": "week"},
                    "modifiers": [group],
                },
                {
                    "id": "strip",
                    "dataset": "golden",
                    "size": {"width": 800, "height": 60},
                    "modifiers": [{"type": "overview", "of": "main/x", "dragBeside": "select"}],
                },
            ],
            "links": [{"axes": ["main/x", "bars/x"], "kind": "same"}],
        },
    )
    session.post(wheel, (300, 200), -900)
    session.rest()
    session.post(drag, (500, 200), (420, 200))
    session.post(drag, (400, 30), (500, 30), surface="strip")
    session.post(drag, (50, 30), (200, 30), surface="strip")
    session.ask("PATCH", "/surfaces/bars/axes/y", {"autoRange": "visible", "growBy": [0, 0.2]})
    session.ask("PATCH", "/surfaces/bars", {"series": [{"id": "b", "visible": False}]})
    session.ask("PATCH", "", {"links": [{"axes": ["main/x", "bars/x"], "kind": "offset"}]})
    session.post(wheel, (300, 200), 300)
    session.ask("POST", "/surfaces/main/commands", {"command": "undo"})
    session.ask("POST", "/surfaces", {"id": "more", "dataset": "golden", "modifiers": []})
    session.ask("DELETE", "/surfaces/more", None)
    return session


def log_of(session):
    status, log, _ = session.server.fetch("GET", session.path + "/log")
    check(status == 200, log)
    return log


def main(folder):
    folder.mkdir(parents=True)
    (folder / "golden.csv").write_text(ROWS)
    for name, options in (("whole", ()), ("snapshot", ("--store-snapshot-every", "4", "--store-history", "drop"))):
        with Server("--session-gesture-timeout", "10m", *options) as server:
            status, text, _ = server.fetch("PUT", "/v1/datasets/golden", ROWS.encode(), kind="text/csv")
            check(status == 201, text)
            for make in (dates, selections, several):
                session = make(server)
                if name == "snapshot":
                    until(lambda one=session: '"kind":"snapshot"' in log_of(one), f"{make.__name__} has no snapshot")
                session.post(wheel, (250, 100), -200)
                session.post(drag, (300, 200), (280, 180))
                (folder / f"{make.__name__}-{name}.ndjson").write_text(log_of(session))


main(pathlib.Path(sys.argv[1]))
