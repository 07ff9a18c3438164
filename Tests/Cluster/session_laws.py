"""The laws that the history of one session must obey. They know the contract and nothing of the engine.

Each law is a generator of sentences, one for each violation, and takes near-linear time.
"""

import bisect
import collections
import json

CHANGES = ("batch", "command", "patch")
READS = ("read", "log")
# What a client that keeps to the contract may be refused with.
EXPECTED_CODES = {
    "session.driver-busy",
    "history.empty",
    "precondition.failed",
    "server.busy",
    "server.draining",
    "store.contended",
    "store.unavailable",
}
GONE = (404, 410)


def told(session):
    """Pairs of a time and a revision: whenever any client was told of a revision, in order."""
    moments = [(op.answered, op.revision) for op in session.operations if op.is_done and op.revision is not None]
    moments += [(at, line["id"]) for op in session.of("stream") for at, line in op.told if "id" in line]
    return sorted(moments)


class Floor:
    """The greatest number that any client was told before a moment."""

    def __init__(self, moments):
        self.times, self.most, most = [], [], 0
        for at, number in moments:
            most = max(most, number)
            self.times.append(at)
            self.most.append(most)

    def before(self, moment):
        index = bisect.bisect_left(self.times, moment)
        return self.most[index - 1] if index else 0


def key(kind, body):
    return kind, json.dumps(body, sort_keys=True)


def is_told_by(op, line):
    body = op.request.get("body")
    if (op.kind, body) != (line["kind"], line.get("body")):
        return False
    return op.kind != "batch" or (body["client"], body["sequence"]) == (line.get("client"), line.get("sequence"))


def revisions_have_no_gap_and_no_fork(session):
    owners = {}
    for op in session.of(*CHANGES):
        if op.is_done:
            other = owners.setdefault(op.revision, op)
            if other is not op:
                yield f"revision {op.revision} was told to {other} and to {op}"
    if session.log is None:
        return
    expected = 1
    for line in session.log:
        if line["kind"] == "snapshot":
            yield f"the log begins with a snapshot of revision {line['revision']}, so history was lost"
        elif line["revision"] != expected:
            yield f"revision {line['revision']} stands in the log where {expected} should"
        expected = line["revision"] + 1


def changes_follow_what_was_told_before(session):
    floor = Floor(told(session))
    for op in session.of(*CHANGES):
        if op.is_done and op.revision <= floor.before(op.invoked):
            yield f"{op} got revision {op.revision}, but {floor.before(op.invoked)} was told before it was invoked"


def reads_show_what_was_told_before(session):
    if session.reads_are_local:
        return
    floor = Floor(told(session))
    surfaces = Floor(
        sorted(
            (op.answered, op.answer["surfaceRevision"])
            for op in session.operations
            if op.is_done and op.answer.get("surfaceRevision") is not None
        )
    )
    for op in session.of(*READS):
        if not op.is_done:
            continue
        if op.revision is not None and op.revision < floor.before(op.invoked):
            yield f"{op} showed revision {op.revision}, but {floor.before(op.invoked)} was told before it began"
        shown = op.answer.get("surfaceRevision")
        if shown is not None and shown < surfaces.before(op.invoked):
            yield f"{op} showed the surface of {shown}, but {surfaces.before(op.invoked)} was told before it began"


def nothing_is_told_before_it_is_asked(session):
    """A told revision includes all before it, so each of them was requested by then."""
    if session.log is None:
        return
    first = {}
    for op in session.of(*CHANGES):
        first.setdefault(key(op.kind, op.request.get("body")), op.invoked)
    latest, invoked = 0, []
    for line in session.log:
        latest = max(latest, first.get(key(line["kind"], line.get("body")), 0))
        invoked.append(latest)
    for at, revision in told(session):
        if 0 < revision <= len(invoked) and at < invoked[revision - 1]:
            yield f"revision {revision} was told before one of the changes up to it was requested"


def told_revisions_stand_in_the_log(session):
    """A revision that any client saw is not taken back, also if its change was never acknowledged."""
    if session.log is None:
        return
    last = session.log[-1]["revision"] if session.log else 0
    for at, revision in told(session):
        if revision > last and at < session.log_asked:
            yield f"revision {revision} was told, and the final log ends with {last}"


