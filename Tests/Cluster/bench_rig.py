"""The cluster that `make bench BENCH='--only cluster'` measures; the benchmark sends the load.

The nodes run the executable of the benchmarks, and talk to PostgreSQL without a proxy between them. Each line that is
read asks for something, and is answered with a line of numbers. The end of the input ends all.
"""

import pathlib
import signal
import sys
import time

# The benchmark runs this with the Python of the system, which does not know the shared module.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Shared"))

import database
import node
from chart_server import check
from cluster_test import stop_on_signal
from front import Front
from rig import ALWAYS, Rig, url_of


class BenchRig(Rig):
    """A cluster whose database keeps what it has acknowledged, also after a power loss."""

    def options(self, name):
        options = [*ALWAYS, "--store-kind", "postgres"]
        options += ["--store-url", url_of(self.database.servers)]
        return [*options, "--store-durability", self.durability]

    def fronts(self, stack):
        """The ports of nginx in front of one node, of all by session, and of all in turn."""
        ports = [one.port for one in self.nodes]
        ways = {"one": (ports[:1], "robin"), "hash": (ports, "hash"), "robin": (ports, "robin")}
        for name, (behind, balance) in ways.items():
            folder = self.folder / name
            folder.mkdir()
            yield stack.enter_context(Front(folder, behind, balance)).port

    def answer(self, question, ports):
        if question == "ports":
            return ports
        if question == "kill":
            self.lose_primary()
            return []
        if question == "promote":
            begun = time.monotonic()
            self.promote()
            return [time.monotonic() - begun]
        check(question == "rejoin", f"there is no question {question!r}")
        self.rejoin_standby()
        return []


def main():
    # The thread of the benchmark that starts this takes no signals, and nginx would inherit that and not end.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGTERM, stop_on_signal)
    executable, durability = sys.argv[1:]
    node.COMMAND[:] = [executable, "app"]
    database.SETTINGS["fsync"] = "on"
    with BenchRig("postgres", durability=durability) as rig:
        ports = [*(one.port for one in rig.nodes), *rig.fronts(rig.stack)]
        print("ready", flush=True)
        for line in sys.stdin:
            print(*rig.answer(line.strip(), ports), flush=True)


if __name__ == "__main__":
    main()
