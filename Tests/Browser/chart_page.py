"""Drives the demo page with mouse, wheel, fingers and keys, and reads the ranges that it publishes."""

import json
import os
import pathlib
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from chart_server import PATIENCE

STEPS = 8
PICTURES = pathlib.Path(__file__).parent / "out"

# Finds an element by a selector: on the page, or inside of the page's chart elements.
DEEP = """
window.deepAll = selector => [
  ...document.querySelectorAll(selector),
  ...[...document.querySelectorAll('chart-surface')].flatMap(chart => [...chart.shadowRoot.querySelectorAll(selector)]),
];
window.deep = id => window.deepAll(`#${id}`)[0] ?? null;
"""

FLING = """
const [places] = arguments;
const canvas = deep('plot');
canvas.setPointerCapture = () => {};
const point = (type, [clientX, clientY]) => {
  const until = performance.now() + 8;
  while (performance.now() < until);
  const finger = { pointerId: 99, pointerType: 'touch', button: 0, buttons: 1 };
  canvas.dispatchEvent(new PointerEvent(type, { clientX, clientY, ...finger, bubbles: true }));
};
point('pointerdown', places[0]);
for (const place of places.slice(1)) point('pointermove', place);
point('pointerup', places.at(-1));
delete canvas.setPointerCapture;
"""


# Each page of the server; the large one with few rows.
# Those of the page beside English.
LANGUAGES = ["de", "fr", "es", "pt", "ja", "zh-Hans", "ar", "hi"]
PAGES = ["/", *(f"/gallery/{name}.html?rows=3" for name in ("linked", "compare", "live", "large", "shared"))]


