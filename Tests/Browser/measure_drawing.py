"""Measures what an answer costs a browser: its bytes, and the time to parse and to draw it, for 2,000 columns of M4.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Browser/measure_drawing.py [folder of the page]

With the folder of an earlier page it measures that one.
"""

import statistics
import sys

from chart_page import ChartPage
from chart_server import Server, run_command
from conftest import browsing

ROWS = 10_000_000
COLUMNS = 2_000
DRAGS = 40

SHOW = """
const [spec, width, done] = arguments;
import('/chart-surface.js').then(() => {
  document.body.style.margin = '0';
  const chart = document.createElement('chart-surface');
  chart.setAttribute('height', '480');
  chart.style.width = `${width}px`;
  chart.spec = spec;
  document.body.replaceChildren(chart);
  done();
}, done);
"""

# Sums the time that the page takes to parse answers to events, and to draw the frames that show one for the first time.
# Reading a pixel makes the browser paint what was drawn.
WATCH = """
const plot = deep('plot');
const seen = window.seen = { bytes: [], parse: [], draw: [] };
const parse = JSON.parse;
let isNew = false;
JSON.parse = text => {
  const begun = performance.now();
  const value = parse(text);
  if (text.length > 5000 && value.surfaces) {
    seen.bytes.push(text.length);
    seen.parse.push(performance.now() - begun);
    isNew = true;
  }
  return value;
};
const wait = window.requestAnimationFrame;
window.requestAnimationFrame = act => wait(time => {
  const begun = performance.now();
  const counts = isNew;
  isNew = false;
  act(time);
  plot.getContext('2d').getImageData(0, 0, 1, 1);
  if (counts) seen.draw.push(performance.now() - begun);
});
"""


def main():
    folder = sys.argv[1:2]
    server = Server(*(["--demo-directory", folder[0]] if folder else []), demo=True)
    run_command("generate", "--rows", ROWS, "--name", "walk", "--data-dir", server.data)
    with server, browsing() as browser:
        page = ChartPage(browser, server.address)
        page.look_like(width=COLUMNS + 200, height=700)
        browser.get(server.address + "/gallery/shared.html")
        spec = {
            "dataset": "walk",
            "xAxes": [{"id": "x"}],
            "modifiers": [{"type": "zoomPan", "direction": "x"}, {"type": "mouseWheelZoom"}],
            "window": {"method": "m4"},
        }
        browser.execute_async_script(SHOW, spec, COLUMNS + 60)
        page.settle()
        before = page.x_range()
        page.wheel((0.5, 0.5), -1000)
        page.settle_after_change_of(before)
        page.wait(lambda: page.on_server()["gestures"] == [])
        page.settle()
        browser.execute_script(WATCH)
        for drag in range(DRAGS):
            start, end = (0.45, 0.55) if drag % 2 else (0.55, 0.45)
            page.drag((start, 0.5), (end, 0.5))
            page.settle()
        seen = browser.execute_script("return window.seen")
        columns = float(page.published()["plotWidth"])
        for name, unit in (("bytes", "bytes"), ("parse", "ms"), ("draw", "ms")):
            median, high = statistics.median(seen[name]), statistics.quantiles(seen[name], n=20)[-1]
            print(f"{name}: median {median:.1f} {unit}, 95th percentile {high:.1f} {unit}, of {len(seen[name])}")
        print(f"{columns:.0f} columns")


if __name__ == "__main__":
    main()
