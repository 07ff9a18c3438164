"""Libraries that make a clock wrong, and whole trees of processes."""

import os
import pathlib
import signal
import subprocess

from chart_server import check, program


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


def check_that_all_ended():
    check(not children(os.getpid()), f"processes are left: {children(os.getpid())}")
