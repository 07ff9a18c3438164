"""Checks that no request costs more than the model allows, whatever the session, the data and the query.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Attack/cost_test.py [--specifications 30] [--hostile 6] [--seed 1]
ATTACK=long tries 5,000 specifications near the limits, and 1,000 over hostile data of 1,000,000 rows. With
ATTACK_BUILD=release the bounds are those of a release build. A failure names the seed and the number of its case, and
shows a smaller one where there is one. All failures come at the end, and --only takes a part of a name.
"""

import argparse
import base64
import contextlib
import dataclasses
import json
import os
import pathlib
import random
import sys
import time

from chart_server import Server, check, exchange
from cost_cases import FIXED, datasets, imports, pixels, random_specification
from cost_model import ANSWER_BYTES, BUILD, IMPORT_TIMES, REQUEST_SECONDS, TURN_SECONDS, Cost, slowness
from cost_rules import Rules, least
from hostile_cases import DEARER, HOSTILE, hostile_datasets, random_hostile
from probes import Probes

SHOWN = 16
IS_LONG = os.environ.get("ATTACK") == "long"
# The processor seconds after which an import is given up.
IMPORT_PATIENCE = 8
# A compressor takes as long in each build, but the server reads and writes the text before and after it.
COMPRESSION_BUILD = 1 if BUILD == 1 else 4
COMPRESSED_BYTES, COMPRESSED_PARTS = 900_000, 5


class CostServer(Server):
    """A server with the costs of its requests."""

    def answer(self, *request):
        """Asks on a new connection."""
        with contextlib.closing(self.connect()) as connection:
            status, text, headers = exchange(connection, *request)
        is_later = status == 503 and headers["Retry-After"]
        check(status < 500 or is_later, f"{request[:2]}: {status} {text[:300]!r}")
        return status, text

    def import_seconds(self, query, text):
        """The processor seconds of an import, or those after which it was given up."""
        self.settle()
        before = self.processor_seconds()
        with contextlib.closing(self.connect(IMPORT_PATIENCE)) as connection:
            try:
                status, answer, _ = exchange(connection, "PUT", f"/v1/datasets/imported?{query}", text)
                check(status in (200, 201) or is_refusal(status, answer), f"{query[:80]}: {status} {answer[:300]!r}")
            except TimeoutError:
                seconds = self.processor_seconds() - before
                self.kill()
                self.start()
                return seconds
        return self.processor_seconds() - before

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
    if status == 503 or code in ("query.invalid", "request.invalid"):
        return True
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
        status, text = server.answer("POST", "/v1/sessions?window=none&ticks=false", body)
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
            status, text = server.answer("POST", surface + path, data)
        note(cost, status, text, costs)
    for kind, path in [("read", session), ("stream", session + "/stream")]:
        cost = Cost(name, kind, 0, pixels(specification))
        with server.measured(cost):
            status, text = server.answer("GET", path) if kind == "read" else server.first_of_stream(path)
        note(cost, status, text, costs)
    status, text = server.answer("DELETE", session)
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


class Failures:
    """Counts the cases that fail, and goes on with the others."""

    def __init__(self, only):
        self.only, self.count = only, 0

    def wants(self, name):
        return not self.only or self.only in name

    @contextlib.contextmanager
    def kept(self):
        try:
            yield
        except AssertionError as error:
            self.add(str(error))

    def add(self, text):
        self.count += 1
        print(f"FAIL {text}", flush=True)


def hold_hostile(server, failures, options):
    """Holds sessions over hostile data to the rules, and shows the smallest form of what breaks one."""
    makers = HOSTILE | (DEARER if IS_LONG or BUILD == 1 else {})
    cases = [dataclasses.replace(make(), name=name) for name, make in makers.items()]
    for number in range(options.hostile):
        name = f"hostile seed {options.seed}, number {number}"
        cases.append(random_hostile(random.Random(f"hostile/{options.seed}/{number}"), name))
    wanted = [case for case in cases if failures.wants(case.name)]
    if not wanted:
        return []
    for name, (columns, body) in hostile_datasets(1_000_000 if IS_LONG else 100_000).items():
        path = f"/v1/datasets/{name}?columns=x,{','.join(columns)}"
        status, answer, _ = server.fetch("PUT", path, body, kind="application/octet-stream")
        check(status == 201, f"{name}: {status} {answer[:300]}")
    rules, refused = Rules(server, shrink_seconds=60 if IS_LONG else 5), 0
    for case in wanted:
        with failures.kept():
            breaches = rules.hold(case)
            refused += breaches is None
            for breach in breaches or []:
                failures.add(str(breach))
    print(f"{len(wanted) - refused} accepted sessions over hostile data, {refused} refused")
    return rules.costs


def hold_imports(server, failures):
    """Each parameter at its limits makes an import a few times as dear as it is without it, and no more."""
    for name, (plain, dear) in imports().items():
        if not failures.wants(name):
            continue
        with failures.kept():
            seconds = [server.import_seconds(*one) for one in (plain, dear)]
            bound = IMPORT_TIMES * seconds[0] + REQUEST_SECONDS
            check(
                seconds[1] <= bound,
                f"{name}: {seconds[1]:.2f} s of processor for {len(dear[1])} bytes; {seconds[0]:.3f} s without, "
                f"the bound is {bound:.2f} s: PUT /v1/datasets/imported?{dear[0][:80]}",
            )


