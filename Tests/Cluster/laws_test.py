"""Tests the laws with made histories: good ones pass, and each kind of violation is found by the law that names it.

Plain Python: python3 Tests/Cluster/laws_test.py
"""

import copy
import itertools
import random
import unittest

import linear
from history import History
from laws import by_law

FEED_ROWS = 3


class Made:
    """A history that a test writes. Each call takes one step of time."""

    def __init__(self, still=True, reads="latest", shared=False):
        self.lines, self.ops = [], itertools.count(1)
        self.log = [{"kind": "session", "stateHash": "h0"}]
        self.values = []
        self.time = 0
        self.write("opened", session="s", still=still, reads=reads)
        self.write("loaded", dataset="feed", rows=FEED_ROWS, version=1, shared=shared, reads=reads)

    def write(self, event, **more):
        self.time += 1
        self.lines.append({"at": self.time, "event": event, **more})
        return self.lines[-1]

    def invoke(self, kind, client="a", request=None, **more):
        place = {"dataset": "feed"} if kind in ("append", "size") else {"session": "s"}
        return self.write("invoked", op=next(self.ops), client=client, kind=kind, request=request or {}, **place)["op"]

    def answer(self, op, outcome="done", status=200, **answer):
        return self.write("answered", op=op, outcome=outcome, status=status, answer=answer)

    def line(self, kind, body, **more):
        """Appends a line to the log. Returns its revision."""
        revision = len(self.log)
        self.log.append({"revision": revision, "kind": kind, "body": body, "stateHash": f"h{revision}", **more})
        return revision

    def batch(self, client, sequence, salt=0):
        body = {"client": client, "sequence": sequence, "events": [salt]}
        op = self.invoke("batch", client, {"body": body})
        return op, lambda: self.line("batch", body, client=client, sequence=sequence)

    def send(self, client, sequence):
        """A numbered batch that is applied and acknowledged. Returns its revision."""
        op, apply = self.batch(client, sequence)
        revision = apply()
        self.answer(op, revision=revision, duplicate=False, ranges=[revision], surfaceRevision=revision)
        return revision

    def patch(self, low, seen=None):
        body = {"visibleRange": [low, 9]}
        op = self.invoke("patch", request={"body": body, "ifMatch": seen})
        revision = self.line("patch", body)
        self.answer(op, revision=revision, surfaceRevision=revision, ranges=[revision])
        return revision

    def read(self, revision=None):
        revision = len(self.log) - 1 if revision is None else revision
        op = self.invoke("read", "reader")
        self.answer(op, revision=revision, surfaceRevision=revision, ranges=[revision])

    def read_log(self):
        op = self.invoke("log", "reader")
        return self.answer(op, revision=len(self.log) - 1, hashes=[line["stateHash"] for line in self.log])

    def append(self, *values):
        op = self.invoke("append", request={"values": list(values)})
        self.values += values
        return self.answer(op, rows=FEED_ROWS + len(self.values), version=1 + len(self.values))

    def size(self, rows):
        self.answer(self.invoke("size"), rows=rows, version=rows - FEED_ROWS + 1)

    def watch(self, *ids, after=None, why="left"):
        """A stream: a negative id is a state, any other an update."""
        op = self.invoke("stream", "viewer", {"after": after} if after is not None else {})
        for id in ids:
            kind = "state" if id <= 0 else "update"
            self.write("told", op=op, kind=kind, id=abs(id), revision=abs(id), ranges=[abs(id)])
        self.write("answered", op=op, outcome="closed", why=why)

    def broken(self):
        """The names of the laws that this history breaks."""
        lines = copy.deepcopy(self.lines)
        end = {"at": self.time + 1}
        last = self.log[-1]["stateHash"]
        replay = {"revisions": len(self.log) - 1, "stateHash": last, "firstDifference": None}
        lines.append(end | {"event": "log", "session": "s", "lines": self.log})
        lines.append(end | {"event": "replayed", "session": "s", "answer": replay})
        lines.append(end | {"event": "rows", "dataset": "feed", "offset": FEED_ROWS, "values": self.values})
        return set(by_law(History(lines)))


