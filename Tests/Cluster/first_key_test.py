"""Starts three nodes at once over a database without keys: one of them makes the first key, and it counts on all.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/first_key_test.py
"""

import contextlib
import re

from chart_server import READY, check, run_tests, until
from node import Node
from processes import check_that_all_ended
from rig import Rig

KEY = re.compile(r"/#key=(csk_[0-9a-f]{12}_[0-9a-f]{40})")


def one_of_three_makes_the_first_key():
    with Rig("postgres", nodes=1, durability="commit") as rig, contextlib.ExitStack() as stack:
        names = [f"keyed-{number}" for number in range(3)]
        nodes = [Node(rig.folder, name, [*rig.options(name), "--auth-mode", "keys"]) for name in names]
        for _ in range(2):
            for node in nodes:
                node.launch()
                stack.callback(node.end)
            for node in nodes:
                line = node.process.stdout.readline().decode()
                check(line.startswith(READY), f"{node.name} does not start: {node.log()}")
            shown = KEY.findall("".join(node.log() for node in nodes))
            check(len(shown) == 1, f"{len(shown)} keys are shown")
            for node in nodes:
                until(
                    lambda node=node, key=shown[0]: node.ask("GET", "/v1/datasets", token=key)[0] == 200,
                    f"the key does not count on {node.name}",
                )
                check(node.ask("GET", "/v1/datasets")[0] == 401, f"{node.name} is open")
            # A second start makes none.
            for node in nodes:
                node.stop()


if __name__ == "__main__":
    with contextlib.ExitStack() as stack:
        stack.callback(check_that_all_ended)
        run_tests([one_of_three_makes_the_first_key])
