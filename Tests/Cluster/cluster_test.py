"""Runs a cluster under load with faults, and holds the history of its clients to the laws.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/cluster_test.py
CLUSTER=long runs ROUNDS (100) rounds, also after one has failed; CLUSTER=serve keeps a cluster up.
README.md has all variables.
"""

import os
import pathlib
import signal
import sys
import tempfile
import time

import laws
import planted_bugs
from chart_server import check
from history import CHANGES, read
from liar import BROKEN_BY, Liar
from load import Load
from rig import Rig, keep_up
from totals import Totals

FORM = os.environ.get("CLUSTER") or "short"
STORE = os.environ.get("CLUSTER_STORE") or "sqlite"
NODES = int(os.environ.get("CLUSTER_NODES") or 3)
BALANCE = os.environ.get("CLUSTER_BALANCE") or "robin"
READS = os.environ.get("CLUSTER_READS") or "latest"
DURABILITY = os.environ.get("CLUSTER_DURABILITY") or "full"
ROUNDS = int(os.environ.get("ROUNDS") or (100 if FORM == "long" else 1))
SEED = int(os.environ.get("CLUSTER_SEED") or 1)
PORT = int(os.environ.get("PORT") or 0)
# Seconds between two faults, so that each is seen by itself.
CALM = 1
# Longer than every timeout of nginx and of a store's statement.
FREEZE_SECONDS = float(os.environ.get("CLUSTER_FREEZE") or 8)
# Longer than a store waits for the answer of its database.
SWALLOW_SECONDS = 6
# How long no operation may succeed after a fault is over, or is one that the cluster must survive by itself.
RECOVERY_SECONDS = 90
# Minutes apart, one ahead and one behind.
CLOCKS = (0, 180, -240)
# The operations of a run with a lie, and how many runs may pass until the lie is told often enough.
LIE_OPERATIONS, LIE_RUNS = 200, 20


class Faults:
    """What goes wrong in a round. Each method returns when the fault is over."""

    def __init__(self, rig, load, number):
        self.rig, self.load = rig, load
        self.node = rig.nodes[number % len(rig.nodes)]
        self.links = rig.links.get(self.node.name, [])
        self.lost_at = self.promoted_at = None

    def all(self):
        faults = [self.node_is_killed, self.node_is_stopped, self.node_is_frozen]
        if self.rig.store == "postgres":
            faults += [
                self.connection_is_cut,
                self.connection_is_refused,
                self.connection_swallows,
                self.primary_restarts,
                self.primary_is_lost,
            ]
            if FORM == "long":
                faults += [self.standby_is_frozen, self.primary_is_frozen, self.primary_is_stopped]
        return faults

    def node_is_killed(self):
        self.node.kill()
        time.sleep(0.5)
        self.node.start()

    def node_is_stopped(self):
        """A node ends in good order, as with each new version."""
        self.node.stop()
        self.node.start()

    def node_is_frozen(self):
        """The node wakes up with old state in memory, and with requests that were given up long ago."""
        self.node.freeze()
        time.sleep(FREEZE_SECONDS)
        self.node.thaw()

    def connection_is_cut(self):
        for _ in range(5):
            for link in self.links:
                link.cut()
            time.sleep(0.2)

    def connection_is_refused(self):
        for link in self.links:
            link.refuse()
        time.sleep(2)
        self.rig.heal_links()

    def connection_swallows(self):
        for link in self.links:
            link.swallow()
        time.sleep(SWALLOW_SECONDS)
        self.rig.heal_links()

    def primary_restarts(self):
        self.rig.lose_primary()
        time.sleep(0.5)
        self.rig.restart_primary()

    def primary_is_stopped(self):
        """The primary ends in good order, and starts again in its place."""
        self.rig.stop_primary()
        self.rig.restart_primary()

    def standby_is_frozen(self):
        """Every commit waits for the standby, and its outcome is unknown for a while."""
        self.freeze(self.rig.database.standby)

    def primary_is_frozen(self):
        self.freeze(self.rig.database.primary)

    @staticmethod
    def freeze(server):
        server.freeze()
        time.sleep(FREEZE_SECONDS)
        server.thaw()

    def primary_is_lost(self):
        self.rig.lose_primary()
        self.lost_at = time.monotonic_ns()
        self.rig.promote()
        self.promoted_at = time.monotonic_ns()
        self.load.until_more(RECOVERY_SECONDS)
        self.rig.rejoin_standby()

    def failover(self, history):
        """Seconds from the loss of the primary to the first acknowledged change, and to the standby's promotion."""
        answers = (
            op.answered
            for session in history.sessions.values()
            for op in session.of(*CHANGES)
            if op.is_done and op.answered > self.promoted_at
        )
        return (min(answers) - self.lost_at) / 1e9, (self.promoted_at - self.lost_at) / 1e9