def good():
    made = Made()
    for sequence in (1, 2, 3):
        made.send("a", sequence)
        made.send("b", sequence)
        made.read()
    made.read_log()
    made.patch(1, seen=made.patch(2))
    made.append(10, 11)
    made.append(12)
    made.size(FEED_ROWS + 3)
    made.watch(-8, why="the load ended")
    return made


class GoodHistories(unittest.TestCase):
    def test_a_good_history_breaks_no_law(self):
        self.assertEqual(good().broken(), set())

    def test_an_empty_history_breaks_no_law(self):
        self.assertEqual(Made().broken(), set())

    def test_an_open_change_may_be_in_the_log_or_not(self):
        for is_applied in (True, False):
            made = good()
            op, apply = made.batch("a", 4)
            if is_applied:
                apply()
            made.answer(op, "unknown")
            made.watch(-9 if is_applied else -8, why="the load ended")
            made.lines = [line for line in made.lines if not (line["event"] == "answered" and line["op"] == op)]
            made.lines = [line for line in made.lines if line.get("why") != "the load ended"]
            self.assertEqual(made.broken(), set())

    def test_a_batch_that_is_sent_again_is_one_change(self):
        made = good()
        op, apply = made.batch("a", 4)
        revision = apply()
        made.write("again", op=op, why="503")
        made.send("b", 4)
        made.answer(op, revision=revision, duplicate=True)
        made.lines = [line for line in made.lines if line.get("why") != "the load ended"]
        self.assertEqual(made.broken(), set())

    def test_a_cancel_by_the_server_needs_no_request(self):
        made = Made()
        made.send("a", 1)
        made.line("cancel", {"reason": "timeout"})
        made.send("a", 2)
        self.assertEqual(made.broken(), set())

    def test_a_stream_may_resume_and_may_get_a_fresh_state(self):
        made = Made()
        for sequence in range(1, 7):
            made.send("a", sequence)
        made.watch(-6, why="left")
        made.send("a", 7)
        made.watch(7, after=6)
        made.watch(-7, after=5)
        self.assertEqual(made.broken(), set())


