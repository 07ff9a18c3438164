"""A PostgreSQL primary with a synchronous standby on loopback, for one run of the rig."""

import glob
import os
import shutil
import signal
import subprocess

from chart_server import LOOPBACK, PATIENCE, check, end, free_port, program, start, until
from processes import children, kill_with_children

NAME = "charts"
USER = "postgres"
# PostgreSQL refuses to run as root, so root starts it as the user of Debian's package.
RUNS_AS = USER if os.geteuid() == 0 else None
SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    "shared_buffers": "64MB",
    # A killed server loses nothing that it gave to Linux, and a busy disk would make a recovery take minutes.
    "fsync": "off",
    "max_connections": "100",
    "wal_level": "replica",
    "hot_standby": "on",
    "max_wal_size": "256MB",
    "wal_sender_timeout": "5s",
    "wal_receiver_timeout": "5s",
    "wal_retrieve_retry_interval": "200ms",
    "log_min_messages": "warning",
}


def tool(name):
    """The path of a program of the newest PostgreSQL on this machine."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[-2]), reverse=True)
    return program(name, "postgresql", folders)


def run(*command):
    """Runs a program of PostgreSQL as the user that may. Returns its output."""
    wrapper = [program("setpriv", "util-linux"), "--reuid", RUNS_AS, "--regid", RUNS_AS, "--init-groups"]
    done = subprocess.run(
        [*(wrapper if RUNS_AS else []), *map(str, command)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd="/",
        timeout=PATIENCE,
    )
    check(done.returncode == 0, f"{command[0]} ended with {done.returncode}: {done.stderr}{done.stdout}")
    return done.stdout


class Postgres:
    """One PostgreSQL server with its folder and its port, which it keeps over restarts."""

    def __init__(self, folder, name, settings=None):
        self.name, self.data, self.log, self.settings = name, folder / name, folder / f"{name}.log", settings or {}
        self.port = free_port()
        self.process = None

    def create(self):
        run(tool("initdb"), "-D", self.data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    def copy(self, primary):
        """Makes the folder a standby's: a copy of the primary, which may still run."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = ["-h", LOOPBACK, "-p", primary.port, "-U", USER]
        run(tool("pg_basebackup"), *source, "-D", self.data, "-X", "stream", "--checkpoint=fast", "--no-sync")
        (self.data / "standby.signal").touch()
        # The copy has the primary's settings. A promoted standby must not wait for a standby named like itself.
        with open(self.data / "postgresql.auto.conf", "a") as settings:
            settings.write("synchronous_standby_names = ''\n")

    def start(self, follows=None):
        settings = SETTINGS | {"port": str(self.port)} | self.settings
        if follows:
            settings["primary_conninfo"] = (
                f"host={LOOPBACK} port={follows.port} user={USER} application_name={self.name} connect_timeout=2"
            )
        words = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        self.process = start([tool("postgres"), "-D", self.data, *words], self.log, user=RUNS_AS)
        until(self.answers, lambda: f"{self.name} does not answer: {self.log.read_text()}")

    def answers(self):
        check(self.process.poll() is None, f"{self.name} ended: {self.log.read_text()}")
        return (
            subprocess.run(
                [tool("pg_isready"), "-q", "-h", LOOPBACK, "-p", str(self.port)], timeout=PATIENCE
            ).returncode
            == 0
        )

    def ask(self, sql, database=NAME, patience=PATIENCE):
        """The rows of a statement as text, with `|` between columns."""
        done = subprocess.run(
            [tool("psql"), "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", self.url(database), "-c", sql],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=patience,
        )
        check(done.returncode == 0, f"{self.name}: {sql}: {done.stderr}")
        return done.stdout.strip()

    def url(self, database=NAME):
        return f"postgresql://{USER}@{LOOPBACK}:{self.port}/{database}?connect_timeout=5"

    def kill(self):
        """Ends the server and its backends at once, as the loss of its machine does."""
        kill_with_children(self.process)

    def freeze(self):
        for pid in [self.process.pid, *children(self.process.pid)]:
            os.kill(pid, signal.SIGSTOP)

    def thaw(self):
        for pid in [*children(self.process.pid), self.process.pid]:
            os.kill(pid, signal.SIGCONT)

    def stop(self, sign=signal.SIGQUIT):
        """Ends the server: at once, or with SIGINT in good order."""
        if self.process is not None and self.process.poll() is None:
            self.thaw()
        return end(self.process, sign)


class Database:
    """The primary and its standby. After a loss of the primary they change places."""

    def __init__(self, folder):
        self.folder = folder / "postgresql"
        self.servers = []
        self.primary = self.standby = None

    def __enter__(self):
        self.folder.mkdir()
        if RUNS_AS:
            shutil.chown(self.folder, USER, USER)
        self.primary, self.standby = self.servers = [Postgres(self.folder, name) for name in ("east", "west")]
        try:
            self.primary.create()
            self.primary.start()
            self.primary.ask(f"create database {NAME}", "postgres")
            self.join_standby()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # The standby ends first, so that it does not look for its primary.
        for server in (self.standby, self.primary):
            server.stop()

    def join_standby(self):
        """Copies the primary to the standby's folder, and lets commits wait for the standby from then on."""
        self.standby.copy(self.primary)
        if RUNS_AS:
            shutil.chown(self.standby.data / "standby.signal", USER, USER)
        self.standby.start(follows=self.primary)
        self.primary.ask(f"alter system set synchronous_standby_names = '{self.standby.name}'")
        self.primary.ask("select pg_reload_conf()")
        until(self.is_synchronous, "the standby does not become synchronous")

    def is_synchronous(self):
        return self.primary.ask("select sync_state from pg_stat_replication") == "sync"

    def promote(self):
        """Makes the standby the primary. The old primary must be dead, since nothing else fences it off."""
        check(self.primary.process.poll() is not None, "the old primary still runs")
        run(tool("pg_ctl"), "promote", "-w", "-D", self.standby.data)
        self.primary, self.standby = self.standby, self.primary

    def restart_primary(self):
        """Starts a killed primary again in its place. It recovers from its own log."""
        self.primary.start()
