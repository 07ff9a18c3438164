"""Draws surfaces in a terminal with the client of the article Scenes, and holds scenes to the OpenAPI document.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Pictures/scenes_test.py
"""

import re
import subprocess
import sys

import jsonschema

from chart_server import Server, check, run_tests, scratch
from pictures_test import CASE, CATALOG, DATASETS, KINDS, SIZE, case_of

ARTICLE = CATALOG / "Scenes.md"


def client(folder):
    """The program of the article, as a file."""
    blocks = re.findall(r"^```python\n(.*?)^```", ARTICLE.read_text(), re.DOTALL | re.MULTILINE)
    check(len(blocks) == 1, "the article has one program")
    check(blocks[0].count("\n") <= 250, "the program of the article has at most 250 lines")
    path = folder / "draw_scene.py"
    path.write_text(blocks[0])
    return path


def drawn(program, server, session, surface):
    """What the program draws of a surface, line by line."""
    command = [sys.executable, program, server.address, session["id"], surface, session["viewerToken"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    check(done.returncode == 0, f"the program ended with {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


def surfaces():
    """Each kind of series, and each case of the modifiers."""
    for kind, surface in KINDS.items():
        yield kind, [{"size": SIZE, **surface}]
    for modifier, text in CASE.findall((CATALOG / "Modifiers.md").read_text()):
        yield modifier, case_of(text)[0]


def check_scene(scene, document, name):
    schema = {"$ref": "#/components/schemas/Scene", "components": document["components"]}
    errors = [*jsonschema.Draft202012Validator(schema).iter_errors(scene)]
    check(not errors, lambda: f"{name}: {errors[0].json_path} {errors[0].message}")
    keys = [layer["key"] for layer in scene["layers"]]
    check(len(keys) == len(set(keys)), f"{name} has a key twice: {keys}")
    for layer in scene["layers"]:
        check(layer["items"], f"{name}: {layer['key']} draws nothing")
        for item in layer["items"]:
            steps = re.fullmatch(r"M[-\d. ]+([MLHVAZmlhvaz][-\d. ]*)*", item.get("path", "M0"))
            check(steps, f"{name}: {item.get('path')} is no path")


def a_terminal_draws_any_surface_from_its_scene():
    with scratch("scenes") as folder, Server("--log-level", "warning", demo=True) as server:
        program, document, count = client(folder), server.made("GET", "/openapi.json"), 0
        check_palette(server.made("GET", "/v1/palette"), document)
        for name, text in DATASETS.items():
            server.made("PUT", f"/v1/datasets/{name}", text)
        for name, specification in surfaces():
            made = server.made("POST", "/v1/sessions?scene=full", {"surfaces": specification})
            for surface in made["surfaces"]:
                check_scene(surface["scene"], document, name)
                lines = drawn(program, server, made, surface["id"])
                dots = sum(letter > "\u2800" for line in lines for letter in line)
                check(dots > 50, lambda name=name, lines=lines: f"{name} has few dots:\n" + "\n".join(lines))
                labels = [
                    item["text"]
                    for layer in surface["scene"]["layers"]
                    if layer["role"] == "axis"
                    for item in layer["items"]
                    if "text" in item and "rotation" not in item
                ]
                shown = [label for label in labels if any(label in line for line in lines)]
                check(len(shown) * 2 >= len(labels), lambda name=name, lines=lines: f"{name}:\n" + "\n".join(lines))
                count += 1
        print(f"scenes: {count} are drawn in a terminal")


def check_palette(palette, document):
    schema = {"$ref": "#/components/schemas/Palette", "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(palette)


if __name__ == "__main__":
    run_tests([a_terminal_draws_any_surface_from_its_scene])