class Violations(unittest.TestCase):
    def assertBroken(self, made, law):
        self.assertIn(law, made.broken())

    def test_a_lost_acknowledged_change_is_found(self):
        made = good()
        op, _ = made.batch("a", 4)
        made.answer(op, revision=9, duplicate=False)
        self.assertBroken(made, "acknowledged_changes_stand_in_the_log_once")

    def test_a_lost_change_whose_revision_another_took_is_found(self):
        made = good()
        op, _ = made.batch("a", 4)
        made.answer(op, revision=9, duplicate=False)
        other, apply = made.batch("b", 4)
        made.answer(other, revision=apply(), duplicate=False)
        self.assertBroken(made, "revisions_have_no_gap_and_no_fork")
        self.assertBroken(made, "acknowledged_changes_stand_in_the_log_once")
        self.assertBroken(made, "is_linearizable")

    def test_a_change_that_was_applied_twice_is_found(self):
        made = good()
        op, apply = made.batch("a", 4)
        revision = apply()
        apply()
        made.answer(op, revision=revision, duplicate=False)
        self.assertBroken(made, "acknowledged_changes_stand_in_the_log_once")
        self.assertBroken(made, "numbers_of_a_client_rise_by_one")

    def test_a_refused_change_in_the_log_is_found(self):
        made = good()
        op, apply = made.batch("a", 4)
        apply()
        made.answer(op, "refused", 409, code="session.driver-busy")
        self.assertBroken(made, "acknowledged_changes_stand_in_the_log_once")

    def test_a_gap_in_the_log_is_found(self):
        made = good()
        del made.log[3]
        self.assertBroken(made, "revisions_have_no_gap_and_no_fork")

    def test_a_change_before_what_was_told_is_found(self):
        made = Made()
        first, apply_first = made.batch("a", 1)
        low = apply_first()
        made.lines.remove(next(line for line in made.lines if line.get("op") == first))
        made.send("b", 1)
        made.lines.append(
            {
                "at": made.time + 1,
                "event": "invoked",
                "op": first,
                "client": "a",
                "kind": "batch",
                "session": "s",
                "request": {"body": made.log[low]["body"]},
            }
        )
        made.time += 1
        made.answer(first, revision=low, duplicate=False)
        self.assertBroken(made, "changes_follow_what_was_told_before")
        self.assertBroken(made, "nothing_is_told_before_it_is_asked")
        self.assertBroken(made, "is_linearizable")

    def test_a_stale_read_is_found(self):
        made = good()
        made.read(revision=len(made.log) - 2)
        self.assertBroken(made, "reads_show_what_was_told_before")
        self.assertBroken(made, "is_linearizable")

    def test_a_read_behind_a_stream_is_found(self):
        made = Made()
        made.send("a", 1)
        op, apply = made.batch("a", 2)
        apply()
        made.watch(-1, 2)
        made.read(revision=1)
        made.answer(op, revision=2, duplicate=False)
        self.assertBroken(made, "reads_show_what_was_told_before")

    def test_a_revision_that_was_only_read_and_then_lost_is_found(self):
        made = good()
        made.read(revision=9)
        self.assertBroken(made, "told_revisions_stand_in_the_log")

    def test_rows_that_were_only_read_and_then_lost_are_found(self):
        made = good()
        made.size(FEED_ROWS + 4)
        self.assertBroken(made, "rows_never_become_fewer")

    def test_a_hole_in_a_stream_is_found(self):
        made = Made()
        op = made.invoke("stream", "viewer")
        made.write("told", op=op, kind="state", id=0)
        for sequence in (1, 2, 3):
            revision = made.send("a", sequence)
            if revision != 2:
                made.write("told", op=op, kind="update", id=revision)
        self.assertBroken(made, "updates_have_no_hole")

    def test_a_doubled_update_is_found(self):
        made = Made()
        made.send("a", 1)
        made.send("a", 2)
        made.watch(-1, 2, 2)
        self.assertBroken(made, "updates_have_no_hole")

    def test_a_stream_that_goes_back_after_it_resumed_is_found(self):
        made = good()
        made.watch(-5, after=7)
        self.assertBroken(made, "updates_have_no_hole")

    def test_a_stale_first_state_is_found(self):
        made = good()
        made.watch(-3)
        self.assertBroken(made, "a_new_stream_begins_with_what_was_told")

    def test_a_stream_that_misses_the_end_is_found(self):
        made = good()
        made.send("a", 4)
        self.assertBroken(made, "watched_streams_reach_the_end")

    def test_a_wrong_hash_in_a_log_is_found(self):
        made = good()
        answer = made.read_log()
        answer["answer"]["hashes"][4] = "wrong"
        self.assertBroken(made, "state_hashes_are_those_of_a_replay")

    def test_a_replay_that_differs_is_found(self):
        made = good()
        lines = made.lines
        lines.append({"at": 1, "event": "log", "session": "s", "lines": made.log})
        replay = {"revisions": 8, "stateHash": "other", "firstDifference": {"revision": 8}}
        lines.append({"at": 1, "event": "replayed", "session": "s", "answer": replay})
        lines.append({"at": 1, "event": "rows", "dataset": "feed", "offset": FEED_ROWS, "values": made.values})
        self.assertEqual(set(by_law(History(lines))), {"state_hashes_are_those_of_a_replay"})

    def test_a_refused_number_is_found(self):
        for code in ("batch.sequence-gap", "batch.sequence-stale", "batch.sequence-reused"):
            made = good()
            op, _ = made.batch("a", 4)
            made.answer(op, "refused", 409, code=code)
            self.assertBroken(made, "refusals_are_those_of_the_contract")

    def test_a_session_that_vanishes_is_found(self):
        made = good()
        made.answer(made.invoke("read"), "refused", 404, code="session.unknown")
        self.assertBroken(made, "refusals_are_those_of_the_contract")

    def test_a_change_after_the_end_is_found(self):
        made = good()
        made.answer(made.invoke("end"), status=204)
        made.send("a", 4)
        self.assertBroken(made, "an_ended_session_stays_ended")

    def test_two_changes_of_one_matched_surface_are_found(self):
        made = good()
        seen = made.patch(3)
        made.patch(4, seen)
        made.patch(5, seen)
        self.assertBroken(made, "if_match_admits_one_change_of_a_surface")

    def test_two_states_of_one_revision_are_found(self):
        made = good()
        made.answer(made.invoke("read"), revision=8, ranges=["other"])
        self.assertBroken(made, "one_revision_has_one_state")

    def test_a_lost_append_is_found(self):
        made = good()
        made.append(20)
        made.values.pop()
        self.assertBroken(made, "appends_stand_in_the_rows_once")

    def test_an_append_that_was_applied_twice_is_found(self):
        made = good()
        made.values.append(12)
        self.assertBroken(made, "appends_stand_in_the_rows_once")

    def test_half_an_append_is_found(self):
        made = good()
        made.answer(made.invoke("append", request={"values": [20, 21]}), "unknown", None)
        made.values.append(20)
        self.assertBroken(made, "appends_stand_in_the_rows_once")

    def test_a_stale_number_of_rows_is_found(self):
        made = good()
        made.size(FEED_ROWS + 2)
        self.assertBroken(made, "rows_never_become_fewer")

    def test_two_sizes_of_one_version_are_found(self):
        made = good()
        made.answer(made.invoke("size"), rows=FEED_ROWS + 4, version=4)
        self.assertBroken(made, "one_version_has_one_number_of_rows")

    def test_an_append_that_the_contract_does_not_refuse_is_found(self):
        made = good()
        made.answer(made.invoke("append", request={"values": [20]}), "refused", 404, code="dataset.unknown")
        self.assertBroken(made, "refusals_are_those_of_the_contract")

    def test_a_change_that_misses_told_rows_is_found(self):
        made = good()
        made.send("a", 4)
        made.log[-1]["datasets"] = {"feed": {"version": 1, "rows": FEED_ROWS}}
        self.assertBroken(made, "changes_see_the_rows_that_were_told")

    def test_over_several_nodes_a_change_may_miss_told_rows_but_none_that_it_has_seen(self):
        made = Made(shared=True)
        made.send("a", 1)
        made.append(10, 11)
        made.send("a", 2)
        made.log[-1]["datasets"] = {"feed": {"version": 1, "rows": FEED_ROWS}}
        self.assertEqual(made.broken(), set())
        made.log[-2]["datasets"] = {"feed": {"version": 2, "rows": FEED_ROWS + 2}}
        self.assertBroken(made, "changes_see_the_rows_that_were_told")


