"""Holds surfaces with series of several datasets to a model in Python: ranges, windows, readings, rows joined by x.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Contract/datasets_test.py
"""

import bisect
import csv
import io
import itertools
import json
import math
import os
import random

from chart_server import Server, check, run_tests

ROUNDS = int(os.environ.get("DATASETS_ROUNDS", "60"))
SEED = int(os.environ.get("DATASETS_SEED", "1"))
MOST_ROWS = 300
WIDTH, HEIGHT = 120, 100


class Dataset:
    """Rows with a clock of their own, as the server has them."""

    def __init__(self, chance, server, number):
        self.chance, self.server, self.name = chance, server, f"pump-{number}"
        self.step = chance.choice([0.3, 1, 1, 2.5, 7])
        self.x, self.values = [], []
        self.send("PUT", "", self.more(chance.choice([1, 2, 5, 40, 400])))

    def more(self, count):
        x = self.x[-1] if self.x else self.chance.choice([0, 1, 50])
        for _ in range(count):
            # Rows of an equal x too.
            x = round(x + self.step * self.chance.choice([0, 1, 1, 1, 3]), 6)
            yield x, None if self.chance.random() < 0.1 else round(self.chance.uniform(-50, 50), 2)

    def send(self, method, path, rows):
        rows = list(rows)
        text = "t,flow\n" + "".join(f"{x!r},{'' if v is None else v}\n" for x, v in rows)
        status, answer = self.server.ask(method, f"/v1/datasets/{self.name}{path}", text)
        check(status in (200, 201), f"{status} {answer}")
        self.x += [x for x, _ in rows]
        self.values += [v for _, v in rows]

    def append(self):
        self.send("POST", "/rows", self.more(self.chance.choice([1, 3, 60])))

    def rows(self, low, high):
        return range(bisect.bisect_left(self.x, low), bisect.bisect_right(self.x, high))

    def nearest(self, x, rows):
        """The nearest row, the earlier of a tie, and the first of several at one x."""
        row = min(rows, key=lambda row: (abs(self.x[row] - x), row))
        return bisect.bisect_left(self.x, self.x[row])


