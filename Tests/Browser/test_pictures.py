"""The server's pictures, drawn by librsvg, beside what the page draws of the same state, labels and overlays too."""

import base64
import json
import subprocess
import urllib.request

import pytest

# How many of the pixels that either has drawn may be drawn by one of them alone. The two programs smooth edges and
# letters in different ways, so a neighbour counts too.
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
  chart.style.setProperty('--chart-font', '"DejaVu Sans"');
  chart.spec = spec;
  chart.addEventListener('error', event => { document.body.dataset.problem = JSON.stringify(event.detail); });
  document.body.replaceChildren(chart);
  done();
}, done);
"""

# Paints a scene with the page's painter, as large as the picture.
PAINT = """
const [scene, palette, done] = arguments;
import('/modules/scene.js').then(({ paintScene }) => {
  const { width, height, insets: { left, right, top, bottom } } = scene;
  const canvas = new OffscreenCanvas(left + width + right, top + height + bottom);
  const context = canvas.getContext('2d');
  context.fillStyle = palette.light.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(left, top);
  const look = { colors: new Map(Object.entries(palette.light)), font: 'DejaVu Sans', patterns: null };
  paintScene(context, scene, look, () => true, new Map());
  window.painted = context;
  done();
}, error => done(String(error)));
"""

# Counts the pixels that differ from the white of the ground in the picture, on the page, and in one of them alone; and
# those that are well inside of what both have drawn, but in another colour. The ink of a pixel is what it takes from
# the white: the stronger, the longer the vector; its direction is the colour.
COMPARISON = """
const [picture, ours, [left, top], [x, y, width, height]] = arguments;
const done = arguments[arguments.length - 1];
const inkOf = data => Array.from({ length: width * height }, (_, at) => {
  const opacity = data[4 * at + 3] / 255;
  return [0, 1, 2].map(index => (255 - data[4 * at + index]) * opacity);
});
const covered = inks => inks.map(ink => Math.hypot(...ink) > 17);
const sum = (inks, places) => places.flatMap(at => inks[at]).reduce((total, part) => total + part, 0);
const product = (one, other) => one.reduce((total, part, index) => total + part * other[index], 0);
const likeness = (one, other) => product(one, other) / Math.hypot(...one) / Math.hypot(...other);
const near = [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => down * width + right));
const around = (one, at) => near.map(step => one[at + step] ?? false);
const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0));
createImageBitmap(new Blob([bytes], { type: 'image/png' })).then(bitmap => {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const theirs = inkOf(context.getImageData(x, y, width, height).data);
  const mine = ours === 'painted' ? window.painted : deep('plot').getContext('2d');
  const own = inkOf(mine.getImageData(x + left, y + top, width, height).data);
  const [server, page] = [covered(theirs), covered(own)];
  const all = [...page.keys()];
  const drawn = all.filter(at => page[at] || server[at]);
  const inside = all.filter(at => [...around(page, at), ...around(server, at)].every(is => is));
  const alone = drawn.filter(at => !around(page[at] ? server : page, at).includes(true));
  done({
    size: [bitmap.width, bitmap.height],
    page: page.filter(is => is).length,
    drawn: drawn.length,
    alone: alone.length,
    where: alone.slice(0, 5).map(at => [x + (at % width), y + Math.floor(at / width)]),
    inside: inside.length,
    recoloured: inside.filter(at => likeness(own[at], theirs[at]) < 0.98).length,
    ink: sum(own, drawn) / sum(theirs, drawn),
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
    "legend": {**WEATHER, "series": TEMPERATURES, "xAxes": SUMMER, "modifiers": [{"type": "legend"}]},
    "last-values": {**WEATHER, "series": TEMPERATURES, "xAxes": SUMMER, "modifiers": [{"type": "seriesValue"}]},
    "markers": {
        **WEATHER,
        "series": TEMPERATURES,
        "xAxes": SUMMER,
        "modifiers": [
            {"id": "warm", "type": "axisMarker", "axis": "y", "value": 25, "label": "Warm"},
            {"id": "last", "type": "axisMarker", "axis": "x"},
        ],
    },
    "slices": {
        **WEATHER,
        "series": TEMPERATURES,
        "xAxes": SUMMER,
        "modifiers": [{"type": "verticalSlice", "slices": [1_339_459_200_000, 1_341_964_800_000]}],
    },
    "scrubber": {**WEATHER, "series": TEMPERATURES, "xAxes": SUMMER, "modifiers": [{"type": "windowScrubber"}]},
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
def test_the_page_draws_what_the_picture_shows(page, element, name):
    element(SPECIFICATIONS[name])
    assert_same_pixels(page)


def test_the_selected_rows_of_bars_and_lines_stand_out_alike(page, element):
    for series in (kinds("bar"), TEMPERATURES):
        element({**WEATHER, "series": series, "xAxes": SUMMER, "modifiers": [SELECTION]})
        page.drag((0.3, 0.5), (0.5, 0.5))
        page.settle()
        assert len(page.on_server()["selection"]["rows"]) > 0
        assert_same_pixels(page)


def test_a_crosshair_and_its_readings_are_drawn_alike(page, element):
    element({**WEATHER, "series": TEMPERATURES, "xAxes": SUMMER, "modifiers": [{"type": "cursor"}]})
    # The page adds the values of its own pointer at the axes.
    hover = {"type": "hover", "phase": "entered", "time": 0, "x": 320, "y": 200}
    page.send_as_another("main", [hover])
    page.wait(lambda: page.overlay("crosshair") is not None)
    assert_same_pixels(page)


def assert_same_pixels(page):
    """The painter of the page against the whole picture, and the canvas against all but what is above its plot area:
    the element has title and names beside the canvas."""
    page.wait(page.has_told_its_size)
    page.settle()
    published = page.published()
    path = f"/v1/sessions/{published['session']}/surfaces/{published['surface']}"
    with urllib.request.urlopen(page.address + path + "/image.svg") as answer:
        svg = answer.read()
    png = base64.b64encode(subprocess.run(["rsvg-convert"], input=svg, capture_output=True, check=True).stdout).decode()
    scene = page.get(path + "?scene=full")["scene"]
    insets = scene["insets"]
    width, height = (
        round(scene[side] + insets[before] + insets[after])
        for side, before, after in (("width", "left", "right"), ("height", "top", "bottom"))
    )
    problem = page.browser.execute_async_script(PAINT, scene, page.get("/v1/palette"))
    assert problem is None, problem
    assert_alike(page, png, "painted", (0, 0), (0, 0, width, height))
    left, top = (float(published[name]) for name in ("plotLeft", "plotTop"))
    plot = [0, round(insets["top"]), width, height - round(insets["top"])]
    assert_alike(page, png, "plot", (left - insets["left"], top - insets["top"]), plot)


def assert_alike(page, png, ours, corner, area):
    compared = page.browser.execute_async_script(COMPARISON, png, ours, corner, area)
    assert isinstance(compared, dict) and compared["page"] > 500, compared
    text = f"{ours}: {json.dumps(compared)}"
    assert compared["alone"] <= MOST_DIFFERENCE * compared["drawn"], text
    assert compared["recoloured"] <= FEW_PIXELS + MOST_RECOLOURED * compared["inside"], text
    assert abs(compared["ink"] - 1) <= MOST_INK, text
