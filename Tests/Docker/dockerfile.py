"""Reads the Dockerfile instructions that the project uses, and refuses all others."""

import dataclasses
import fnmatch
import json
import pathlib
import re
import shlex

KNOWN = {"FROM", "RUN", "COPY", "ENV", "USER", "WORKDIR", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}


@dataclasses.dataclass
class Step:
    name: str
    flags: dict
    value: str
    line: int

    def arguments(self):
        """The words of an instruction, from a JSON list or separated by spaces."""
        return json.loads(self.value) if self.value.startswith("[") else shlex.split(self.value)


@dataclasses.dataclass
class Stage:
    name: str
    steps: list

    def of(self, name):
        return [step for step in self.steps if step.name == name]

    def last(self, name):
        steps = self.of(name)
        if not steps:
            raise SystemExit(f"the stage {self.name or 'of the image'} has no {name}")
        return steps[-1]

    def environment(self):
        return dict(word.split("=", 1) for step in self.of("ENV") for word in step.arguments())


def read(path):
    """The stages of a Dockerfile, in order."""
    stages, joined, began = [], "", 0
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        if line.lstrip().startswith("#") or (not line.strip() and not joined):
            continue
        began = began if joined else number
        joined += line.rstrip()
        if joined.endswith("\\"):
            joined = joined[:-1] + " "
            continue
        name, _, value = joined.strip().partition(" ")
        joined = ""
        if name not in KNOWN:
            raise SystemExit(f"line {began}: {name} is not an instruction that this test supports")
        flags = {}
        while match := re.match(r"--([a-z-]+)=(\S+)\s+", value):
            flags[match[1]] = match[2]
            value = value[match.end() :]
        if name == "FROM":
            stages.append(Stage(value.split(" AS ")[1] if " AS " in value else "", []))
        else:
            stages[-1].steps.append(Step(name, flags, value.strip(), began))
    return stages


class Ignored:
    """The files that a .dockerignore leaves out of the build context. The last matching pattern decides."""

    def __init__(self, path):
        lines = [line.strip() for line in pathlib.Path(path).read_text().splitlines()]
        self.patterns = [(line.startswith("!"), line.lstrip("!")) for line in lines if line and line[0] != "#"]

    def __call__(self, relative):
        parents = [relative, *relative.parents][:-1]
        ignored = False
        for is_kept, pattern in self.patterns:
            deep = pattern.removeprefix("**/")
            if any(
                (fnmatch.fnmatchcase(str(path), pattern) and (pattern != "*" or len(path.parts) == 1))
                or (deep != pattern and fnmatch.fnmatchcase(path.name, deep))
                for path in parents
            ):
                ignored = not is_kept
        return ignored
