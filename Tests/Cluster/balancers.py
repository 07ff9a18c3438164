"""Measures what three ways to spread requests over three nodes cost: that of the article, by path, and in turn.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/balancers.py [seconds] [rounds]
Each client has a session with two surfaces. It sends a batch to one, a batch to the other, and reads the session.
The database counts its statements and their time with pg_stat_statements.
"""

import http.client
import json
import re
import statistics
import sys
import threading
import time

import database
from article import Article, nginx
from bench_rig import BenchRig
from chart_server import LOOPBACK, PATIENCE, check, exchange, scratch
from clients import MODIFIERS, STILL_ROWS, rows

CLIENTS = 24
QUERY = "?window=none&ticks=false"
HASH = "hash $key consistent;"
WAYS = {"by session": HASH, "by path": "hash $uri consistent;", "in turn": ""}
COUNTED = (
    "select sum(calls), sum(total_exec_time) from pg_stat_statements join pg_database on dbid = pg_database.oid "
    f"where datname = '{database.NAME}'"
)


class Client(threading.Thread):
    """Sends one request after another, and a batch that was refused for a while again."""

    def __init__(self, port, session, stops):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection(LOOPBACK, port, timeout=PATIENCE)
        self.path, self.stops = f"/v1/sessions/{session}", stops
        self.answered = self.refused = 0
        self.failure = None

    def run(self):
        number = 0
        while not self.stops.is_set() and self.failure is None:
            number += 1
            wheel = {"type": "wheel", "time": 16 * number, "x": 100, "y": 90, "deltaX": 0}
            batch = {"client": "c", "sequence": number, "events": [wheel | {"deltaY": 9 if number % 4 < 2 else -9}]}
            self.ask("POST", f"{self.path}/surfaces/{number % 2}/events{QUERY}", batch)
            if number % 2 == 0:
                self.ask("GET", self.path + QUERY)
        self.connection.close()

    def ask(self, method, path, body=None):
        while True:
            status, answer, _ = exchange(self.connection, method, path, body)
            if status == 200:
                self.answered += 1
            elif status == 503:
                self.refused += 1
                if not self.stops.is_set():
                    continue
            else:
                self.failure = f"{method} {path}: {status} {answer}"
            return


def conflicts(rig):
    told = "".join(node.fetch("GET", "/metrics")[1] for node in rig.nodes)
    return sum(map(int, re.findall(r"^chart_surface_conflicts_total\{.*\} (\d+)$", told, re.MULTILINE)))


def measured(rig, port, seconds):
    """Requests a second, and for each request: refusals, conflicts, statements, and milliseconds of the database."""
    body = {"surfaces": [{"id": name, "dataset": "still", "modifiers": MODIFIERS} for name in ("0", "1")]}
    sessions = [rig.nodes[0].ask_json("POST", f"/v1/sessions{QUERY}", json.dumps(body))["id"] for _ in range(CLIENTS)]
    stops = threading.Event()
    clients = [Client(port, session, stops) for session in sessions]
    before = conflicts(rig)
    rig.database.primary.ask("select pg_stat_statements_reset()")
    begun = time.monotonic()
    for client in clients:
        client.start()
    stops.wait(seconds)
    stops.set()
    for client in clients:
        client.join()
        check(client.failure is None, client.failure)
    took = time.monotonic() - begun
    calls, milliseconds = map(float, rig.database.primary.ask(COUNTED).split("|"))
    answered = sum(client.answered for client in clients)
    each = (sum(client.refused for client in clients), conflicts(rig) - before, calls, milliseconds)
    return [answered / took, *(count / answered for count in each)]


def main():
    seconds, rounds = (float(word) for word in [*sys.argv[1:], "10", "3"][:2])
    database.SETTINGS |= {"fsync": "on", "shared_preload_libraries": "pg_stat_statements"}
    found = {way: [] for way in WAYS}
    with BenchRig("postgres", durability="commit") as rig:
        rig.database.primary.ask("create extension pg_stat_statements")
        rig.nodes[0].ask_json("PUT", "/v1/datasets/still", rows(STILL_ROWS), "text/csv")
        article = Article({f"808{number}": str(node.port) for number, node in enumerate(rig.nodes, 1)})
        configuration = article.files["nginx.conf"]
        check(configuration.count(HASH) == 1, f"the article's nginx.conf has no {HASH}")
        for _ in range(int(rounds)):
            for way, line in WAYS.items():
                with (
                    scratch("balancers") as folder,
                    nginx(folder, configuration.replace(HASH, line), article.port(8080)),
                ):
                    found[way].append(measured(rig, article.port(8080), seconds))
    print("requests/s, and for each request: refusals, conflicts, statements, ms of the database (medians)")
    for way, values in found.items():
        median = [statistics.median(column) for column in zip(*values, strict=True)]
        range_ = f"{min(value[0] for value in values):.0f} to {max(value[0] for value in values):.0f}"
        print(f"{way}: {median[0]:.0f} ({range_}), " + ", ".join(f"{figure:.3f}" for figure in median[1:]))


if __name__ == "__main__":
    main()
