"""The server under test: the real executable, and its commands for keys."""

import contextlib
import http.client
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

from issuers import AUDIENCE, ISSUER

BINARY = os.environ["CHART_SURFACE_BIN"]
# A change of the keys counts within a second; a slow machine gets more.
PATIENCE = 20


def check(condition, message):
    if not condition:
        raise AssertionError(message)


class Server:
    """The real executable over a data directory."""

    def __init__(self, folder, *options, mode="keys"):
        self.data = pathlib.Path(folder) / "data"
        self.log_path = pathlib.Path(folder) / "server.log"
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [
                    *(BINARY, "serve", "--http-port", "0", "--data-dir", str(self.data)),
                    *("--auth-mode", mode, "--demo-enabled", "false", *options),
                ],
                stdout=subprocess.PIPE,
                stderr=log,
            )
        ready = self.process.stdout.readline().decode().strip()
        check("://" in ready, f"the server did not start: {self.log_path.read_text()}")
        self.port = int(ready.rsplit(":", 1)[1])

    def call(self, method, path, body=None, credential=None, content="application/json"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": content} if body is not None else {}
        if credential is not None:
            headers["Authorization"] = f"Bearer {credential}"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, json.loads(text) if text else None

    def refusal(self, credential):
        """The status and the code of a call with a credential; the code is None for a call that succeeds."""
        status, answer = self.call("GET", "/v1/datasets", credential=credential)
        return status, answer.get("code")

    def audit(self):
        lines = [json.loads(line) for line in self.log_path.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if line.get("logger") == "chart-surface.audit"]

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) * 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)


@contextlib.contextmanager
def serving(*options, mode="keys", folder=None):
    with contextlib.ExitStack() as stack:
        server = Server(folder or stack.enter_context(tempfile.TemporaryDirectory()), *options, mode=mode)
        try:
            yield server
        finally:
            server.stop()


def keys(data, *arguments):
    result = subprocess.run(
        [BINARY, "keys", *arguments, "--data-dir", str(data)], capture_output=True, text=True, timeout=60
    )
    check(result.returncode == 0, f"keys {arguments}: {result.returncode} {result.stderr}")
    return result.stdout.strip()


def wait_until(condition, message, patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        check(time.monotonic() < end, message)
        time.sleep(0.02)


def jwt_options(source):
    return ("--auth-jwt-issuer", ISSUER, "--auth-jwt-audience", AUDIENCE, "--auth-jwt-keys", str(source))
