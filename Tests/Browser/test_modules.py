"""Tests single modules of the page in the browser."""

import pytest

BATCHES = """
const [steps, done] = arguments;
Promise.all([import('/modules/batcher.js'), import('/modules/lane.js')]).then(async ([{ Batcher }, { Lane }]) => {
  const lane = new Lane(() => {});
  const batches = [];
  const batcher = new Batcher(task => lane.run(task), async events => { batches.push(events); });
  for (const step of steps) batcher.add(step);
  while (!lane.isEmpty) await null;
  done(batches);
});
"""

ROWS = """
const [answered, done] = arguments;
import('/modules/rows.js').then(({ rowsOf }) => {
  const { x, index, values, secondDigits } = rowsOf(answered);
  done({ x, index, values: Object.fromEntries(values), secondDigits });
});
"""

# A server that takes batches in the order of their numbers and holds what is ahead for a while, behind a network that
# is late and loses requests and answers. It refuses some batches for good.
LOST_AND_LATE = """
const [seeds, losses, refusals, done] = arguments;
const holdMilliseconds = 40;
const random = seed => () => {
  seed = Math.imul(seed ^ seed >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
  return (seed >>> 0) / 2 ** 32;
};
const sleep = milliseconds => new Promise(resume => setTimeout(resume, milliseconds));
const course = async (seed, { Pipeline }, { NetworkError, ProblemError }) => {
  const next = random(seed);
  const [applied, taken, told] = [[], [], []];
  const expected = new Map();
  const held = new Set();
  let mended = 0;
  const gap = number => new ProblemError(409, { code: "batch.sequence-gap", expectedSequence: number });
  const judge = async ({ client, sequence, events: [event] }) => {
    const deadline = performance.now() + holdMilliseconds;
    let refused = false;
    const refuse = () => { refused = true; };
    held.add(refuse);
    try {
      while (sequence > (expected.get(client) ?? 1)) {
        if (refused || performance.now() > deadline) throw gap(expected.get(client) ?? 1);
        await sleep(1);
      }
    } finally {
      held.delete(refuse);
    }
    const known = taken.find(one => one.client === client && one.sequence === sequence);
    if (known) {
      if (known.event !== event) throw new ProblemError(409, { code: "batch.sequence-reused" });
      return { revision: known.revision };
    }
    if (next() < refusals) {
      for (const one of held) one();
      throw new ProblemError(422, { code: "limits.work" });
    }
    expected.set(client, sequence + 1);
    applied.push(event);
    taken.push({ client, sequence, event, revision: applied.length });
    return { revision: applied.length };
  };
  const tryOnce = async batch => {
    await sleep(20 * next());
    if (next() < losses) throw new NetworkError();
    const outcome = await judge(batch).then(answer => () => answer, error => () => { throw error; });
    await sleep(20 * next());
    if (next() < losses) throw new NetworkError();
    return outcome();
  };
  const send = async batch => {
    for (;;) {
      try {
        return await tryOnce(batch);
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        await sleep(60 * next());
      }
    }
  };
  const pipeline = new Pipeline({ send, mend: async () => { mended += 1; await sleep(5); } });
  const posts = [];
  for (let event = 0; event < 24; event += 1) {
    posts.push(pipeline.post({ surface: "main", events: [event] }).then(
      answer => told.push([event, answer?.revision ?? null]), error => told.push([event, error.code])));
    await sleep(8 * next());
  }
  await Promise.all(posts);
  return { applied, told, mended };
};
Promise.all([import('/modules/pipeline.js'), import('/modules/api.js')]).then(async modules => {
  done(await Promise.all(seeds.map(seed => course(seed, ...modules))));
});
"""

WHOLE = """
const [told, before, done] = arguments;
import('/modules/scene.js').then(({ wholeScene }) => {
  done(wholeScene(told, before)?.layers.map(({ key, items }) => [key, ...items]));
});
"""