def newcomer(rig):
    """A node with nothing in memory: the first one, restarted."""
    rig.nodes[0].kill()
    rig.nodes[0].start()
    rig.until_ready()
    return rig.nodes[0]


def round_of(rig, path, number, totals):
    """One round: load, every fault once, and the laws."""
    with Load(path, rig.front.port, rig.nodes, SEED + number, ends_after=8, reads=rig.reads) as load:
        load.until_more(RECOVERY_SECONDS)
        faults = Faults(rig, load, number)
        waits = []
        for fault in faults.all():
            fault()
            waits.append((load.until_more(RECOVERY_SECONDS), fault.__name__))
            time.sleep(CALM)
        load.stop()
        rig.until_ready()
        last = load.collect(newcomer(rig))
    history = hold(path, f"round {number}")
    slowest, after = max(waits)
    print(
        f"cluster: round {number}: {len(waits)} faults, revisions {sorted(last.values())}, "
        f"slowest recovery {slowest:.2f} s after {after}",
        flush=True,
    )
    totals.held(sum(last.values()), slowest, faults.failover(history) if rig.store == "postgres" else None)


def hold(path, what):
    """Checks that a history breaks no law, and that it has something to break one with. Returns it."""
    history = read(path)
    found = laws.by_law(history)
    sizes = laws.describe(history)
    check(not found, f"{what}: {sizes}\n{laws.report(found)}\nthe history is {path}")
    changes = sum(op.is_done and op.kind == "batch" for s in history.sessions.values() for op in s.operations)
    check(changes >= 50, f"{what}: only {changes} batches were acknowledged")
    print(f"cluster: {what}: {sizes}; no law is broken", flush=True)
    return history


def rounds_of(rig, folder, remaining, totals):
    """Runs the remaining rounds on one cluster, up to the first that fails."""
    while remaining:
        number = remaining.pop(0)
        path = folder / f"history-{number}.jsonl"
        try:
            round_of(rig, path, number, totals)
        except Exception as error:
            rig.keep_logs(folder / f"logs-{number}")
            totals.failed(number, SEED + number, path, error)
            return
        path.unlink()


def rounds(folder):
    """Runs all rounds, and a new cluster after each one that failed. Fails at the end if any did."""
    clocks = CLOCKS if STORE == "postgres" else ()
    totals = Totals()
    remaining = list(range(1, ROUNDS + 1))
    try:
        while remaining:
            try:
                with Rig(STORE, NODES, BALANCE, DURABILITY, clocks=clocks, reads=READS) as rig:
                    rounds_of(rig, folder, remaining, totals)
            except Exception as error:
                # The cluster did not start or did not end.
                number = remaining.pop(0) if remaining else ROUNDS
                totals.failed(number, SEED + number, folder / f"history-{number}.jsonl", error)
    finally:
        # Also after a signal, so that an interrupted run tells what it has shown.
        print(totals, flush=True)
    check(not totals.failures, f"{len(totals.failures)} of {ROUNDS} rounds failed")


def lies(folder):
    """Shows that the laws can fail: behind a proxy that lies, each lie must be found by its law."""
    with Rig("sqlite") as rig:
        for number, (lie, law) in enumerate(BROKEN_BY.items()):
            for run in range(LIE_RUNS):
                path = folder / f"{lie}-{run}.jsonl"
                seed = 100 * (number * LIE_RUNS + run + 1)
                with (
                    Liar(rig.nodes[0].port, lie, seed) as liar,
                    Load(path, liar.port, rig.nodes, seed, sessions=2, writers=4, thinks=0.01) as load,
                ):
                    load.until_more(RECOVERY_SECONDS, LIE_OPERATIONS)
                    load.stop()
                    load.collect(rig.nodes[0], awaits=False)
                found = laws.by_law(read(path))
                path.unlink()
                if law in found:
                    break
            check(law in found, f"{lie}: told {liar.lies} times, and {law} did not find it: {sorted(found)}")
            print(f"cluster: {lie}: told {liar.lies} times, found by {', '.join(sorted(found))}", flush=True)


def stop_on_signal(number, _):
    sys.exit(128 + number)


def main():
    check(FORM in ("short", "long", "serve"), f"CLUSTER is {FORM}; it may be short, long or serve")
    signal.signal(signal.SIGTERM, stop_on_signal)
    signal.signal(signal.SIGHUP, stop_on_signal)
    if FORM == "serve":
        try:
            keep_up(Rig(STORE, NODES, BALANCE, DURABILITY, port=PORT, demo=True, reads=READS))
        except KeyboardInterrupt:
            print("ended")
        return
    # A history that broke a law stays for a look; the run has failed by then.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="chart-surface-histories-"))
    if FORM == "short":
        lies(folder)
        if STORE == "postgres":
            planted_bugs.find_all(folder)
    rounds(folder)
    folder.rmdir()


if __name__ == "__main__":
    main()