class Surface:
    """A session with one surface, and what the model says of it."""

    def __init__(self, chance, server, datasets):
        self.chance, self.server, self.datasets = chance, server, datasets
        self.series = self.choose()
        body = {
            "size": {"width": WIDTH, "height": HEIGHT},
            "window": {"maxRows": MOST_ROWS},
            "yAxes": [{"id": "y", "growBy": [0, 0]}],
            "series": self.bodies(),
            "modifiers": [{"id": "cursor", "type": "cursor", "useInterpolation": False}],
        }
        status, made = server.ask("POST", "/v1/sessions", {"surfaces": [body]})
        check(status == 201, f"{status} {made}")
        self.token, self.path = made["driverToken"], f"/v1/sessions/{made['id']}"
        self.main = self.series[0]["dataset"]
        self.range = self.extent()
        self.check_state(made["surfaces"][0])

    def choose(self):
        count = self.chance.randint(1, 4)
        return [
            {"id": f"s{index}", "dataset": self.chance.choice(self.datasets), "visible": self.chance.random() < 0.85}
            for index in range(count)
        ]

    def bodies(self):
        return [{**one, "dataset": one["dataset"].name, "y": "flow"} for one in self.series]

    def ask(self, method, path, body=None, wanted=200):
        status, answer = self.server.ask(method, self.path + path, body, token=self.token)
        check(status == wanted, f"{method} {path} {body}: {status} {answer}")
        return answer

    def state(self):
        return self.ask("GET", "/surfaces/main")

    def visible(self):
        return [one for one in self.series if one["visible"]]

    def extent(self):
        shown = [one["dataset"] for one in self.series]
        low, high = min(one.x[0] for one in shown), max(one.x[-1] for one in shown)
        return (low, high) if low < high else None

    def check_state(self, state):
        axis = state["xAxes"][0]
        extent = self.extent()
        if extent is not None:
            check(axis["dataRange"] == list(extent), f"the data range is {axis['dataRange']}, not {extent}")
        if self.range is not None:
            check(axis["visibleRange"] == list(self.range), f"the range is {axis['visibleRange']}, not {self.range}")
        self.low, self.high = axis["visibleRange"]
        values = [value for one in self.visible() for value in one["dataset"].values if value is not None]
        if values and min(values) < max(values):
            y = state["yAxes"][0]["dataRange"]
            check(y == [min(values), max(values)], f"y is {y}, not {min(values), max(values)}")
        self.check_window(state["window"])

    def check_window(self, window):
        parts = window.get("parts", [window])
        if len({one["dataset"].name for one in self.series}) > 1:
            wanted = list(dict.fromkeys(one["dataset"].name for one in self.visible()))
            check([part["dataset"] for part in parts] == wanted, f"the parts are {parts}, not {wanted}")
            check(window["exact"] == all(part["exact"] for part in parts), "exact is not that of all parts")
            told = [part["series"] for part in parts]
            own = [[one["id"] for one in self.visible() if one["dataset"].name == name] for name in wanted]
            check(told == own, f"the series of the parts are {told}, not {own}")
        else:
            check("parts" not in window, "a single dataset has no parts")
            parts[0]["dataset"] = self.series[0]["dataset"].name
        by_name = {one.name: one for one in self.datasets}
        sources = [by_name[part["dataset"]] for part in parts]
        count = sum(len(source.rows(self.low, self.high)) for source in sources)
        check(sum(part["returnedRows"] for part in parts) <= MOST_ROWS, "more rows than maxRows")
        for part, source in zip(parts, sources, strict=True):
            rows = source.rows(self.low, self.high)
            first = part.get("firstIndex")
            told = part["index"] if first is None else list(range(first, first + part["returnedRows"]))
            if not any(one["visible"] and one["dataset"] is source for one in self.series):
                continue
            check(told == [row for row in told if row in rows], f"rows beyond the window: {told}, not {rows}")
            if count <= MOST_ROWS:
                check(told == list(rows), f"not every row: {told}, not {rows}")
            values = [[source.x[row], source.values[row]] for row in told]
            check([row[:2] for row in part["rows"]] == values, "rows of other values")
            if part["exact"]:
                self.check_exact(source, rows, set(told))

    def check_exact(self, source, rows, told):
        """Each pixel column has its first, its last, its smallest and its largest value."""
        span = (self.high - self.low) / WIDTH

        def column(row):
            return min(WIDTH - 1, math.floor((source.x[row] - self.low) / span))

        for number, group in itertools.groupby(rows, column):
            present = [source.values[row] for row in group if source.values[row] is not None]
            drawn = [source.values[row] for row in told if column(row) == number and source.values[row] is not None]
            if not present:
                continue
            for kind in (min, max):
                # A row on the border of two columns may count to either.
                near = [
                    source.values[row]
                    for row in told
                    if abs(source.x[row] - self.low - number * span) < 1.001 * span and source.values[row] is not None
                ]
                check(
                    kind(present) in drawn or kind(near, default=None) == kind([*near, kind(present)]),
                    f"column {number} lacks {kind(present)}",
                )

    def change(self):
        kind = self.chance.choice(["zoom", "series", "visible", "dataset", "append", "append"])
        if kind == "append":
            self.chance.choice(self.datasets).append()
            self.follow_data()
        elif kind == "zoom":
            low, high = sorted(self.chance.uniform(-5, 200) for _ in range(2))
            self.range = (low, high + 0.001)
            self.ask("PATCH", "/surfaces/main/axes/x?window=none", {"visibleRange": list(self.range)})
        elif kind == "visible":
            one = self.chance.choice(self.series)
            one["visible"] = not one["visible"]
            self.ask("PATCH", "/surfaces/main?window=none", {"series": [{"id": one["id"], "visible": one["visible"]}]})
        elif kind == "dataset":
            one = self.chance.choice(self.series)
            one["dataset"] = self.chance.choice(self.datasets)
            body = {"series": [{"id": one["id"], "dataset": one["dataset"].name}]}
            self.ask("PATCH", "/surfaces/main?window=none", body)
            self.follow_data()
        else:
            self.series = self.choose()
            self.ask("PATCH", "/surfaces/main?window=none", {"series": self.bodies()})
            self.follow_data()
        self.check_state(self.state())

    def follow_data(self):
        """What a new data range does to the visible one is not this test's subject."""
        self.range = None

    def check_rows(self):
        """The rows as CSV are the outer join of those of each dataset."""
        low, high = sorted(self.chance.uniform(-5, 200) for _ in range(2))
        status, text = self.server.ask(
            "GET", f"{self.path}/surfaces/main/rows?from={low!r}&to={high!r}", token=self.token
        )
        check(status == 200, f"{status} {text}")
        lines = list(csv.reader(io.StringIO(text)))
        if len({one["dataset"].name for one in self.series}) < 2 or not self.visible():
            return
        shown = self.visible()
        check(lines[0] == ["t", *(one["id"] for one in shown)], f"the columns are {lines[0]}")
        sources = list(dict.fromkeys(one["dataset"] for one in shown))
        places = sorted({source.x[row] for source in sources for row in source.rows(low, high)})
        wanted = []
        for x in places:
            equal = {source: source.rows(x, x) for source in sources}
            for number in range(max(len(rows) for rows in equal.values())):
                wanted.append([x])
                for one in shown:
                    rows = equal[one["dataset"]]
                    value = one["dataset"].values[rows[number]] if number < len(rows) else None
                    wanted[-1].append(value)
        told = [[float(cell) if cell else None for cell in line] for line in lines[1:]]
        check(told == wanted, f"the join is {told[:5]}…, not {wanted[:5]}…")

    def check_readings(self):
        """A cursor reads each series at the nearest row of its own dataset."""
        place = self.chance.uniform(1, WIDTH - 1)
        event = {"type": "hover", "phase": "moved", "time": 1, "x": place, "y": HEIGHT / 2}
        answer = self.ask("POST", "/surfaces/main/events?window=none", {"events": [{**event, "phase": "entered"}]})
        items = {
            item["series"]: item
            for overlay in answer["surfaces"][0]["overlays"]
            for item in overlay["items"]
            if "series" in item
        }
        x = self.low + (self.high - self.low) * place / WIDTH
        for one in self.visible():
            source = one["dataset"]
            row = source.nearest(x, range(len(source.x)))
            told = items[one["id"]]
            # Of two rows that are as far, but for rounding, either one.
            distance = abs(source.x[row] - x)
            ties = [other for other in range(len(source.x)) if abs(abs(source.x[other] - x) - distance) < 1e-9]
            wanted = {(source.x[other], source.values[other]) for other in ties}
            check((told["x"], told["value"]) in wanted, f"{one['id']} reads {told} at {x}, not {wanted}")

    def check_use(self):
        """No dataset that a series names can be removed."""
        for one in {one["dataset"] for one in self.series}:
            status, _ = self.server.ask("DELETE", f"/v1/datasets/{one.name}")
            check(status == 409, f"{one.name} was removed: {status}")