# A session is told of a change and then of its end while a command waits for its answer, which comes after both.
END_BEHIND_A_CHANGE = """
const done = arguments[0];
const nothing = () => {};
const state = (revision, undo) => ({ id: "s", revision, history: { undo, redo: 0 }, surfaces: [] });
let answer, stream;
const server = {
  connection: { state: "online", insist: send => send(), sendOnce: send => send() },
  url: path => path,
  follow: (_, told) => {
    stream = told;
    return nothing;
  },
  request: method => (method === "POST" ? new Promise(resolve => { answer = resolve; }) : Promise.resolve(state(1, 0))),
};
const undone = [];
const listener = {
  opened: nothing, answered: nothing, failed: nothing, idled: nothing, busy: nothing,
  historyChanged: ({ undo }) => undone.push(undo), ended: nothing,
};
import('/modules/session.js').then(async ({ Session }) => {
  const session = new Session(server, null, null, listener);
  await session.join({ session: "s", token: "t" });
  const command = session.command("main", { command: "zoomExtents" });
  while (!answer) await null;
  stream.changed(state(2, 1));
  stream.ended({ reason: "deleted" });
  answer(state(3, 2));
  await command;
  done(undone);
});
"""


def move(finger, x, time):
    return {"type": "touch", "phase": "moved", "time": time, "touches": [{"id": finger, "x": x, "y": 0}]}


def hover(phase, x):
    return {"type": "hover", "phase": phase, "time": x, "x": x, "y": 0}


def batches(modules, events):
    return modules.execute_async_script(BATCHES, events)


def test_the_last_waiting_hover_move_replaces_the_others(modules):
    events = [hover("entered", 1), hover("moved", 2), hover("moved", 3), hover("exited", 4)]
    assert batches(modules, events) == [[events[0], events[2], events[3]]]


def test_a_batch_keeps_all_moves_of_one_finger(modules):
    events = [move(1, 10, 5), move(1, 11, 5), move(1, 12, 6)]
    assert batches(modules, events) == [events]


def test_fingers_that_move_at_the_same_instant_share_an_event(modules):
    together = move(1, 10, 5)
    together["touches"] += move(2, 20, 5)["touches"]
    assert batches(modules, [move(1, 10, 5), move(2, 20, 5), move(2, 21, 6)]) == [[together, move(2, 21, 6)]]


def test_a_batch_has_at_most_as_many_events_as_the_server_accepts(modules):
    events = [move(1, x, x) for x in range(1500)]
    assert [len(batch) for batch in batches(modules, events)] == [1024, 476]


@pytest.mark.parametrize("losses", [0, 0.05, 0.3])
def test_each_batch_in_flight_is_applied_once_and_in_order_however_late_it_comes(modules, losses):
    courses = modules.execute_async_script(LOST_AND_LATE, list(range(1, 200)), losses, 0)
    for seed, course in enumerate(courses, 1):
        assert course["applied"] == list(range(24)), seed
        assert course["told"] == [[event, event + 1] for event in range(24)], seed
        assert course["mended"] == 0


@pytest.mark.parametrize("losses", [0, 0.1])
def test_what_is_refused_is_applied_never_and_what_follows_it_waits_for_a_mended_session(modules, losses):
    courses = modules.execute_async_script(LOST_AND_LATE, list(range(1, 200)), losses, 0.1)
    assert any(course["mended"] for course in courses)
    for seed, course in enumerate(courses, 1):
        answered = [event for event, answer in course["told"] if isinstance(answer, int)]
        assert course["applied"] == answered == sorted(answered), seed
        revisions = [answer for _, answer in course["told"] if isinstance(answer, int)]
        assert revisions == sorted(revisions), seed
        assert sorted(event for event, _ in course["told"]) == list(range(24)), seed