def acknowledged_changes_stand_in_the_log_once(session):
    if session.log is None:
        return
    lines = {line["revision"]: line for line in session.log}
    claimed, open_changes, refused = set(), collections.defaultdict(list), set()
    for op in session.of(*CHANGES):
        name = key(op.kind, op.request.get("body"))
        if op.is_done:
            line = lines.get(op.revision)
            if line is None:
                yield f"{op} was acknowledged as revision {op.revision}, which the log does not have"
            elif not is_told_by(op, line):
                yield f"{op} was acknowledged as revision {op.revision}, where the log has {json.dumps(line)[:300]}"
            else:
                claimed.add(op.revision)
        elif op.outcome == "unknown":
            open_changes[name].append(op)
        else:
            refused.add(name)
    for line in session.log:
        if line["revision"] in claimed or line["kind"] in ("cancel", "snapshot"):
            continue
        name = key(line["kind"], line.get("body"))
        if open_changes[name]:
            open_changes[name].pop()
        else:
            why = "which was refused" if name in refused else "which no open request explains"
            yield f"the log has {json.dumps(line)[:300]}, {why}"


def numbers_of_a_client_rise_by_one(session):
    numbers = collections.Counter()
    for line in session.log or ():
        if line["kind"] == "batch" and "client" in line:
            numbers[line["client"]] += 1
            if line["sequence"] != numbers[line["client"]]:
                expected = numbers[line["client"]]
                yield f"{line['client']}: revision {line['revision']} has number {line['sequence']}, not {expected}"
                numbers[line["client"]] = line["sequence"]


def refusals_are_those_of_the_contract(session):
    """A client that counts right never hears of a gap, and a session that no client ends never vanishes."""
    ended = min((op.invoked for op in session.of("end")), default=float("inf"))
    for op in session.operations:
        if op.outcome != "refused":
            continue
        if op.answer.get("status") in GONE and op.answered > ended:
            continue
        if op.answer.get("code") not in EXPECTED_CODES:
            yield f"{op} was refused with {op.answer.get('status')} {op.answer.get('code')}"


def an_ended_session_stays_ended(session):
    ends = [op.answered for op in session.of("end") if op.is_done]
    if not ends:
        return
    may_come_late = READS if session.reads_are_local else ()
    for op in session.operations:
        if op.is_done and op.kind != "end" and op.kind not in may_come_late and op.invoked > min(ends):
            yield f"{op} succeeded after the session's end was acknowledged"


def if_match_admits_one_change_of_a_surface(session):
    """Between the surface that a client saw and its change nothing else changed the surface."""
    patched = sorted(line["revision"] for line in session.log or () if line["kind"] == "patch")
    changed = {op.answer["surfaceRevision"] for op in session.operations if op.answer.get("surfaceRevision")}
    known = sorted(changed.union(patched))
    for op in session.of("patch"):
        seen = op.request.get("ifMatch")
        if op.is_done and seen is not None:
            index = bisect.bisect_right(known, seen)
            if index < len(known) and known[index] < op.revision:
                yield f"{op} matched the surface of {seen} and became {op.revision}, but {known[index]} changed it"


def one_revision_has_one_state(session):
    """Where no rows are appended, all answers of a revision show the same ranges."""
    if not session.is_still:
        return
    seen = {}
    answers = [(op.answer, op) for op in session.operations if op.is_done]
    answers += [(line | {"revision": line.get("id")}, op) for op in session.of("stream") for _, line in op.told]
    for answer, op in answers:
        if answer.get("revision") is None or "ranges" not in answer:
            continue
        other = seen.setdefault(answer["revision"], (answer["ranges"], op))
        if other[0] != answer["ranges"]:
            yield f"revision {answer['revision']} has ranges {other[0]} in {other[1]} and {answer['ranges']} in {op}"


def state_hashes_are_those_of_a_replay(session):
    if session.log is None:
        return
    final = [session.first_line["stateHash"], *(line.get("stateHash") for line in session.log)]
    if session.replay is None:
        yield "the log was not replayed"
    else:
        replay = session.replay
        if replay["firstDifference"] is not None:
            yield f"the replay differs: {replay['firstDifference']}"
        if replay["revisions"] != len(session.log) or replay["stateHash"] != final[-1]:
            yield f"the replay ends with {replay}, and the log with {len(session.log)} and {final[-1]}"
    for op in session.of("log"):
        if op.is_done:
            hashes = op.answer["hashes"]
            if hashes != final[: len(hashes)] or op.revision != len(hashes) - 1:
                differs = next(
                    (at for at, pair in enumerate(zip(hashes, final, strict=False)) if len({*pair}) > 1), None
                )
                yield f"{op} showed other state hashes than the final log, from revision {differs}"


LAWS = [
    revisions_have_no_gap_and_no_fork,
    changes_follow_what_was_told_before,
    reads_show_what_was_told_before,
    nothing_is_told_before_it_is_asked,
    told_revisions_stand_in_the_log,
    acknowledged_changes_stand_in_the_log_once,
    numbers_of_a_client_rise_by_one,
    refusals_are_those_of_the_contract,
    an_ended_session_stays_ended,
    if_match_admits_one_change_of_a_surface,
    one_revision_has_one_state,
    state_hashes_are_those_of_a_replay,
]
