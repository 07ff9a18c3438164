"""Checks the server against the OpenAPI document that it serves, with schemathesis.

    CHART_SURFACE_BIN=... .build/python/bin/python Tests/Contract/contract_test.py [arguments of schemathesis run]

CONTRACT_EXAMPLES is the number of random cases for each operation (20), CONTRACT_SEED their seed (1).
"""

import json
import os
import pathlib
import subprocess
import sys

from chart_server import Server

EXAMPLES = os.environ.get("CONTRACT_EXAMPLES", "20")
SEED = os.environ.get("CONTRACT_SEED", "1")
HERE = pathlib.Path(__file__).resolve().parent
# schemathesis reads the document before it starts, and skips that operation. Streams do not end by themselves.
LEFT_OUT = {"GET /openapi.json", "GET /v1/sessions/{id}/stream", "POST /v1/streams"}


def run_schemathesis(base, scratch):
    environment = os.environ | {
        "CONTRACT_BASE": base,
        "CONTRACT_TALLY": str(scratch / "tally.json"),
        "SCHEMATHESIS_HOOKS": "hooks",
        "PYTHONPATH": str(HERE),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    program = pathlib.Path(sys.executable).with_name("schemathesis")
    return subprocess.run(
        [
            *(program, "--config-file", HERE / "schemathesis.toml", "run", f"{base}/openapi.json", "--no-color"),
            *("--max-examples", EXAMPLES, "--seed", SEED, *sys.argv[1:]),
        ],
        cwd=scratch,
        env=environment,
        check=False,
    ).returncode


def labels(server):
    return [
        f"{method.upper()} {path}"
        for path, item in server.made("GET", "/openapi.json")["paths"].items()
        for method in item
        if method in ("get", "put", "post", "patch", "delete")
    ]


def main():
    server = Server("--auth-mode", "none", demo=True)
    # A page in place of the documentation, which may not be built yet.
    docs = server.folder / "docs"
    (docs / "documentation").mkdir(parents=True)
    (docs / "index.html").write_text("<!doctype html>")
    server.options += ["--docs-directory", docs]
    with server:
        status = run_schemathesis(server.address, server.folder)
        operations = labels(server)
        counted = server.folder / "tally.json"
        tally = json.loads(counted.read_text()) if counted.exists() else {}
    for label in operations:
        counts = tally.get(label, {})
        print(f"{label:58}", " ".join(f"{status}:{count}" for status, count in sorted(counts.items())))
    # Refusals are easy to get, so each operation must have succeeded at least once. With arguments schemathesis may
    # run only some operations, so this is not checked then.
    missed = [
        label
        for label in operations
        if not sys.argv[1:] and label not in LEFT_OUT and not any(status[0] in "23" for status in tally.get(label, {}))
    ]
    if missed:
        print("never answered with 2xx or 3xx:", ", ".join(missed))
    sys.exit(1 if status or missed else 0)


if __name__ == "__main__":
    main()
