"""The most expensive sessions that a client can make, and the requests that measure them."""

import functools
import string
from urllib.parse import quote

READING = ["rollover", "tooltip", "cursor", "legend", "seriesValue", "axisMarker", "verticalSlice", "windowScrubber"]
ACTING = [
    "zoomPan",
    "pinchZoom",
    "mouseWheelZoom",
    "zoomExtents",
    "rubberBandZoom",
    "xAxisDrag",
    "yAxisDrag",
    "doubleTapDragZoom",
    "rowSelection",
    "seriesSelection",
    "dataPointSelection",
    "marquee",
    "gestureObserver",
]
COLUMNS, ROWS, LONG_ROWS = 256, 200, 20_000
LONG = "n" * 250


@functools.cache
def datasets():
    """CSV texts: many columns with long names; and one column of many rows, half of them without a value."""
    names = [f"{LONG}{number:06}" for number in range(COLUMNS)]
    wide = ["x," + ",".join(names)]
    wide += [
        f"{row}," + ",".join(str((row * 7 + column * 13) % 1000) for column in range(COLUMNS)) for row in range(ROWS)
    ]
    long = ["x,v"] + [f"{row},{row % 97 if row % 2 else ''}" for row in range(LONG_ROWS)]
    return {"wide": ("\n".join(wide) + "\n").encode(), "long": ("\n".join(long) + "\n").encode()}


def series(count, dataset="long", **properties):
    """The given number of series. Each has its own column while there are enough columns."""
    columns = [f"{LONG}{number:06}" for number in range(COLUMNS)] if dataset == "wide" else ["v"]
    return [{"id": f"s{number}", "y": columns[number % len(columns)], **properties} for number in range(count)]


def axes(count, letter="x", **properties):
    return [{"id": f"{letter}{number}", **properties} for number in range(count)]


def modifiers(kind, count, **parameters):
    return [{"id": f"{kind}{number}", "type": kind, **parameters} for number in range(count)]


def surface(name="main", dataset="long", **members):
    return {"id": name, "dataset": dataset, **members}


def pixels(specification):
    """The number of pixel columns of all series, or of rows for a dataset with fewer rows than pixel columns."""
    rows = {"wide": ROWS, "long": 800}
    return sum(len(one.get("series", [1])) * rows[one["dataset"]] for one in specification["surfaces"])


def hover(time, x=400.0, y=200.0, phase="moved"):
    return {"type": "hover", "phase": phase, "time": time, "x": x, "y": y}


def gesture(kind, state, time, **values):
    return {
        "type": "gesture",
        "gesture": kind,
        "state": state,
        "time": time,
        "location": {"x": 400, "y": 200},
        **values,
    }


def tap(time, x=400.0, y=200.0):
    return [
        {"type": "touch", "phase": phase, "time": time + after, "touches": [{"id": 1, "x": x, "y": y}]}
        for after, phase in [(0, "began"), (40, "ended")]
    ]


def pan(time, points=40):
    return [
        gesture("pan", state, time + after, translation={"x": -part, "y": 0}, velocity={"x": 0, "y": 0})
        for after, state, part in [(0, "began", 0), (16, "changed", points / 2), (32, "ended", points)]
    ]


def wheel(time):
    return {
        "type": "wheel",
        "time": time,
        "x": 400,
        "y": 200,
        "deltaX": 0,
        "deltaY": -120,
        "deltaMode": "pixel",
        "modifiers": [],
    }


HOVER = ("event: hover", "/events", [hover(0, phase="entered"), hover(16)])
PAN = ("event: pan", "/events", pan(1000))
WHEEL = ("event: wheel", "/events", [wheel(2000)])
TAP = ("event: tap", "/events", [*tap(3000), {"type": "tick", "time": 5000}])
USUAL = [HOVER, PAN, WHEEL, TAP]


def linked_once():
    names = [f"s{number}/x{axis}" for number in range(16) for axis in range(16)]
    surfaces = [surface(f"s{number}", xAxes=axes(16), yAxes=axes(16, "y")) for number in range(16)]
    return {"surfaces": surfaces, "links": [{"kind": "same", "axes": names}]}, USUAL, None


