"""Uses all of the installed Python client: use_wheel.py ADDRESS. Prints its version."""

import pathlib
import struct
import subprocess
import sys
import threading
import urllib.request
import zlib

import chart_surface
from chart_surface import ConnectionLost, Problem, ScriptError, Server, events

ADDRESS = sys.argv[1]
USERS = "date,active,new\n2024-10-15,613,47\n2024-10-16,614,53\n2024-10-17,617,55\n2024-10-18,621,56\n"
SPREAD = "1↓(300,200)+2↓(500,200) 1→(200,200)+2→(600,200) 1↑(200,200)+2↑(600,200)"


def refused(code, call, *arguments, **more):
    try:
        call(*arguments, **more)
    except Problem as problem:
        assert problem.code == code, problem
        return problem
    raise AssertionError(f"{code} is no refusal")


def datasets(server):
    assert server.put_dataset("users", USERS)["rows"] == 4
    server.put_dataset("columns", {"t": [1, 2, 3], "v": [2, None, 5]})
    server.append_rows("columns", {"t": [4], "v": [9]})
    window = server.window("columns", 2, 4)
    assert window.columns["t"] == [2, 3, 4] and window.columns["v"] == [None, 5, 9], window
    assert {"users", "columns"} <= {dataset["name"] for dataset in server.datasets()}
    assert server.dataset("columns")["rows"] == 4
    server.delete_dataset("columns")
    assert refused("dataset.unknown", server.dataset, "columns").status == 404


def gestures(server):
    specification = {"dataset": "users", "modifiers": [{"type": "pinchZoom", "direction": "x"}]}
    with server.session(specification, timeZone="UTC") as session:
        chart = session.surface()
        low, high = chart.visible_range()
        assert chart.play(SPREAD, dryRun=True)["revision"] in (0, 1)
        update = chart.play(SPREAD)
        assert (update["revision"], update["duplicate"], update["history"]["undo"]) == (1, False, 1), update
        start, end = chart.visible_range()
        assert 2 * (end - start) == high - low
        assert set(chart.window().columns) >= {"date", "active", "new"}
        assert "2 series" in chart.description()["text"]
        session.undo()
        assert chart.visible_range() == (low, high)
        chart.patch_axis("x", {"visibleRange": ["2024-10-16", "2024-10-18"]})
        session.undo()
        problem = refused("body.invalid-value", chart.patch_axis, "x", {"visibleRange": ["left", 1]})
        assert problem.pointer.startswith("/visibleRange") and problem.detail, problem
        refused("body.missing-property", chart.send, [{"type": "tick"}])
        refused("command.unknown", chart.command, "turn")
        second = session.add_surface({"id": "second", "dataset": "users"})
        assert session.surface_ids == ["main", "second"] and second.state()["id"] == "second"
        with server.join(session.id, session.viewer_token) as guest:
            assert guest.surface_ids == ["main", "second"]
        assert session.state()["id"] == session.id, "the guest has ended the session"


def streams(server):
    with server.session({"dataset": "users"}) as session:
        stream = session.stream(window="none", ticks=False)
        assert next(stream).kind == "state"
        thread = threading.Thread(target=lambda: session.surface().patch_axis("x", {"flipped": True}))
        thread.start()
        event = next(stream)
        thread.join()
        assert (event.kind, event.id) == ("update", "1"), event
        again = session.stream(after="0", window="none", ticks=False)
        assert next(again) == event
        again.close()
        server.append_rows("users", "date,active,new\n2024-10-19,630,59\n")
        assert next(stream).kind == "data"
    assert [(event.kind, event.data["reason"]) for event in stream] == [("end", "deleted")]
    refused("session.gone", lambda: next(session.stream()))


def pictures(server):
    """The client paints the scene as the server paints its picture; a channel of a pixel may round otherwise."""
    with server.session({"dataset": "users", "title": "Users <& more>"}) as session:
        chart = session.surface()
        for theme in ("light", "dark"):
            chart.picture(theme=theme).save("mine.svg")
            path = f"/v1/sessions/{session.id}/surfaces/main/image.svg?theme={theme}"
            request = urllib.request.Request(ADDRESS + path, headers={"Authorization": f"Bearer {session.token}"})
            with urllib.request.urlopen(request) as answer:
                pathlib.Path("theirs.svg").write_bytes(answer.read())
            mine, theirs = (pixels(name) for name in ("mine.svg", "theirs.svg"))
            assert len(mine) == len(theirs)
            differences = [abs(one - other) for one, other in zip(mine, theirs, strict=True)]
            assert max(differences) <= 8 and sum(map(bool, differences)) < len(mine) / 100, max(differences)
        assert chart._repr_svg_().startswith("<svg")


def pixels(name):
    """The bytes of a picture, as rows of red, green and blue."""
    png = subprocess.run(["rsvg-convert", "--format", "png", name], capture_output=True, check=True).stdout
    return unfiltered(png)


def unfiltered(png):
    at, packed, width, step = 8, b"", 0, 4
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, step = struct.unpack(">I", data[:4])[0], {2: 3, 6: 4}[data[9]]
        packed += data if kind == b"IDAT" else b""
        at += 12 + length
    raw, size, rows = zlib.decompress(packed), width * step, bytearray()
    before = bytearray(size)
    for start in range(0, len(raw), size + 1):
        line = bytearray(raw[start + 1 : start + 1 + size])
        for index in range(size):
            left = line[index - step] if index >= step else 0
            corner = before[index - step] if index >= step else 0
            line[index] = (line[index] + predicted(raw[start], left, before[index], corner)) & 255
        rows += line
        before = line
    return rows


def predicted(kind, left, up, corner):
    if kind == 4:
        by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
        return left if by_left <= by_up and by_left <= by_corner else up if by_up <= by_corner else corner
    return (0, left, up, (left + up) // 2)[kind]


def scripts():
    assert [event["time"] for event in events("1↓(1,2) 1↑(1,2) +100 1↓(1,2)")] == [0, 16, 116]
    for text, line, column in (("1↓(1,2) 1?(2,3)", 1, 10), ("1↓(1,2)\n 1→(3", 2, 6)):
        try:
            events(text)
        except ScriptError as error:
            assert (error.line, error.column) == (line, column), error
        else:
            raise AssertionError(f"{text} is no script")


def connections():
    lost = Server("http://127.0.0.1:9")
    try:
        lost.datasets()
    except ConnectionLost as error:
        assert "/v1/datasets" in str(error)
    else:
        raise AssertionError("no server listens there")


with Server(ADDRESS) as charts:
    datasets(charts)
    gestures(charts)
    streams(charts)
    pictures(charts)
    scripts()
    connections()
print(chart_surface.__version__)
