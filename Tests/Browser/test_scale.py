"""Pans a random walk of ten million rows (or CHART_SURFACE_ROWS) with answers of at most 4,000 rows each."""

import itertools
import math
import os
import statistics

import pytest

from chart_server import Server, run_command

ROWS = int(os.environ.get("CHART_SURFACE_ROWS", 10_000_000))
MOST_ROWS = 4000
PAN_POINTS = 400
POINTS_PER_SECOND = 200
ROWS_AT_ONCE, WIDTH, HEIGHT = 15_000, 400, 200

WATCH = """
const plot = deep('plot');
const watched = window.watched = { answers: [], frames: [], inFlight: 0, mostInFlight: 0 };
const fetchReally = window.fetch;
window.fetch = async (path, options) => {
  watched.inFlight += 1;
  watched.mostInFlight = Math.max(watched.mostInFlight, watched.inFlight);
  const response = await fetchReally(path, options);
  const text = await response.text();
  watched.inFlight -= 1;
  watched.answers.push({ body: options.body, text });
  response.text = async () => text;
  return response;
};
let path, frame;
const instead = (name, act) => {
  const really = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...values) {
    really.apply(this, values);
    if (this.canvas === plot) act(...values);
  };
};
instead('clearRect', () => {
  const begun = (frame = { revision: Number(plot.dataset.revision), line: { points: 0 } });
  queueMicrotask(() => (begun.isAhead = plot.dataset.ahead === 'true'));
  watched.frames.push(begun);
  queueMicrotask(() => (begun.drawn = performance.now()));
});
instead('beginPath', () => (path = { points: 0 }));
for (const name of ['moveTo', 'lineTo']) {
  instead(name, x => {
    path.points += 1;
    path.from ??= x;
    path.to = x;
  });
}
instead('stroke', () => {
  if (path.points > frame.line.points) frame.line = path;
});
"""

REPORT = """
const { answers, frames, mostInFlight } = window.watched;
const facts = ({ body, text }) => {
  const { events } = JSON.parse(body);
  const { revision, surfaces } = JSON.parse(text);
  const { window, xAxes } = surfaces.find(({ id }) => id === 'main');
  const moves = events.filter(({ type, phase }) => type === 'touch' && phase === 'moved').map(({ time }) => time);
  if (!window) return { revision, moves };
  const { method, exact, sourceRows, rows, before, after, from, to } = window;
  const points = [before, ...rows.x, after].filter(row => row !== null).length;
  return { revision, moves, range: xAxes[0].visibleRange, window: { method, exact, sourceRows, points, from, to } };
};
return { answers: answers.map(facts), frames, mostInFlight };
"""

LINES = """
const [from, to, width, height, done] = arguments;
const line = async query => {
  const { drawLine } = await import('/modules/chart/marks/lines.js');
  const { rowsOf } = await import('/modules/chart/rows.js');
  const answer = await fetch(`/v1/datasets/walk/window?from=${from}&to=${to}&layout=columns&${query}`);
  const rows = rowsOf(await answer.json());
  const values = rows.values.get('price');
  const surface = {
    xAxes: [{ id: 'x', visibleRange: [from, to], alignment: 'bottom' }],
    yAxes: [{ id: 'y', visibleRange: [Math.min(...values) - 1, Math.max(...values) + 1], alignment: 'left' }],
  };
  const points = [];
  const note = (x, y) => points.push([x, y]);
  const context = { moveTo: note, lineTo: note, beginPath() {}, stroke() {}, fill() {}, setLineDash() {} };
  const series = { kind: 'line', column: 'price', color: 'black', dash: [], emphasis: 'none' };
  drawLine(context, { surface, rows, series: [series], area: { width, height } }, series);
  return points;
};
Promise.all(['method=none', `method=m4&width=${width}`].map(line)).then(done);
"""


@pytest.fixture(scope="module")
def server():
    """The address of a server with the walk."""
    scaled = Server(demo=True)
    run_command("generate", "--rows", ROWS, "--name", "walk", "--data-dir", scaled.data)
    with scaled:
        yield scaled.address