def linked_often():
    names = [f"s{number}/x{axis}" for number in range(16) for axis in range(16)]
    surfaces = [surface(f"s{number}", xAxes=axes(16)) for number in range(16)]
    return {"surfaces": surfaces, "links": [{"kind": "same", "axes": names}] * 4}, USUAL, None


def linked_too_often():
    names = [f"s{number}/x{axis}" for number in range(16) for axis in range(16)]
    surfaces = [surface(f"s{number}", xAxes=axes(16)) for number in range(16)]
    return {"surfaces": surfaces, "links": [{"kind": "same", "axes": names}] * 256}, USUAL, False


def many_slices():
    lines = [float(number * 300) for number in range(64)]
    return (
        {"surfaces": [surface(series=series(58), modifiers=modifiers("verticalSlice", 4, slices=lines))]},
        USUAL,
        True,
    )


def too_many_slices():
    lines = [float(number * 300) for number in range(64)]
    return (
        {"surfaces": [surface(series=series(256), modifiers=modifiers("verticalSlice", 64, slices=lines))]},
        USUAL,
        False,
    )


def grouped():
    made = [
        surface(
            f"s{number}",
            series=series(16),
            modifiers=modifiers("rollover", 4)
            + modifiers("zoomPan", 1)
            + [{"id": "g", "type": "group", "eventGroup": "all"}],
        )
        for number in range(16)
    ]
    return {"surfaces": made}, USUAL, True


def grouped_at_most():
    made = [
        surface(
            f"s{number}",
            series=series(58),
            modifiers=modifiers("rollover", 16)
            + modifiers("zoomPan", 1)
            + [{"id": "g", "type": "group", "eventGroup": "all"}],
        )
        for number in range(16)
    ]
    return {"surfaces": made}, USUAL, None


def long_names():
    made = surface(dataset="wide", series=series(256, "wide", name=LONG), modifiers=modifiers("rollover", 60))
    return {"surfaces": [made]}, USUAL, None


def legends():
    made = surface(dataset="wide", series=series(256, "wide", name=LONG), modifiers=modifiers("legend", 60))
    return {"surfaces": [made]}, USUAL, None


def large_batch(kinds):
    """Batches of the most events allowed, with explain=true."""
    made = surface(
        modifiers=modifiers("gestureObserver", 20, gesture="pan") + modifiers("zoomPan", 20) + modifiers("cursor", 20)
    )
    touches = [{"type": "touch", "phase": "began", "time": 0, "touches": [{"id": 1, "x": 400, "y": 200}]}]
    touches += [
        {"type": "touch", "phase": "moved", "time": number, "touches": [{"id": 1, "x": 400 + number % 50, "y": 200}]}
        for number in range(1, 1023)
    ]
    hovers = [hover(2000 + number, x=float(number % 800)) for number in range(1024)]
    wheels = [wheel(4000 + number) for number in range(1024)]
    batches = {"touches": touches, "hovers": hovers, "wheels": wheels}
    return (
        {"surfaces": [made]},
        [(f"batch: {kind} explained", "/events?explain=true", batches[kind]) for kind in kinds],
        True,
    )


def hit_tests(count):
    """Searches for the nearest point of each of 256 series."""
    made = surface(
        series=series(256),
        modifiers=modifiers("tooltip", count) + modifiers("seriesSelection", 1, mode="invert", hitTestRadius=100_000),
    )
    many = [
        {**event, "time": event["time"] + 10_000}
        for number in range(30)
        for event in tap(number * 1000, x=25.0 * number)
    ]
    return {"surfaces": [made]}, [*USUAL, ("event: 30 taps", "/events", many)], count < 8


