"""A server of its own for a test, as CHART_SURFACE_BIN has it."""

import contextlib
import os
import subprocess
import sys

BINARY = os.environ["CHART_SURFACE_BIN"]


@contextlib.contextmanager
def running_server(scratch, auth="none"):
    """Gives the address of a server that keeps its data below `scratch`, and holds it to end as it should."""
    with open(scratch / "server.log", "wb") as log:
        server = subprocess.Popen(
            [BINARY, "serve", "--http-port", "0", "--data-dir", str(scratch / "data"), "--auth-mode", auth],
            stdout=subprocess.PIPE,
            stderr=log,
        )
    try:
        line = server.stdout.readline().decode()
        if "http://" not in line:
            sys.exit(f"the server did not start: {(scratch / 'server.log').read_text()}")
        yield line.split()[-1]
    finally:
        server.terminate()
        status = server.wait(30)
    if status != 0:
        sys.exit(f"the server ended with {status}")
