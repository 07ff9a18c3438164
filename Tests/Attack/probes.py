"""Measures from outside how long the turns of a server's event loops are."""

import contextlib
import os
import pathlib
import threading
import time

PROBE = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"
ANSWERED = b'{"status":"live"}'
# A connection goes to the next event loop, of which there is one for each processor.
CONNECTIONS = 2 * os.cpu_count()
INTERVAL = 0.005
# The threads for long work, for which no connection waits.
LONG_WORK = "TP-#"


class Probes:
    """Connections to all event loops, each of which asks for `/health/live` all the time.

    A probe that waits has a busy thread before it. The turn is the time of the probe, but no more than the processor
    time of the busiest thread meanwhile: others on the machine keep a thread from its processor, too.
    """

    def __init__(self, server):
        self.server, self.longest, self.is_over = server, 0.0, False
        self.begun, self.before = None, {}
        self.clients = [server.socket() for _ in range(CONNECTIONS)]
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.round()
        self.longest = 0.0
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.longest_turn()
        self.is_over = True
        for client in self.clients:
            with contextlib.suppress(OSError):
                client.shutdown(2)
        self.thread.join()
        for client in self.clients:
            client.close()

    def run(self):
        with contextlib.suppress(OSError, AssertionError):
            while not self.is_over:
                self.round()
                time.sleep(INTERVAL)

    def round(self):
        """Sends a probe to each event loop, and waits for all answers."""
        self.before, self.begun = self.seconds(), time.monotonic()
        for client in self.clients:
            client.sendall(PROBE)
        for client in self.clients:
            text = b""
            while not text.endswith(ANSWERED):
                piece = client.recv(65536)
                if not piece:
                    raise ConnectionError("the server has closed the connection of a probe")
                text += piece
        self.longest_turn()
        self.begun = None

    def longest_turn(self):
        """The longest turn so far, the one that goes on included."""
        if self.begun is not None:
            waited, now = time.monotonic() - self.begun, self.seconds()
            busiest = max((now[name] - self.before.get(name, 0) for name in now), default=0.0)
            self.longest = max(self.longest, min(waited, busiest))
        return self.longest

    def seconds(self):
        """The processor seconds of each thread that connections wait for."""
        made = {}
        for task in pathlib.Path(f"/proc/{self.server.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):
                if not (task / "comm").read_text().startswith(LONG_WORK):
                    made[task.name] = int((task / "schedstat").read_text().split()[0]) / 1e9
        return made