@pytest.fixture
def walk(page):
    """The page with the walk, zoomed in by four about the middle."""
    page.open_in_place("walk")
    before = page.x_range()
    page.wheel((0.5, 0.5), -1000)
    page.settle_after_change_of(before)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.settle()
    return page


def test_the_page_draws_a_pan_over_all_rows_from_few_of_them(walk, capsys):
    before = walk.x_range()
    walk.browser.execute_script(WATCH)
    walk.swipe((0.75, 0.5), points=PAN_POINTS, points_per_second=POINTS_PER_SECOND)
    walk.wait(lambda: walk.on_server()["gestures"] == [])
    walk.settle()
    seen = walk.browser.execute_script(REPORT)
    answers = [answer for answer in seen["answers"] if answer["moves"]]
    frames = seen["frames"]

    with_rows = [answer for answer in answers if "window" in answer]
    assert len(with_rows) > len(answers) / 2
    for window in [answer["window"] for answer in with_rows]:
        assert (window["method"], window["exact"]) == ("m4", True)
        assert window["sourceRows"] == pytest.approx(ROWS / 4, rel=0.001)
        assert window["points"] <= MOST_ROWS + 2
    for answer in with_rows:
        assert answer["range"] == [answer["window"]["from"], answer["window"]["to"]]
    assert seen["mostInFlight"] == 1
    shown = [frame["revision"] for frame in frames]
    assert all(earlier <= later for earlier, later in itertools.pairwise(shown))
    assert shown[-1] >= answers[-1]["revision"]
    width = float(walk.published()["plotWidth"])
    points = {answer["revision"]: answer["window"]["points"] for answer in with_rows}
    for frame in frames[1:]:
        line = frame["line"]
        assert line["points"] == points.get(frame["revision"], line["points"]) <= MOST_ROWS + 2
        # A frame ahead of its answer has only the rows of the answer before.
        assert frame["isAhead"] or (line["from"] <= 0 and line["to"] >= width)

    after = walk.x_range()
    assert after[0] - before[0] == pytest.approx(PAN_POINTS / width * (before[1] - before[0]), rel=0.1)
    walk.assert_shows_what_the_server_holds()
    with capsys.disabled():
        print(f"\n{summary(answers, frames)}")


def summary(answers, frames):
    """A text for the reader: the time from each move of the finger until the page has drawn the answer."""
    waits = [drawn(frames, answer["revision"]) - move for answer in answers for move in answer["moves"]]
    seconds = (frames[-1]["drawn"] - frames[0]["drawn"]) / 1000
    high = statistics.quantiles(waits, n=20)[-1]
    return (
        f"{ROWS} rows, pointer event to drawn answer: median {statistics.median(waits):.1f} ms, "
        f"95th percentile {high:.1f} ms; {len(waits)} moves, {len(frames)} frames in {seconds:.2f} s"
    )


def drawn(frames, revision):
    return next(frame["drawn"] for frame in frames if frame["revision"] >= revision)


def test_a_line_through_few_rows_covers_the_same_pixels_as_one_through_all(page):
    walk = page.get("/v1/datasets/walk")
    first, last = walk["extent"]
    low = first + (last - first) / 2
    high = low + ROWS_AT_ONCE * (last - first) / (walk["rows"] - 1)
    all_rows, few_rows = page.browser.execute_async_script(LINES, low, high, WIDTH, HEIGHT)
    assert len(few_rows) <= 4 * WIDTH + 2 < len(all_rows)
    few, every = heights(few_rows), heights(all_rows)
    assert sorted(few) == sorted(every) == list(range(WIDTH))
    for column in range(WIDTH):
        assert few[column] == pytest.approx(every[column], abs=1e-6)


def heights(line):
    """The highest and the lowest point of a line in each column of pixels."""
    found = {}
    for (x, y), (next_x, next_y) in itertools.pairwise(line):
        for column in range(max(0, math.floor(x)), min(WIDTH - 1, math.floor(next_x)) + 1):
            ends = [max(x, column), min(next_x, column + 1)]
            ys = [y + (next_y - y) * (end - x) / (next_x - x) for end in ends]
            before = found.get(column, ys)
            found[column] = [min(*ys, *before), max(*ys, *before)]
    return found