class LocalReads(unittest.TestCase):
    """With `store.reads` `local` a read may be old, and nothing else may be wrong."""

    def broken(self, reads, make):
        made = Made(reads=reads)
        for sequence in (1, 2, 3):
            made.send("a", sequence)
        make(made)
        return made.broken()

    def assertAllowed(self, make, *laws):
        self.assertEqual(self.broken("latest", make), set(laws))
        self.assertEqual(self.broken("local", make), set())

    def assertForbidden(self, make, law):
        self.assertIn(law, self.broken("local", make))

    def test_a_read_may_be_old(self):
        self.assertAllowed(lambda made: made.read(2), "reads_show_what_was_told_before", "is_linearizable")

    def test_the_first_state_of_a_stream_may_be_old(self):
        self.assertAllowed(lambda made: made.watch(-2, 3), "a_new_stream_begins_with_what_was_told")
        self.assertAllowed(
            lambda made: made.watch(-2, 3, after=3), "a_new_stream_begins_with_what_was_told", "updates_have_no_hole"
        )

    def test_an_ended_session_may_be_read_for_a_moment(self):
        def make(made):
            made.answer(made.invoke("end"), status=204)
            made.read()

        self.assertAllowed(make, "an_ended_session_stays_ended")

    def test_a_number_of_rows_may_be_old(self):
        def make(made):
            made.append(10, 11)
            made.size(FEED_ROWS)

        self.assertAllowed(make, "rows_never_become_fewer")

    def test_an_open_stream_never_goes_back(self):
        self.assertForbidden(lambda made: made.watch(-3, -2), "updates_have_no_hole")

    def test_a_stream_has_no_hole(self):
        self.assertForbidden(lambda made: made.watch(-1, 3), "updates_have_no_hole")

    def test_a_revision_that_was_only_read_must_stand_in_the_log(self):
        self.assertForbidden(lambda made: made.read(4), "told_revisions_stand_in_the_log")

    def test_a_change_follows_what_was_told_before(self):
        def make(made):
            op, _ = made.batch("b", 1)
            made.answer(op, revision=3, surfaceRevision=3, ranges=[3])

        self.assertForbidden(make, "changes_follow_what_was_told_before")

    def test_a_change_after_the_end_is_found(self):
        def make(made):
            made.answer(made.invoke("end"), status=204)
            made.send("a", 4)

        self.assertForbidden(make, "an_ended_session_stays_ended")


