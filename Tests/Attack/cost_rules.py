"""The rules of cost that hold for every request, whatever the session, the data and the place of the pointer.

A turn of an event loop takes at most 20 ms of processor time. A request takes at most 250 ms, or has a thread of its
own and ends soon after its client has gone. So does an answer that turns out too long while it is written; any other
refusal takes at most 250 ms. An answer is at most `limits.answerBytes` long, and a documented one.
"""

import contextlib
import dataclasses
import json
import time

from chart_server import check, exchange
from cost_model import ANSWER_BYTES, BUILD, GIVEN_UP_SECONDS, REQUEST_AT_MOST_SECONDS, TURN_SECONDS, Cost, slowness
from probes import Probes

# A turn or a request that breaks a rule does so in each of so many tries. Other work on the machine makes a try longer.
TRIES = 8
SHOWN_CHARACTERS = 1_500


@dataclasses.dataclass
class Breach:
    """A rule that a request of a case breaks."""

    rule: str
    case: object
    request: object
    figures: str
    is_smaller: bool = False

    def __str__(self):
        lines = [f"{self.case.name}, {self.request.kind}: {self.rule}: {self.figures}"]
        made = json.dumps(self.case.specification, separators=(",", ":"))
        lines += ["  The smallest session that was found to break it:"] if self.is_smaller else []
        lines += ["  POST /v1/sessions?window=none " + made, f"  {self.request}"]
        return "\n".join(line if len(line) <= SHOWN_CHARACTERS else line[:SHOWN_CHARACTERS] + " …" for line in lines)


def least(bound, measured):
    """The first measurement within the bound, else the least of all tries."""
    figures = []
    while len(figures) < TRIES and not (figures and figures[-1] <= bound):
        figures.append(measured())
    return min(figures)


