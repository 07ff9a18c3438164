"""The cluster on loopback: PostgreSQL with a standby, nodes, a proxy between each node and each database, nginx.

The rig `sqlite` has one node with its own files, and neither PostgreSQL nor proxies.
"""

import contextlib
import itertools
import shutil
import signal
import sys
import time

from chart_server import LOOPBACK, PATIENCE, check, scratch, until
from cuts import Proxies
from database import NAME, USER, Database
from front import Front
from node import Node

ALWAYS = ["--log-level", "warning", "--limits-rows-per-window", "10000000", "--limits-answer-bytes", "1GiB"]
# On a busy machine a database takes longer for its first answer than a node waits by itself.
STORE_WAIT_SECONDS = 60


class Rig:
    """Starts all on entry, and ends all on exit, also after Ctrl-C. Enter it from the main thread.

    `clocks` has the seconds by which the clock of each node is wrong. TESTS_KEEP keeps the folder.
    """

    def __init__(
        self, store, nodes=3, balance="robin", durability="full", clocks=(), port=None, demo=False, reads="latest"
    ):
        check(store in ("sqlite", "postgres"), f"there is no store {store}; there are sqlite and postgres")
        self.store, self.count = store, 1 if store == "sqlite" else nodes
        self.balance, self.durability, self.clocks, self.port, self.demo = balance, durability, clocks, port, demo
        self.reads = reads
        self.folder = self.database = self.proxies = self.front = None
        self.nodes, self.numbers = [], itertools.count(1)
        # The proxies of each node: one for each database server, in their order.
        self.links = {}

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.folder = stack.enter_context(scratch("cluster"))
            if self.store == "postgres":
                self.database = stack.enter_context(Database(self.folder))
                self.proxies = stack.enter_context(Proxies())
            stack.push(self.stop_nodes)
            for number in range(self.count):
                self.add_node(self.clocks[number % len(self.clocks)] if self.clocks else 0)
            ports = [node.port for node in self.nodes]
            self.front = stack.enter_context(Front(self.folder, ports, self.balance, self.port))
            self.until_ready()
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *failure):
        return self.stack.__exit__(*failure)

    def add_node(self, clock=0):
        """Starts one more node. nginx spreads requests over those that are there when it starts."""
        name = f"node-{next(self.numbers)}"
        node = Node(self.folder, name, self.options(name), clock, demo=self.demo)
        self.nodes.append(node)
        node.start()
        return node

    def options(self, name):
        options = [*ALWAYS, "--store-kind", self.store, "--store-durability", self.durability]
        if self.store == "postgres":
            self.links[name] = [self.proxies.to(server.port) for server in self.database.servers]
            options += ["--store-url", url_of(self.links[name]), "--store-reads", self.reads]
            options += ["--store-wait", f"{STORE_WAIT_SECONDS}s"]
        return options

    def stop_nodes(self, kind, *_):
        if kind is not None and issubclass(kind, Exception):
            print(self.logs(), file=sys.stderr)
        for node in self.nodes:
            node.end()

    def until_ready(self, seconds=PATIENCE):
        for node in self.nodes:
            until(node.is_ready, f"{node.name} is not ready", seconds)

    @property
    def address(self):
        return f"http://{LOOPBACK}:{self.front.port}/"

    def lose_primary(self):
        """Kills the primary and its backends. Nodes that look for it are refused."""
        lost = self.database.servers.index(self.database.primary)
        self.database.primary.kill()
        for links in self.links.values():
            links[lost].refuse()

    def stop_primary(self):
        """Ends the primary in good order, with every connection to it."""
        self.database.primary.stop(signal.SIGINT)

    def promote(self):
        self.database.promote()

    def restart_primary(self):
        self.database.restart_primary()
        self.heal_links()

    def rejoin_standby(self):
        """Makes the lost primary the standby of the new one, from a fresh copy."""
        self.database.join_standby()
        self.heal_links()

    def heal_links(self):
        for links in self.links.values():
            for link in links:
                link.heal()

    def keep_logs(self, folder):
        """Copies all logs to a folder, before the rig removes its own."""
        folder.mkdir()
        for log in self.folder.glob("**/*.log"):
            shutil.copy(log, folder)

    def logs(self):
        return "\n".join(node.shown_log() for node in self.nodes)


def url_of(links):
    """The URL of a database behind proxies, of which the first that takes writes is the primary."""
    hosts = ",".join(f"{LOOPBACK}:{link.port}" for link in links)
    return f"postgresql://{USER}@{hosts}/{NAME}?target_session_attrs=read-write&connect_timeout=2"


def keep_up(rig):
    """Prints where the cluster is, and waits for Ctrl-C."""
    with rig:
        print(f"the page is at {rig.address}", flush=True)
        for node in rig.nodes:
            print(f"{node.name}: http://{LOOPBACK}:{node.port}/, clock {node.clock:+d} s, log {node.log_path}")
        if rig.database:
            for server in rig.database.servers:
                role = "primary" if server is rig.database.primary else "standby"
                print(f"{role}: {server.url()}")
        print("Ctrl-C ends all", flush=True)
        while all(node.process.poll() is None for node in rig.nodes):
            time.sleep(1)
        print(f"a node has ended\n{rig.logs()}")
