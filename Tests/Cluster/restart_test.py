"""Restarts three nodes one after the other, behind nginx and under load: no request fails, and no batch is lost.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/restart_test.py
RESTARTS=3 restarts each node three times. DRAIN=0s shows what happens without a delay.
"""

import collections
import contextlib
import http.client
import os
import threading
import time

from chart_server import LOOPBACK, PATIENCE, check, decoded, exchange, run_tests
from clients import MODIFIERS, STILL_ROWS, rows
from processes import check_that_all_ended
from rig import Rig

DRAIN = os.environ.get("DRAIN") or "2s"
RESTARTS = int(os.environ.get("RESTARTS") or 1)
CLIENTS, VIEWERS = 12, 6
# Between two requests of a client.
THINKS_SECONDS = 0.005
QUERY = "?window=none&ticks=false"


class DrainingRig(Rig):
    def options(self, name):
        return [*super().options(name), "--http-drain-delay", DRAIN]


class Client(threading.Thread):
    """Sends each request once, over a connection that it keeps. A refusal and a lost connection are failures."""

    def __init__(self, port, number, stops):
        super().__init__(daemon=True)
        self.port, self.dataset, self.stops = port, f"feed-{number}", stops
        self.connection, self.failures = None, []
        self.answered = collections.Counter()
        self.session, self.sequence, self.appended = None, 0, 0

    def run(self):
        self.ask("dataset", "PUT", f"/v1/datasets/{self.dataset}", "t,v\n0,0\n")
        body = {"surfaces": [{"dataset": "still", "modifiers": MODIFIERS}]}
        self.session = self.ask("session", "POST", f"/v1/sessions{QUERY}", body)["id"]
        while not self.stops.is_set():
            number = self.sequence + 1
            wheel = {"type": "wheel", "time": 16 * number, "x": 100, "y": 90, "deltaX": 0, "deltaY": 9}
            batch = {"client": "c", "sequence": number, "events": [wheel]}
            if self.ask("batch", "POST", f"/v1/sessions/{self.session}/surfaces/main/events{QUERY}", batch):
                self.sequence = number
            if self.ask("rows", "POST", f"/v1/datasets/{self.dataset}/rows", f"t,v\n{self.appended + 1},{number}\n"):
                self.appended += 1
            self.ask("read", "GET", f"/v1/sessions/{self.session}{QUERY}")
            time.sleep(THINKS_SECONDS)

    def ask(self, kind, method, path, body=None):
        """The answer; nothing for a request that failed."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=PATIENCE)
        try:
            status, answer, _ = decoded(exchange(self.connection, method, path, body))
        except (OSError, http.client.HTTPException) as lost:
            self.connection.close()
            self.connection = None
            status, answer = repr(lost), None
        if status in (200, 201):
            self.answered[kind] += 1
            return answer
        self.failures.append(f"{kind}: {method} {path}: {status} {answer}")
        return None


class Viewer(threading.Thread):
    """Watches a session, and comes back when the server that it watches says so."""

    def __init__(self, port, session, stops):
        super().__init__(daemon=True)
        self.port, self.session, self.stops = port, session, stops
        self.returns, self.failures, self.last = [], [], None

    def run(self):
        while not self.stops.is_set():
            try:
                if (after := self.watch()) is None:
                    return
            except (OSError, http.client.HTTPException) as lost:
                self.failures.append(repr(lost))
                return
            self.returns.append(after)
            time.sleep(after / 1000)

    def watch(self):
        """The milliseconds after which to come back; nothing at the end of the test."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", f"/v1/sessions/{self.session}/stream{QUERY}", headers=self.known())
            answer = connection.getresponse()
            check(answer.status == 200, f"a stream is answered {answer.status}")
            after = reason = None
            while line := answer.readline().decode():
                name, _, text = line.strip().partition(": ")
                if name == "id":
                    self.last = text
                if name == "retry":
                    after = int(text)
                if name == "data" and text.startswith('{"reason"'):
                    reason = text
                if self.stops.is_set():
                    return None
            if self.stops.is_set():
                return None
            check(reason == '{"reason":"shutdown"}', f"a stream ended with {reason}")
            return after

    def known(self):
        return {"Last-Event-ID": self.last} if self.last else {}


def restarts_are_not_felt():
    """Each node is stopped in good order and started again, while all clients go on."""
    with DrainingRig("postgres", durability="commit") as rig:
        rig.nodes[0].ask_json("PUT", "/v1/datasets/still", rows(STILL_ROWS), "text/csv")
        stops = threading.Event()
        clients = [Client(rig.front.port, number, stops) for number in range(CLIENTS)]
        for client in clients:
            client.start()
        wait_for(clients, 10)
        viewers = [Viewer(rig.front.port, client.session, stops) for client in clients[:VIEWERS]]
        for viewer in viewers:
            viewer.start()
        begun = time.monotonic()
        for node in rig.nodes * RESTARTS:
            node.stop()
            node.start()
            rig.until_ready()
            wait_for(clients, 10)
        took = time.monotonic() - begun
        stops.set()
        for client in clients:
            client.join(PATIENCE)
        failures = [failure for client in clients for failure in client.failures]
        answered = sum((client.answered for client in clients), collections.Counter())
        returns = [after for viewer in viewers for after in viewer.returns]
        print(
            f"  {dict(answered)} in {took:.1f} s; {len(failures)} failed; viewers came back after {sorted(returns)} ms"
        )
        log = rig.front.folder / "nginx.log"
        check(not failures, lambda: "\n".join([*failures[:20], *log.read_text().splitlines()[-20:]]))
        # The keep-alives end the reads of the viewers.
        check(not any(viewer.failures for viewer in viewers), f"{[viewer.failures for viewer in viewers]}")
        check(returns and all(500 <= after <= 3000 for after in returns), f"viewers came back after {returns}")
        for client in clients:
            revision = rig.nodes[0].ask_json("GET", f"/v1/sessions/{client.session}{QUERY}")["revision"]
            check(revision == client.sequence, f"{revision} revisions after {client.sequence} acknowledged batches")
            kept = rig.nodes[0].ask_json("GET", f"/v1/datasets/{client.dataset}")["rows"]
            check(kept == 1 + client.appended, f"{kept} rows after {client.appended} acknowledged appends")


def wait_for(clients, count):
    """Waits until each client had some more batches answered, or has failed."""
    wanted = {client: client.answered["batch"] + count for client in clients}
    end = time.monotonic() + PATIENCE
    while any(client.answered["batch"] < number and not client.failures for client, number in wanted.items()):
        check(time.monotonic() < end, "the clients do not go on")
        time.sleep(0.01)


if __name__ == "__main__":
    with contextlib.ExitStack() as stack:
        stack.callback(check_that_all_ended)
        run_tests([restarts_are_not_felt])
