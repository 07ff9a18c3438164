"""Validates the served OpenAPI document, generates a client from it with openapi-python-client, and drives a session.

    CHART_SURFACE_BIN=... .build/python/bin/python Tests/Contract/generated_client_test.py [the folder for the client]

The generator must not warn. The client must have a class for each object and each enumeration, and a module for each
operation.
"""

import array
import importlib
import io
import os
import pathlib
import re
import subprocess
import sys

import httpx
import openapi_spec_validator
import yaml

from chart_server import PATIENCE, ROOT, Server

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = "chart_surface_client"
METHODS = ("get", "put", "post", "patch", "delete")
ROWS = {"columns": ["date", "active"], "rows": [[1729008003000 + 86400000 * day, 600 + 7 * day] for day in range(30)]}


def hold(condition, what):
    if not condition:
        sys.exit(f"the generated client: {what}")


def validated(server):
    """Holds the served documents to the schema of OpenAPI 3.1, by another implementation. Returns the document."""
    document = server.made("GET", "/openapi.json")
    told = yaml.safe_load(server.made("GET", "/openapi.yaml"))
    hold(told == document, "the documents in YAML and JSON differ")
    faults = list(openapi_spec_validator.OpenAPIV31SpecValidator(document).iter_errors())
    hold(not faults, "the document is invalid: " + "; ".join(str(fault.message) for fault in faults[:5]))
    return document


