"""Data, sessions and requests that are made to be dear, and how a dear one gets smaller."""

import array
import copy
import dataclasses
import functools
import json
import math
import random

from cost_cases import ACTING, READING, gesture, hover, modifiers, pan, tap, wheel

MISSING = math.nan
BROAD_COLUMNS, BROAD_ROWS = 58, 40_000
LARGEST_SIDE = 100_000
KINDS = ["line", "step", "area", "bar", "scatter"]
METHODS = ["auto", "none", "m4", "minmax", "lttb", "minmaxlttb"]
SHAPES = ["alternating", "constant", "outlier", "sorted", "reversed", "sparse", "missing", "noise", "huge"]


def column(shape, rows):
    """The values of a column of a shape."""
    source = random.Random(shape)
    values = {
        "alternating": lambda row: 1.0 if row % 2 else -1.0,
        "constant": lambda _: 1.0,
        "outlier": lambda row: 1e9 if row == rows // 3 else 1.0,
        "sorted": float,
        "reversed": lambda row: float(-row),
        "sparse": lambda row: float(row % 7) if row % 1000 == 0 else MISSING,
        "missing": lambda _: MISSING,
        "noise": lambda _: source.uniform(-1000, 1000),
        "huge": lambda row: 1e300 if row % 2 else -1e300,
    }[shape]
    return array.array("d", (values(row) for row in range(rows)))


@functools.cache
def hostile_datasets(rows):
    """The columns and the bare doubles of each dataset: all shapes, over x at one place too; and many columns."""
    shapes = b"".join(column(shape, rows).tobytes() for shape in SHAPES)
    noise = column("noise", BROAD_ROWS + BROAD_COLUMNS)
    broad = b"".join(noise[number : number + BROAD_ROWS].tobytes() for number in range(BROAD_COLUMNS))
    names = [f"c{number}" for number in range(BROAD_COLUMNS)]
    return {
        "shapes": (SHAPES, array.array("d", range(rows)).tobytes() + shapes),
        "still": (SHAPES, array.array("d", [1.0]).tobytes() * rows + shapes),
        "late": (SHAPES, array.array("d", [*range(rows - 1), 1e15]).tobytes() + shapes),
        "broad": (names, array.array("d", range(BROAD_ROWS)).tobytes() + broad),
    }


@dataclasses.dataclass
class Request:
    """A request on a session; `{session}` in its path is that session."""

    kind: str
    method: str
    path: str
    body: dict | None = None

    def __str__(self):
        return f"{self.method} {self.path}" + (f" {json.dumps(self.body)}" if self.body else "")


