"""Measures what series of several datasets and their transforms cost, over ten million rows each.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Load/measure_datasets.py
"""

import contextlib
import json
import statistics
import time

from chart_server import Server, check, exchange

DATASETS, MILLIONS, ASKED = 4, 10, 60
TRANSFORMS = [
    None,
    {"kind": "scale", "factor": -2},
    {"kind": "percentChange", "base": "view"},
    {"kind": "movingAverage", "span": "1d"},
    {"kind": "cumulative"},
    {"kind": "shift", "by": "-1h"},
    {"kind": "shift", "by": "-7d"},
]


def opened(server, series):
    surface = {"size": {"width": 1200, "height": 500}, "window": {"maxRows": 20_000}, "series": series}
    return server.made("POST", "/v1/sessions", {"surfaces": [surface]})


def milliseconds(connection, session, method, path, body=None, count=ASKED):
    """The median time of an answer."""
    times = []
    for _ in range(count):
        start = time.perf_counter()
        address = f"/v1/sessions/{session['id']}/surfaces/main{path}"
        status, answer, _ = exchange(connection, method, address, body, token=session["driverToken"])
        times.append(time.perf_counter() - start)
        check(status == 200, f"{status} {answer[:500]}")
    return 1_000 * statistics.median(times)


def main():
    window, wheel = "?ticks=false&layout=columns", {"type": "wheel", "x": 600, "y": 200, "deltaX": 0, "deltaY": -20}
    with Server(demo=True) as server, contextlib.closing(server.connect()) as connection:
        for number in range(DATASETS):
            for _ in range(MILLIONS):
                server.made("POST", f"/v1/datasets/walk-{number}/generated", {"rows": 1_000_000})
        series = [{"dataset": f"walk-{number}", "y": "price"} for number in range(DATASETS)]
        alone = [opened(server, [one]) for one in series]
        together = opened(server, series)
        for _ in range(3):
            ones = sum(milliseconds(connection, session, "GET", window) for session in alone)
            all_of_them = milliseconds(connection, together, "GET", window)
            print(f"four windows {ones:.2f} ms, one window of four {all_of_them:.2f} ms: {all_of_them / ones:.2f}")
        for transform in TRANSFORMS:
            start = time.perf_counter()
            session = opened(server, [{**series[0], "transform": transform}])
            first = 1_000 * (time.perf_counter() - start)
            seen = milliseconds(connection, session, "GET", window)
            told = milliseconds(connection, session, "GET", "/statistics", count=5)
            turned = [
                milliseconds(connection, session, "POST", "/events", {"events": [{**wheel, "time": turn}]}, count=1)
                for turn in range(30)
            ]
            print(
                f"{json.dumps(transform)}: opened in {first:.0f} ms, window {seen:.2f} ms, "
                f"statistics {told:.2f} ms, a turn of the wheel with its window {statistics.median(turned):.2f} ms"
            )


if __name__ == "__main__":
    main()
