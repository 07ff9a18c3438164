"""One server of the cluster: the real executable with a data directory and a port that it keeps over restarts."""

import http.client
import json
import os
import pathlib
import signal
import time

from processes import LOOPBACK, check, end, fake_time_library, free_port, real_timers_library, start, until

BINARY = pathlib.Path(os.environ.get("CHART_SURFACE_BIN", ".build/debug/chart-surface")).resolve()
# What runs the server's commands; the benchmarks have an executable of their own.
COMMAND = [BINARY]
# More options for every node, for what only some builds know.
OPTIONS = os.environ.get("CLUSTER_NODE_OPTIONS", "").split()
START_SECONDS = 120


class Node:
    def __init__(self, folder, name, options, clock=0, variables=None):
        self.name, self.options, self.clock, self.variables = name, options, clock, variables or {}
        self.data, self.log = folder / name, folder / f"{name}.log"
        self.port = free_port()
        self.process = None

    def start(self):
        """Starts the server and waits until it answers. It need not be ready, since its store may be down."""
        self.launch()
        until(self.is_alive, START_SECONDS, lambda: f"{self.name} does not answer: {self.tail()}")

    def launch(self):
        """Starts the server and does not wait for it."""
        program = pathlib.Path(COMMAND[0])
        check(program.exists(), f"{program} is missing; build it, or name another one in CHART_SURFACE_BIN")
        address = ["--http-host", LOOPBACK, "--http-port", self.port, "--data-dir", self.data]
        self.process = start(
            [*COMMAND, "serve", *address, *self.options, *OPTIONS], self.log, environment=self.environment()
        )

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CHART_SURFACE_")}
        kept |= self.variables
        if not self.clock:
            return kept
        # Only what people call the time is wrong. The clock that measures how long something takes is not.
        return kept | {
            "LD_PRELOAD": f"{real_timers_library(self.data.parent)}:{fake_time_library()}",
            "FAKETIME": f"{self.clock:+d}s",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_RESET": "1",
        }

    def is_alive(self):
        check(self.process.poll() is None, f"{self.name} ended with {self.process.poll()}: {self.tail()}")
        return self.status("/health/live") == 200

    def is_ready(self):
        return self.status("/health/ready") == 200

    def status(self, path):
        try:
            return self.ask("GET", path, patience=2)[0]
        except (OSError, http.client.HTTPException):
            return None

    def ask(self, method, path, body=None, kind="application/json", patience=120):
        """The status, the bytes and the headers of an answer of this node."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=patience)
        try:
            connection.request(method, path, body, {"Content-Type": kind} if body is not None else {})
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def ask_available(self, method, path, body=None, kind="application/json"):
        """The bytes of a good answer. A node whose store is slow refuses for a moment, and is asked again."""
        end = time.monotonic() + START_SECONDS
        while True:
            status, text, _ = self.ask(method, path, body, kind)
            if status != 503 or time.monotonic() > end:
                break
            time.sleep(0.2)
        check(status in (200, 201), f"{self.name}: {method} {path}: {status} {text[:500]}")
        return text

    def ask_json(self, method, path, body=None, kind="application/json"):
        return json.loads(self.ask_available(method, path, body, kind))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def stop(self):
        return end(self.process, patience=60)

    def tail(self):
        """The end of the log, or its piece from a crash on."""
        if not self.log.exists():
            return "there is no log"
        text = self.log.read_text()
        crash = text.rfind("Fatal error")
        return text[text.rfind("\n", 0, crash) + 1 :][:2000] if crash >= 0 else text[-2000:]
