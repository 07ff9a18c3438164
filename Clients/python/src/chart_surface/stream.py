"""Reads server-sent events."""

import http.client
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from .connection import ConnectionLost


class StreamEvent(NamedTuple):
    """An event of a session."""

    #: `state` has the whole session, `update` the answer to a change, `data` new rows, `end` the reason of the end.
    kind: Literal["state", "update", "data", "end"]
    data: dict[str, Any]
    #: The revision; `None` for `data` and `end`.
    id: str | None


def read(lines: Iterator[bytes], state: dict[str, Any]) -> Iterator[StreamEvent]:
    """The events of one connection. `state` gets the last id and the milliseconds until the next attempt."""
    kind, data, found = "message", list[str](), None
    for raw in lines:
        line = raw.decode().rstrip("\r\n")
        if line == "":
            if found is not None:
                state["id"] = found
            if data:
                yield StreamEvent(kind, json.loads("\n".join(data)), found)  # type: ignore[arg-type]
            kind, data, found = "message", list[str](), None
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            kind = value
        elif name == "data":
            data.append(value)
        elif name == "id":
            found = value
        elif name == "retry" and value.isdigit():
            state["retry"] = int(value)


def follow(
    opened: Callable[[str | None], tuple[http.client.HTTPConnection, http.client.HTTPResponse]], patience: float
) -> Iterator[StreamEvent]:
    """The events of a session over all connections. It ends after `end`, or raises after `patience` without a server.

    An end because the server shuts down is no end of the session: the stream goes on where it was.
    """
    state: dict[str, Any] = {"id": None, "retry": 1000}
    lost = None
    while True:
        try:
            connection, answer = opened(state["id"])
            try:
                lost = None
                for event in read(iter(answer.readline, b""), state):
                    if event.kind == "end" and event.data.get("reason") == "shutdown":
                        break
                    yield event
                    if event.kind == "end":
                        return
            finally:
                connection.close()
            cause: Exception = ConnectionLost("the stream has ended without its last event")
        except (OSError, http.client.HTTPException) as error:
            cause = error
        now = time.monotonic()
        lost = lost or now
        if now - lost > patience:
            raise ConnectionLost(f"the stream is lost: {cause}") from cause
        time.sleep(state["retry"] / 1000)
