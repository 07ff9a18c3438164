"""Shows that the laws find bugs of a store that nodes share, by planting them between real nodes and PostgreSQL."""

import time

import laws
from chart_server import check
from history import read
from load import Load
from rig import Rig

PATIENCE = 90
# How long clients run into a bug.
SECONDS = 3
CONDITION, NO_CONDITION = b"s.head = w.first - 1", b"s.head = s.head     "


def write_without_condition(rig):
    """A node writes the next revision whatever the last one is, and the table does not forbid it either."""
    rig.database.primary.ask("alter table chart_surface.session_log drop constraint session_log_pkey")
    for links in rig.links.values():
        for link in links:
            # The statement keeps its length, so that the message around it stays whole.
            link.alters = {CONDITION: NO_CONDITION}
            link.cut()
    time.sleep(SECONDS)


def early_acknowledgement(rig):
    """Changes are acknowledged before the primary has written them, and then it is lost."""
    rig.database.primary.ask("alter system set wal_writer_delay = '10s'")
    rig.database.primary.ask("select pg_reload_conf()")
    time.sleep(SECONDS / 2)
    rig.lose_primary()
    rig.promote()
    time.sleep(SECONDS / 2)


# The bug that loses the primary comes first, so that the other one meets new connections.
FOUND_BY = {
    early_acknowledgement: "reads_show_what_was_told_before",
    write_without_condition: "revisions_have_no_gap_and_no_fork",
}


def find_all(folder):
    """Plants each bug under load, and checks that its law finds it in what the clients were told."""
    with Rig("postgres", durability="none") as rig:
        for number, (plant, law) in enumerate(FOUND_BY.items(), 1):
            name = plant.__name__.replace("_", "-")
            path = folder / f"{name}.jsonl"
            with Load(path, rig.front.port, rig.nodes, 10_000 * number, sessions=2, appends=False) as load:
                load.until_more(PATIENCE)
                plant(rig)
                # A session that the bug has damaged answers no request any more.
                load.ends.set()
                load.stop()
            found = laws.by_law(read(path))
            path.unlink()
            check(law in found, f"{name}: {law} did not find it: {sorted(found)}")
            print(f"cluster: planted bug {name}: found by {law}", flush=True)
