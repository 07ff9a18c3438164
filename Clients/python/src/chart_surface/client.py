"""Datasets, sessions and surfaces of a server."""

import http.client
import json
import urllib.parse
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self, cast

from . import script, stream
from .connection import Connection, problem
from .scene import Picture, svg_of
from .types import (
    AxisPatch,
    CommandName,
    CreatedSession,
    Dataset,
    Event,
    ModifierTypes,
    Palette,
    Scene,
    SessionSpecification,
    SessionSummary,
    SurfaceDescription,
    SurfacePatch,
    SurfaceSpecification,
    Update,
)
from .types import Session as SessionState
from .types import Surface as SurfaceState
from .types import Window as WindowAnswer

Theme = Literal["light", "dark"]
#: The rows of a new dataset: bytes or text of CSV, or columns of which the first is x.
NewRows = bytes | str | Mapping[str, Sequence[float | str | None]]


class Window(NamedTuple):
    """The rows of a range as columns."""

    #: The values of each column by its name; those of the x column are under `x` too.
    columns: dict[str, list[float | None]]
    #: The whole answer: the rows beside the range, the method, and whether a drawing of these rows is exact.
    answer: WindowAnswer

    @classmethod
    def of(cls, answer: dict[str, Any]) -> Self:
        columns = dict(answer["rows"])
        # The server puts x under "x", unless another column has that name.
        x_name = answer["columns"][0] if answer["columns"] else "x"
        if x_name not in columns and "x" in columns:
            columns = {x_name: columns["x"], **columns}
        return cls(columns, cast(WindowAnswer, answer))


def path_of(*parts: str) -> str:
    return "/v1/" + "/".join(urllib.parse.quote(part, safe="") for part in parts)


