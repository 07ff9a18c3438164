"""One server of the cluster: the real executable with a data directory and a port that it keeps over restarts."""

import http.client
import json
import os
import time

from chart_server import BINARY, PATIENCE, Server, check, free_port
from processes import fake_time_library, real_timers_library

# What runs the server's commands; the benchmarks have an executable of their own.
COMMAND = [BINARY]
# More options for every node, for what only some builds know.
OPTIONS = os.environ.get("CLUSTER_NODE_OPTIONS", "").split()


class Node(Server):
    """A node need not be ready after its start, since its store may be down."""

    def __init__(self, folder, name, options, clock=0, **more):
        super().__init__(*options, *OPTIONS, folder=folder, name=name, data=name, port=free_port(), **more)
        self.clock = clock

    def command(self):
        return [*COMMAND, "serve"]

    def environment(self):
        kept = super().environment()
        if not self.clock:
            return kept
        # Only what people call the time is wrong. The clock that measures how long something takes is not.
        return kept | {
            "LD_PRELOAD": f"{real_timers_library(self.folder)}:{fake_time_library()}",
            "FAKETIME": f"{self.clock:+d}s",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_RESET": "1",
        }

    def is_ready(self):
        return self.status("/health/ready") == 200

    def status(self, path):
        try:
            return self.fetch("GET", path, patience=2)[0]
        except (OSError, http.client.HTTPException):
            return None

    def ask_available(self, *request):
        """The text of a good answer. A node whose store is slow refuses for a moment, and is asked again."""
        end = time.monotonic() + PATIENCE
        while True:
            status, text, _ = self.fetch(*request)
            if status != 503 or time.monotonic() > end:
                break
            time.sleep(0.2)
        check(status in (200, 201), f"{self.name}: {request[:2]}: {status} {text[:500]}")
        return text

    def ask_json(self, *request):
        return json.loads(self.ask_available(*request))
