"""Holds the statistics of the server to Python's own: exact sums, whatever was appended how.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Contract/statistics_test.py
"""

import fractions
import itertools
import math
import os
import random
import statistics

from chart_server import Server, check, run_tests

ROUNDS = int(os.environ.get("STATISTICS_ROUNDS", "40"))
SEED = int(os.environ.get("STATISTICS_SEED", "1"))


def values_of(chance, count):
    """Values that are hard to add: of far magnitudes, that cancel each other, or that are not there."""
    kind = chance.choice(["decimal", "far", "cancelling", "sparse"])
    for _ in range(count):
        if kind == "sparse" and chance.random() < 0.9:
            yield None
        elif kind == "far":
            yield chance.choice([-1, 1]) * chance.random() * 10.0 ** chance.randint(-90, 90)
        elif kind == "cancelling":
            yield chance.choice([1e16, -1e16, 1.0, 0.1, -3.7])
        else:
            yield round(chance.uniform(-500, 500), chance.randint(0, 3))


def expected(rows):
    """The statistics of pairs of x and value, exact where they are sums."""
    present = [(fractions.Fraction(x), fractions.Fraction(y)) for x, y in rows if y is not None]
    values = [y for _, y in rows if y is not None]
    area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in itertools.pairwise(present))
    count = len(values)
    told = {"count": count, "missing": len(rows) - count, "sum": math.fsum(values)}
    told["mean"] = told["sum"] / count if count else None
    told["deviation"] = math.sqrt(statistics.variance(y for _, y in present)) if count > 1 else None
    told["integral"] = float(area) if count else None
    return told


def are_near(one, other):
    return one == other or (None not in (one, other) and math.isclose(one, other, rel_tol=1e-12))


def sums():
    chance = random.Random(SEED)
    asked = 0
    with Server() as server:
        for round in range(ROUNDS):
            count = chance.choice([1, 2, 100, 4_096, 9_000, 20_000])
            values = list(values_of(chance, count))
            x = 0.0
            rows = []
            for value in values:
                x += chance.choice([0, 0.1, 1, 86_400_000])
                rows.append((x, value))
            first = chance.randint(1, count)
            for start, end in ((0, first), (first, count)):
                text = "t,v\n" + "".join(f"{x!r},{'' if v is None else repr(v)}\n" for x, v in rows[start:end])
                if start < end:
                    path = "/v1/datasets/d" + ("/rows" if start else "")
                    status, answer = server.ask("POST" if start else "PUT", path, text)
                    check(status in (200, 201), f"{status} {answer}")
            for _ in range(3):
                low, high = sorted((chance.uniform(-1, x + 1), chance.uniform(-1, x + 1)))
                status, answer = server.ask("GET", f"/v1/datasets/d/statistics?from={low!r}&to={high!r}")
                check(status == 200, f"{status} {answer}")
                told = answer["series"][0]
                wanted = expected([row for row in rows if low <= row[0] <= high])
                for name, value in wanted.items():
                    check(are_near(told[name], value), f"round {round}: {name} is {told[name]}, not {value}")
                check(told["sum"] == wanted["sum"], f"round {round}: the sum is rounded: {told['sum']}")
                asked += 1
    print(f"statistics: {asked} ranges of {ROUNDS} datasets are those of exact arithmetic")


if __name__ == "__main__":
    run_tests([sums])
