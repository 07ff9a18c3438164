"""Reads touch scripts: gestures in one line, such as `1↓(300,200) 1→(400,200) 1↑(400,200)`.

The article "Touch scripts" of the server's documentation has the notation.
"""

import math
import re
from typing import Any

from .types import Event

#: The milliseconds from one step to the next, where the script gives no time.
STEP = 16
MOST_DIVISIONS = 10_000
PHASES = {"↓": "began", "v": "began", "→": "moved", ">": "moved"}
PHASES |= {"↑": "ended", "^": "ended", "✕": "cancelled", "x": "cancelled"}
KEYS = ("ctrl", "shift", "alt", "meta")
STATES = {"began": "began", "changed": "changed", "ended": "ended", "recognized": "ended", "cancelled": "cancelled"}
#: The values of the gestures of a platform, and what they are unless the script says otherwise.
VALUES: dict[str, dict[str, Any]] = {
    "pan": {"translation": {"x": 0, "y": 0}, "velocity": {"x": 0, "y": 0}},
    "pinch": {"scale": 1, "startAnchor": None},
    "rotation": {"rotation": 0},
    "tap": {"taps": 1},
    "swipe": {"direction": None},
    "longPress": {},
}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
BLANKS = re.compile(r"(\s|#[^\n]*)*")


class ScriptError(ValueError):
    """The place at which a script cannot be read."""

    def __init__(self, line: int, column: int, expected: str):
        self.line, self.column, self.expected = line, column, expected
        super().__init__(f"line {line}, column {column}: expected {expected}")


class Cursor:
    """A place in a text."""

    def __init__(self, text: str):
        self.text, self.at = text, 0

    @property
    def next(self) -> str:
        return self.text[self.at : self.at + 1]

    def fail(self, expected: str, at: int | None = None) -> ScriptError:
        before = self.text[: self.at if at is None else at]
        return ScriptError(before.count("\n") + 1, len(before) - before.rfind("\n"), expected)

    def take(self, word: str) -> bool:
        if is_next := self.text.startswith(word, self.at):
            self.at += len(word)
        return is_next

    def need(self, word: str) -> None:
        if not self.take(word):
            raise self.fail(f'"{word}"')

    def match(self, pattern: str | re.Pattern[str]) -> str:
        found = re.compile(pattern).match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found[0] if found else ""

    def number(self) -> float:
        start, text = self.at, self.match(NUMBER)
        if not text or not math.isfinite(float(text)):
            raise self.fail("a number", start)
        value = float(text)
        return int(value) if value.is_integer() and abs(value) < 2**53 else value

    def whole(self, expected: str) -> int:
        start, text = self.at, self.match(r"-?\d+")
        if not text:
            raise self.fail(expected, start)
        return int(text)

    def pair(self) -> dict[str, float]:
        self.need("(")
        pair = self.coordinates()
        self.match(r"\s*")
        self.need(")")
        return pair

    def coordinates(self) -> dict[str, float]:
        self.match(r"\s*")
        x = self.number()
        self.match(r"\s*")
        self.need(",")
        self.match(r"\s*")
        return {"x": x, "y": self.number()}

    def braces(self) -> list[tuple[str, Any, int]]:
        """What braces hold: names, values, which are None where there is none, and where each begins."""
        found: list[tuple[str, Any, int]] = []
        if not self.take("{"):
            return found
        while True:
            self.match(r"\s*")
            start, name, value = self.at, self.match(r"[A-Za-z]+"), None
            if not name:
                raise self.fail("a word")
            if self.take("="):
                value = self.pair() if self.next == "(" else self.match(r"[A-Za-z]+") or self.number()
            found.append((name, value, start))
            self.match(r"\s*")
            if self.take("}"):
                return found
            self.need(",")