def generate(base, folder):
    """Generates the package into the folder. A warning is a failure."""
    tools = pathlib.Path(sys.executable).parent
    result = subprocess.run(
        [
            *(tools / "openapi-python-client", "generate", "--url", f"{base}/openapi.json", "--meta", "none"),
            *("--config", HERE / "client.yaml", "--output-path", folder / PACKAGE, "--overwrite", "--fail-on-warning"),
        ],
        # The generator formats the package with the ruff in this folder.
        env=os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    told = re.search("warning|unable|skipping", result.stdout, re.IGNORECASE)
    hold(result.returncode == 0 and not told, f"the generator failed or warned:\n{result.stdout}")


def is_type(schema, schemas):
    """Whether a schema is an object or an enumeration; the generator makes a class for each."""
    if "$ref" in schema:
        return is_type(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    return (
        schema.get("type") == "object"
        or "properties" in schema
        or "enum" in schema
        or any(is_type(part, schemas) for part in schema.get("allOf", ()))
    )


def hold_whole(document, folder):
    """Checks that the client has exactly the types and operations of the document."""
    schemas = document["components"]["schemas"]
    described = {name for name, schema in schemas.items() if is_type(schema, schemas)}
    made = set(importlib.import_module(f"{PACKAGE}.models").__all__)
    hold(made == described, f"missing: {sorted(described - made)}, not in the document: {sorted(made - described)}")
    operations = {
        (operation["tags"][0], operation["operationId"].lower())
        for item in document["paths"].values()
        for method, operation in item.items()
        if method in METHODS
    }
    modules = {
        (path.parent.name, path.stem.replace("_", ""))
        for path in (folder / PACKAGE / "api").glob("*/*.py")
        if path.stem != "__init__"
    }
    hold(modules == operations, f"the operations differ from the document: {sorted(operations ^ modules)}")
    return len(made), len(modules)


def drive(base):
    """Imports rows, opens a session, pinches, patches an axis, reads the state, replays the log and ends it."""
    package = importlib.import_module(PACKAGE)
    more = {"base_url": base, "raise_on_unexpected_status": True, "timeout": httpx.Timeout(PATIENCE)}
    client = package.Client(**more)
    models = importlib.import_module(f"{PACKAGE}.models")
    types = importlib.import_module(f"{PACKAGE}.types")

    def call(operation, *names, expected=200, **arguments):
        module = importlib.import_module(f"{PACKAGE}.api.{operation}")
        answer = module.sync_detailed(*names, client=client, **arguments)
        hold(answer.status_code == expected, f"{operation}: {answer.status_code} {answer.content}")
        return answer.parsed

    imported = call(
        "datasets.put_dataset",
        "drawn",
        body=models.NewRows.from_dict(ROWS),
        x_kind=models.ImportXKind.DATE,
        expected=201,
    )
    hold((imported.rows, imported.x_kind) == (30, models.ColumnKind.DATE), f"the imported dataset is {imported}")
    hold([column.name for column in imported.columns] == ["date", "active"], f"the columns are {imported.columns}")
    doubles = array.array("d", [0, 1, 2, 5, 7, 6])
    if sys.byteorder == "big":
        doubles.byteswap()
    bare = call(
        "datasets.put_dataset", "bare", body=types.File(io.BytesIO(doubles.tobytes())), columns="x,y", expected=201
    )
    hold(bare.rows == 3, f"the dataset of doubles is {bare}")

    specification = models.SessionSpecification(
        surfaces=[
            models.SurfaceSpecification(
                dataset="drawn",
                size=models.Size(width=600, height=300),
                modifiers=[models.ZoomPanModifier(type_="zoomPan"), models.PinchZoomModifier(type_="pinchZoom")],
            )
        ]
    )
    created = call("sessions.create_session", body=specification, expected=201)
    # The following requests need the token of the session.
    client = package.AuthenticatedClient(token=created.driver_token, **more)
    surface = created.surfaces[0]
    settings = call("sessions.get_session", created.id).surfaces[0].x_axes[0].to_dict()
    hold([modifier.type_ for modifier in surface.modifiers] == ["zoomPan", "pinchZoom"], f"{surface.modifiers}")
    hold(surface.window.source_rows == 30 and len(surface.window.rows) == 30, f"the window is {surface.window}")

    def touched(phase, time, *points):
        touches = [models.Touch(id=number, x=x, y=150) for number, x in enumerate(points)]
        return models.TouchEvent(type_="touch", phase=models.TouchPhase(phase), time=time, touches=touches)

    batch = models.Batch(
        client="generated",
        sequence=1,
        events=[
            touched("began", 0, 250, 350),
            touched("moved", 40, 225, 375),
            touched("moved", 80, 150, 450),
            touched("ended", 120, 150, 450),
        ],
    )
    before = surface.x_axes[0].visible_range
    update = call("events.post_events", created.id, "main", body=batch)
    pinched = update.surfaces[0].x_axes[0]
    hold(update.revision == created.revision + 1 and not update.duplicate, f"the update is {update}")
    hold(before[0] < pinched.visible_range[0] < pinched.visible_range[1] < before[1], f"a pinch left {pinched}")
    hold(pinched.zoom_state == models.ZoomState.USERZOOMING, f"a pinch left {pinched}")
    again = call("events.post_events", created.id, "main", body=batch)
    hold(again.duplicate and again.revision == update.revision, f"the same batch again is {again}")

    asked = [ROWS["rows"][5][0], ROWS["rows"][20][0]]
    patch = models.AxisPatch(visible_range=asked, minors_per_major=2)
    patched = call("surfaces.patch_axis", created.id, "main", "x", body=patch)
    axis = patched.surfaces[0].x_axes[0]
    hold(axis.visible_range == asked, f"the patched axis is {axis}")

    state = call("sessions.get_session", created.id)
    hold(state.revision == patched.revision, f"the state is of revision {state.revision}")
    # The client does not send the members that a patch leaves out.
    stays = {"alignment", "autoRange", "flipped", "follow", "growBy", "hardLimit", "limitMode"}
    told = state.surfaces[0].x_axes[0].to_dict()
    hold((told["visibleRange"], told["minorsPerMajor"]) == (asked, 2), f"the state has the axis {told}")
    hold({key: told[key] for key in stays} == {key: settings[key] for key in stays}, f"the state has the axis {told}")
    log = call("sessions.get_log", created.id)
    replay = call("sessions.create_replay", body=log)
    hold(replay.first_difference is None and replay.session.revision == state.revision, f"the replay is {replay}")

    call("sessions.delete_session", created.id, expected=204)
    problem = call("sessions.get_session", created.id, expected=410)
    hold(problem.code == "session.gone", f"an ended session is {problem}")


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/contract-client").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(folder))
    with Server("--auth-mode", "token", demo=True) as server:
        document = validated(server)
        generate(server.address, folder)
        made, operations = hold_whole(document, folder)
        drive(server.address)
    print(f"the generated client has {made} types and {operations} operations, and drove a session")


if __name__ == "__main__":
    main()
