"""The finger is answered at once, and the answer finds the chart where it is: over a connection of 300 ms each frame
shows what the server answers for the events before it."""

import json
import math
import urllib.request

import pytest

from chart_page import ChartPage
from chart_server import Server
from delaying_proxy import delayed

DELAY = 0.3
FEWEST_IN_FLIGHT = 3
MOST_JUMP = 2.0
STEPS = 70
# The change of scale with which a pinch begins in the profile of UIKit.
MINIMUM_SCALE_DELTA = 0.01

SHOW = """
const [spec, done] = arguments;
import('/chart-surface.js').then(() => {
  document.body.style.margin = '0';
  const chart = document.createElement('chart-surface');
  chart.setAttribute('height', '480');
  chart.spec = spec;
  document.body.replaceChildren(chart);
  done();
}, done);
"""

# Moves fingers from place to place, one in each frame, and notes what each frame shows.
MOVE = """
const [fingers] = arguments;
const plot = deep('plot');
plot.setPointerCapture = () => {};
const seen = window.seen = { frames: [], isOver: false };
new MutationObserver(() => seen.frames.push({ time: performance.now(), ...JSON.parse(plot.dataset.drawn) }))
  .observe(plot, { attributeFilter: ['data-drawn'] });
const { plotLeft, plotTop } = plot.dataset;
const box = plot.getBoundingClientRect();
const point = (type, id, [x, y]) => plot.dispatchEvent(new PointerEvent(type, {
  pointerId: 50 + id, pointerType: 'touch', button: 0, buttons: 1, bubbles: true,
  clientX: box.left + Number(plotLeft) + x, clientY: box.top + Number(plotTop) + y,
}));
let step = 0;
const go = () => {
  const type = step === 0 ? 'pointerdown' : 'pointermove';
  for (const [id, places] of fingers.entries()) point(type, id, places[step]);
  step += 1;
  if (step < fingers[0].length) requestAnimationFrame(go);
  else seen.isOver = true;
};
requestAnimationFrame(go);
"""

# Counts the batches that wait for their answer.
WATCH_FLIGHTS = """
const fetchReally = window.fetch;
const flights = window.flights = { now: 0, most: 0 };
window.fetch = async (address, options) => {
  if (!String(address).includes('/events')) return fetchReally(address, options);
  flights.now += 1;
  flights.most = Math.max(flights.most, flights.now);
  return fetchReally(address, options).finally(() => { flights.now -= 1; });
};
"""

LIFT = """
const plot = deep('plot');
for (const id of arguments[0]) {
  const finger = { pointerId: 50 + id, pointerType: 'touch', button: 0, bubbles: true };
  plot.dispatchEvent(new PointerEvent('pointerup', finger));
}
delete plot.setPointerCapture;
"""

TABLE = "t,v\n" + "".join(f"{x},{math.exp(2 + math.sin(x / 40))}\n" for x in range(2_000))
X = {"id": "x", "type": "number", "visibleRange": [600, 1400]}
Y = {"id": "y", "type": "number", "visibleRange": [8, 12]}
LOG_Y = {"id": "y", "type": "log", "visibleRange": [5, 15]}


def line(start, end):
    """The places of a finger on its way from one to another."""
    return [[a + (b - a) * step / STEPS for a, b in zip(start, end, strict=True)] for step in range(STEPS + 1)]


DRAG = [line((400, 200), (520, 260))]
SPREAD = [line((350, 180), (230, 120)), line((450, 240), (610, 330))]
CLOSE = [line((250, 120), (330, 190)), line((600, 320), (520, 260))]
CLIPS = ["none", "stretchAtExtents", "clipAtExtents", "clipAtMin", "clipAtMax"]


def pinch(**options):
    return [{"type": "zoomPan"}, {"type": "pinchZoom", **options}]


