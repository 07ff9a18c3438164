"""Measures what sessions that nobody uses cost a node: its start and its memory, with none and with a million of them.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Cluster/resting_sessions.py [sessions]
The sessions are copies of one, made in the database: each with its start, its dataset, a line of its log and its use.
"""

import json
import sys
import time

from bad_days_test import Day, Session, server_alone
from chart_server import check, scratch

COPIES = """
create temporary table made as
  select n, md5(n::text) as id from generate_series(1, {count}) as n;
insert into chart_surface.session (id, head, node, counter) select id, 1, 0, n from made;
create temporary table keys as select made.id, key from made join chart_surface.session using (id);
insert into chart_surface.session_start
  select key, keys.id, decode(md5('d' || keys.id), 'hex'), decode(md5('v' || keys.id), 'hex'), idle_timeout, owner,
    patterns, created_at, line, node, counter, seal
  from keys, chart_surface.session_start as one where one.id = '{one}';
insert into chart_surface.session_dataset
  select keys.key, ordinal, dataset from keys, chart_surface.session_dataset join chart_surface.session as one
    on session = one.key where one.id = '{one}';
insert into chart_surface.session_log
  select keys.key, revision, line, log.node, log.counter, seal from keys, chart_surface.session_log as log
    join chart_surface.session as one on session = one.key where one.id = '{one}';
insert into chart_surface.session_use
  select keys.key, used_at, due_at + 86400000 from keys, chart_surface.session_use join chart_surface.session as one
    on session = one.key where one.id = '{one}';
update chart_surface.session_count set live = live + {count}
  where node = (select min(node) from chart_surface.session_count);
"""


def memory(node):
    """The private bytes of a node, in MiB."""
    return node.memory("RssAnon") / (1 << 20)


def start(day):
    """Starts a node. Returns it, and what its start took, in seconds."""
    begun = time.monotonic()
    node = day.started()
    seconds = time.monotonic() - begun
    time.sleep(5)
    return node, seconds


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with scratch("resting") as folder, server_alone(folder) as server:
        day = Day(folder, server, "resting").create()
        node, seconds = start(day)
        session = Session(node)
        session.changes(node)
        print(f"resting sessions: none: ready after {seconds:.2f} s, {memory(node):.1f} MiB", flush=True)
        node.stop()
        server.ask(COPIES.format(count=count, one=session.id), day.database, patience=1200)
        node, seconds = start(day)
        session.changes(node)
        print(f"resting sessions: {count}: ready after {seconds:.2f} s, {memory(node):.1f} MiB", flush=True)
        listed = json.loads(node.ask_available("GET", "/v1/sessions?limit=10"))
        check(len(listed["sessions"]) == 10, listed)
        day.end()


if __name__ == "__main__":
    main()