def missed_hit_tests():
    """All values are outside the plot area, and half of them are missing, so that each search finds nothing."""
    y = {"id": "y", "visibleRange": [1e6, 2e6], "autoRange": "never"}
    made = surface(
        series=series(256),
        yAxes=[y],
        modifiers=modifiers("tooltip", 5) + modifiers("seriesSelection", 1, hitTestRadius=1e9),
    )
    return {"surfaces": [made]}, USUAL, True


def overviews(surfaces, count):
    main = surface("main", xAxes=axes(16))
    others = [
        surface(
            f"o{number}",
            modifiers=[{"id": f"v{one}", "type": "overview", "of": f"main/x{one % 16}"} for one in range(count)],
        )
        for number in range(surfaces)
    ]
    return {"surfaces": [main, *others]}, USUAL, surfaces * count < 400


def ticks(surfaces):
    most = {"tickCount": 100, "minorsPerMajor": 20}
    made = [
        surface(
            f"s{number}",
            xAxes=axes(16, **most),
            yAxes=axes(16, "y", **most),
            modifiers=[{"id": "g", "type": "group", "eventGroup": "all"}, {"id": "zoomPan", "type": "zoomPan"}],
        )
        for number in range(surfaces)
    ]
    return {"surfaces": made}, USUAL, surfaces < 8


def most_events():
    """Batches of the most events allowed, on the most expensive session."""
    made = [
        surface(
            f"s{number}",
            series=series(30),
            modifiers=modifiers("rollover", 30)
            + modifiers("zoomPan", 1)
            + [{"id": "g", "type": "group", "eventGroup": "all"}],
        )
        for number in range(16)
    ]
    hovers = [hover(number, x=float(number % 800)) for number in range(1024)]
    pans = [event for number in range(300) for event in pan(5000 + number * 100)]
    taps = [event for number in range(500) for event in tap(90_000 + number * 1000)]
    wheels = [wheel(900_000 + number) for number in range(1024)]
    return (
        {"surfaces": made},
        [
            ("batch: hovers", "/events", hovers),
            ("batch: pans", "/events", pans),
            ("batch: taps", "/events", taps),
            ("batch: wheels", "/events", wheels),
        ],
        True,
    )


def imports():
    """By name, an import and one at a limit of a parameter: the query and the rows of each."""
    words = [first + second for first in string.ascii_letters for second in string.ascii_letters]
    rows, wide = range(8_000), [f"c{number}" for number in range(1_000)]
    text = "x,a,b\n" + "".join(f"{row},{row % 97},{row % 89}\n" for row in rows)
    falling = "x,a,b\n" + "".join(f"{-row},{row % 97},{row % 89}\n" for row in rows)
    bad = "x,a,b\n0,0,0\n" + "".join(f"{row},?,{row % 89}\n" for row in rows)
    broad = ",".join(["x", *wide]) + "\n" + "".join(f"{row}" + ",1" * len(wide) + "\n" for row in range(20))
    days = "x,a\n" + "".join(f"{1970 + row // 336}-{1 + row // 28 % 12:02}-{1 + row % 28:02},1\n" for row in rows)
    turned = "x,a\n" + "".join(f"{1 + row % 28:02}  {1 + row // 28 % 12:02} {1970 + row // 336},1\n" for row in rows)
    return {
        "an import with 9,000 words for missing values": (
            ("null=NA", text),
            ("null=" + ",".join((words * 4)[:9_000]), text),
        ),
        "an import with 1,000 named columns": (("", broad), ("columns=" + ",".join(reversed(wide)), broad)),
        "an import of falling rows that are sorted": (("", text), ("sort=true", falling)),
        "an import of rows that are skipped": (("", text), ("skipBad=1000000000", bad)),
        "an import of dates in a form of its own": (("", days), (f"dateFormat={quote('dd  MM yyyy')}", turned)),
        "an import in a time zone with old rules": (("", days), ("timeZone=Africa/Casablanca", days)),
    }


