"""Draws the pictures of the documentation with a running server, and checks those that are kept.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Pictures/pictures_test.py [draw]
`draw` writes the pictures anew. Without it each kept picture must be, byte for byte, what the server draws. Each
is whole XML that needs nothing else.
"""

import json
import math
import re
import sys
import xml.etree.ElementTree

from chart_server import ROOT, Server, check, run_command

CATALOG = ROOT / "Sources/chart-surface/ChartSurface.docc"
PICTURES = CATALOG / "Resources"
SIZE = {"width": 560, "height": 260}
CASE = re.compile(r"^## `(\w+)`\n.*?^```case\n(.*?)^```", re.DOTALL | re.MULTILINE)


def table(names, rows):
    return "".join(f"{','.join(map(str, row))}\n" for row in [names, *rows])


def prices(day):
    middle = 100 + 12 * math.sin(day / 6) + 4 * math.sin(1.7 * day)
    change = 5 * math.cos(2.3 * day)
    low, high = middle - abs(change) - 1.5, middle + abs(change) + 2
    return [f"{value:.2f}" for value in (middle - change, high, low, middle + change)]


DATASETS = {
    "line": table("tv", [(x, x) for x in range(101)]),
    "cross": "t,a,b\n0,0,10\n10,10,0\n",
    "months": table(
        ["date", "north", "south"], [(f"2024-{m:02}-01", 20 + m * 3 % 17, 15 + m * 5 % 13) for m in range(1, 13)]
    ),
    "waves": table(
        ["time", "low", "high"],
        [(x, f"{40 + 20 * math.sin(x / 9):.2f}", f"{60 + 25 * math.sin(x / 9 + 0.3):.2f}") for x in range(61)],
    ),
    "prices": table(
        ["date", "open", "high", "low", "close"], [(f"2024-03-{day:02}", *prices(day)) for day in range(1, 32)]
    ),
}


def series(names, kind, **more):
    return [{"id": name, "y": name, "kind": kind, **more} for name in names]


KINDS = {
    "line": {"dataset": "waves", "series": series(["low", "high"], "line")},
    "step": {"dataset": "waves", "series": series(["low", "high"], "step")},
    "area": {"dataset": "waves", "series": series(["low", "high"], "area", stack="all")},
    "bar": {"dataset": "months", "series": series(["north", "south"], "bar", stack="all")},
    "scatter": {"dataset": "waves", "series": series(["low", "high"], "scatter")},
    "band": {"dataset": "waves", "series": series(["low", "high"], "band")},
    "candlestick": {"dataset": "prices", "series": series(["open", "high", "low", "close"], "candlestick")},
}


def picture(server, surfaces, themes, plays=()):
    """What the first surface shows in each theme, after scripts on the surfaces with these names."""
    made = server.made("POST", "/v1/sessions?window=none", {"surfaces": surfaces})
    for surface, script in plays:
        to = ["--session", made["id"], "--surface", surface, "--url", server.address, "--token", made["driverToken"]]
        run_command("play", script, *to)
    path = f"/v1/sessions/{made['id']}/surfaces/{surfaces[0].get('id', 'main')}/image.svg?theme="
    return {theme: server.made("GET", path + theme) for theme in themes}


def case_of(text):
    """The surfaces of a case of the documentation and the scripts that it plays."""
    surfaces, plays = [], []
    for line in re.sub(r"\n\| ", "", text).splitlines():
        key, _, value = line.partition(": ")
        if key == "surface":
            surfaces.append({"size": SIZE, **json.loads(value)})
        elif key == "play" or key.startswith("play "):
            plays.append((key.removeprefix("play").strip() or surfaces[0].get("id", "main"), value))
    return surfaces, plays


def pictures(server):
    """Each picture by its name, in the themes that are kept. Those of modifiers are light alone."""
    for kind, surface in KINDS.items():
        yield f"chart-{kind}", picture(server, [{"size": SIZE, **surface}], ["light", "dark"])
    for modifier, text in CASE.findall((CATALOG / "Modifiers.md").read_text()):
        surfaces, plays = case_of(text)
        # The scripts are written for the default size. Of an overview the surface with its thumb is shown.
        for surface in surfaces:
            if surface["size"] == SIZE:
                del surface["size"]
        shown = [surface for surface in surfaces if surface.get("id") == "strip"] + [
            surface for surface in surfaces if surface.get("id") != "strip"
        ]
        yield f"modifier-{modifier}", picture(server, shown, ["light"], plays)


def main():
    draws = sys.argv[1:] == ["draw"]
    PICTURES.mkdir(exist_ok=True)
    made = set()
    with Server("--log-level", "warning", demo=True) as server:
        for name, text in DATASETS.items():
            server.made("PUT", f"/v1/datasets/{name}", text)
        for name, themes in pictures(server):
            for theme, svg in themes.items():
                root = xml.etree.ElementTree.fromstring(svg)
                is_alone = root.tag.endswith("svg") and "<script" not in svg and "href" not in svg
                check(is_alone, f"{name} is not by itself")
                # So that a light picture can be read in dark documentation too.
                background = root.find("{http://www.w3.org/2000/svg}rect")
                covers = all(background.get(key) == root.get(key) for key in SIZE)
                check(covers and background.get("fill").startswith("#"), f"{name} has no background")
                path = PICTURES / f"{name}{'~dark' if theme == 'dark' else ''}.svg"
                made.add(path.name)
                if draws:
                    path.write_bytes(svg.encode())
                else:
                    is_kept = path.exists() and path.read_bytes() == svg.encode()
                    check(is_kept, f"{path.name} is not what the server draws: run `draw`")
    kept = {path.name for path in PICTURES.glob("*.svg")}
    for path in kept - made:
        check(not draws, f"{path} is no picture any more: remove it")
        raise AssertionError(f"{path} is drawn by nothing")
    print(f"pictures: {len(made)} are {'drawn' if draws else 'what the server draws'}")


if __name__ == "__main__":
    main()
