"""What requests may cost, and what they cost a running server."""

import dataclasses
import os
import pathlib
import time

# The budget of an event, in readings of series: as `limits.work` holds a specification to it.
EVENT_WORK = 16_384
# The budget of the events of a batch together.
BATCH_WORK = 64 * EVENT_WORK

# The figures are those of a debug build, which takes about ten times what a release does. Each bound is ten times what
# the model says, so that a busy machine fails no run.
SLACK = 10

# Seconds of processor for a request that reads nothing, and for each reading of an event within the budget.
REQUEST_SECONDS = 0.02
READING_SECONDS = 25e-6
# Seconds of processor for each pixel column of a series in a window that is chosen.
PIXEL_SECONDS = 10e-6
# Seconds of processor for each byte of a body that is read, and for each byte that is written.
BODY_SECONDS = 1e-6
ANSWER_SECONDS = 0.4e-6

# The most bytes of one answer, and the most memory of a request: what it changes, and its answer while it grows.
ANSWER_BYTES = 16 << 20
MEMORY_BYTES = 64 << 20
MEMORY_PER_ANSWER_BYTE = 4


@dataclasses.dataclass
class Cost:
    """What one request has cost."""

    name: str
    kind: str
    sent: int
    pixels: int = 0
    answered: int = 0
    seconds: float = 0.0
    memory: int = 0

    @property
    def bound(self):
        """The seconds of processor that the request may take."""
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
        """The bytes by which the server may grow."""
        return MEMORY_BYTES + MEMORY_PER_ANSWER_BYTE * (self.sent + self.answered)


class Meter:
    """Reads the processor time and the memory of a process from /proc."""

    def __init__(self, process):
        self.folder = pathlib.Path(f"/proc/{process}")

    def seconds(self):
        """The processor time of all threads, to the microsecond where the kernel counts it, else to the tick."""
        try:
            tasks = [int((task / "schedstat").read_text().split()[0]) for task in (self.folder / "task").iterdir()]
            if any(tasks):
                return sum(tasks) / 1e9
        except OSError:
            pass
        fields = (self.folder / "stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, name):
        """Bytes of `VmRSS` or `VmHWM`."""
        for line in (self.folder / "status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1]) << 10
        raise AssertionError(f"the kernel does not tell {name}")

    def forget_peak(self):
        """Lets `VmHWM` begin anew. Whether the kernel does so."""
        try:
            (self.folder / "clear_refs").write_text("5")
            return True
        except OSError:
            return False

    def settle(self):
        """Waits until the server has nothing to do, so that a request is not charged for the one before it."""
        before = self.seconds()
        for _ in range(100):
            time.sleep(0.005)
            after = self.seconds()
            if after - before < 0.0005:
                return
            before = after
