"""The server's pictures, drawn by another program, beside what the element draws of the same state."""

import base64
import json
import subprocess
import urllib.request

import pytest

# How many of the pixels that either has drawn may be drawn by one of them alone. The two programs smooth edges in
# different ways, so a neighbour counts too.
MOST_DIFFERENCE = 0.01
# How many of the pixels that are well inside of what both have drawn may have another colour: where dashes end.
MOST_RECOLOURED = 0.02
FEW_PIXELS = 20
# How much more ink one of them may have used: thin lines that are steep get less of it from one than from the other.
MOST_INK = 0.1

SHOW = """
const [spec, done] = arguments;
import('/chart-surface.js').then(() => {
  document.body.style.margin = '0';
  const chart = document.createElement('chart-surface');
  chart.setAttribute('theme', 'light');
  chart.setAttribute('height', '480');
  chart.spec = spec;
  chart.addEventListener('error', event => { document.body.dataset.problem = JSON.stringify(event.detail); });
  document.body.replaceChildren(chart);
  done();
}, done);
"""

# Counts the pixels of the plot that differ from the card by more than the grid does, in the picture, on the page, and
# in one of them alone; and those that are well inside of what both have drawn, but in another colour. The ink of a
# pixel is what it takes from the white of the card: the stronger, the longer the vector; its direction is the colour.
COMPARISON = """
const [picture, from] = arguments;
const done = arguments[arguments.length - 1];
const { plotLeft, plotTop, plotWidth, plotHeight } = deep('plot').dataset;
const [left, top, width, height] = [plotLeft, plotTop, plotWidth, plotHeight].map(Number);
const inkOf = data => Array.from({ length: width * height }, (_, at) => {
  const opacity = data[4 * at + 3] / 255;
  return [0, 1, 2].map(index => (255 - data[4 * at + index]) * opacity);
});
const covered = inks => inks.map(ink => Math.hypot(...ink) > 60);
const sum = (inks, places) => places.flatMap(at => inks[at]).reduce((total, part) => total + part, 0);
const product = (one, other) => one.reduce((total, part, index) => total + part * other[index], 0);
const likeness = (one, other) => product(one, other) / Math.hypot(...one) / Math.hypot(...other);
const steps = [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => down * width + right));
const around = (one, at) => steps.map(step => one[at + step] ?? false);
const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0));
createImageBitmap(new Blob([bytes], { type: 'image/png' })).then(bitmap => {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const theirs = inkOf(context.getImageData(from[0], from[1], width, height).data);
  const ours = inkOf(deep('plot').getContext('2d').getImageData(left, top, width, height).data);
  const [server, page] = [covered(theirs), covered(ours)];
  const all = [...page.keys()];
  const drawn = all.filter(at => page[at] || server[at]);
  const inside = all.filter(at => [...around(page, at), ...around(server, at)].every(is => is));
  done({
    page: page.filter(is => is).length,
    drawn: drawn.length,
    alone: drawn.filter(at => !around(page[at] ? server : page, at).includes(true)).length,
    inside: inside.length,
    recoloured: inside.filter(at => likeness(ours[at], theirs[at]) < 0.98).length,
    ink: sum(ours, drawn) / sum(theirs, drawn),
  });
}, error => done(String(error)));
"""

WEATHER = {"dataset": "seattle-weather"}
SUMMER = [{"id": "x", "visibleRange": ["2012-06-01", "2012-08-01"]}]
SELECTION = {"id": "rowSelection", "type": "rowSelection", "keepOnEnd": True}
TEMPERATURES = [{"y": "temp_max"}, {"y": "temp_min"}]


def kinds(kind, **more):
    return [{**series, "kind": kind, **more} for series in TEMPERATURES]