class ChartPage:
    def __init__(self, browser, address):
        self.browser = browser
        self.address = address
        self.command("Page.addScriptToEvaluateOnNewDocument", source=DEEP)

    def look_like(self, width, height, theme="light", density=1, touch=False, motion="no-preference"):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=density, mobile=touch
        )
        self.command("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5 if touch else 1)
        features = {"prefers-color-scheme": theme, "prefers-reduced-motion": motion}
        self.command(
            "Emulation.setEmulatedMedia", features=[{"name": name, "value": value} for name, value in features.items()]
        )

    def open(self, dataset=None):
        self.browser.get(self.address + "/" + (f"?dataset={dataset}" if dataset else ""))
        self.settle()

    def open_in_place(self, dataset):
        """Chooses another dataset in the page's list, and waits for the new session."""
        session = self.published()["session"]
        self.choose_dataset(dataset)
        self.wait(lambda: self.published()["session"] != session)
        self.settle()

    def choose_dataset(self, dataset):
        """Chooses another dataset in the page's list."""
        Select(self.browser.find_element(By.ID, "dataset")).select_by_value(dataset)

    # Reading the page and the server

    def settle(self):
        """Waits until the server has answered all requests of the page."""
        self.wait(lambda: self.published().get("idle") == "true")

    def find(self, selector):
        """The first element that fits, also inside of a chart element."""
        found = self.browser.execute_script("return deepAll(arguments[0])[0] ?? null", selector)
        assert found is not None, f"The page has no {selector}."
        return found

    def speak(self, language):
        """Chooses a language of the page."""
        self.browser.execute_script(
            "const list = document.getElementById('language');"
            "list.value = arguments[0]; list.dispatchEvent(new Event('change'))",
            language,
        )
        self.wait(lambda: self.browser.execute_script("return document.documentElement.lang") == language)
        self.settle()

    def settle_after_change_of(self, before):
        """Waits until the x range differs from `before`, and the server has answered all requests."""
        self.wait(lambda: self.x_range() != before)
        self.settle()

    def published(self, canvas="plot"):
        return self.browser.execute_script("return {...deep(arguments[0])?.dataset}", canvas)

    def x_range(self):
        published = self.published()
        return float(published["xMin"]), float(published["xMax"])

    def y_range(self):
        published = self.published()
        return float(published["yMin"]), float(published["yMax"])

    def on_server(self, surface="main"):
        """A surface as the server answers it to another client."""
        surfaces = self.get(f"/v1/sessions/{self.published()['session']}")["surfaces"]
        return next(other for other in surfaces if other["id"] == surface)

    def has_told_its_size(self):
        """Whether the server knows the size of the plot, which the labels of the first answer have changed."""
        size, plot = self.on_server()["size"], self.published()
        return (size["width"], size["height"]) == (float(plot["plotWidth"]), float(plot["plotHeight"]))

    def modifier(self, name, surface="main"):
        return next(modifier for modifier in self.on_server(surface)["modifiers"] if modifier["id"] == name)

    def overlay(self, kind, canvas="plot"):
        """The overlay of a kind that the server told the page to draw; `None` without one."""
        overlays = json.loads(self.published(canvas)["overlays"])
        return next((overlay for overlay in overlays if overlay["kind"] == kind), None)

    def get(self, path):
        with urllib.request.urlopen(self.address + path) as answer:
            return json.load(answer)

    def texts(self, selector):
        return self.browser.execute_script("return deepAll(arguments[0]).map(element => element.textContent)", selector)

    def is_shown(self, selector):
        return self.browser.execute_script(
            "return deepAll(arguments[0]).some(element => element.checkVisibility({ visibilityProperty: true }))",
            selector,
        )

    def enabled_steps(self):
        """The buttons among Undo and Redo that can be pressed, by their ids."""
        return [name for name in ["undo", "redo"] if self.find(f"#{name}").is_enabled()]

    def assert_shows_what_the_server_holds(self):
        surface = self.on_server()
        assert self.x_range() == tuple(surface["xAxes"][0]["visibleRange"])
        assert self.y_range() == tuple(surface["yAxes"][0]["visibleRange"])

    def put_dataset(self, name, table):
        request = urllib.request.Request(
            f"{self.address}/v1/datasets/{name}", table.encode(), {"Content-Type": "text/csv"}, method="PUT"
        )
        with urllib.request.urlopen(request):
            pass

    def delete_dataset(self, name):
        with urllib.request.urlopen(urllib.request.Request(f"{self.address}/v1/datasets/{name}", method="DELETE")):
            pass

    def create_session(self, specification):
        """Creates a session as another client does. Returns its id."""
        request = urllib.request.Request(
            f"{self.address}/v1/sessions", json.dumps(specification).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["id"]

    def send_as_another(self, surface, events):
        """Sends events to the session of the page as another client does."""
        path = f"/v1/sessions/{self.published()['session']}/surfaces/{surface}/events"
        batch = json.dumps({"client": "another", "sequence": 1, "events": events}).encode()
        request = urllib.request.Request(self.address + path, batch, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request):
            pass

    def delete_session(self):
        session = self.published()["session"]
        request = urllib.request.Request(f"{self.address}/v1/sessions/{session}", method="DELETE")
        with urllib.request.urlopen(request):
            return session

    def console_errors(self):
        return [entry["message"] for entry in self.browser.get_log("browser") if entry["level"] == "SEVERE"]

    # Input

    def place(self, x, y, canvas="plot"):
        """A point in the browser window; x and y are fractions of the plot area."""
        box = self.browser.execute_script("return deep(arguments[0]).getBoundingClientRect().toJSON()", canvas)
        published = self.published(canvas)
        area = {key: float(published[key]) for key in ["plotLeft", "plotTop", "plotWidth", "plotHeight"]}
        return box["left"] + area["plotLeft"] + x * area["plotWidth"], box["top"] + area["plotTop"] + y * area[
            "plotHeight"
        ]

    def drag(self, start, end, canvas="plot"):
        """Drags with the mouse, and releases the button."""
        self.hold(start, end, canvas)
        self.release(end, canvas)

    def hold(self, start, end, canvas="plot"):
        """Drags with the mouse, and keeps the button down."""
        # All places are known before the press: a pause behind it would make it a long press on a busy machine.
        pressed, *moved = [self.place(*at, canvas) for at in [start, *between(start, end)]]
        self.mouse("mousePressed", *pressed, button="left", buttons=1, clickCount=1)
        for at in moved:
            self.mouse("mouseMoved", *at, button="left", buttons=1)

    def release(self, at, canvas="plot"):
        self.mouse("mouseReleased", *self.place(*at, canvas), button="left", clickCount=1)

    def fling(self, start, end):
        """Drags in a script of the page, so that the finger has speed when it lifts even on a busy machine."""
        self.browser.execute_script(FLING, [self.place(*start)] + [self.place(x, y) for x, y in between(start, end)])

    def swipe(self, start, points, points_per_second):
        """Moves one finger to the left at a constant speed, once a frame. The finger stops before it lifts."""
        x, y = self.place(*start)
        self.command(
            "Input.synthesizeScrollGesture",
            x=x,
            y=y,
            xDistance=-points,
            speed=points_per_second,
            gestureSourceType="touch",
            preventFling=True,
        )

    def click_at(self, at, canvas="plot"):
        """Clicks once with the mouse."""
        self.mouse("mousePressed", *self.place(*at, canvas), button="left", buttons=1, clickCount=1)
        self.release(at, canvas)

    def hover(self, at, canvas="plot"):
        self.mouse("mouseMoved", *self.place(*at, canvas))

    def wheel(self, at, delta_y):
        self.mouse("mouseWheel", *self.place(*at), deltaX=0, deltaY=delta_y)

    def pinch(self, start, end):
        """Moves two fingers at once; `start` and `end` are pairs of places."""
        self.fingers("touchStart", start[:1])
        self.fingers("touchStart", start)
        for places in zip(*(between(*ends) for ends in zip(start, end, strict=True)), strict=True):
            self.fingers("touchMove", places)
        self.fingers("touchEnd", [])

    def press(self, keys):
        self.find("#plot").send_keys(keys)

    def click(self, selector):
        """Clicks an element, also a tool that has folded into the menu."""
        found = self.find(selector)
        if not found.is_displayed() and self.browser.execute_script("return arguments[0].closest('#menu')", found):
            self.find("#more").click()
        found.click()

    def switch(self, modifier):
        """Turns a modifier on or off."""
        self.click(f"#switch-{modifier}")
        self.settle()

    def picture(self, name):
        """Keeps a picture of the page for people to look at; another run of the tests may keep the same one."""
        PICTURES.mkdir(exist_ok=True)
        unfinished = PICTURES / f"{name}-{os.getpid()}.png"
        self.browser.save_screenshot(str(unfinished))
        unfinished.replace(PICTURES / f"{name}.png")

    # The DevTools protocol

    def mouse(self, kind, x, y, **values):
        self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, **values)

    def fingers(self, kind, places):
        points = [dict(zip("xy", self.place(*place), strict=True), id=finger) for finger, place in enumerate(places)]
        self.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def command(self, name, **parameters):
        self.browser.execute_cdp_cmd(name, parameters)

    def wait(self, condition):
        WebDriverWait(self.browser, PATIENCE, poll_frequency=0.02).until(lambda _: condition())


def between(start, end):
    """The places of a movement without its start."""
    return [tuple(a + (b - a) * step / STEPS for a, b in zip(start, end, strict=True)) for step in range(1, STEPS + 1)]