class Rules:
    """The rules of a server, with the bounds for its build and for this moment."""

    def __init__(self, server, shrink_seconds):
        self.server, self.shrink_seconds = server, shrink_seconds
        document = json.loads(server.fetch("GET", "/openapi.json")[1])
        self.codes = set(document["components"]["schemas"]["ProblemCode"]["enum"])
        self.scale = BUILD * slowness()
        self.costs = []

    @property
    def turn(self):
        return TURN_SECONDS * self.scale

    @property
    def most(self):
        return REQUEST_AT_MOST_SECONDS * self.scale

    def patience(self, request):
        """For how long an answer is waited for: that of a read so long that a dear refusal is seen as well."""
        return (4 if request.method == "GET" else 1) * self.most + 2

    def documented(self, status, headers, text):
        """Nothing for an answer that the API documents, and else what is wrong with it."""
        if status < 400:
            return None
        shown = f"{status} {text[:300]!r}"
        if headers.get_content_type() != "application/problem+json":
            return shown
        if json.loads(text)["code"] not in self.codes:
            return shown
        return None if status < 500 or status == 507 or (status == 503 and headers["Retry-After"]) else shown

    # One case

    def opened(self, case):
        """Opens the session of a case. Returns its path, or nothing where the server refuses it."""
        specification = json.dumps(case.specification)
        status, text, headers = self.server.fetch("POST", "/v1/sessions?window=none&ticks=false", specification)
        check(not (wrong := self.documented(status, headers, text)), f"{case.name}: {wrong}")
        return f"/v1/sessions/{json.loads(text)['id']}" if status == 201 else None

    def ask(self, request, session, patience):
        """The status, the headers and the bytes of an answer; nothing where none has come in time."""
        with contextlib.closing(self.server.connect(patience)) as connection:
            try:
                status, text, headers = exchange(
                    connection, request.method, request.path.replace("{session}", session), request.body
                )
                return status, headers, text
            except TimeoutError:
                return None

    def ends(self):
        """Whether the server has nothing to do soon."""
        end = time.monotonic() + GIVEN_UP_SECONDS * self.scale + 0.2
        while time.monotonic() < end:
            before = self.server.processor_seconds()
            time.sleep(0.1)
            if self.server.processor_seconds() - before < 0.02:
                return True
        return False

    def renew(self):
        """Ends a server that is busy with a request that nobody waits for, and starts it again."""
        if not self.ends():
            self.server.kill()
            self.server.start()

    def turn_of(self, case, request):
        """The longest turn of an event loop while a request is answered."""
        session = self.opened(case)
        if session is None:
            return 0.0
        with Probes(self.server) as probes:
            self.ask(request, session, 3 * self.turn + 1)
        self.renew()
        return probes.longest

    def goes_on(self, case, request):
        """Whether the server goes on with a request whose client has gone."""
        session = self.opened(case)
        if session is None or self.ask(request, session, self.most / 4) is not None:
            return False
        goes_on = not self.ends()
        self.renew()
        return goes_on

    def hold(self, case):
        """Sends the requests of a case. Returns the rules that they break."""
        session = self.opened(case)
        if session is None:
            return None
        breaches, dear = [], []
        for request in case.requests:
            cost = Cost(case.name, request.kind, len(json.dumps(request.body or {})))
            begun = time.monotonic()
            with self.server.measured(cost):
                answer = self.ask(request, session, self.patience(request))
            self.costs.append(cost)
            if answer is None:
                waited = time.monotonic() - begun
                dear.append((request, cost.seconds, f"no answer in {waited:.1f} s, {cost.seconds:.1f} s of processor"))
                if not self.ends():
                    self.renew()
                    session = self.opened(case)
                continue
            status, headers, text = answer
            cost.answered = len(text)
            if wrong := self.documented(status, headers, text):
                breaches.append(Breach("an answer that is not documented", case, request, wrong))
            if len(text) > ANSWER_BYTES:
                breaches.append(Breach("an answer that is too long", case, request, f"{len(text)} bytes"))
            # Only writing the answer shows that it is too long; the work for that is that of any long answer.
            is_cut = status == 422 and b'"code":"limits.answer"' in text
            if status >= 400 and not is_cut and cost.seconds > self.most:
                figures = f"{cost.seconds:.2f} s of processor for {status}; the bound is {self.most:.2f} s"
                breaches.append(Breach("work for a refusal", case, request, figures))
            elif cost.seconds > self.turn:
                dear.append((request, cost.seconds, f"{cost.seconds:.3f} s of processor"))
        self.server.fetch("DELETE", session)
        # The dearest event and the dearest read stand for the others of the case.
        dear.sort(key=lambda one: one[1])
        dearest = {one[0].method: one for one in dear}
        return breaches + [breach for one in dearest.values() for breach in self.dear(case, *one)]

    def dear(self, case, request, seconds, figures):
        """Looks at a request that may have kept an event loop, or may have taken too long. Returns what it breaks."""
        self.scale = BUILD * slowness()
        turn = least(self.turn, lambda: self.turn_of(case, request))
        if turn > self.turn:
            figures = f"{turn:.3f} s at least, the bound is {self.turn:.3f} s; {figures}"
            yield self.small(
                Breach("a turn of an event loop", case, request, figures),
                lambda smaller: self.turn_of(smaller, request) > self.turn,
            )
        elif seconds > self.most and all(self.goes_on(case, request) for _ in range(TRIES)):
            figures = f"{figures}, and on when its client has gone; the bound is {self.most:.2f} s"
            yield self.small(
                Breach("a request", case, request, figures), lambda smaller: self.goes_on(smaller, request)
            )

    def small(self, breach, breaks):
        """The breach with the smallest case that is found in the time for it."""
        end, case = time.monotonic() + self.shrink_seconds, breach.case
        goes_on = True
        while goes_on:
            goes_on = False
            for smaller in case.smaller():
                if time.monotonic() > end:
                    break
                with contextlib.suppress(AssertionError):
                    if breaks(smaller):
                        case, goes_on = smaller, True
                        break
        return dataclasses.replace(breach, case=case, is_smaller=case is not breach.case)