SPECIFICATIONS = {
    "lines": {**WEATHER, "series": TEMPERATURES},
    "steps": {**WEATHER, "series": kinds("step"), "xAxes": SUMMER},
    "areas": {**WEATHER, "series": kinds("area"), "xAxes": SUMMER},
    "stacked-areas": {**WEATHER, "series": kinds("area", stack="one"), "xAxes": SUMMER},
    "points": {**WEATHER, "series": kinds("scatter"), "xAxes": SUMMER},
    "bars": {**WEATHER, "series": kinds("bar"), "xAxes": SUMMER},
    "stacked-bars": {
        **WEATHER,
        "series": kinds("bar", stack="one"),
        "xAxes": [{"id": "x", "visibleRange": ["2012-12-01", "2013-02-01"]}],
    },
    "band": {**WEATHER, "series": kinds("band"), "xAxes": SUMMER},
    "band-of-one": {**WEATHER, "series": [{"y": "wind", "kind": "band"}]},
    "months": {**WEATHER, "series": TEMPERATURES, "window": {"method": "calendar", "unit": "month"}},
    "months-side-by-side": {
        **WEATHER,
        "series": [{"y": "temp_max"}, {"id": "most", "y": "temp_max", "aggregate": "max"}],
        "window": {"method": "calendar", "unit": "month", "aggregate": "mean"},
    },
    "candlesticks": {
        **WEATHER,
        "series": [{"y": "temp_max"}],
        "window": {"method": "calendar", "unit": "month", "aggregate": "ohlc"},
    },
    "logarithmic": {
        **WEATHER,
        "series": [{"y": "precipitation", "kind": "area"}, {"y": "wind"}],
        "yAxes": [{"id": "y", "type": "log", "visibleRange": [0.1, 100]}],
        "xAxes": SUMMER,
    },
    "upright": {
        **WEATHER,
        "series": [{"y": "temp_max", "kind": "bar"}, {"y": "wind", "kind": "step"}],
        "xAxes": [{**SUMMER[0], "alignment": "left"}],
        "yAxes": [{"id": "y", "alignment": "bottom"}],
    },
    "two-axes": {
        **WEATHER,
        "title": "Warm and windy",
        "series": [{"y": "temp_max", "yAxis": "left"}, {"y": "wind", "yAxis": "right", "dash": [6, 3]}],
        "yAxes": [
            {"id": "left", "title": "Temperature", "unit": "°C"},
            {"id": "right", "alignment": "right", "title": "Wind", "unit": "m/s"},
        ],
        "xAxes": SUMMER,
    },
    "categories": {
        **WEATHER,
        "series": kinds("bar"),
        "xAxes": [{"id": "x", "type": "category", "visibleRange": [10, 40]}],
    },
}


@pytest.fixture
def element(page):
    """Shows a chart of a specification alone on a page."""

    def show(specification):
        page.browser.get(page.address + "/gallery/shared.html")
        problem = page.browser.execute_async_script(SHOW, {"modifiers": [], **specification})
        assert problem is None, problem
        page.settle()
        assert page.browser.execute_script("return document.body.dataset.problem ?? null") is None

    page.look_like(width=900, height=600)
    yield show
    page.browser.get("about:blank")


@pytest.mark.parametrize("name", SPECIFICATIONS)
def test_a_picture_covers_the_pixels_that_the_element_covers(page, element, name):
    element(SPECIFICATIONS[name])
    assert_same_pixels(page)


def test_the_selected_rows_of_bars_and_lines_stand_out_alike(page, element):
    for series in (kinds("bar"), TEMPERATURES):
        element({**WEATHER, "series": series, "xAxes": SUMMER, "modifiers": [SELECTION]})
        page.drag((0.3, 0.5), (0.5, 0.5))
        page.settle()
        assert len(page.on_server()["selection"]["rows"]) > 0
        assert_same_pixels(page)


def assert_same_pixels(page):
    page.wait(page.has_told_its_size)
    page.settle()
    published = page.published()
    path = f"/v1/sessions/{published['session']}/surfaces/{published['surface']}/image.svg"
    with urllib.request.urlopen(page.address + path) as answer:
        svg = answer.read()
    png = subprocess.run(["rsvg-convert"], input=svg, capture_output=True, check=True).stdout
    plot = svg.decode().split('<svg x="')[1].split(">")[0]
    x, y = float(plot.split('"')[0]), float(plot.split(' y="')[1].split('"')[0])
    compared = page.browser.execute_async_script(COMPARISON, base64.b64encode(png).decode(), [x, y])
    assert isinstance(compared, dict) and compared["page"] > 500, compared
    assert compared["alone"] <= MOST_DIFFERENCE * compared["drawn"], json.dumps(compared)
    assert compared["recoloured"] <= FEW_PIXELS + MOST_RECOLOURED * compared["inside"], json.dumps(compared)
    assert abs(compared["ink"] - 1) <= MOST_INK, json.dumps(compared)