def hold_compression(failures):
    """Compression keeps no event loop for longer than a turn."""
    names = ["compression of a session", "compression of a stream", "compression of a window"]
    if not any(failures.wants(name) for name in names):
        return
    with CostServer("--store-kind", "memory", "--http-compression", "on") as server:
        columns, body = hostile_datasets(100_000)["broad"]
        path = f"/v1/datasets/broad?columns=x,{','.join(columns)}"
        check(server.fetch("PUT", path, body, kind="application/octet-stream")[0] == 201, "no dataset")
        made = server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": "broad", "modifiers": []}]})
        session = f"/v1/sessions/{made['id']}"
        for number in range(COMPRESSED_PARTS):
            text = base64.b64encode(random.Random(number).randbytes(COMPRESSED_BYTES * 3 // 4)).decode()
            modifier = {"type": "gestureObserver", "gesture": "tap", "meta": text}
            server.made("PUT", f"{session}/surfaces/main/modifiers/m{number}?window=none&ticks=false", modifier)
        window = f"/v1/datasets/broad/window?points=20000&method=minmax&columns={','.join(columns[:4])}"
        paths = [f"{session}?window=none", f"{session}/stream?window=none", window]
        for name, path in zip(names, paths, strict=True):
            with failures.kept():
                bound = TURN_SECONDS * COMPRESSION_BUILD * slowness()
                turn = least(bound, lambda path=path: compressed(server, path))
                check(turn <= bound, f"{name}: a turn of {turn:.3f} s at least, the bound is {bound:.3f} s: GET {path}")


def compressed(server, path):
    """The longest turn of an event loop while an answer comes compressed."""
    with Probes(server) as probes, contextlib.closing(server.connect()) as connection:
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        check(answer.status == 200, f"{path}: {answer.status}")
        check(answer.headers["Content-Encoding"] == "gzip", f"{path}: the answer is not compressed")
        # A stream has no end; its state is the first part.
        taken = 0
        while taken < COMPRESSED_BYTES * 3 // 4 * COMPRESSED_PARTS and (piece := answer.read1(1 << 20)):
            taken += len(piece)
    return probes.longest


def hold_readable(failures):
    """A session that the server has accepted can be read, whatever its parts have grown to."""
    name = "metas as long as an answer"
    if not failures.wants(name):
        return
    limits = ("--limits-answer-bytes", "1MiB")
    with failures.kept(), CostServer("--store-kind", "memory", *limits) as server:
        server.made("PUT", "/v1/datasets/line", "x,v\n1,2\n2,3\n")
        made = server.made("POST", "/v1/sessions?window=none", {"surfaces": [{"dataset": "line", "modifiers": []}]})
        session = f"/v1/sessions/{made['id']}"
        for number in range(12):
            modifier = {"type": "cursor", "meta": "m" * 200_000}
            path = f"{session}/surfaces/main/modifiers/m{number}?window=none&ticks=false"
            status, text = server.answer("PUT", path, json.dumps(modifier))
            check(status == 201 or is_refusal(status, text), f"{name}: {status} {text[:300]!r}")
            if status == 201:
                status, text = server.answer("GET", f"{session}?window=none&ticks=false")
                check(
                    status == 200,
                    f"{name}: with {number + 1} modifiers of 200 kB and limits.answerBytes of 1 MiB "
                    f"the session cannot be read: {status} {text[:300]!r}",
                )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--specifications", type=int, default=5_000 if IS_LONG else 30)
    parser.add_argument("--hostile", type=int, default=1_000 if IS_LONG else 6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="a part of the names of the cases that are tried")
    options = parser.parse_args()
    failures, costs, accepted, refused = Failures(options.only), [], 0, 0
    with CostServer("--store-kind", "memory") as server, contextlib.ExitStack() as stack:
        stack.callback(show, costs)
        for name, text in datasets().items():
            status, answer = server.answer("PUT", f"/v1/datasets/{name}", text)
            check(status == 201, answer)
        for name, make in FIXED.items():
            if not failures.wants(name):
                continue
            specification, requests, is_accepted = make()
            with failures.kept():
                was = try_specification(server, name, specification, requests, costs)
                check(
                    is_accepted is None or was == is_accepted,
                    f"{name}: the server {'accepted' if was else 'refused'} it",
                )
        for number in range(options.specifications):
            source = random.Random(f"{options.seed}/{number}")
            specification, requests = random_specification(source)
            name = f"seed {options.seed}, number {number}"
            if not failures.wants(name):
                continue
            with failures.kept():
                if try_specification(server, name, specification, requests, costs):
                    accepted += 1
                else:
                    refused += 1
        hold_imports(server, failures)
        costs += hold_hostile(server, failures, options)
    hold_compression(failures)
    hold_readable(failures)
    if not options.only:
        check(
            options.specifications < 20 or (accepted > 0 and refused > 0),
            "the server accepted all specifications, or none",
        )
        print(f"{accepted} accepted specifications, {refused} refused")
    print(f"{failures.count} failures")
    return 1 if failures.count else 0


if __name__ == "__main__":
    sys.exit(main())
