"""The laws of the streams of one session."""

from session_laws import Floor, told

# How a stream ends that was watched until the end of the run.
UNTIL_THE_END = "the load ended"


def ids(op):
    return [(line["kind"], line["id"], at) for at, line in op.told if "id" in line]


def updates_have_no_hole(session):
    """An update follows the event before it. A fresh state may come instead, and never goes back.

    Where reads are local, the first state of a stream that resumed on another node may be older than what was seen.
    """
    for op in session.of("stream"):
        last = op.request.get("after")
        for position, (kind, id, _) in enumerate(ids(op)):
            may_be_old = session.reads_are_local and position == 0
            if kind == "state" and last is not None and id < last and not may_be_old:
                yield f"{op} showed state {id} after {last}"
            if kind == "update" and last is None:
                yield f"{op} began with update {id} without a state"
            elif kind == "update" and id != last + 1:
                yield f"{op} showed update {id} after {last}"
            last = id


def a_new_stream_begins_with_what_was_told(session):
    if session.reads_are_local:
        return
    floor = Floor(told(session))
    for op in session.of("stream"):
        first = next(iter(ids(op)), None)
        if first and first[0] == "state" and first[1] < floor.before(op.invoked):
            yield f"{op} began with state {first[1]}, but {floor.before(op.invoked)} was told before it was opened"


def watched_streams_reach_the_end(session):
    if not session.log:
        return
    last = session.log[-1]["revision"]
    for op in session.of("stream"):
        if op.answer.get("why") == UNTIL_THE_END:
            reached = ids(op)[-1][1] if ids(op) else op.request.get("after")
            if reached is None or reached < last:
                yield f"{op} was watched until the end and showed {reached}, not {last}"


LAWS = [updates_have_no_hole, a_new_stream_begins_with_what_was_told, watched_streams_reach_the_end]
