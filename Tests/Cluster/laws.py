"""Holds a history to the laws, and samples of it to a search for a linearization.

Plain Python: python3 Tests/Cluster/laws.py HISTORY ends with 1 if a law is broken.
"""

import sys

import linear
import row_laws
import session_laws
import stream_laws
from history import read

SAMPLES = 10
SHOWN = 5


def violations(history):
    """Pairs of the name of a law and a sentence, one for each violation."""
    for session in history.sessions.values():
        for law in (*session_laws.LAWS, *stream_laws.LAWS):
            for text in law(session):
                yield law.__name__, f"session {session.id}: {text}"
        without_order = orders_of(session)[False]
        if without_order:
            yield linear.is_linearizable.__name__, f"session {session.id}: {without_order} samples have no order"
    for dataset in history.datasets.values():
        for law in row_laws.LAWS:
            for text in law(dataset, history):
                yield law.__name__, f"dataset {dataset.name}: {text}"


def orders_of(session):
    """How many samples of a session have an order, have none, and are undecided. The search runs once."""
    if session.orders is None:
        session.orders = linear.check_samples(session, SAMPLES)
    return session.orders


def by_law(history):
    """The sentences of each law that is broken."""
    found = {}
    for law, text in violations(history):
        found.setdefault(law, []).append(text)
    return found


def describe(history):
    """One sentence on what a history has, so that an empty one does not pass for a good one."""
    operations = [op for session in history.sessions.values() for op in session.operations]
    operations += [op for dataset in history.datasets.values() for op in dataset.operations]
    changes = sum(op.is_done and op.kind in session_laws.CHANGES for op in operations)
    reads = sum(op.is_done and op.kind in session_laws.READS for op in operations)
    told = sum(len(op.told) for op in operations)
    unknown = sum(op.outcome == "unknown" and op.kind != "stream" for op in operations)
    again = sum(op.attempts > 1 for op in operations)
    orders = [orders_of(session) for session in history.sessions.values()]
    linearizable, undecided = (sum(order[verdict] for order in orders) for verdict in (True, None))
    rows = sum(len(op.request["values"]) for op in operations if op.is_done and op.kind == "append")
    return (
        f"{changes} changes acknowledged, {reads} reads, {told} stream events, {rows} rows appended, "
        f"{unknown} requests without an answer, {again} sent again, "
        f"{linearizable} samples linearizable, {undecided} undecided"
    )


def report(found):
    lines = []
    for law, texts in sorted(found.items()):
        lines.append(f"{law}: {len(texts)} violations")
        lines += [f"  {text}" for text in texts[:SHOWN]]
    return "\n".join(lines)


if __name__ == "__main__":
    history = read(sys.argv[1])
    found = by_law(history)
    print(describe(history))
    print(report(found) or "no law is broken")
    sys.exit(1 if found else 0)
