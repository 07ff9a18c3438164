"""Checks that the requests on every accepted session cost no more than the model allows.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/cost_test.py [--specifications 30] [--seed 1]
ATTACK=long tries 5,000 specifications near the limits. A failure names the seed and the number of the specification.
"""

import argparse
import contextlib
import json
import os
import pathlib
import random
import sys
import time

from chart_server import Server, check, exchange
from cost_cases import FIXED, datasets, pixels, random_specification
from cost_model import ANSWER_BYTES, Cost, slowness

SHOWN = 16


class CostServer(Server):
    """A server with the costs of its requests."""

    def ask(self, *request):
        """Asks on a new connection: the server closes a connection after a slow answer."""
        with contextlib.closing(self.connect()) as connection:
            status, text, _ = exchange(connection, *request)
        check(status < 500, f"{request[:2]}: {status} {text[:300]!r}")
        return status, text

    def first_of_stream(self, path):
        """Reads the first event of a stream, and closes the stream."""
        with contextlib.closing(self.connect()) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            if answer.status != 200:
                return answer.status, answer.read()
            text = b""
            while not (b"data:" in text and text.endswith(b"\n\n")):
                line = answer.readline()
                check(line, "the stream ended before its first event")
                text += line
            return 200, text

    @contextlib.contextmanager
    def measured(self, cost):
        """Measures the cost of the requests in the block."""
        self.settle()
        is_measured = self.forget_peak()
        seconds, memory = self.processor_seconds(), self.memory()
        yield
        cost.seconds = self.processor_seconds() - seconds
        cost.memory = self.memory("VmHWM") - memory if is_measured else 0

    def settle(self):
        """Waits until the server is idle, so that the cost of a request does not include the one before it."""
        before = self.processor_seconds()
        for _ in range(100):
            time.sleep(0.005)
            after = self.processor_seconds()
            if after - before < 0.0005:
                return
            before = after

    def forget_peak(self):
        """Resets `VmHWM`. Returns whether the kernel supports this."""
        with contextlib.suppress(OSError):
            pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
            return True
        return False


def hold(cost):
    """Checks a cost against the model."""
    check(cost.answered <= ANSWER_BYTES, f"{cost.name}, {cost.kind}: an answer of {cost.answered} bytes")
    if cost.seconds > cost.bound:
        # Other users of the host may take half of a processor's speed from one moment to the next.
        bound = cost.bound * slowness()
        check(
            cost.seconds <= bound,
            f"{cost.name}, {cost.kind}: {cost.seconds:.3f} s of processor; the bound is {bound:.3f} s",
        )
    check(
        cost.memory <= cost.memory_bound,
        f"{cost.name}, {cost.kind}: {cost.memory >> 20} MiB of memory; the bound is {cost.memory_bound >> 20} MiB",
    )


def is_refusal(status, text):
    """Whether an answer refuses something over a limit, or a link of axes that cannot be linked."""
    problem = json.loads(text)
    code = problem.get("code", "")
    if code == "specification.invalid" and problem.get("pointer", "").startswith("/links/"):
        return True
    return status in (413, 422) and (code.startswith("limits.") or "too-many" in code or "too-large" in code)


def note(cost, status, text, costs):
    """Records the cost of an answered request, and checks it against the model."""
    cost.answered = len(text)
    costs.append(cost)
    check(status == 200 or is_refusal(status, text), f"{cost.name}, {cost.kind}: {status} {text[:300]!r}")
    hold(cost)


def try_specification(server, name, specification, requests, costs):
    """Opens a session, and measures its requests if the server accepts it. Returns whether it did."""
    body = json.dumps(specification).encode()
    opened = Cost(name, "open", len(body))
    with server.measured(opened):
        status, text = server.ask("POST", "/v1/sessions?window=none&ticks=false", body)
    opened.answered = len(text)
    costs.append(opened)
    hold(opened)
    if status != 201:
        check(is_refusal(status, text), f"{name}: {status} {text[:300]!r}")
        return False
    session = "/v1/sessions/" + json.loads(text)["id"]
    surface = session + "/surfaces/" + specification["surfaces"][0].get("id", "main")
    for kind, path, events in requests:
        data = json.dumps({"events": events}).encode()
        cost = Cost(name, kind, len(data), pixels(specification))
        with server.measured(cost):
            status, text = server.ask("POST", surface + path, data)
        note(cost, status, text, costs)
    for kind, path in [("read", session), ("stream", session + "/stream")]:
        cost = Cost(name, kind, 0, pixels(specification))
        with server.measured(cost):
            status, text = server.ask("GET", path) if kind == "read" else server.first_of_stream(path)
        note(cost, status, text, costs)
    status, text = server.ask("DELETE", session)
    check(status == 204, f"{name}: {status} {text[:300]!r}")
    return True


def show(costs):
    """Prints the most expensive requests of each kind."""
    print(f"{'case':34} {'request':20} {'sent':>9} {'answered':>10} {'ms':>8} {'of bound':>8} {'MiB':>6}")
    dearest = sorted(costs, key=lambda cost: cost.seconds / cost.bound, reverse=True)[:SHOWN]
    largest = sorted(costs, key=lambda cost: cost.answered, reverse=True)[:4]
    for cost in dearest + [cost for cost in largest if cost not in dearest]:
        print(
            f"{cost.name[:34]:34} {cost.kind:20} {cost.sent:9} {cost.answered:10} {cost.seconds * 1000:8.1f} "
            f"{cost.seconds / cost.bound:8.1%} {cost.memory / (1 << 20):6.1f}",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--specifications", type=int, default=5_000 if os.environ.get("ATTACK") == "long" else 30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="a part of the names of the fixed cases that are tried")
    options = parser.parse_args()
    costs, accepted, refused = [], 0, 0
    with CostServer("--store-kind", "memory") as server, contextlib.ExitStack() as stack:
        stack.callback(show, costs)
        for name, text in datasets().items():
            status, answer = server.ask("PUT", f"/v1/datasets/{name}", text)
            check(status == 201, answer)
        for name, make in FIXED.items():
            if options.only and options.only not in name:
                continue
            specification, requests, is_accepted = make()
            was = try_specification(server, name, specification, requests, costs)
            check(
                is_accepted is None or was == is_accepted, f"{name}: the server {'accepted' if was else 'refused'} it"
            )
        for number in range(0 if options.only else options.specifications):
            source = random.Random(f"{options.seed}/{number}")
            specification, requests = random_specification(source)
            name = f"seed {options.seed}, number {number}"
            if try_specification(server, name, specification, requests, costs):
                accepted += 1
            else:
                refused += 1
    if not options.only:
        check(
            options.specifications < 20 or (accepted > 0 and refused > 0),
            "the server accepted all specifications, or none",
        )
        print(f"{accepted} accepted specifications, {refused} refused")


if __name__ == "__main__":
    sys.exit(main())
