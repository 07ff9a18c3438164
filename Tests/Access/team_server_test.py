"""Runs every command of the article "A server for a team", and compares the answers.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Access/team_server_test.py, with curl and openssl.
"""

import os
import re
import subprocess

from chart_server import BINARY, ROOT, check, free_port, scratch
from issuers import ISSUER, Issuer, publishing

ARTICLE = ROOT / "Sources/chart-surface/ChartSurface.docc/TeamServer.md"
MARK = "@@@ command"


def steps():
    """The commands of the article, each with the lines that it shows."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", ARTICLE.read_text(), re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


def expected(lines):
    """A pattern for what a command shows, where an ellipsis stands for any text."""
    return r"\n".join(r".*".join(re.escape(part) for part in line.split("…")) for line in lines)


def main():
    issuer = Issuer()
    token = issuer.token(scope="datasets:read", datasets=["sales-*"])
    commands = steps()
    check(len(commands) > 15, commands)
    with scratch("team") as folder, publishing([issuer], folder) as (url, authority, _):
        script = ["trap 'kill %1; wait' EXIT"]
        for command, _ in commands:
            shown = command.replace("PORT=8443", f"PORT={free_port()}")
            script += [
                f"echo; echo '{MARK}'",
                f"{shown} || {{ cat server.log >&2; exit 1; }}" if "&" not in shown else shown,
            ]
        result = subprocess.run(
            ["bash", "-c", "\n".join(script)],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=600,
            env={
                **os.environ,
                "PATH": f"{BINARY.parent}:{os.environ['PATH']}",
                "ISSUER": ISSUER,
                "ISSUER_KEYS": url,
                "ISSUER_CA": str(authority),
                "TOKEN": token,
            },
        )
    answers = [answer.strip("\n") for answer in result.stdout.split(MARK)[1:]]
    for (command, lines), answer in zip(commands, answers, strict=False):
        fits = re.fullmatch(expected(lines), answer, re.S)
        check(fits, f"$ {command}\n{answer}\n-- instead of --\n{lines}\n{result.stderr}")
    check(len(answers) == len(commands), f"it ended early: {result.stdout}\n{result.stderr}")
    print(f"passed: {len(commands)} commands of the article")


main()