FIXED = {
    "one link of 256 axes": linked_once,
    "four links of 256 axes": linked_often,
    "256 links of 256 axes": linked_too_often,
    "58 series, 4 x 64 slices": many_slices,
    "256 series, 64 x 64 slices": too_many_slices,
    "an event group of 16": grouped,
    "an expensive event group of 16": grouped_at_most,
    "names of 256 bytes": long_names,
    "60 legends of 256 series": legends,
    "7 hit tests of 256 series": lambda: hit_tests(6),
    "60 hit tests of 256 series": lambda: hit_tests(60),
    "hit tests that find nothing": missed_hit_tests,
    "320 overviews": lambda: overviews(8, 40),
    "960 overviews": lambda: overviews(15, 64),
    "ticks of 7 surfaces": lambda: ticks(7),
    "ticks of 16 surfaces": lambda: ticks(16),
    "a batch of touches": lambda: large_batch(["touches"]),
    "a batch of hovers": lambda: large_batch(["hovers"]),
    "a batch of wheels": lambda: large_batch(["wheels"]),
    "the most events": most_events,
}


def random_specification(source):
    """A specification near the limits, and events of one kind."""

    def near(*figures):
        return source.choice(figures)

    def modifier(number, others):
        kind = source.choice(READING if source.random() < 0.6 else ACTING)
        made = {"id": f"m{number}", "type": kind}
        if kind == "gestureObserver":
            made["gesture"] = source.choice(["pan", "tap", "pinch"])
        if kind == "verticalSlice":
            made["slices"] = [source.uniform(0, 20_000) for _ in range(near(0, 1, 16, 64))]
        if kind in ("rollover", "tooltip", "verticalSlice") and source.random() < 0.3:
            made["hitTestRadius"] = source.choice([0, 10, 1e6])
        if others and source.random() < 0.2:
            made["simultaneousWith"] = source.sample(others, min(len(others), near(1, 8, 60)))
        return made

    surfaces, names, overviewed = [], [], []
    count_of_surfaces = near(1, 1, 2, 4, 15, 16, 17)
    count_of_axes = near(1, 1, 2, 8, 16, 17) if source.random() < 0.7 else 1
    if count_of_axes == 17:
        count_of_axes = 16
    group = source.random() < 0.4
    for position in range(count_of_surfaces):
        dataset = source.choice(["wide", "long"])
        made = surface(f"s{position}", dataset)
        made["xAxes"] = axes(near(1, count_of_axes))
        made["yAxes"] = axes(near(1, count_of_axes), "y")
        names += [f"s{position}/{axis['id']}" for axis in made["xAxes"] + made["yAxes"]]
        many = near(1, 4, 16, 58, 128, 255, 256) if count_of_surfaces < 4 else near(1, 4, 16, 58)
        made["series"] = series(many, dataset)
        if source.random() < 0.3:
            for one in made["series"]:
                one["name"] = LONG
        amount = near(0, 4, 16, 62)
        ids = [f"m{number}" for number in range(amount)]
        made["modifiers"] = [modifier(number, ids[:number]) for number in range(amount)]
        if source.random() < 0.3 and amount > 4:
            made["modifiers"] = [
                *made["modifiers"][:2],
                {
                    "id": "children",
                    "type": "group",
                    "children": [{**one, "simultaneousWith": []} for one in made["modifiers"][2:]],
                },
            ]
        if group:
            made["modifiers"].append({"id": "g", "type": "group", "eventGroup": "all"})
        if overviewed and source.random() < 0.2:
            made["modifiers"].append({"id": "o", "type": "overview", "of": "s0/x0"})
        overviewed.append(made["id"])
        surfaces.append(made)
    made = {"surfaces": surfaces}
    if source.random() < 0.5 and len(names) > 1:
        links, members = near(1, 4, 255, 256, 257), near(2, 4, 64, 256)
        x_names = [name for name in names if "/x" in name]
        if len(x_names) > 1:
            # All links have one kind: links of different kinds contradict each other.
            kind = source.choice(["same", "offset", "proportional"])
            made["links"] = [
                {"kind": kind, "axes": source.sample(x_names, min(members, len(x_names)))} for _ in range(links)
            ]
    return made, [HOVER, source.choice(USUAL[1:])]