@dataclasses.dataclass
class Case:
    """A session and the requests that go to it, one after the other."""

    name: str
    specification: dict
    requests: list[Request]

    def with_only(self, request):
        return Case(self.name, self.specification, [request])

    def smaller(self):
        """The same session with less in it, the largest cut first."""
        surfaces = self.specification["surfaces"]
        if len(surfaces) > 1:
            yield self.changed(lambda made: made.update(surfaces=surfaces[:1], links=[]))
            yield self.changed(lambda made: made.update(surfaces=surfaces[: len(surfaces) // 2], links=[]))
        for part in ("series", "modifiers"):
            if (count := len(surfaces[0].get(part, []))) > 1:
                for kept in (slice(0, 1), slice(0, count // 2), slice(count // 2, count)):
                    yield self.changed(cut, part, kept)
        for part in ("window", "size", "xAxes", "yAxes", "modifiers"):
            if part in surfaces[0]:
                yield self.changed(cut, part, None)

    def changed(self, change, *arguments):
        made = copy.deepcopy(self.specification)
        change(made, *arguments)
        return Case(self.name, made, self.requests)


def cut(specification, part, kept):
    for surface in specification["surfaces"]:
        if kept is None:
            surface.pop(part, None)
        elif part in surface:
            surface[part] = surface[part][kept]


# Requests


def on_surface(kind, path, events, name="main"):
    return Request(kind, "POST", f"{{session}}/surfaces/{name}/{path}", {"events": events})


def events(kind, time, x, y):
    """Events of a kind at a place, from a time on."""
    return {
        "hover": lambda: [hover(time, x, y, "entered"), hover(time + 16, x, y)],
        "tap": lambda: [*tap(time, x, y), {"type": "tick", "time": time + 2000}],
        "drag": lambda: dragged(time, (0, 0), (x, y)),
        "pan": lambda: pan(time),
        "pinch": lambda: [
            gesture("pinch", state, time + after, scale=scale, velocity=0)
            for after, state, scale in [(0, "began", 1), (16, "changed", 2), (32, "ended", 2)]
        ],
        "wheel": lambda: [{**wheel(time), "x": x, "y": y}],
    }[kind]()


def dragged(time, start, end):
    """The touches of a drag from a place to another one."""
    places = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end, end]
    return [
        {"type": "touch", "phase": phase, "time": time + 16 * number, "touches": [{"id": 1, "x": x, "y": y}]}
        for number, (phase, (x, y)) in enumerate(zip(["began", "moved", "moved", "ended"], places, strict=True))
    ]


def sent(kind, time, x, y, name="main"):
    return on_surface(f"event: {kind}", "events?window=none&ticks=false", events(kind, time, x, y), name)


def read(path, kind=None, name="main"):
    path = path.replace("{surface}", f"{{session}}/surfaces/{name}")
    return Request(kind or "read: " + path.rsplit("/", 1)[-1], "GET", path)


READS = [
    "{session}",
    "{session}?layout=objects",
    "{surface}",
    "{surface}?window=none",
    "{surface}/description",
    "{surface}/image.svg",
    "{surface}/image.svg?width=4000&height=4000",
    "{surface}/image.svg?width=40&height=40",
]
EVENTS = ["hover", "tap", "drag", "pan", "pinch", "wheel"]


# Cases whose cost is known


def chart(dataset="shapes", columns=("alternating",), count=1, name="main", kind="line", **members):
    made = [{"id": f"s{number}", "y": columns[number % len(columns)], "kind": kind} for number in range(count)]
    return {"id": name, "dataset": dataset, "series": made, **members}


def alternating(kind, dataset="shapes", count=256):
    """All values lie at the edges, and the radius ends just before them."""
    made = chart(
        dataset,
        count=count,
        kind="scatter",
        size={"width": LARGEST_SIDE, "height": LARGEST_SIDE},
        yAxes=[{"id": "y", "growBy": [0, 0]}],
        modifiers=modifiers(kind, 6, hitTestRadius=0.49 * LARGEST_SIDE),
    )
    return Case("", {"surfaces": [made]}, [sent("tap", 0, LARGEST_SIDE / 2, LARGEST_SIDE / 2)])


def many_tooltips():
    """Each update of 60 tooltips searches all values."""
    made = chart(
        columns=("alternating",), kind="scatter", modifiers=modifiers("tooltip", 60, receiveHandledEvents=True)
    )
    return Case("", {"surfaces": [made]}, [sent("hover", 0, 400, 200), sent("tap", 2000, 400, 1)])


def far(kind, count, columns=("constant", "outlier"), **parameters):
    """All values are far from the pointer, and equally far."""
    made = chart(columns=columns, count=count, modifiers=modifiers(kind, 1, **parameters))
    return Case(
        "", {"surfaces": [made]}, [sent("hover", 0, 400, 0), sent("hover", 1000, 0, 400), sent("tap", 2000, 400, 0)]
    )


def selected_area(kind, mode, columns=SHAPES):
    """A rectangle around everything, and one that lies between the values."""
    made = chart(
        columns=columns, count=58, yAxes=[{"id": "y", "growBy": [0, 0]}], modifiers=modifiers(kind, 6, mode=mode)
    )
    between = on_surface("event: drag", "events?window=none&ticks=false", dragged(1000, (0, 150), (800, 250)))
    return Case("", {"surfaces": [made]}, [sent("drag", 0, 800, 400), between])


def stacked(kind):
    made = chart(columns=("alternating", "noise", "sparse", "huge"), count=16, kind=kind, modifiers=[])
    for one in made["series"]:
        one["stack"] = "all"
    made["modifiers"] = modifiers("tooltip", 1) + modifiers("seriesSelection", 1)
    return Case("", {"surfaces": [made]}, [sent("hover", 0, 400, 0), sent("tap", 1000, 400, 0)])


def sliced():
    lines = [float(number * 300) for number in range(64)]
    made = chart(columns=SHAPES, count=16, modifiers=modifiers("verticalSlice", 4, slices=lines, hitTestRadius=1e6))
    return Case("", {"surfaces": [made]}, [sent("hover", 0, 400, 0), sent("pan", 1000, 400, 0)])


def widest(count, method="auto", dataset="broad"):
    names = [f"c{number}" for number in range(BROAD_COLUMNS)] if dataset == "broad" else SHAPES
    made = [
        chart(
            dataset,
            names,
            BROAD_COLUMNS,
            f"s{number}",
            size={"width": LARGEST_SIDE, "height": 400},
            window={"method": method},
            modifiers=[],
        )
        for number in range(count)
    ]
    return Case("", {"surfaces": made}, [read("{session}", "read: wide session")])


def drawn(kind, columns, dataset="shapes", count=256):
    """The largest pictures of a number of series, by default of as many as there may be."""
    made = chart(dataset, columns, count, kind=kind, size={"width": LARGEST_SIDE, "height": LARGEST_SIDE}, modifiers=[])
    made["window"] = {"maxRows": 20_000}
    paths = ["{surface}/image.svg?width=4000&height=4000", "{surface}/image.svg?width=40&height=40"]
    return Case("", {"surfaces": [made]}, [read(path, "picture: " + path[-12:]) for path in paths])


HOSTILE = {
    "a tap between alternating values": lambda: alternating("dataPointSelection"),
    "a tap between alternating lines": lambda: alternating("seriesSelection", count=58),
    "60 tooltips between alternating values": many_tooltips,
    "a tooltip far from one line": lambda: far("tooltip", 1),
    "a tooltip far from 58 lines": lambda: far("tooltip", 58),
    "a cursor far from 58 lines": lambda: far("cursor", 58, useInterpolation=False),
    "a rollover within a radius of 58 lines": lambda: far("rollover", 58, SHAPES, hitTestRadius=1e6),
    "a rectangle around the rows of 58 lines": lambda: selected_area("marquee", "replace"),
    "a rectangle around 58 lines": lambda: selected_area("seriesSelection", "invert"),
    "a rectangle between alternating rows": lambda: selected_area("marquee", "replace", ("alternating",)),
    "16 stacked areas": lambda: stacked("area"),
    "64 slices of all shapes": sliced,
    "8 surfaces of 100,000 columns": lambda: widest(8),
    "pictures of 256 bars": lambda: drawn("bar", ("noise",)),
    # A picture with more points than these is refused before it is drawn.
    "pictures of 48 bars": lambda: drawn("bar", ("noise",), count=48),
}
# Those that take a debug build too long for the short form.
DEARER = {
    "a rectangle around the points of 58 lines": lambda: selected_area("dataPointSelection", "union"),
    "16 stacked bars": lambda: stacked("bar"),
    "16 surfaces of 100,000 columns over all shapes": lambda: widest(16, dataset="shapes"),
    "a surface of 100,000 columns by lttb": lambda: widest(1, "lttb"),
    "pictures of 256 areas": lambda: drawn("area", SHAPES),
    "pictures of 256 lines of a broad dataset": lambda: drawn("line", ("c0", "c1", "c2"), "broad"),
}


def random_hostile(source, name):
    """A session near some limit over some shape of data, and requests at corners, inside and far outside."""
    near = source.choice

    def modifier(number, side):
        made = {"id": f"m{number}", "type": near(READING if source.random() < 0.5 else ACTING)}
        if made["type"] == "gestureObserver":
            made["gesture"] = near(["pan", "tap", "pinch"])
        if made["type"] == "verticalSlice":
            made["slices"] = [near([0.0, 1.0, 5e4, 1e15]) for _ in range(near([0, 1, 16]))]
        if made["type"] in ("tooltip", "cursor", "rollover", "verticalSlice", "seriesSelection", "dataPointSelection"):
            made["hitTestRadius"] = near([0, 1, 24, 0.49 * side, side, 1e6, 1e300])
        if made["type"] in ("tooltip", "cursor", "rollover", "verticalSlice"):
            made["useInterpolation"] = near([True, False])
        if number and source.random() < 0.3:
            made["receiveHandledEvents"] = True
        return made

    def chart_of(number, most):
        dataset = near(["shapes", "shapes", "still", "late", "broad"])
        columns = [f"c{at}" for at in range(BROAD_COLUMNS)] if dataset == "broad" else SHAPES
        columns = source.sample(columns, near([1, 2, len(columns)]))
        size = {"width": near([1, 800, 800, 4000, LARGEST_SIDE]), "height": near([1, 400, 400, 4000, LARGEST_SIDE])}
        made = chart(
            dataset, columns, near([1, 2, 16, most]), f"s{number}" if number else "main", near(KINDS), size=size
        )
        if source.random() < 0.2:
            for one in made["series"]:
                one["stack"] = "all"
        made["yAxes"] = [
            {"id": "y", **near([{}, {"growBy": [0, 0]}, {"autoRange": "always"}, {"autoRange": "visible"}])}
        ]
        if source.random() < 0.2:
            made["yAxes"][0] |= {"visibleRange": near([[-1e300, 1e300], [1e6, 2e6], [0, 1e-9]]), "autoRange": "never"}
        if source.random() < 0.2:
            made["xAxes"] = [{"id": "x", "visibleRange": near([[0, 1], [-1e15, 1e15], [10, 90_000]])}]
        if source.random() < 0.5:
            made["window"] = {"method": near(METHODS), "maxRows": near([3, 4000, 20_000])}
        made["modifiers"] = [modifier(at, size["height"]) for at in range(near([1, 2, 6, 16]))]
        return made

    count = near([1, 1, 1, 2, 16])
    surfaces = [chart_of(number, 256 if count == 1 else 58) for number in range(count)]
    size = surfaces[0]["size"]
    places = [(x, y) for x in (0, size["width"]) for y in (0, size["height"])]
    places += [(size["width"] / 2, size["height"] / 2)] * 2 + [(-1e6, 1e6), (1e9, -1e9)]
    requests = [sent(kind, 10_000 * number, *near(places)) for number, kind in enumerate(source.sample(EVENTS, 4))]
    requests += [read(path) for path in source.sample(READS, 3)]
    return Case(name, {"surfaces": surfaces}, requests)