def test_rows_are_read_with_their_numbers(modules):
    answered = {"columns": ["date", "active"], "firstIndex": 4, "rows": {"x": [10, 20], "active": [1, None]}}
    rows = modules.execute_async_script(ROWS, answered)
    assert rows == {"x": [10, 20], "index": [4, 5], "values": {"active": [1, None]}, "secondDigits": 2}
    decimated = {**answered, "index": [7, 90]}
    assert modules.execute_async_script(ROWS, decimated)["index"] == [7, 90]


def test_a_column_named_x_is_not_the_position(modules):
    answered = {"columns": ["date", "x"], "firstIndex": 0, "rows": {"date": [10], "x": [1]}}
    rows = modules.execute_async_script(ROWS, answered)
    assert (rows["x"], rows["values"]) == ([10], {"x": [1]})


@pytest.mark.parametrize(
    ("steps", "digits"), [([0, 60_000], None), ([0, 1_000], 0), ([0, 500], 1), ([0, 10], 2), ([0, 1], 3), ([0, 0.5], 6)]
)
def test_rows_tell_how_many_digits_of_a_second_they_need(modules, steps, digits):
    answered = {"columns": ["date", "v"], "rows": {"x": steps, "v": steps}}
    assert modules.execute_async_script(ROWS, answered)["secondDigits"] == digits


def layer(key, mark):
    return {"key": key, "role": "series", "items": [mark]}


def whole(modules, told, before):
    return modules.execute_async_script(WHOLE, told, before)


def test_a_scene_takes_from_the_one_before_what_it_leaves_out(modules):
    before = {"drawn": 4, "scene": {"layers": [layer("a", 1), layer("b", 1), layer("c", 1)]}}
    told = {"since": 4, "kept": ["c", "a"], "order": ["c", "n", "a"], "layers": [layer("n", 2)]}
    assert whole(modules, told, before) == [["c", 1], ["n", 2], ["a", 1]]
    assert whole(modules, {"layers": [layer("b", 3)]}, before) == [["b", 3]]


def test_a_scene_since_another_revision_is_whole_only_if_nothing_was_kept(modules):
    before = {"drawn": 3, "scene": {"layers": [layer("a", 1)]}}
    told = {"since": 4, "kept": ["a"], "order": ["a", "b"], "layers": [layer("b", 2)]}
    assert whole(modules, told, before) is None
    assert whole(modules, told, None) is None
    complete = {"since": 4, "kept": [], "order": ["b"], "layers": [layer("b", 2)]}
    assert whole(modules, complete, before) == [["b", 2]]


def test_nothing_is_taken_over_after_the_end_of_a_session(modules):
    assert modules.execute_async_script(END_BEHIND_A_CHANGE) == [0, 0]


GO_TO = """
const [call, done] = arguments;
import('/modules/element/go-to.js').then(modules => done(modules[call.name](...call.parts)));
"""


@pytest.mark.parametrize(
    ("text", "zone", "time"),
    [
        ("2014-12-31T12:00:00", "UTC", 1_420_027_200_000),
        ("2014-12-31T12:00", "America/New_York", 1_420_045_200_000),
        # Shown twice: the first. Shown never: behind the gap.
        ("2020-10-25T02:30:00", "Europe/Berlin", 1_603_585_800_000),
        ("2020-03-29T02:30:00", "Europe/Berlin", 1_585_445_400_000),
        ("2020-06-01T00:00:00", "Asia/Kolkata", 1_590_949_800_000),
    ],
)
def test_a_date_to_go_to_is_read_in_the_zone_of_the_chart(modules, text, zone, time):
    assert modules.execute_async_script(GO_TO, {"name": "instantOf", "parts": [text, zone]}) == time


@pytest.mark.parametrize(
    ("place", "window"),
    [(50, [40, 60]), (3, [0, 20]), (-900, [0, 20]), (99, [80, 100]), (1e9, [80, 100])],
)
def test_the_window_around_a_place_keeps_its_length_and_stays_on_the_rows(modules, place, window):
    axis = {"visibleRange": [10, 30], "dataRange": [0, 100]}
    assert modules.execute_async_script(GO_TO, {"name": "windowAround", "parts": [place, axis]}) == window
