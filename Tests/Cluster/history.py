"""The history of a run: what each client asked, when, and what it was told. One JSON object a line.

README.md has the lines. Times are nanoseconds of one monotonic clock.
"""

import itertools
import json
import threading
import time

CHANGES = ("batch", "command", "patch", "end")


class Recorder:
    """Writes a history. Any thread may write."""

    def __init__(self, path):
        self.path = path
        self.file = open(path, "w")  # noqa: SIM115
        self.lock = threading.Lock()
        self.numbers = itertools.count(1)
        self.done = 0
        self.last_done = time.monotonic_ns()

    def close(self):
        self.file.close()

    def write(self, event, **more):
        # The time is taken before the lock for what is invoked, and callers pass it for what is answered.
        line = {"at": more.pop("at", None) or time.monotonic_ns(), "event": event, **more}
        text = json.dumps(line, separators=(",", ":"))
        with self.lock:
            self.file.write(text + "\n")

    def invoked(self, client, kind, **more):
        """Notes a request before its first byte is sent. Returns the number of the operation."""
        number = next(self.numbers)
        self.write("invoked", op=number, client=client, kind=kind, **more)
        return number

    def answered(self, op, outcome, **more):
        """Notes the end of an operation. The outcome is `done`, `refused` (it changed nothing) or `unknown`."""
        now = time.monotonic_ns()
        if outcome == "done":
            self.done, self.last_done = self.done + 1, now
        self.write("answered", op=op, outcome=outcome, at=now, **more)


class Operation:
    """One request of a client, with all its repetitions."""

    __slots__ = (
        "answer",
        "answered",
        "attempts",
        "client",
        "invoked",
        "kind",
        "number",
        "outcome",
        "request",
        "session",
        "told",
    )

    def __init__(self, line):
        self.number, self.client, self.kind = line["op"], line["client"], line["kind"]
        self.session, self.request = line.get("session"), line.get("request", {})
        self.invoked, self.answered = line["at"], None
        self.outcome, self.answer, self.attempts = "unknown", {}, 1
        # What a stream told: pairs of the time and the event.
        self.told = []

    @property
    def is_done(self):
        return self.outcome == "done"

    @property
    def revision(self):
        return self.answer.get("revision")

    def __repr__(self):
        return f"operation {self.number} ({self.client}: {self.kind} {json.dumps(self.request)[:200]})"


class Session:
    """What the history has about one session."""

    def __init__(self, id):
        self.id = id
        # Whether no rows are ever appended to its dataset, so that a revision alone decides its ranges.
        self.is_still = False
        # Whether the nodes answer reads from memory (`store.reads` is `local`), so that a read may be old.
        self.reads_are_local = False
        self.operations = []
        # The lines of the final log without the first, and the answer of the replay; `None` for an ended session.
        self.log = self.first_line = self.replay = None
        # The verdicts of the search for a linearization, once it ran.
        self.orders = None
        # When the final log was asked for.
        self.log_asked = None

    def of(self, *kinds):
        return [operation for operation in self.operations if operation.kind in kinds]


class Dataset:
    """What the history has about one dataset that grows."""

    def __init__(self, name):
        self.name = name
        self.operations = []
        # The number of rows before the first append of this history.
        self.first = 0
        # Whether other nodes append to it, so that a change may see the rows of a moment ago; whether reads may too.
        self.is_shared = self.reads_are_local = False
        # The values at the end, and the number of rows before the first of them.
        self.values, self.offset = None, 0
        # When they were asked for.
        self.values_asked = None


class History:
    """A history that was read. Operations are in the order in which they were invoked."""

    def __init__(self, lines):
        self.sessions, self.datasets, operations = {}, {}, {}
        for line in lines:
            event = line["event"]
            if event == "invoked":
                operation = operations[line["op"]] = Operation(line)
                if operation.session:
                    self.session(operation.session).operations.append(operation)
                else:
                    self.dataset(line["dataset"]).operations.append(operation)
            elif event == "again":
                operations[line["op"]].attempts += 1
            elif event == "answered":
                operation = operations[line["op"]]
                operation.answered, operation.outcome = line["at"], line["outcome"]
                operation.answer = line.get("answer", {}) | {"status": line.get("status"), "why": line.get("why")}
            elif event == "told":
                operations[line["op"]].told.append((line["at"], line))
            elif event == "opened":
                session = self.session(line["session"])
                session.is_still, session.reads_are_local = line["still"], line.get("reads") == "local"
            elif event == "loaded":
                dataset = self.dataset(line["dataset"])
                dataset.first, dataset.is_shared = line["rows"], line.get("shared", False)
                dataset.reads_are_local = line.get("reads") == "local"
            elif event == "log":
                session = self.session(line["session"])
                session.log_asked = line["at"]
                session.first_line, *session.log = line["lines"]
            elif event == "replayed":
                self.session(line["session"]).replay = line["answer"]
            elif event == "rows":
                dataset = self.dataset(line["dataset"])
                dataset.values_asked = line["at"]
                dataset.values, dataset.offset = line["values"], line["offset"]
        for part in (*self.sessions.values(), *self.datasets.values()):
            part.operations.sort(key=lambda operation: operation.invoked)

    def session(self, id):
        return self.sessions.setdefault(id, Session(id))

    def dataset(self, name):
        return self.datasets.setdefault(name, Dataset(name))


def read(path):
    """Reads a history. A last line that was cut off is left out."""
    with open(path) as file:
        return History([json.loads(line) for line in file if line.endswith("\n")])
