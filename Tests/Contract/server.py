"""Starts the server that CHART_SURFACE_BIN names for one test."""

import contextlib
import os
import subprocess
import sys

BINARY = os.environ["CHART_SURFACE_BIN"]


@contextlib.contextmanager
def running_server(scratch, auth="none"):
    """Yields the address of a server with its data in `scratch`, and checks that the server ends with 0."""
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
