"""Tests single modules of the page in the browser."""

import pytest

BATCHES = """
const [steps, done] = arguments;
Promise.all([import('/modules/batcher.js'), import('/modules/lane.js')]).then(async ([{ Batcher }, { Lane }]) => {
  const lane = new Lane(() => {});
  const batches = [];
  const batcher = new Batcher(lane, async events => { batches.push(events); });
  for (const step of steps) batcher.add(step);
  while (!lane.isEmpty) await null;
  done(batches);
});
"""

ROWS = """
const [answered, done] = arguments;
import('/modules/chart/rows.js').then(({ rowsOf }) => {
  const { x, index, values, inside } = rowsOf(answered);
  done({ x, index, values: Object.fromEntries(values), inside });
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


LAYOUTS = {
    "columns": {
        "columns": ["date", "active"],
        "firstIndex": 4,
        "rows": {"x": [10, 20], "active": [1, None]},
        "before": {"x": 5, "active": 7},
        "after": None,
    },
    "columns in place of names": {
        "columns": {"x": [10, 20], "active": [1, None]},
        "index": [4, 5],
        "before": {"x": 5, "active": 7},
        "after": None,
    },
    "rows": {
        "columns": ["date", "active"],
        "index": [4, 5],
        "rows": [[10, 1], [20, None]],
        "before": [5, 7],
        "after": None,
    },
    "objects": {
        "columns": ["date", "active"],
        "firstIndex": 4,
        "rows": [{"date": 10, "active": 1}, {"date": 20, "active": None}],
        "before": {"date": 5, "active": 7},
        "after": None,
    },
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_page_reads_rows_in_each_layout(modules, layout):
    rows = modules.execute_async_script(ROWS, LAYOUTS[layout])
    assert rows == {"x": [5, 10, 20], "index": [3, 4, 5], "values": {"active": [7, 1, None]}, "inside": [1, 3]}


def test_a_column_named_x_is_not_the_position(modules):
    answered = {
        "columns": ["date", "x"],
        "firstIndex": 0,
        "rows": {"date": [10], "x": [1]},
        "before": None,
        "after": None,
    }
    rows = modules.execute_async_script(ROWS, answered)
    assert rows == {"x": [10], "index": [0], "values": {"x": [1]}, "inside": [0, 1]}
