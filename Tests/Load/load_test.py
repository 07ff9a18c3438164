"""Runs each script of this folder in short form against one server that asks for tokens.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Load/load_test.py [name ...]
"""

import functools
import os
import pathlib
import subprocess

from chart_server import Server, check, run_tests

# The session of a slow client must not expire in the soak; the day has its own answer to that.
SCRIPTS = {
    "drag": {"SECONDS_LONG": 4},
    "imports": {"SECONDS_LONG": 4, "IMPORTS": 2, "ROWS": 50_000},
    "thousand": {"STEPS": 4, "REPEAT": 2},
    "crowd": {"SESSIONS": 6, "SECONDS_LONG": 4},
    "day": {"VISITS": 30, "DAY_SECONDS": 6, "IDLE": 3_000},
    "soak": {"SECONDS_LONG": 20, "EVERY": 5, "IDLE": 60_000},
}


def run(server, name):
    more = {key: str(value) for key, value in SCRIPTS[name].items()}
    environment = os.environ | {"BASE": server.address, "SERVER_PID": str(server.process.pid)} | more
    status = subprocess.run([pathlib.Path(__file__).with_name(f"{name}.sh")], env=environment).returncode
    check(status == 0, f"{name}.sh ended with {status}")


if __name__ == "__main__":
    with Server("--auth-mode", "token") as server:
        run_tests({name: functools.partial(run, server, name) for name in SCRIPTS})
