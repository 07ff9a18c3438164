"""Searches a linearization of short pieces of a history: Wing and Gong's search with the memory of Lowe.

The object is a register that holds a session's revision. A change moves it from one revision to the next, and a read
shows it. An open change may take effect at any time after it was invoked, or never. This search knows no law, only
this object, and so it checks the laws.
"""

import dataclasses
import random

NEVER = float("inf")
PIECE = 60
STEPS = 200_000


@dataclasses.dataclass(frozen=True)
class Step:
    """What one operation does to the register: a change to a known or an unknown revision, or a read."""

    kind: str
    revision: int | None
    invoked: float
    answered: float

    def applied(self, register):
        """The register after the step, or `None` if the step cannot happen then."""
        if self.kind == "read":
            return register if register == self.revision else None
        if self.revision not in (None, register + 1):
            return None
        return register + 1


def steps_of(session):
    """All steps of a session. A line that the server wrote by itself is a step that may happen at any time.

    Where reads are local they are no steps, since they may show the register as it was before.
    """
    steps = []
    for op in session.of("batch", "command", "patch"):
        if op.is_done:
            steps.append(Step("change", op.revision, op.invoked, op.answered))
        elif op.outcome == "unknown":
            steps.append(Step("change", None, op.invoked, NEVER))
    kinds = () if session.reads_are_local else ("read", "log")
    reads = [op for op in session.of(*kinds) if op.is_done and op.revision is not None]
    steps += [Step("read", op.revision, op.invoked, op.answered) for op in reads]
    if session.log is None:
        # The log of an ended session is gone: a revision that no client was told may be such a line.
        told = {step.revision for step in steps if step.kind == "change" and step.revision is not None}
        cancels = set(range(1, max(told, default=0))) - told
    else:
        cancels = [line["revision"] for line in session.log if line["kind"] == "cancel"]
    steps += [Step("change", revision, 0, NEVER) for revision in cancels]
    return steps


def piece_of(steps, first, length=PIECE):
    """The steps from the register's value `first` on, over `length` revisions.

    The steps of a range of revisions of a linearizable history are linearizable by themselves.
    """
    last = first + length
    kept = [
        step
        for step in steps
        if step.revision is not None
        and (first < step.revision <= last or (step.kind == "read" and step.revision == first))
    ]
    until = max((step.answered for step in kept if step.answered < NEVER), default=0)
    return kept + [step for step in steps if step.revision is None and step.invoked < until]


def is_linearizable(steps, register, budget=STEPS):
    """Whether an order of the steps exists. `None` when the search has used up its budget."""
    steps = sorted(steps, key=lambda step: step.invoked)
    must = sum(1 << at for at, step in enumerate(steps) if step.answered < NEVER)
    seen = set()
    stack = [(0, register)]
    while stack:
        taken, register = stack.pop()
        if taken & must == must:
            return True
        if (taken, register) in seen:
            continue
        seen.add((taken, register))
        budget -= 1
        if budget < 0:
            return None
        # A step may come next if no other one was answered before it was invoked.
        deadline = NEVER
        for at, step in enumerate(steps):
            if step.invoked > deadline:
                break
            if taken >> at & 1:
                continue
            deadline = min(deadline, step.answered)
            after = step.applied(register)
            if after is not None:
                stack.append((taken | 1 << at, after))
    return False


def check_samples(session, count, seed=1):
    """Searches `count` pieces of a session. Returns how many have an order, have none, and are undecided."""
    steps = steps_of(session)
    last = max((step.revision for step in steps if step.revision is not None), default=0)
    chance = random.Random(seed)
    verdicts = {True: 0, False: 0, None: 0}
    starts = sorted({chance.randrange(max(1, last - PIECE + 1)) for _ in range(count)})
    for first in starts:
        verdicts[is_linearizable(piece_of(steps, first), first)] += 1
    return verdicts
