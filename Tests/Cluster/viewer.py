"""Clients that watch charts."""

import contextlib
import http.client
import json
import socket
import time

from caller import ANSWER, LOST, Caller, essence
from chart_server import LOOPBACK

# A stream has a comment every 15 s.
STREAM_SILENCE_SECONDS = 20


class Viewer(Caller):
    """Watches a session. It resumes after a loss, and now and then leaves and comes back by itself."""

    def __init__(self, load, name, chart):
        super().__init__(load, name)
        self.chart, self.last = chart, None
        # The socket of the open stream, which the load closes at its end.
        self.socket = None

    def step(self):
        resumes = self.last is not None and self.random.random() < 0.8
        request = {"after": self.last} if resumes else {}
        op = self.load.recorder.invoked(self.client, "stream", session=self.chart.id, request=request)
        connection = http.client.HTTPConnection(LOOPBACK, self.load.port, timeout=STREAM_SILENCE_SECONDS)
        stays = time.monotonic() + self.random.choice([2, 5, 1000])
        why = "left"
        try:
            headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": str(self.last)} if resumes else {})
            connection.connect()
            self.socket = connection.sock
            connection.request("GET", f"/v1/sessions/{self.chart.id}/stream{ANSWER}", headers=headers)
            answer = connection.getresponse()
            if answer.status != 200:
                why = f"{answer.status}"
                return
            for event in events_of(answer):
                self.tell(op, event)
                if time.monotonic() > stays and not self.load.stops.is_set():
                    return
                if self.load.viewers_stop.is_set():
                    why = "the load ended"
                    return
            why = "the load ended" if self.load.viewers_stop.is_set() else "the server closed it"
        except (*LOST, ValueError) as error:
            why = "the load ended" if self.load.viewers_stop.is_set() else type(error).__name__
        finally:
            connection.close()
            self.load.recorder.answered(op, "closed", why=why)

    def run(self):
        try:
            while not self.load.viewers_stop.is_set():
                self.step()
                time.sleep(self.random.uniform(0.02, 0.2))
        except Exception as error:
            self.failure = error
            raise

    def leave(self):
        """Ends the stream from another thread."""
        if self.socket is not None:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    def tell(self, op, event):
        if event["event"] == "comment":
            return
        data = json.loads(event["data"])
        if event["event"] in ("state", "update"):
            self.last = int(event["id"])
            more = {"id": self.last, **essence(data)}
        else:
            more = {key: data[key] for key in ("dataset", "rows", "version") if key in data}
        self.load.recorder.write("told", op=op, kind=event["event"], **more)


def events_of(answer):
    """The events of a stream, and `comment` for each comment."""
    event = {"event": "message", "data": ""}
    while line := answer.readline():
        text = line.decode().rstrip("\r\n")
        if text.startswith(":"):
            yield {"event": "comment"}
        elif text:
            name, _, value = text.partition(": ")
            event[name] = value
        else:
            if event["data"]:
                yield event
            event = {"event": "message", "data": ""}
