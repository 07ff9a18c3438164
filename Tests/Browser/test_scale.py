"""Pans a random walk of ten million rows (or CHART_SURFACE_ROWS) with answers of some points for each pixel column."""

import itertools
import os
import statistics

import pytest

from chart_server import Server, run_command

ROWS = int(os.environ.get("CHART_SURFACE_ROWS", 10_000_000))
# Of the six connections of a browser the stream takes one.
MOST_IN_FLIGHT = 5
PAN_POINTS = 400
POINTS_PER_SECOND = 200

WATCH = """
const plot = deep('plot');
const watched = window.watched = { answers: [], frames: [], inFlight: 0, mostInFlight: 0 };
const fetchReally = window.fetch;
window.fetch = async (path, options) => {
  // Readings wait for no batch.
  const isBatch = options.body?.includes('"events"') ?? false;
  watched.inFlight += isBatch;
  watched.mostInFlight = Math.max(watched.mostInFlight, watched.inFlight);
  const response = await fetchReally(path, options);
  const text = await response.text();
  watched.inFlight -= isBatch;
  watched.answers.push({ body: options.body, text });
  response.text = async () => text;
  return response;
};
new MutationObserver(() => {
  const { revision, moves } = JSON.parse(plot.dataset.drawn);
  watched.frames.push({ revision, isAhead: plot.dataset.ahead === 'true', moves, drawn: performance.now() });
}).observe(plot, { attributeFilter: ['data-drawn'] });
"""

REPORT = """
const { answers, frames, mostInFlight } = window.watched;
const facts = ({ body, text }) => {
  const { events } = JSON.parse(body);
  const { surfaces } = JSON.parse(text);
  const { revision, scene, xAxes } = surfaces.find(({ id }) => id === 'main');
  const moves = events.filter(({ type, phase }) => type === 'touch' && phase === 'moved').map(({ time }) => time);
  const line = scene?.layers.find(({ role }) => role === 'series')?.items[0].path;
  const points = line?.match(/[mlhv]/gi).length ?? 0;
  return { revision, moves, points, range: xAxes[0].visibleRange, bytes: text.length };
};
const batches = answers.filter(({ body }) => body?.includes('"events"'));
return { answers: batches.map(facts), frames, mostInFlight };
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

    drawings = [answer for answer in answers if answer["points"]]
    assert len(drawings) > len(answers) / 2
    # Beyond the plot area on each side there is a quarter more.
    assert all(answer["points"] <= 1.5 * 4 * float(walk.published()["plotWidth"]) + 8 for answer in drawings)
    assert seen["mostInFlight"] <= MOST_IN_FLIGHT
    shown = [frame["revision"] for frame in frames]
    assert all(earlier <= later for earlier, later in itertools.pairwise(shown))
    assert shown[-1] >= answers[-1]["revision"]
    width = float(walk.published()["plotWidth"])
    # A frame ahead of its answer moves what is drawn by no more than the finger has moved.
    assert all(abs(move["shift"]) <= PAN_POINTS for frame in frames for move in frame["moves"].values())

    after = walk.x_range()
    assert after[0] - before[0] == pytest.approx(PAN_POINTS / width * (before[1] - before[0]), rel=0.1)
    walk.assert_shows_what_the_server_holds()
    with capsys.disabled():
        print(f"\n{summary(answers, frames)}")


def summary(answers, frames):
    """A text for the reader: the time from each move of the finger until the page has drawn the answer."""
    waits = [drawn(frames, answer["revision"]) - move for answer in answers for move in answer["moves"]]
    felt = [first_after(frames, move) - move for answer in answers for move in answer["moves"]]
    seconds = (frames[-1]["drawn"] - frames[0]["drawn"]) / 1000
    (wait, late_wait), (feel, late_feel) = (
        (statistics.median(times), statistics.quantiles(times, n=20)[-1]) for times in (waits, felt)
    )
    return (
        f"{ROWS} rows, pointer event to drawn frame: median {feel:.1f} ms, 95th percentile {late_feel:.1f} ms; "
        f"to drawn answer: median {wait:.1f} ms, 95th percentile {late_wait:.1f} ms; answer of "
        f"{statistics.median(answer['bytes'] for answer in answers):.0f} bytes; "
        f"{len(waits)} moves, {len(frames)} frames in {seconds:.2f} s"
    )


def first_after(frames, time):
    return next(frame["drawn"] for frame in frames if frame["drawn"] >= time)


def drawn(frames, revision):
    return next(frame["drawn"] for frame in frames if frame["revision"] >= revision)
