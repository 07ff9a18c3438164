"""Lets a real screen reader, Orca, read the page in Chromium, and looks for what a person must hear.

Plain Python, with Debian's packages alone: CHART_SURFACE_BIN=... python3 Tests/ScreenReader/screen_reader_test.py
What Orca says stands in its debug file. The order of the words counts, and no time.
"""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
READY = "listening on "
PATIENCE = 60
SPOKEN = re.compile(r"SPEECH OUTPUT: '(.*?)'(?: ?\{|$)", re.MULTILINE)
INSIDE = "--inside"
# The most presses of Tab that may lead to the chart.
MOST_TABS = 20


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
        end = time.monotonic() + PATIENCE
        while True:
            said = self.words()[start:]
            if all(any(word in line for line in said) for word in wanted):
                return said
            if time.monotonic() > end:
                raise AssertionError(f"after {after} Orca said {said}, without {wanted}")
            time.sleep(0.2)

    def says_after(self, key, seconds=1.5):
        start = len(self.words())
        press(key)
        time.sleep(seconds)
        return self.words()[start:]


def press(key):
    subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True)


@contextlib.contextmanager
def running(command, log, **more):
    with open(log, "ab") as file:
        process = subprocess.Popen(
            [*map(str, command)], stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, **more
        )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def outside():
    """Starts the server and a screen, and this script again inside a session of its own."""
    with tempfile.TemporaryDirectory(prefix="chart-surface-reader-") as name:
        folder = pathlib.Path(name)
        runtime, speech = folder / "run", folder / ".config/speech-dispatcher"
        runtime.mkdir(mode=0o700)
        speech.mkdir(parents=True)
        (speech / "speechd.conf").write_text('DefaultModule dummy\nAddModule "dummy" "sd_dummy" ""\n')
        screen = f":{free_screen()}"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CHART_SURFACE_")}
        environment |= {"HOME": str(folder), "XDG_RUNTIME_DIR": str(runtime), "DISPLAY": screen, "LANG": "C.UTF-8"}
        with (
            serving(folder) as address,
            running(["Xvfb", screen, "-screen", "0", "1280x900x24", "-nolisten", "tcp"], folder / "screen.log"),
        ):
            until(lambda: pathlib.Path(f"/tmp/.X11-unix/X{screen[1:]}").exists(), lambda: "there is no screen")
            command = ["dbus-run-session", "--", sys.executable, __file__, INSIDE, address, folder]
            subprocess.run([*map(str, command)], env=environment, check=True)


def free_screen():
    return next(number for number in range(90, 200) if not pathlib.Path(f"/tmp/.X11-unix/X{number}").exists())


@contextlib.contextmanager
def serving(folder):
    binary = pathlib.Path(os.environ["CHART_SURFACE_BIN"]).resolve()
    command = [binary, "serve", "--http-port", "0", "--data-dir", folder / "data"]
    with open(folder / "server.log", "wb") as log:
        process = subprocess.Popen([*map(str, command)], cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        for line in process.stdout:
            if line.startswith(READY):
                yield line.removeprefix(READY).strip()
                break
        else:
            raise AssertionError((folder / "server.log").read_text())
    finally:
        process.terminate()
        process.stdout.close()
        process.wait(20)


def until(condition, message):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(message())
        time.sleep(0.1)


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
            reader.hears("shared session")
            listen(reader)


def tail(folder):
    return (folder / "orca.log").read_text()[-2000:]


def listen(reader):
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
