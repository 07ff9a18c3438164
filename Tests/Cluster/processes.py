"""Starts and ends the processes of the rig, and finds programs, libraries and free ports."""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

LOOPBACK = "127.0.0.1"
# Below the range from which Linux takes the ports of outgoing connections, so a port stays free over a restart.
FIRST_PORT, LAST_PORT = 15_000, 32_000


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def until(condition, seconds, message):
    """Waits until the condition holds. Fails after `seconds` with the message, or with what the message returns."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(message() if callable(message) else message)
        time.sleep(0.05)


def free_port():
    while True:
        port = random.randrange(FIRST_PORT, LAST_PORT)
        with socket.socket() as probe:
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            return port


def program(name, package, folders=()):
    """The path of a program. Fails with the package to install when it is missing."""
    path = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ["PATH"], "/usr/sbin", "/sbin"]))
    check(path, f"{name} is missing; install it with: apt-get install {package}")
    return path


def fake_time_library():
    """The path of libfaketime for programs with threads."""
    for root in (pathlib.Path("/usr/lib"), pathlib.Path("/usr/local/lib")):
        for path in sorted(root.glob("**/libfaketimeMT.so.1")):
            return path
    raise AssertionError("libfaketimeMT.so.1 is missing; install it with: apt-get install faketime")


def real_timers_library(folder):
    """Compiles the library that keeps libfaketime from the timers of a process. Returns its path."""
    library = folder / "real_timers.so"
    if not library.exists():
        source = pathlib.Path(__file__).with_name("real_timers.c")
        subprocess.run([program("clang", "clang"), "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
    return library


def start(command, log, user=None, environment=None):
    """Starts a process that Linux kills when the calling thread ends, so call this from the main thread.

    The process has a session of its own, so Ctrl-C reaches it through the rig alone.
    """
    wrapper = [program("setpriv", "util-linux"), "--pdeathsig", "KILL"]
    if user:
        wrapper += ["--reuid", user, "--regid", user, "--init-groups"]
    with open(log, "ab") as file:
        return subprocess.Popen(
            [*wrapper, *map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )


def end(process, sign=signal.SIGTERM, patience=10):
    """Ends a process, with SIGKILL if it does not obey. Returns its status, or `None` if there was no process."""
    if process is None:
        return None
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
        process.send_signal(sign)
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


def children(pid):
    """The processes that a process has started."""
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def kill_with_children(process):
    """Ends a process and its children at once, as the loss of a machine does."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGSTOP)
    for child in children(process.pid):
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.kill()
    process.wait()