class Reader:
    """Reads the events of a script."""

    def __init__(self, text: str, after: float | None):
        self.cursor = Cursor(text)
        # Microseconds, as the server counts: sums of them are exact.
        self.previous = None if after is None else round(after * 1000)
        self.wait: float | None = None
        self.events: list[dict[str, Any]] = []
        self.places: dict[int, dict[str, float]] = {}

    def read(self) -> list[dict[str, Any]]:
        cursor = self.cursor
        cursor.match(BLANKS)
        while cursor.next:
            self.word()
            if cursor.next and not cursor.next.isspace() and cursor.next != "#":
                raise cursor.fail("a blank")
            cursor.match(BLANKS)
        if self.wait is not None:
            raise cursor.fail("a step after the wait")
        return self.events

    def word(self) -> None:
        cursor = self.cursor
        if cursor.take("+"):
            start, wait = cursor.at, cursor.number()
            if wait < 0:
                raise cursor.fail("a wait of 0 ms or more", start)
            self.wait = (self.wait or 0) + wait
        elif cursor.next == "@":
            self.events.append({"type": "tick", "time": self.time()})
        else:
            self.step()

    def step(self) -> None:
        cursor, keys = self.cursor, list[str]()
        while True:
            start, word = cursor.at, ""
            # A letter that is an arrow follows a number, so a word here is a key or a kind.
            if cursor.next.isalpha():
                word = cursor.match(r"[A-Za-z]+")
            if word in ("", "wheel", "hover") or word in VALUES:
                break
            if word not in KEYS:
                raise cursor.fail("a touch, wheel, hover, a gesture, a key, @ or +", start)
            keys.append(word)
            cursor.need("+")
        held = {"modifiers": [key for key in KEYS if key in keys]} if keys else {}
        if word == "":
            self.touches(held)
        elif word == "wheel":
            self.wheel(held)
        elif word == "hover":
            if keys:
                raise cursor.fail("a touch, a wheel or a gesture after the keys", start)
            self.hover()
        else:
            self.gesture(word, held)

    def touches(self, held: dict[str, Any]) -> None:
        cursor, touches, phase = self.cursor, list[dict[str, Any]](), ""
        while True:
            touch: dict[str, Any] = {"id": cursor.whole("a touch, wheel, hover, a gesture, a key, @ or +")}
            start, found = cursor.at, PHASES.get(cursor.next)
            if found is None:
                raise cursor.fail("one of ↓ → ↑ ✕ or v > ^ x")
            if phase not in ("", found):
                raise cursor.fail("the same phase for all touches of an event", start)
            phase = found
            cursor.at += 1
            touch |= cursor.pair()
            for name, value, at in cursor.braces():
                if name in ("touch", "mouse", "pen") and value is None:
                    touch["kind"] = name
                elif name in ("buttons", "pressure") and isinstance(value, (int, float)):
                    touch[name] = value
                else:
                    raise cursor.fail("touch, mouse, pen, buttons= or pressure=", at)
            touches.append(touch)
            if not cursor.take("+"):
                break
        divisions, start = 1, cursor.at
        if phase == "moved" and cursor.take("/"):
            start, divisions = cursor.at, cursor.whole("a number of steps")
            if not 1 <= divisions <= MOST_DIVISIONS:
                raise cursor.fail(f"1 to {MOST_DIVISIONS} steps", start)
            for touch in touches:
                if touch["id"] not in self.places:
                    raise cursor.fail(f"touch {touch['id']} to be somewhere before it moves in steps", start)
        first = self.time()
        for step in range(1, divisions + 1):
            time = first if step == 1 else self.advance(STEP)
            moved = [self.between(touch, step, divisions) for touch in touches]
            self.events.append({"type": "touch", "phase": phase, "time": time, "touches": moved, **held})
        self.places |= {touch["id"]: {"x": touch["x"], "y": touch["y"]} for touch in touches}

    def between(self, touch: dict[str, Any], step: int, divisions: int) -> dict[str, Any]:
        if step == divisions:
            return touch
        start = self.places[touch["id"]]
        return touch | {name: start[name] + (touch[name] - start[name]) * step / divisions for name in ("x", "y")}

    def wheel(self, held: dict[str, Any]) -> None:
        cursor = self.cursor
        cursor.need("(")
        numbers = cursor.coordinates()
        for name in ("deltaX", "deltaY"):
            cursor.match(r"\s*")
            cursor.need(",")
            cursor.match(r"\s*")
            numbers[name] = cursor.number()
        cursor.match(r"\s*")
        cursor.need(")")
        mode = self.one_of(("pixel", "line", "page"), "pixel")
        self.events.append({"type": "wheel", "time": self.time(), **numbers, "deltaMode": mode, **held})

    def hover(self) -> None:
        place, phase = self.cursor.pair(), self.one_of(("entered", "moved", "exited"), "moved")
        self.events.append({"type": "hover", "phase": phase, "time": self.time(), **place})

    def one_of(self, words: tuple[str, ...], usual: str) -> str:
        for name, value, at in self.cursor.braces():
            if name not in words or value is not None:
                raise self.cursor.fail(f"{', '.join(words[:-1])} or {words[-1]}", at)
            usual = name
        return usual

    def gesture(self, kind: str, held: dict[str, Any]) -> None:
        cursor, place = self.cursor, self.cursor.pair()
        state = "ended" if kind in ("tap", "swipe") else "changed"
        values = {name: value for name, value in VALUES[kind].items() if value is not None}
        for name, value, at in cursor.braces():
            if name in STATES and value is None:
                state = STATES[name]
                if kind in ("tap", "swipe") and state != "ended":
                    raise cursor.fail(f"ended, for a {kind} has no other state", at)
            elif name in VALUES[kind] and value is not None:
                values[name] = value
            else:
                raise cursor.fail("a value or a state of the gesture", at)
        if kind == "swipe" and values.get("direction") not in ("left", "right", "up", "down"):
            raise cursor.fail("{direction=left}, right, up or down before this")
        event = {"type": "gesture", "gesture": kind, "state": state, "time": self.time(), "location": place}
        self.events.append(event | values | held)

    def time(self) -> float:
        cursor, start = self.cursor, self.cursor.at
        if not cursor.take("@"):
            return self.advance(self.wait if self.wait is not None else STEP if self.previous is not None else 0)
        if self.wait is not None:
            raise cursor.fail("no moment after a wait", start)
        start, moment = cursor.at, round(cursor.number() * 1000)
        if self.previous is not None and moment < self.previous:
            raise cursor.fail("a time no earlier than the step before", start)
        self.previous = moment
        return milliseconds(moment)

    def advance(self, step: float) -> float:
        self.wait = None
        self.previous = (self.previous or 0) + round(step * 1000)
        return milliseconds(self.previous)


def milliseconds(microseconds: int) -> float:
    return microseconds // 1000 if microseconds % 1000 == 0 else microseconds / 1000


def events(script: str, after: float | None = None) -> list[Event]:
    """The events of a touch script, for `Surface.send`.

    The first step is at 0, or 16 ms after the time `after`. Raises `ScriptError` where the text is no script.
    """
    return Reader(script, after).read()  # type: ignore[return-value]
