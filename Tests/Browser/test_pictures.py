"""The server's pictures, drawn by another program, beside what the page draws of the same state."""

import base64
import subprocess
import urllib.request

import pytest

# How many of the pixels that either has drawn may be drawn by one of them alone. The two programs smooth edges in
# different ways, so a neighbour counts too.
MOST_DIFFERENCE = 0.01
# The share of pixels that each has drawn, of each colour.
COMPARISON = """
const [picture, colours, from, size] = arguments;
const done = arguments[arguments.length - 1];
const {plotLeft, plotTop, plotWidth, plotHeight} = deep('plot').dataset;
const [left, top, width, height] = [plotLeft, plotTop, plotWidth, plotHeight].map(Number);
const covered = (data, colour) => {
  const series = [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
  const ground = [255, 255, 255];
  const distance = (a, b) => Math.hypot(...a.map((value, index) => value - b[index]));
  return Array.from({ length: width * height }, (_, at) => {
    const opacity = data[4 * at + 3] / 255;
    const seen = [0, 1, 2].map(index => data[4 * at + index] * opacity + 255 * (1 - opacity));
    return distance(seen, series) < distance(ground, series) / 2;
  });
};
const near = (one, at) => [-1, 0, 1].some(down => [-1, 0, 1].some(right => one[at + down * width + right]));
const bytes = Uint8Array.from(atob(picture), letter => letter.charCodeAt(0));
createImageBitmap(new Blob([bytes], { type: 'image/png' })).then(bitmap => {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const theirs = context.getImageData(from[0], from[1], width, height).data;
  const ours = deep('plot').getContext('2d').getImageData(left, top, width, height).data;
  done(colours.map(colour => {
    const [page, server] = [covered(ours, colour), covered(theirs, colour)];
    const alone = page.filter((is, at) => is ? !near(server, at) : server[at] && !near(page, at)).length;
    return { drawn: page.filter((is, at) => is || server[at]).length, alone };
  }));
}, error => done(String(error)));
"""


@pytest.mark.parametrize("dataset", ["seattle-weather", "active-users"])
def test_a_picture_covers_the_pixels_that_the_page_covers(page, dataset):
    page.look_like(width=1280, height=800)
    page.open(dataset)
    published = page.published()
    path = f"/v1/sessions/{published['session']}/surfaces/main/image.svg"
    with urllib.request.urlopen(page.address + path) as answer:
        svg = answer.read()
    png = subprocess.run(["rsvg-convert"], input=svg, capture_output=True, check=True).stdout
    plot = svg.decode().split('<svg x="')[1].split(">")[0]
    x, y = float(plot.split('"')[0]), float(plot.split(' y="')[1].split('"')[0])
    colours = [series for series in ("#0072b2", "#b86e00") if series.encode() in svg]
    compared = page.browser.execute_async_script(
        COMPARISON, base64.b64encode(png).decode(), colours, [x, y], [published["plotWidth"], published["plotHeight"]]
    )
    assert colours and len(compared) == len(colours)
    for found in compared:
        assert found["drawn"] > 500
        assert found["alone"] <= MOST_DIFFERENCE * found["drawn"], compared