def model():
    chance = random.Random(SEED)
    changes = 0
    with Server() as server:
        for _ in range(ROUNDS):
            datasets = [Dataset(chance, server, number) for number in range(chance.randint(1, 4))]
            surface = Surface(chance, server, datasets)
            for _ in range(8):
                surface.change()
                surface.check_rows()
                surface.check_readings()
                changes += 1
            surface.check_use()
            surface.ask("DELETE", "", wanted=204)
            for one in datasets:
                status, answer = server.ask("DELETE", f"/v1/datasets/{one.name}")
                check(status == 204, f"{one.name} is held: {status} {answer}")
    print(f"datasets: {changes} changes of {ROUNDS} surfaces are those of the model")


def crashes():
    """A session of several datasets is the same after a kill, and its log is replayed to the byte."""
    chance = random.Random(SEED)
    with Server("--store-durability", "full") as server:
        for _ in range(max(2, ROUNDS // 12)):
            datasets = [Dataset(chance, server, number) for number in range(3)]
            surface = Surface(chance, server, datasets)
            for _ in range(5):
                surface.change()
                surface.ask("POST", "/surfaces/main/commands", {"command": "selectRow", "row": 0})
            before = json.dumps(surface.state())
            server.kill()
            server.start()
            check(json.dumps(surface.state()) == before, f"another state after a kill: {before}")
            _, log = server.ask("GET", surface.path + "/log", token=surface.token)
            status, replayed = server.ask("POST", "/v1/replays", log, kind="application/x-ndjson")
            check(status == 200 and replayed["firstDifference"] is None, f"{status} {replayed}")
            surface.ask("DELETE", "", wanted=204)
            for one in datasets:
                status, answer = server.ask("DELETE", f"/v1/datasets/{one.name}")
                check(status == 204, f"{one.name} is held after a kill: {status} {answer}")
    print("datasets: sessions are the same after a kill and a replay")


if __name__ == "__main__":
    run_tests([model, crashes])
