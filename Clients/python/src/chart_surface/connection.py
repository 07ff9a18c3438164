"""Calls a server over HTTP."""

import http.client
import json
import select
import threading
import urllib.parse
from collections.abc import Mapping
from typing import Any


class Problem(Exception):
    """The server has refused a call, which has changed nothing."""

    def __init__(self, status: int, body: Mapping[str, Any]):
        self.status = status
        #: The code of the closed list of problems, such as `dataset.unknown`.
        self.code = str(body.get("code", "request.failed"))
        self.title = str(body.get("title", ""))
        #: What went wrong in this case.
        self.detail = str(body.get("detail", ""))
        #: The place of the error in the body of the request, as a JSON pointer; `None` where there is none.
        self.pointer: str | None = body.get("pointer")
        #: The whole answer, with the members that only some problems have.
        self.body = dict(body)
        place = f" at {self.pointer}" if self.pointer else ""
        super().__init__(f"{self.code}{place}: {self.detail or self.title or status}")


class ConnectionLost(OSError):
    """The server cannot be reached, or the connection ended before the answer."""


class Connection:
    """One kept connection to a server. Calls of several threads take turns."""

    def __init__(self, address: str, key: str | None, timeout: float):
        parts = urllib.parse.urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{address!r} is no address such as http://127.0.0.1:8080")
        self._parts, self._key, self._timeout = parts, key, timeout
        self._lock = threading.Lock()
        self._kept: http.client.HTTPConnection | None = None

    def close(self) -> None:
        with self._lock:
            self._drop()

    def _drop(self) -> None:
        if self._kept:
            self._kept.close()
        self._kept = None

    def opened(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        return kind(self._parts.hostname or "", self._parts.port, timeout=self._timeout)

    def target(self, path: str, query: Mapping[str, Any] | None) -> str:
        """The path of a call with its query, in which a bool is `true` or `false`, and `None` is left out."""
        words = {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in (query or {}).items()
            if value is not None
        }
        base = self._parts.path.rstrip("/") + path
        return f"{base}?{urllib.parse.urlencode(words)}" if words else base

    def headers(self, token: str | None, kind: str | None = None) -> dict[str, str]:
        bearer = token or self._key
        found = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        return found | ({"Content-Type": kind} if kind else {})

    def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        kind: str | None = None,
        token: str | None = None,
        is_repeatable: bool | None = None,
    ) -> bytes:
        """The body of the answer to a call.

        A body that is no text and no bytes is sent as JSON. Where the connection breaks, a call that may be made twice
        is sent once more: a reading one, and a batch with a number.
        """
        if body is not None and not isinstance(body, (bytes, str)):
            body, kind = json.dumps(body, allow_nan=False), kind or "application/json"
        data = body.encode() if isinstance(body, str) else body
        headers = self.headers(token, kind)
        target = self.target(path, query)
        may_repeat = method in ("GET", "PUT", "DELETE") if is_repeatable is None else is_repeatable
        with self._lock:
            try:
                status, answer = self._exchange(method, target, data, headers)
            except (OSError, http.client.HTTPException) as error:
                self._drop()
                if not may_repeat:
                    raise ConnectionLost(f"{method} {path}: {error or type(error).__name__}") from error
                try:
                    status, answer = self._exchange(method, target, data, headers)
                except (OSError, http.client.HTTPException) as second:
                    self._drop()
                    raise ConnectionLost(f"{method} {path}: {second or type(second).__name__}") from second
        if status >= 300:
            raise problem(status, answer)
        return answer

    def _exchange(self, method: str, target: str, data: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        # A server closes what was idle for long; its end then waits to be read.
        if self._kept and self._kept.sock and select.select([self._kept.sock], [], [], 0)[0]:
            self._drop()
        self._kept = self._kept or self.opened()
        self._kept.request(method, target, data, headers)
        answer = self._kept.getresponse()
        return answer.status, answer.read()


def problem(status: int, body: bytes) -> Problem:
    """The problem that the body of an answer tells, or one of the status where something between has answered."""
    try:
        told = json.loads(body)
    except ValueError:
        told = None
    return Problem(status, told if isinstance(told, dict) else {"detail": f"The answer has the status {status}."})
