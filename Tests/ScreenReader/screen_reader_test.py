"""Lets a real screen reader, Orca, read the page in Chromium, and looks for what a person must hear.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/ScreenReader/screen_reader_test.py
What Orca says stands in its debug file. The order of the words counts, and no time.
"""

import contextlib
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import time

from chart_server import PATIENCE, Server, check, end, inherited, scratch, start, until

SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?: ?\{|$)", re.MULTILINE)
INSIDE = "--inside"
# The most presses of Tab that may lead to the chart.
MOST_TABS = 20
# From the first tool: four more spans of time, the extent, a place, the extent of y, and then the notes.
TOOLS_TO_NOTES = 8
MOST_NUDGES = 4


class Reader:
    """What Orca has said, by its debug file."""

    def __init__(self, file):
        self.file = file

    def words(self):
        text = self.file.read_text(errors="replace") if self.file.exists() else ""
        return SPOKEN.findall(text)

    def hears(self, *wanted, after=None):
        """Presses a key, and waits until Orca has said all of the words since. Returns what it has said."""
        start = len(self.words())
        if after:
            press(after)

        def heard():
            said = self.words()[start:]
            return said if all(any(word in line for line in said) for word in wanted) else None

        return until(heard, lambda: f"after {after} Orca said {self.words()[start:]}, without {wanted}")

    def says_after(self, key, seconds=1.5):
        """Presses a key. Returns what Orca says until it has been silent for a while."""
        start = known = len(self.words())
        press(key)
        since = time.monotonic()
        while time.monotonic() - since < seconds:
            time.sleep(0.1)
            if len(self.words()) > known:
                known, since = len(self.words()), time.monotonic()
        return self.words()[start:]

    def leads(self, key, wanted="", most=1):
        """Presses a key until Orca says a word. Returns what it says with it.

        Orca may keep what it has to say until another key, so one that does nothing follows, and more of them.
        """
        for _ in range(most):
            said = self.says_after(key)
            for _ in range(MOST_NUDGES):
                said += self.says_after("Shift_L")
                if any(wanted in line for line in said):
                    return [line for line in said if line.strip() not in (key.lower(), "left shift")]
        raise AssertionError(f"no {key} leads to {wanted}: {said}")


def press(key):
    subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True)


@contextlib.contextmanager
def running(command, log):
    process = start(command, log, environment=dict(os.environ))
    try:
        yield process
    finally:
        end(process, patience=10)


@contextlib.contextmanager
def screen(log):
    """A screen with a number that no other one has; yields its name."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    process = start(command, log, environment=dict(os.environ), stdout=subprocess.PIPE)
    try:
        is_told, _, _ = select.select([process.stdout], [], [], PATIENCE)
        number = process.stdout.readline().decode().strip() if is_told else ""
        check(number, lambda: f"there is no screen: {log.read_text()}")
        yield f":{number}"
    finally:
        end(process)


def outside():
    """Starts the server and a screen, and this script again inside a session of its own."""
    with scratch("reader") as folder:
        runtime, speech = folder / "run", folder / ".config/speech-dispatcher"
        runtime.mkdir(mode=0o700)
        speech.mkdir(parents=True)
        (speech / "speechd.conf").write_text('DefaultModule dummy\nAddModule "dummy" "sd_dummy" ""\n')
        with Server(demo=True) as server, screen(folder / "screen.log") as display:
            environment = inherited() | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime)}
            environment |= {"DISPLAY": display, "LANG": "C.UTF-8"}
            command = ["dbus-run-session", "--", sys.executable, __file__, INSIDE, server.address, folder]
            subprocess.run([*map(str, command)], env=environment, check=True)


def inside(address, folder):
    debug = folder / "orca.out"
    browser = [
        shutil.which("chromium"),
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--force-renderer-accessibility",
        "--no-first-run",
        "--disable-features=Translate",
        "--lang=en-US",
        f"--user-data-dir={folder / 'browser'}",
        "--start-maximized",
        f"{address}/gallery/shared.html",
    ]
    with (
        running(["openbox"], folder / "openbox.log"),
        running(["orca", "--replace", "--debug-file", debug], folder / "orca.log"),
    ):
        reader = Reader(debug)
        until(
            lambda: any("Screen reader on" in line for line in reader.words()),
            lambda: f"Orca is silent: {tail(folder)}",
        )
        with running(browser, folder / "browser.log"):
            reader.hears("Jan 1, 2012")
            listen(reader)


def tail(folder):
    return (folder / "orca.log").read_text()


def note(reader):
    """Puts a note into the middle of the chart by keys alone, hears it and removes it."""
    reader.leads("Tab", "1W toggle button", MOST_TABS)
    # Orca can be a button behind the focus, so the keys are counted.
    for key in ("Home", *["Right"] * TOOLS_TO_NOTES):
        reader.leads(key)
    opened = reader.leads("Return", "form Notes")
    print(f"screen reader: the notes say: {' | '.join(opened)}")
    for key in ("Tab", "Tab", "Return"):
        reader.leads(key)
    placed = reader.leads("Tab", "Note 1 of 1")
    print(f"screen reader: the note says: {' | '.join(placed)}")
    moved = reader.leads("shift+Right", "Note 1 of 1")
    check(moved != placed, lambda: f"a moved note says {moved}")
    print(f"screen reader: the moved note says: {' | '.join(moved)}")
    reader.says_after("Delete")
    reader.says_after("Escape")


def listen(reader):
    note(reader)
    for _ in range(MOST_TABS):
        said = reader.says_after("Tab")
        if any("Line chart" in line for line in said):
            break
    else:
        raise AssertionError(f"no Tab leads to the chart: {reader.words()}")
    print(f"screen reader: the chart says: {' | '.join(said)}"[:600])
    said = reader.hears("Temp max:", after="period")
    print(f"screen reader: a row says: {' | '.join(said)}")
    last = reader.hears("Dec 31, 2015", after="End")
    print(f"screen reader: the last row says: {' | '.join(last)}")
    opened = reader.hears("1,461 of 1,461 rows", after="t")
    print(f"screen reader: the table says: {' | '.join(opened)}")
    cell = reader.hears("Jan 1, 2012", after="Down")
    print(f"screen reader: the first cell says: {' | '.join(cell)}")
    # The largest temperature: to its column, up to the name, sorted twice, and down again.
    reader.says_after("Up")
    reader.says_after("Right")
    reader.hears("smallest first", after="Return")
    reader.hears("largest first", after="Return")
    most = reader.hears("35.6", after="Down")
    print(f"screen reader: the maximum says: {' | '.join(most)}")
    reader.says_after("Escape")


if __name__ == "__main__":
    if sys.argv[1:2] == [INSIDE]:
        inside(sys.argv[2], pathlib.Path(sys.argv[3]))
    else:
        outside()