CASES = {
    "a drag": ({}, [{"type": "zoomPan"}], DRAG),
    "a drag along x": ({}, [{"type": "zoomPan", "direction": "x"}], DRAG),
    "a drag on a log axis": ({"yAxes": [LOG_Y]}, [{"type": "zoomPan"}], DRAG),
    "a drag on an upright chart": (
        {"xAxes": [{**X, "alignment": "left"}], "yAxes": [{**Y, "alignment": "bottom"}]},
        [{"type": "zoomPan"}],
        DRAG,
    ),
    **{
        f"a drag with {mode}": ({}, [{"type": "zoomPan", "clipModeX": mode, "clipModeY": mode}], DRAG) for mode in CLIPS
    },
    **{
        f"a drag as in {profile}": ({"gestures": {"profile": profile}}, [{"type": "zoomPan"}], DRAG)
        for profile in ("android", "flutter", "hammer")
    },
    "a drag along x as in flutter": (
        {"gestures": {"profile": "flutter"}},
        [{"type": "zoomPan", "direction": "x"}],
        DRAG,
    ),
    **{f"a pinch of scale factor {factor}": ({}, pinch(scaleFactor=factor), SPREAD) for factor in (0.5, 1, 2)},
    "a pinch of each direction apart": ({}, pinch(uniform=False), SPREAD),
    "a pinch of each direction apart, gentle": ({}, pinch(uniform=False, scaleFactor=0.5), CLOSE),
    "a pinch without a pan": ({}, [{"type": "pinchZoom", "direction": "x"}], SPREAD),
    "a pinch on a log axis": ({"yAxes": [LOG_Y]}, pinch(), SPREAD),
    **{f"a pinch with {mode}": ({}, pinch(clipMode=mode), CLOSE) for mode in CLIPS},
    **{
        f"a pinch as in {profile}": ({"gestures": {"profile": profile}}, pinch(), SPREAD)
        for profile in ("android", "flutter", "hammer")
    },
}


@pytest.fixture(scope="module")
def late(browser):
    """A page of a server behind a slow connection, and what went over it."""
    yield from page_behind(browser, loss=0, cut=0)


@pytest.fixture(scope="module")
def late_and_torn(browser):
    """The same behind a connection that loses packets and breaks off."""
    yield from page_behind(browser, loss=0.05, cut=0.1)


def page_behind(browser, loss, cut):
    options = ("--session-gesture-timeout", "600s")
    with Server(*options, demo=True) as server, delayed(server.address, DELAY, loss, cut) as (address, seen):
        page = ChartPage(browser, address)
        direct = ChartPage(browser, server.address)
        direct.put_dataset("swings", TABLE)
        page.look_like(width=900, height=600, touch=True)
        yield page, direct, seen
        browser.get("about:blank")
        page.console_errors()


def show(page, more, modifiers):
    spec = {"dataset": "swings", "series": [{"y": "v"}], "xAxes": [X], "yAxes": [Y], "modifiers": modifiers, **more}
    page.browser.get(page.address + "/gallery/shared.html")
    problem = page.browser.execute_async_script(SHOW, spec)
    assert problem is None, problem
    page.settle()
    page.wait(page.has_told_its_size)
    page.settle()
    return spec


def positions(axis, visible, values):
    """Where values lie along an axis, as fractions from its lower end."""
    along = (lambda value: math.log10(value)) if axis["type"] == "log" else (lambda value: value)
    low, high = (along(end) for end in visible)
    return [(along(value) - low) / (high - low) for value in values]


