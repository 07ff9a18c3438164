"""The load of a run: sessions, their clients, and what is read at the end."""

import itertools
import json
import random
import threading
import time

from caller import ANSWER
from chart_server import check, until
from clients import FEED_ROWS, FEED_X, MODIFIERS, STILL_ROWS, Appender, Chart, Ender, Writer, rows
from history import Recorder
from viewer import Viewer

JOIN_SECONDS = 120
# A hint that is lost costs at most a second. The rest only guards against a hang.
CATCH_UP_SECONDS = 90


class Load:
    """Clients that change and watch charts through one port until `stop`.

    Each session has `writers` clients and two viewers. The last session is ended while its clients use it. Without
    `appends` no rows follow those of the import.
    """

    def __init__(
        self,
        path,
        port,
        nodes,
        seed=1,
        sessions=3,
        writers=6,
        thinks=0.02,
        ends_after=None,
        appends=True,
        reads="latest",
    ):
        # The dataset that grows has a name of its own in each load, so that no late append comes from another.
        self.feed = f"feed-{seed}"
        self.recorder, self.port, self.seed, self.thinks = Recorder(path), port, seed, thinks
        numbers = itertools.count(random.Random(seed).randrange(100))
        self.unique = lambda: next(numbers)
        # `store.reads` of the nodes, which decides what the laws demand of reads.
        self.reads = reads
        self.stops, self.viewers_stop, self.ends = threading.Event(), threading.Event(), threading.Event()
        self.charts = self.open(nodes, sessions, ends_after)
        self.writers, self.viewers = [], []
        for number, chart in enumerate(self.charts, 1):
            names = [f"writer-{number}-{index}" for index in range(1, writers + 1)]
            self.writers += [Writer(self, name, chart) for name in names]
            if chart.ends_after is not None:
                self.writers.append(Ender(self, f"ender-{number}", chart, chart.ends_after))
            self.viewers += [Viewer(self, f"viewer-{number}-{index}", chart) for index in (1, 2)]
        self.appenders = [Appender(self, f"appender-{index}") for index in (1, 2)] if appends else []

    def import_datasets(self, node):
        """Imports the datasets of all charts, which all nodes share."""
        for name, number in (("still", STILL_ROWS), (self.feed, FEED_ROWS)):
            if node.fetch("GET", f"/v1/datasets/{name}")[0] == 404:
                node.ask_json("PUT", f"/v1/datasets/{name}", rows(number), "text/csv")

    def open(self, nodes, count, ends_after):
        node, charts = nodes[0], []
        self.import_datasets(node)
        feed = node.ask_json("GET", f"/v1/datasets/{self.feed}")
        self.recorder.write(
            "loaded",
            dataset=self.feed,
            rows=feed["rows"],
            version=feed["version"],
            shared=len(nodes) > 1,
            reads=self.reads,
        )
        for number in range(1, count + 1):
            dataset = self.feed if number == 2 else "still"
            body = {"surfaces": [{"dataset": dataset, "modifiers": MODIFIERS}]}
            id = node.ask_json("POST", f"/v1/sessions{ANSWER}", json.dumps(body))["id"]
            self.recorder.write("opened", session=id, still=dataset == "still", reads=self.reads)
            rows_ = STILL_ROWS if dataset == "still" else FEED_ROWS
            charts.append(Chart(id, dataset, rows_, ends_after if number == count else None))
        return charts

    def __enter__(self):
        for client in self.clients():
            client.start()
        return self

    def __exit__(self, kind, *_):
        self.stops.set()
        self.viewers_stop.set()
        if kind is not None:
            self.ends.set()
        for viewer in self.viewers:
            viewer.leave()
        for client in self.clients():
            client.join(JOIN_SECONDS)
        self.recorder.close()

    def clients(self):
        return [*self.viewers, *self.writers, *self.appenders]

    def check_clients(self):
        for client in self.clients():
            check(client.failure is None, f"{client.name} failed: {client.failure!r}")

    def until_more(self, seconds, count=20):
        """Waits until `count` more operations are done. Returns the seconds until the first."""
        begun, before = time.monotonic_ns(), self.recorder.done
        until(lambda: self.recorder.done > before, f"no operation was done for {seconds} s", seconds)
        first = (time.monotonic_ns() - begun) / 1e9
        until(lambda: self.recorder.done >= before + count, f"{count} operations took over {seconds} s", seconds)
        self.check_clients()
        return first

    def stop(self):
        """Lets the writers finish. The viewers go on."""
        self.stops.set()
        for client in (*self.writers, *self.appenders):
            client.join(JOIN_SECONDS)
            check(not client.is_alive(), f"{client.name} hangs")
        self.check_clients()

    @staticmethod
    def read_log(node, chart):
        """The log of a session as text and as lines.

        The first look after a restart may cancel a gesture, so the log is read until it has what a read shows.
        """
        while True:
            revision = node.ask_json("GET", f"/v1/sessions/{chart.id}{ANSWER}")["revision"]
            text = node.ask_available("GET", f"/v1/sessions/{chart.id}/log")
            lines = [json.loads(line) for line in text.splitlines()]
            if lines[-1].get("revision", 0) == revision:
                return text, lines
            check(lines[-1].get("revision", 0) > revision, f"the log of {chart.id} lacks revision {revision}")

    def collect(self, node, awaits=True):
        """Reads at the end, from a node that has nothing in memory: logs, replays and rows.

        With `awaits` the viewers must then reach the last revision.
        """
        kept = [chart for chart in self.charts if chart.ends_after is None]
        last = {}
        for chart in kept:
            begun = time.monotonic_ns()
            text, lines = self.read_log(node, chart)
            self.recorder.write("log", at=begun, session=chart.id, lines=lines)
            answer = node.ask_json("POST", f"/v1/replays{ANSWER}", text, "application/x-ndjson")
            short = {key: answer[key] for key in ("revisions", "stateHash", "firstDifference")}
            self.recorder.write("replayed", session=chart.id, answer=short)
            last[chart.id] = lines[-1].get("revision", 0)
        begun = time.monotonic_ns()
        window = node.ask_json("GET", f"/v1/datasets/{self.feed}/window?method=none&from={FEED_X}&to={FEED_X}")
        self.recorder.write(
            "rows", at=begun, dataset=self.feed, offset=FEED_ROWS, values=[row[1] for row in window["rows"]]
        )
        late = [viewer for viewer in self.viewers if viewer.chart in kept]
        if awaits:
            until(
                lambda: all((viewer.last or 0) >= last[viewer.chart.id] for viewer in late),
                lambda: f"viewers are behind: {[(v.name, v.last, last[v.chart.id]) for v in late]}",
            )
        self.check_clients()
        return last
