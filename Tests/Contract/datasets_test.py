"""Holds series of several datasets and with transforms to a model in Python: ranges, windows, readings, joined rows.

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


TRANSFORMS = [
    None,
    None,
    None,
    {"kind": "shift", "by": 20},
    {"kind": "shift", "by": -7.5},
    {"kind": "scale", "factor": -2, "offset": 5},
    {"kind": "percentChange", "base": "first"},
    {"kind": "percentChange", "base": "view"},
    {"kind": "percentChange", "base": 30},
    {"kind": "movingAverage", "span": 3},
    {"kind": "difference"},
    {"kind": "rate", "per": 60},
    {"kind": "cumulative"},
    {"kind": "columns", "op": "*", "of": ["flow", "flow"]},
]


class Source:
    """The rows of a dataset as a series shows them."""

    def __init__(self, series, view):
        dataset, transform = series["dataset"], series["transform"] or {"kind": None}
        self.name, self.by = dataset.name, transform.get("by", 0)
        self.x = [x - self.by for x in dataset.x]
        self.values = [
            value if value is None or math.isfinite(value) else None
            for value in derived(transform, dataset.x, dataset.values, view)
        ]

    def rows(self, low, high):
        return range(bisect.bisect_left(self.x, low), bisect.bisect_right(self.x, high))

    def nearest(self, x, rows):
        """The nearest row, the earlier of a tie, and the first of several at one x."""
        row = min(rows, key=lambda row: (abs(self.x[row] - x), row))
        return bisect.bisect_left(self.x, self.x[row])


def derived(transform, x, values, view):
    """The values of a transform, by its definition."""
    kind = transform["kind"]

    def both(one, other, make):
        return None if one is None or other is None else make(one, other)

    if kind == "scale":
        return [None if y is None else transform["factor"] * y + transform["offset"] for y in values]
    if kind == "percentChange":
        start = {"first": -math.inf, "view": view}.get(transform["base"], transform["base"])
        base = next((y for place, y in zip(x, values, strict=True) if place >= start and y is not None), None)
        return [None if y is None or not base else (y - base) / abs(base) * 100 for y in values]
    if kind == "movingAverage":
        spans = [[y for y in values[max(0, row - 2) : row + 1] if y is not None] for row in range(len(x))]
        return [sum(span) / len(span) if span else None for span in spans]
    if kind in ("difference", "rate"):
        steps = [None] + [both(a, b, lambda a, b: b - a) for a, b in itertools.pairwise(values)]
        if kind == "difference":
            return steps
        lengths = [0] + [b - a for a, b in itertools.pairwise(x)]
        return [None if s is None or d == 0 else s / d * 60 for s, d in zip(steps, lengths, strict=True)]
    if kind == "cumulative":
        sums = itertools.accumulate(values, lambda a, b: a if b is None else b if a is None else a + b)
        return list(sums)
    if kind == "columns":
        return [None if y is None else y * y for y in values]
    return values


def are_near(one, other):
    return one == other or (None not in (one, other) and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9))


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
            {
                "id": f"s{index}",
                "dataset": self.chance.choice(self.datasets),
                "visible": self.chance.random() < 0.85,
                "transform": self.chance.choice(TRANSFORMS),
            }
            for index in range(count)
        ]

    def source(self, one):
        return Source(one, getattr(self, "low", -math.inf))

    def key(self, one):
        return one["dataset"].name, (one["transform"] or {}).get("by", 0)

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
        shown = [self.source(one) for one in self.series]
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
        values = [value for one in self.visible() for value in self.source(one).values if value is not None]
        if values and min(values) < max(values):
            y = state["yAxes"][0]["dataRange"]
            ends = (min(values), max(values))
            check(all(map(are_near, y, ends)), f"y is {y}, not {ends}: {self.bodies()}")
        self.check_window(state["window"])

    def check_window(self, window):
        parts = window.get("parts", [window])
        wanted = list(dict.fromkeys(self.key(one) for one in self.visible()))
        if len({self.key(one) for one in self.series}) > 1:
            check([part["dataset"] for part in parts] == [name for name, _ in wanted], f"the parts are {parts}")
            check(window["exact"] == all(part["exact"] for part in parts), "exact is not that of all parts")
            told = [part["series"] for part in parts]
            own = [[one["id"] for one in self.visible() if self.key(one) == key] for key in wanted]
            check(told == own, f"the series of the parts are {told}, not {own}")
        else:
            check("parts" not in window, "a single part has no parts")
            wanted = wanted or [self.key(self.series[0])]
        series = [[one for one in self.visible() if self.key(one) == key] for key in wanted]
        sources = [[self.source(one) for one in part] for part in series]
        count = sum(len(part[0].rows(self.low, self.high)) for part in sources if part)
        check(sum(part["returnedRows"] for part in parts) <= MOST_ROWS, "more rows than maxRows")
        for part, shown, own in zip(parts, series, sources, strict=True):
            if not own:
                continue
            rows = own[0].rows(self.low, self.high)
            first = part.get("firstIndex")
            told = part["index"] if first is None else list(range(first, first + part["returnedRows"]))
            check(told == [row for row in told if row in rows], f"rows beyond the window: {told}, not {rows}")
            if count <= MOST_ROWS:
                check(told == list(rows), f"not every row: {told}, not {rows}")
            for one, source in zip(shown, own, strict=True):
                column = part["columns"].index(
                    one["id"] if one["transform"] and "by" not in one["transform"] else "flow"
                )
                for row, cells in zip(told, part["rows"], strict=True):
                    cell = (cells[0], cells[column])
                    check(
                        all(map(are_near, cell, (source.x[row], source.values[row]))),
                        f"{one} has {cell} in row {row}, not {source.x[row], source.values[row]}",
                    )
                if part["exact"]:
                    self.check_exact(source, rows, told)

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
        kind = self.chance.choice(["zoom", "series", "visible", "dataset", "transform", "append", "append"])
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
        elif kind == "transform":
            one = self.chance.choice(self.series)
            one["transform"] = self.chance.choice(TRANSFORMS)
            body = {"series": [{"id": one["id"], "transform": one["transform"]}]}
            self.ask("PATCH", "/surfaces/main?window=none", body)
            self.follow_data()
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
        shown = self.visible()
        has_parts = len({self.key(one) for one in self.series}) > 1 or any(one["transform"] for one in self.series)
        if not has_parts or not shown:
            return
        check(lines[0] == ["t", *(one["id"] for one in shown)], f"the columns are {lines[0]}")
        sources = [self.source(one) for one in shown]
        places = sorted({source.x[row] for source in sources for row in source.rows(low, high)})
        wanted = []
        for x in places:
            equal = [source.rows(x, x) for source in sources]
            for number in range(max(len(rows) for rows in equal)):
                cells = [
                    source.values[rows[number]] if number < len(rows) else None
                    for source, rows in zip(sources, equal, strict=True)
                ]
                wanted.append([x, *cells])
        told = [[float(cell) if cell else None for cell in line] for line in lines[1:]]
        check(len(told) == len(wanted), f"the join has {len(told)} rows, not {len(wanted)}")
        for line, other in zip(told, wanted, strict=True):
            check(all(map(are_near, line, other)), f"the join has {line}, not {other}")

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
            source = self.source(one)
            row = source.nearest(x, range(len(source.x)))
            told = items[one["id"]]
            # Of two rows that are as far, but for rounding, either one.
            distance = abs(source.x[row] - x)
            ties = [other for other in range(len(source.x)) if abs(abs(source.x[other] - x) - distance) < 1e-9]
            wanted = {(source.x[other], source.values[other]) for other in ties}
            read = (told["x"], told["value"])
            check(
                any(all(map(are_near, read, other)) for other in wanted),
                f"{one['id']} reads {told} at {x}, not {wanted}",
            )

    def check_statistics(self):
        """Statistics are those of the values and the places that are shown."""
        low, high = sorted(self.chance.uniform(-5, 200) for _ in range(2))
        answer = self.ask("GET", f"/surfaces/main/statistics?from={low!r}&to={high!r}")
        for one, told in zip(self.visible(), answer["series"], strict=True):
            source = self.source(one)
            rows = [(source.x[row], source.values[row]) for row in source.rows(low, high)]
            present = [(x, y) for x, y in rows if y is not None]
            area = math.fsum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in itertools.pairwise(present))
            scale = max([abs(y) for _, y in present], default=0) * max(len(rows), high - low)
            check((told["count"], told["missing"]) == (len(present), len(rows) - len(present)), f"{one}: {told}")
            for name, wanted in (("sum", math.fsum(y for _, y in present)), ("integral", area)):
                own = told[name] or 0
                check(abs(own - wanted) <= 1e-9 * max(1, scale), f"{one}: {name} is {own}, not {wanted}")
            for name, pick in (("minimum", min), ("maximum", max)):
                if present:
                    wanted = pick(y for _, y in present)
                    check(are_near(told[name]["value"], wanted), f"{one}: {name} is {told[name]}, not {wanted}")

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
                surface.check_statistics()
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


# What is refused, where, and with which code.
REFUSED = [
    ({"dataset": "none", "y": "flow"}, "/dataset", "specification.unknown-dataset"),
    ({"dataset": "days", "y": "flow"}, "/dataset", "specification.invalid"),
    ({"dataset": "pump-0", "y": "none"}, "/y", "specification.unknown-column"),
    ({"y": "flow", "transform": {}}, "/transform/kind", "body.missing-property"),
    ({"y": "flow", "transform": {"kind": "none"}}, "/transform/kind", "body.invalid-value"),
    ({"y": "flow", "transform": {"kind": "difference", "by": 1}}, "/transform/by", "body.unknown-property"),
    ({"y": "flow", "transform": {"kind": "shift"}}, "/transform/by", "body.missing-property"),
    ({"y": "flow", "transform": {"kind": "shift", "by": "7d"}}, "/transform/by", "body.invalid-value"),
    ({"y": "flow", "transform": {"kind": "movingAverage", "span": 0}}, "/transform/span", "body.invalid-value"),
    ({"y": "flow", "transform": {"kind": "movingAverage", "span": 1.5}}, "/transform/span", "body.invalid-value"),
    ({"y": "flow", "transform": {"kind": "rate", "per": 0}}, "/transform/per", "body.invalid-value"),
    ({"y": "flow", "transform": {"kind": "percentChange", "base": "last"}}, "/transform/base", "body.invalid-value"),
    ({"y": "flow", "transform": {"kind": "scale", "factor": "2"}}, "/transform/factor", "body.invalid-value"),
    (
        {"id": "s", "transform": {"kind": "columns", "op": "%", "of": ["flow", "flow"]}},
        "/transform/op",
        "body.invalid-value",
    ),
    (
        {"id": "s", "transform": {"kind": "columns", "op": "+", "of": ["flow", "none"]}},
        "/transform/of/1",
        "specification.unknown-column",
    ),
    ({"transform": {"kind": "columns", "op": "+", "of": ["flow", "flow"]}}, "/id", "body.missing-property"),
    ({"id": "t", "y": "flow", "transform": {"kind": "cumulative"}}, "/id", "specification.duplicate-id"),
]
# What is taken, however far it reaches.
TAKEN = [
    {"kind": "shift", "by": 1.7e308},
    {"kind": "shift", "by": -1.7e308},
    {"kind": "scale", "factor": 1e308, "offset": -1e308},
    {"kind": "percentChange", "base": 1e308},
    {"kind": "movingAverage", "span": 9_007_199_254_740_991},
    {"kind": "rate", "per": 1e308},
    {"kind": "columns", "op": "/", "of": ["flow", "flow"]},
]


def edges():
    """Bad series are refused at their place and change nothing; numbers at the edge of the doubles are taken."""
    with Server() as server:
        values = "".join(f"{x},{y}\n" for x, y in ((-1e308, 1.7e308), (0, -1.7e308), (1, 0), (1.7e308, 5e-324)))
        server.made("PUT", "/v1/datasets/pump-0", "t,flow\n" + values)
        server.made("PUT", "/v1/datasets/days", "day,flow\n2024-01-01,1\n2024-01-02,2\n")
        made = server.made("POST", "/v1/sessions", {"surfaces": [{"dataset": "pump-0"}]})
        path, token = f"/v1/sessions/{made['id']}/surfaces/main", made["driverToken"]
        before = server.ask("GET", path, token=token)
        plain = {"id": "first", "y": "flow"}
        for body, pointer, code in REFUSED:
            status, told = server.ask("PATCH", path, {"series": [plain, body]}, token=token)
            check((status, told["code"]) == (422, code), f"{body}: {status} {told}")
            check(told["pointer"] == "/series/1" + pointer, f"{body}: {told}")
            check(server.ask("GET", path, token=token) == before, f"{body} has changed the surface")
        for transform in TAKEN:
            body = {"series": [plain, {"id": "s", "y": "flow", "transform": transform}]}
            for ask in (("PATCH", path, body), ("GET", path), ("GET", path + "/rows"), ("GET", path + "/statistics")):
                status, told = server.ask(*ask, token=token)
                check(status == 200, f"{transform}: {status} {told}")
    print(f"datasets: {len(REFUSED)} series are refused, {len(TAKEN)} far ones taken")


if __name__ == "__main__":
    run_tests([model, crashes, edges])
