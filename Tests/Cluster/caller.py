"""What all clients share: one connection, and which requests they may send again by the contract."""

import http.client
import json
import random
import threading
import time

from chart_server import LOOPBACK, check

ANSWER = "?window=none&ticks=false"
# A client waits longer than nginx does, and gives a numbered batch up after so long.
PATIENCE_SECONDS = 15
GIVE_UP_SECONDS = 90
LOST = (OSError, http.client.HTTPException)


def ranges_of(surface):
    return [axis["visibleRange"] for axis in surface["xAxes"] + surface["yAxes"]]


def essence(answer):
    """What the laws look at in an answer that has surfaces."""
    short = {key: answer[key] for key in ("revision", "duplicate") if key in answer}
    main = next((surface for surface in answer.get("surfaces", []) if surface["id"] == "main"), None)
    if main and "xAxes" in main:
        short |= {"surfaceRevision": main["revision"], "ranges": ranges_of(main)}
    return short


class Stop(Exception):
    """The load ends before the request was answered."""


class Caller(threading.Thread):
    """A client with one connection, which it opens again when it is lost."""

    def __init__(self, load, name):
        super().__init__(daemon=True, name=name)
        self.load, self.client = load, name
        self.random = random.Random(f"{load.seed} {name}")
        self.connection = None
        self.failure = None

    def run(self):
        try:
            while not self.load.stops.is_set():
                self.step()
                time.sleep(self.random.uniform(0, 2 * self.load.thinks))
            self.finish()
        except Stop:
            pass
        except Exception as error:  # The thread's end must tell what happened.
            self.failure = error
            raise
        finally:
            self.disconnect()

    def finish(self):
        """What the client still does after its last step."""

    def disconnect(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def ask(self, method, path, body=None, headers=None, kind="application/json"):
        """The status, the decoded answer and the headers. Raises what LOST has when the connection is lost."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(LOOPBACK, self.load.port, timeout=PATIENCE_SECONDS)
        try:
            given = {"Content-Type": kind} if body is not None else {}
            self.connection.request(method, path, body, given | (headers or {}))
            answer = self.connection.getresponse()
            text = answer.read()
        except LOST:
            self.disconnect()
            raise
        if answer.headers.get_content_type() in ("application/json", "application/problem+json"):
            return answer.status, json.loads(text), answer.headers
        return answer.status, text, answer.headers

    def once(self, op, method, path, body=None, headers=None, kind="application/json"):
        """Sends a request that must not be repeated. Returns the status, the answer and the headers if it is known."""
        try:
            status, answer, headers = self.ask(method, path, body, headers, kind)
        except LOST as error:
            self.load.recorder.answered(op, "unknown", why=type(error).__name__)
            return None
        if status >= 500:
            time.sleep(self.random.uniform(0.05, 0.3))
        if is_open(status, answer):
            self.load.recorder.answered(op, "unknown", status=status, why=code_of(answer))
            return None
        return status, answer, headers

    def again(self, op, method, path, body=None):
        """Sends a request until it is answered, which is safe for a numbered batch and for a read.

        Once a copy was not answered, it may be applied later than another copy is refused because of another driver. So
        that refusal is no answer.
        """
        end, was_open = time.monotonic() + GIVE_UP_SECONDS, False
        while True:
            try:
                status, answer, headers = self.ask(method, path, body)
                why = f"{status} {code_of(answer)}"
                if status not in (429, 502, 503, 504) and not (was_open and code_of(answer) == "session.driver-busy"):
                    return status, answer, headers
                was_open = was_open or is_open(status, answer)
            except LOST as error:
                why, was_open = type(error).__name__, True
            check(
                time.monotonic() < end, f"{self.client}: {method} {path} had no answer for {GIVE_UP_SECONDS} s: {why}"
            )
            if self.load.ends.is_set():
                self.load.recorder.answered(op, "unknown", why="the load ended")
                raise Stop
            self.load.recorder.write("again", op=op, why=why)
            time.sleep(self.random.uniform(0.02, 0.3))

    def note(self, op, status, answer, done=(200,), short=None):
        is_done = status in done
        if is_done:
            self.load.recorder.answered(op, "done", status=status, answer=essence(answer) if short is None else short)
        else:
            self.load.recorder.answered(op, "refused", status=status, answer={"code": code_of(answer)})
        return is_done


def is_open(status, answer):
    """Whether an answer leaves open that the request was applied: one of nginx, and one code of the server."""
    return status in (502, 503, 504) and code_of(answer) in (None, "store.in-doubt")


def code_of(answer):
    return answer.get("code") if isinstance(answer, dict) else None
