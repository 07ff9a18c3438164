"""What many rounds came to."""

import statistics


class Totals:
    """Counts the rounds that held and those that failed. Its text is the summary of a run."""

    def __init__(self):
        self.rounds, self.revisions, self.slowest = 0, 0, 0.0
        self.failures, self.failovers = [], []

    def held(self, revisions, slowest, failover):
        """Notes a round that broke no law, with the seconds of its failover and of its promotion."""
        self.rounds += 1
        self.revisions += revisions
        self.slowest = max(self.slowest, slowest)
        if failover:
            self.failovers.append(failover)

    def failed(self, number, seed, path, error):
        """Notes and prints a round that broke a law or did not end."""
        self.failures.append(f"round {number}, seed {seed}, history {path}")
        print(f"cluster: round {number}, seed {seed}, failed: {type(error).__name__}: {error}", flush=True)
        print(f"the history is {path}, beside the logs", flush=True)

    def __str__(self):
        text = (
            f"cluster: in all: {self.rounds} rounds held, {len(self.failures)} failed, "
            f"{self.revisions} revisions, slowest recovery {self.slowest:.2f} s"
        )
        if self.failovers:
            firsts, promotions = zip(*self.failovers, strict=True)
            text += (
                f"; first change after the loss of the primary: median {statistics.median(firsts):.2f} s, "
                f"most {max(firsts):.2f} s; promotion: median {statistics.median(promotions):.2f} s, "
                f"most {max(promotions):.2f} s"
            )
        return text + "".join(f"\ncluster: failed: {failure}" for failure in self.failures)