def ask(address, path, body, token=None):
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    with urllib.request.urlopen(urllib.request.Request(address + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def referred(direct, spec, size, events):
    """The ranges after each event, as the server answers them when it gets one at a time."""
    made = ask(direct.address, "/v1/sessions", {"surfaces": [{**spec, "id": "main", "size": size}]})
    token, path = made.get("driverToken"), f"/v1/sessions/{made['id']}/surfaces/main/events"
    after = []
    for sequence, event in enumerate(events, 1):
        answer = ask(direct.address, path, {"client": "one", "sequence": sequence, "events": [event]}, token)
        after.append(answer["surfaces"][0])
    return made["surfaces"][0], after


def ends(surface):
    return {axis["id"]: axis["visibleRange"] for axis in surface["xAxes"] + surface["yAxes"]}


def accepted(seen):
    """The batches that the server has accepted and its answers, in the order of their numbers."""
    answered = [(json.loads(body), json.loads(text)) for _, path, body, text in seen if "/events" in path]
    by_number = {body["sequence"]: (body, answer) for body, answer in reversed(answered) if "surfaces" in answer}
    return [by_number[sequence] for sequence in sorted(by_number)]


def jumps(page, direct, seen, spec, fingers):
    """How far each frame shows the ends of the axes from where the server puts them for the events before the frame."""
    start = page.on_server()
    seen.clear()
    page.browser.execute_script(MOVE, fingers)
    page.wait(lambda: page.browser.execute_script("return window.seen.isOver"))
    page.settle()
    frames = page.browser.execute_script("return window.seen.frames")
    batches = accepted(seen)
    page.browser.execute_script(LIFT, list(range(len(fingers))))
    page.settle()
    events = [event for body, _ in batches for event in body["events"]]
    first, after = referred(direct, spec, start["size"], events)
    drawn = {start["revision"]: start}
    for _, answer in batches:
        drawn |= {surface["revision"]: surface for surface in answer["surfaces"]}
    assert len(batches) > 2 and len(frames) > STEPS / 4
    found = []
    for frame in frames:
        # A frame is drawn before the events that the fingers send in it; the browser's clock has tenths of a ms.
        done = [index for index, event in enumerate(events) if event["time"] < frame["time"] - 0.05]
        expected = after[done[-1]] if done else first
        for axis in expected["xAxes"] + expected["yAxes"]:
            shown = ends(drawn[frame["revision"]])[axis["id"]]
            is_upright = axis["alignment"] in ("left", "right")
            length = start["size"]["height" if is_upright else "width"]
            move = frame["moves"].get(axis["id"], {"scale": 1, "shift": 0})
            for fraction, at in zip(positions(axis, shown, axis["visibleRange"]), (0, 1), strict=True):
                place, wanted = ((1 - value) * length if is_upright else value * length for value in (fraction, at))
                error = abs(move["scale"] * place + move["shift"] - wanted)
                # `after`, which has points, cannot say that a pinch waits for this change of scale.
                if axis["visibleRange"] == ends(first)[axis["id"]] and abs(move["scale"] - 1) < MINIMUM_SCALE_DELTA:
                    error = max(0, error - MINIMUM_SCALE_DELTA * length)
                found.append((error, axis["id"], frame, axis["visibleRange"]))
    return found, first, after


@pytest.mark.parametrize("case", CASES)
def test_each_frame_shows_what_the_server_answers_for_the_events_before_it(late, case):
    page, direct, seen = late
    more, modifiers, fingers = CASES[case]
    spec = show(page, more, modifiers)
    found, first, after = jumps(page, direct, seen, spec, fingers)
    assert ends(after[-1]) != ends(first), "The gesture has moved nothing."
    worst = max(found, key=lambda one: one[0])
    assert worst[0] <= MOST_JUMP, worst
    assert any(frame["moves"] for _, _, frame, _ in found), "No frame was ahead of its answer."


def test_several_batches_are_in_flight_where_the_server_is_far_away(late):
    page, direct, seen = late
    spec = show(page, {}, [{"type": "zoomPan"}])
    page.browser.execute_script(WATCH_FLIGHTS)
    jumps(page, direct, seen, spec, DRAG)
    assert page.browser.execute_script("return window.flights.most") >= FEWEST_IN_FLIGHT


@pytest.mark.parametrize("case", ["a drag", "a drag along x", "a pinch of scale factor 1"])
def test_batches_that_are_lost_or_late_leave_no_trace(late_and_torn, case):
    page, direct, seen = late_and_torn
    more, modifiers, fingers = CASES[case]
    spec = show(page, more, modifiers)
    found, first, after = jumps(page, direct, seen, spec, fingers)
    assert ends(after[-1]) != ends(first), "The gesture has moved nothing."
    worst = max(found, key=lambda one: one[0])
    assert worst[0] <= MOST_JUMP, worst
    numbers = [body["sequence"] for body, _ in accepted(seen)]
    revisions = [answer["revision"] for _, answer in accepted(seen)]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert revisions == sorted(revisions)


def test_a_limit_alone_holds_the_chart_back(late):
    page, direct, seen = late
    spec = show(page, {"xAxes": [{**X, "visibleRange": [100, 900]}]}, [{"type": "zoomPan", "direction": "x"}])
    found, _, after = jumps(page, direct, seen, spec, [line((200, 200), (600, 200))])
    assert ends(after[-1])["x"][0] == 0
    # Up to where the limit holds it, the chart is under the finger.
    free = [error for error, axis, _, visible in found if axis == "x" and visible[0] > 0]
    assert len(free) > 10 and max(free) <= MOST_JUMP


def test_nothing_moves_that_the_server_does_not_foretell(late):
    page, direct, seen = late
    for modifiers in (
        [{"type": "rubberBandZoom"}, {"type": "zoomPan"}],
        [{"type": "zoomPan", "isEnabled": False}],
        [{"type": "marquee"}],
    ):
        spec = show(page, {}, modifiers)
        found, _, _ = jumps(page, direct, seen, spec, DRAG)
        assert all(frame["moves"] == {} for _, _, frame, _ in found), modifiers