class Linearizations(unittest.TestCase):
    def step(self, kind, revision, invoked, answered=linear.NEVER):
        return linear.Step(kind, revision, invoked, answered)

    def test_concurrent_changes_may_be_in_any_order(self):
        steps = [self.step("change", 2, 1, 10), self.step("change", 1, 2, 9), self.step("read", 1, 3, 8)]
        self.assertTrue(linear.is_linearizable(steps, 0))

    def test_an_open_change_may_explain_a_revision(self):
        steps = [self.step("change", None, 1), self.step("change", 2, 2, 3)]
        self.assertTrue(linear.is_linearizable(steps, 0))
        self.assertFalse(linear.is_linearizable(steps[1:], 0))

    def test_a_revision_of_an_ended_session_that_nobody_was_told_may_be_a_cancellation(self):
        made = Made()
        made.send("a", 1)
        made.line("cancel", {})
        made.send("a", 2)
        ended = History(made.lines).session("s")
        self.assertEqual(linear.check_samples(ended, 5)[False], 0)
        ended.log = [line for line in made.log[1:] if line["kind"] != "cancel"]
        self.assertGreater(linear.check_samples(ended, 5)[False], 0)

    def test_an_open_change_explains_nothing_before_it_was_invoked(self):
        steps = [self.step("change", 2, 2, 3), self.step("change", None, 4)]
        self.assertFalse(linear.is_linearizable(steps, 0))

    def test_a_read_between_two_changes_is_held_to_real_time(self):
        steps = [self.step("change", 1, 1, 2), self.step("read", 0, 3, 4), self.step("change", 2, 5, 6)]
        self.assertFalse(linear.is_linearizable(steps, 0))

    def test_a_search_over_its_budget_has_no_verdict(self):
        steps = [self.step("change", None, 1) for _ in range(30)] + [self.step("read", 40, 2, 3)]
        self.assertIsNone(linear.is_linearizable(steps, 0, budget=1000))

    def test_made_runs_have_an_order_and_changed_ones_have_none(self):
        chance = random.Random(1)
        for _ in range(50):
            steps, points = [], sorted(chance.sample(range(1000, 9000), 60))
            for index, point in enumerate(points):
                kind = "change" if index % 2 else "read"
                revision = (index + 1) // 2
                before, after = point - chance.randrange(300), point + chance.randrange(1, 300)
                steps.append(self.step(kind, revision, before, after))
            self.assertTrue(linear.is_linearizable(steps, 0))
            read = next(step for step in steps if step.kind == "read" and step.revision == 20)
            late = self.step("read", 3, read.invoked, read.answered)
            self.assertFalse(linear.is_linearizable([*steps, late], 0))


if __name__ == "__main__":
    unittest.main()