class Server:
    """A server. `key` is an API key or a JWT, for a server that asks for keys."""

    def __init__(self, address: str = "http://127.0.0.1:8080", key: str | None = None, *, timeout: float = 60):
        self._connection = Connection(address, key, timeout)
        self._palette: Palette | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection. Sessions stay."""
        self._connection.close()

    def call(self, method: str, path: str, **more: Any) -> Any:
        """Makes any call of the API, such as `call("GET", "/v1/datasets")`. Returns the decoded answer.

        `query` is a dictionary; `body` is text, bytes, or an object that is sent as JSON.
        """
        answer = self._connection.call(method, path, **more)
        return json.loads(answer) if answer else None

    def datasets(self) -> list[Dataset]:
        return self.call("GET", "/v1/datasets")["datasets"]

    def dataset(self, name: str) -> Dataset:
        return self.call("GET", path_of("datasets", name))

    def put_dataset(self, name: str, rows: NewRows, **query: Any) -> Dataset:
        """Creates or replaces a dataset. `query` has the options of the import, such as `delimiter=";"`."""
        body, kind = body_of(rows)
        return self.call("PUT", path_of("datasets", name), body=body, kind=kind, query=query)

    def append_rows(self, name: str, rows: NewRows) -> dict[str, Any]:
        """Appends rows. It is not sent again where the connection breaks, for rows would then be there twice."""
        body, kind = body_of(rows)
        return self.call("POST", path_of("datasets", name, "rows"), body=body, kind=kind)

    def delete_dataset(self, name: str) -> None:
        self.call("DELETE", path_of("datasets", name))

    def window(self, name: str, start: float | str, end: float | str, **query: Any) -> Window:
        """The rows of a dataset between two places, which may be dates such as `2026-10-15`."""
        query |= {"from": start, "to": end, "layout": "columns"}
        return Window.of(self.call("GET", path_of("datasets", name, "window"), query=query))

    def palette(self) -> Palette:
        if self._palette is None:
            self._palette = self.call("GET", "/v1/palette")
        return self._palette

    def modifier_types(self) -> ModifierTypes:
        return self.call("GET", "/v1/modifiers")

    def sessions(self) -> list[SessionSummary]:
        """All sessions that have not ended; a server with keys wants the scope `sessions:manage`."""
        found: list[SessionSummary] = []
        after = None
        while True:
            page = self.call("GET", "/v1/sessions", query={"after": after})
            found += page["sessions"]
            if (after := page["next"]) is None:
                return found

    def session(self, *surfaces: SurfaceSpecification, **more: Any) -> "Session":
        """Creates a session with one or more surfaces. `more` are members of the specification, such as `timeZone`."""
        specification = cast(SessionSpecification, {"surfaces": list(surfaces), **more})
        created: CreatedSession = self.call(
            "POST", "/v1/sessions", body=specification, query={"window": "none", "ticks": False}
        )
        session = Session(self, created["id"], created.get("driverToken"), owns=True)
        session.viewer_token = created.get("viewerToken")
        session.surface_ids = [surface["id"] for surface in created["surfaces"]]
        return session

    def join(self, session_id: str, token: str | None = None) -> "Session":
        """Joins a session. The token of a viewer can look; that of a driver can move it."""
        session = Session(self, session_id, token, owns=False)
        session.surface_ids = [surface["id"] for surface in session.state(window="none", ticks=False)["surfaces"]]
        return session


class Session:
    """An open session. As a context it ends the session that it has created, and leaves one that it has joined."""

    def __init__(self, server: Server, session_id: str, token: str | None, *, owns: bool):
        self.server, self.id, self.token = server, session_id, token
        self.viewer_token: str | None = None
        self.surface_ids: list[str] = []
        self._owns = owns
        # The server applies a numbered batch once, so it is safe to send again.
        self._client, self._sequence = f"python-{uuid.uuid4()}", 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._owns:
            self.end()

    def __repr__(self) -> str:
        return f"<Session {self.id} of {', '.join(self.surface_ids)}>"

    def call(self, method: str, *parts: str, **more: Any) -> Any:
        return self.server.call(method, path_of("sessions", self.id, *parts), token=self.token, **more)

    def end(self) -> None:
        """Deletes the session."""
        self.call("DELETE")

    def state(self, **query: Any) -> SessionState:
        return self.call("GET", query=query)

    def patch(self, change: Mapping[str, Any], **query: Any) -> Update:
        return self.call("PATCH", body=change, query=query)

    def surface(self, surface_id: str | None = None) -> "Surface":
        """A surface of the session; the first one without an id."""
        return Surface(self, surface_id or self.surface_ids[0])

    def add_surface(self, specification: SurfaceSpecification) -> "Surface":
        made = self.call("POST", "surfaces", body=specification, query={"window": "none", "ticks": False})
        self.surface_ids.append(made["id"])
        return Surface(self, made["id"])

    def undo(self, **query: Any) -> Update:
        return self.surface().command("undo", **query)

    def redo(self, **query: Any) -> Update:
        return self.surface().command("redo", **query)

    def send(self, surface_id: str, events: Iterable[Event], **query: Any) -> Update:
        """Posts a batch of events. It is sent again, and applied once, where the connection breaks."""
        body = {"client": self._client, "sequence": self._sequence + 1, "events": list(events)}
        parts = ("surfaces", surface_id, "events")
        if query.get("dryRun"):
            return self.call("POST", *parts, body={"events": body["events"]}, query=query, is_repeatable=True)
        answer = self.call("POST", *parts, body=body, query=query, is_repeatable=True)
        self._sequence += 1
        return answer

    def stream(self, *, after: str | None = None, patience: float = 60, **query: Any) -> Iterator[stream.StreamEvent]:
        """The events of the session as they come, from its whole state on, or from behind the id `after`.

        It has a connection of its own. A lost connection is opened again, and the stream goes on where it was. Without
        a server for `patience` seconds it raises `ConnectionLost`. It ends with the session.
        """
        connection = self.server._connection
        target = connection.target(path_of("sessions", self.id, "stream"), query)

        def opened(last: str | None) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
            headers = connection.headers(self.token)
            if (last := last if last is not None else after) is not None:
                headers["Last-Event-ID"] = last
            one = connection.opened()
            try:
                one.request("GET", target, None, headers)
                answer = one.getresponse()
                if answer.status in (502, 503, 504):
                    raise ConnectionError(f"the server answers {answer.status}")
                if answer.status != 200:
                    raise problem(answer.status, answer.read())
            except BaseException:
                one.close()
                raise
            return one, answer

        return stream.follow(opened, patience)


class Surface:
    """A chart of a session. A notebook shows its picture."""

    def __init__(self, session: Session, surface_id: str):
        self.session, self.id = session, surface_id

    def __repr__(self) -> str:
        return f"<Surface {self.id} of {self.session.id}>"

    def _repr_svg_(self) -> str:
        return self.picture().svg

    def call(self, method: str, *parts: str, **more: Any) -> Any:
        return self.session.call(method, "surfaces", self.id, *parts, **more)

    def send(self, events: Iterable[Event], **query: Any) -> Update:
        """Sends events. `dryRun=True` changes nothing, `explain=True` tells why a gesture did or did not begin."""
        return self.session.send(self.id, events, **query)

    def play(self, touch_script: str, *, after: float | None = None, **query: Any) -> Update:
        """Sends a touch script. A later script of a session begins after the time of the one before: see `after`."""
        return self.send(script.events(touch_script, after), **query)

    def command(self, name: CommandName | Literal["selectRow"], **more: Any) -> Update:
        """A command, such as `zoomExtents`. `row=` belongs to `selectRow`, and other words are of the query."""
        body = {"command": name} | ({"row": more.pop("row")} if "row" in more else {})
        return self.call("POST", "commands", body=body, query=more)

    def state(self, **query: Any) -> SurfaceState:
        return self.call("GET", query=query)

    def patch(self, change: SurfacePatch, **query: Any) -> Update:
        return self.call("PATCH", body=change, query=query)

    def patch_axis(self, axis_id: str, change: AxisPatch, **query: Any) -> Update:
        return self.call("PATCH", "axes", axis_id, body=change, query=query)

    def put_modifier(self, modifier_id: str, modifier: Mapping[str, Any], **query: Any) -> Update:
        return self.call("PUT", "modifiers", modifier_id, body=modifier, query=query)

    def patch_modifier(self, modifier_id: str, change: Mapping[str, Any], **query: Any) -> Update:
        return self.call("PATCH", "modifiers", modifier_id, body=change, query=query)

    def visible_range(self, axis_id: str | None = None) -> tuple[float, float] | None:
        """The visible range of an axis, or of the first x axis; `None` for a chart without rows."""
        state = self.state(window="none", ticks=False)
        axes = state["xAxes"] + state["yAxes"]
        found = next(axis for axis in axes if axis_id in (None, axis["id"]))["visibleRange"]
        return (found[0], found[1]) if found else None

    def window(self, **query: Any) -> Window:
        """The rows in view. `view.x="from,to"` in the query shows another range, and changes nothing."""
        windows = self.windows(**query)
        if len(windows) != 1:
            raise ValueError("The series stand on the rows of several datasets: ask for windows().")
        return windows[0]

    def windows(self, **query: Any) -> list[Window]:
        """The rows in view, of each dataset on which visible series stand."""
        query |= {"window": "full", "layout": "columns", "ticks": False}
        answer = self.call("GET", query=query)["window"]
        return [Window.of(one) for one in answer.get("parts", [answer])]

    def description(self, **query: Any) -> SurfaceDescription:
        """What the chart shows, in words."""
        return self.call("GET", "description", query=query)

    def scene(self, **query: Any) -> Scene:
        """The drawing as paths and texts."""
        return self.call("GET", query=query | {"scene": "full", "ticks": False})["scene"]

    def picture(self, *, theme: Theme = "light", patterns: bool = False, **query: Any) -> Picture:
        """The drawing as SVG, which this client paints from the scene."""
        state = self.call("GET", query=query | {"scene": "full", "ticks": False})
        title = state.get("title") or state.get("dataset") or ""
        palette = self.session.server.palette()
        return Picture(svg_of(state["scene"], palette, theme=theme, title=title, patterns=patterns))


def body_of(rows: NewRows) -> tuple[Any, str]:
    """The body of new rows, and its content type."""
    if isinstance(rows, (bytes, str)):
        return rows, "text/csv"
    columns = list(rows.values())
    return {"columns": list(rows), "rows": [list(row) for row in zip(*columns, strict=True)]}, "application/json"
