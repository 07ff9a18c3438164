"""The costs that requests may have."""

import dataclasses
import os
import time

# The budget of an event, in readings of series, as `limits.work` enforces it for a specification.
EVENT_WORK = 16_384
# The budget of all events of a batch.
BATCH_WORK = 64 * EVENT_WORK

# The figures are for a debug build, which takes about ten times as long as a release build. Each bound is ten times the
# figure of the model, so that a busy machine does not fail the test.
SLACK = 10
# Processor seconds of the loop in `slowness` on the machine of the figures.
LOOP_SECONDS = 0.06

# Processor seconds for a request without readings, and for each reading of an event within the budget.
REQUEST_SECONDS = 0.02
READING_SECONDS = 25e-6
# Processor seconds for each pixel column of a series in a decimated window.
PIXEL_SECONDS = 10e-6
# Processor seconds for each byte of a request body, and for each byte of an answer.
BODY_SECONDS = 1e-6
ANSWER_SECONDS = 0.4e-6

# The most bytes of an answer, and the most memory of a request: for its changes, and for its growing answer.
ANSWER_BYTES = 16 << 20
MEMORY_BYTES = 64 << 20
MEMORY_PER_ANSWER_BYTE = 4


# What one turn of an event loop may take in a release build, and a request that cannot be given up.
TURN_SECONDS, REQUEST_AT_MOST_SECONDS = 0.02, 0.25
# How long a request that its client has given up may go on.
GIVEN_UP_SECONDS = 0.1
# How many times as long a debug build takes; searches and windows take 30 to 50 times as long as in a release build.
BUILD = 1 if os.environ.get("ATTACK_BUILD") == "release" else 40
# How much dearer a limit may make an import than the same import without it.
IMPORT_TIMES = 8
# How much more a busy host slows a server, which waits for memory, than the loop that measures the host.
MEMORY_SLOWNESS = 1.5


def slowness():
    """How many times slower a processor may be at this moment than when the figures were made."""
    seconds = []
    for _ in range(5):
        start = time.process_time()
        sum(number * number for number in range(1_000_000))
        seconds.append(time.process_time() - start)
    return MEMORY_SLOWNESS * max(1, *(each / LOOP_SECONDS for each in seconds))


@dataclasses.dataclass
class Cost:
    """The cost of one request."""

    name: str
    kind: str
    sent: int
    pixels: int = 0
    answered: int = 0
    seconds: float = 0.0
    memory: int = 0

    @property
    def bound(self):
        """The processor seconds that the request may take."""
        work = {"open": EVENT_WORK, "event": EVENT_WORK, "batch": BATCH_WORK}.get(self.kind.split(":")[0], 0)
        return SLACK * (
            REQUEST_SECONDS
            + work * READING_SECONDS
            + self.pixels * PIXEL_SECONDS
            + self.sent * BODY_SECONDS
            + self.answered * ANSWER_SECONDS
        )

    @property
    def memory_bound(self):
        """The bytes by which the server's memory may grow."""
        return MEMORY_BYTES + MEMORY_PER_ANSWER_BYTE * (self.sent + self.answered)
