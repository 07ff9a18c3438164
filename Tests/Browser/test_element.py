"""The element in a page of another origin, under a strict content policy: the example of the documentation."""

import gzip
import re
import subprocess

import pytest
from selenium.webdriver.common.keys import Keys

from chart_page import PAGES, ChartPage
from chart_server import ROOT, Server

ARTICLE = ROOT / "Sources/chart-surface/ChartSurface.docc/Embedding.md"
REFERENCE = ROOT / "Sources/chart-surface/ChartSurface.docc/TheElement.md"
MOST_BYTES = 30_000
MOST_FRAMES = 2
LATER = {
    *("/modules/page-stream.js", "/modules/note-kinds.js", "/modules/modifiers/presets.js"),
    *(
        f"/modules/element/{name}.js"
        for name in ("adapt", "compare", "notes", "toolbar", "tool-texts", "presets", "go-to")
    ),
}
MOST_OF_AN_EMPTY_CANVAS = 10_000
PAN_HYSTERESIS = 10
DELAY_MILLISECONDS = 1000

VIEW = "return document.querySelectorAll('chart-surface')[arguments[0]].view?.x ?? null"
REQUESTS = "return performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)"

WATCH_FRAMES = """
const plot = deep('plot');
const watched = window.watched = { frames: 0, felt: null, drawn: null };
const count = () => { watched.frames += 1; requestAnimationFrame(count); };
requestAnimationFrame(count);
let start = null;
plot.addEventListener('pointerdown', event => { start = event.clientX; });
plot.addEventListener('pointermove', event => {
  if (start !== null && Math.abs(event.clientX - start) > arguments[0]) watched.felt ??= watched.frames;
});
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  clear.apply(this, box);
  queueMicrotask(() => {
    if (this.canvas === plot && plot.dataset.ahead === 'true') watched.drawn ??= watched.frames;
  });
};
"""


# Lets changes wait until the session is deleted, and counts those that were sent all the same or given up.
LATE_CHANGES = """
const fetchReally = window.fetch;
window.late = { waiting: 0, over: 0 };
let deleted;
const deletion = new Promise(resolve => { deleted = resolve; });
window.fetch = async (address, options = {}) => {
  if (options.method === 'DELETE') return fetchReally(address, options).finally(deleted);
  if (options.method !== 'PATCH') return fetchReally(address, options);
  window.late.waiting += 1;
  await deletion;
  return fetchReally(address, options).finally(() => { window.late.over += 1; });
};
"""


@pytest.fixture(scope="module")
def charts(other_origin):
    """The address of a chart server that answers pages of the other origin."""
    with Server("--http-cors-origins", other_origin[0], demo=True) as server:
        yield server.address


@pytest.fixture
def example(other_origin, charts, browser):
    """The example of the documentation, opened from the other origin."""
    address, folder = other_origin
    (folder / "index.html").write_text(example_text().replace("https://charts.example.org", charts))
    page = ChartPage(browser, charts)
    page.look_like(width=900, height=900)
    browser.get(address + "/index.html")
    page.settle()
    page.wait(lambda: view(page, 1) is not None)
    yield page
    assert page.console_errors() == []
    browser.get("about:blank")


def test_a_chart_that_is_removed_gives_up_what_it_has_asked(example):
    example.browser.execute_script(LATE_CHANGES)
    example.look_like(width=700, height=900)
    example.wait(lambda: example.browser.execute_script("return window.late.waiting") > 0)
    example.browser.execute_script("document.querySelectorAll('chart-surface').forEach(chart => chart.remove())")
    example.wait(lambda: example.browser.execute_script("return window.late.waiting === window.late.over"))
    assert example.console_errors() == []


def example_text():
    return re.search(r"```html\n(.*?)```", ARTICLE.read_text(), re.DOTALL)[1]


def view(page, element):
    return page.browser.execute_script(VIEW, element)


def span(x_range):
    return x_range[1] - x_range[0]


def after_change(page, before):
    page.wait(lambda: view(page, 0) != before and page.published()["idle"] == "true")
    return view(page, 0)


def test_a_chart_that_is_hidden_when_it_opens_has_a_size(other_origin, charts, browser):
    address, folder = other_origin
    script = f'<script type="module" src="{charts}/chart-surface.js"></script>'
    chart = (
        f'<div hidden><chart-surface server="{charts}" dataset="seattle-weather" height="300"></chart-surface></div>'
    )
    (folder / "hidden.html").write_text(f"<!doctype html>{script}{chart}")
    page = ChartPage(browser, charts)
    page.look_like(width=900, height=900)
    browser.get(address + "/hidden.html")
    page.wait(lambda: view(page, 0) is not None)
    session = page.published()["session"]

    def sizes():
        surfaces = page.get(f"/v1/sessions/{session}?window=none")["surfaces"]
        return {surface["id"]: (surface["size"]["width"], surface["size"]["height"]) for surface in surfaces}

    assert min(min(size) for size in sizes().values()) > 100, sizes()
    browser.execute_script("document.querySelector('div').hidden = false")
    page.wait(lambda: sizes()["main"][1] < 300)


def sent(page):
    """The methods and paths of the changes that the page has asked for, without the session."""
    return page.browser.execute_script("return window.sent.splice(0)")


# Notes each change but that of a size, and events.
NOTE_CHANGES = """
window.sent = [];
const fetchReally = window.fetch;
window.fetch = (address, options = {}) => {
  const path = new URL(address, location.href).pathname.replace(/^.*sessions.[0-9a-f]{32}/, '');
  const isOfSize = options.method === 'PATCH' && Object.keys(JSON.parse(options.body)).join() === 'size';
  if (['PUT', 'PATCH', 'POST', 'DELETE'].includes(options.method) && !isOfSize && !/streams|events/.test(path)) {
    window.sent.push(`${options.method} ${path}`);
  }
  return fetchReally(address, options);
};
"""


@pytest.fixture
def zoomed(other_origin, charts, browser):
    """A chart of a page of its own, zoomed in, with a selected row; the page notes what it asks for."""
    address, folder = other_origin
    script = f'<script type="module" src="{charts}/chart-surface.js"></script>'
    modifiers = "zoomPan mouseWheelZoom rowSelection cursor"
    chart = f'<chart-surface server="{charts}" dataset="seattle-weather" height="300" modifiers="{modifiers}">'
    (folder / "adapts.html").write_text(f"<!doctype html>{script}{chart}</chart-surface>")
    page = ChartPage(browser, charts)
    page.look_like(width=900, height=900)
    browser.get(address + "/adapts.html")
    page.settle()
    page.wait(lambda: view(page, 0) is not None)
    whole = view(page, 0)
    page.wheel((0.5, 0.5), -500)
    after_change(page, whole)
    browser.execute_script(NOTE_CHANGES)
    yield page
    # The browser asks the file server for a picture of the page.
    assert [message for message in page.console_errors() if "favicon.ico" not in message] == []
    browser.get("about:blank")


def ids(surface, list_):
    return [one["id"] for one in surface[list_]]


def change(name, value):
    return f"document.querySelector('chart-surface').setAttribute('{name}', '{value}')"


USUAL = ["zoomPan", "mouseWheelZoom", "rowSelection", "cursor"]
Y_AXIS = "{ id: 'y', autoRange: 'visible', growBy: [0.1, 0.1], tickCount: 5, minorsPerMajor: 1 }"
AXES = f"xAxes: [{{ id: 'x', minorsPerMajor: 1 }}], yAxes: [{Y_AXIS}]"
# What changes, what the page asks for, and what the surfaces are then.
CHANGES = {
    "columns": (
        change("columns", "temp_max wind"),
        ["PATCH /surfaces/main"],
        lambda main, *_: ids(main, "series") == ["temp_max", "wind"],
    ),
    "modifiers": (
        change("modifiers", "rollover zoomPan mouseWheelZoom rowSelection"),
        ["DELETE /surfaces/main/modifiers/cursor", "PUT /surfaces/main/modifiers/rollover"],
        lambda main, *_: ids(main, "modifiers") == ["rollover", *USUAL[:3]],
    ),
    "order": (
        change("modifiers", "cursor zoomPan mouseWheelZoom rowSelection"),
        [f"{how} /surfaces/main/modifiers/{name}" for how in ("DELETE", "PUT") for name in USUAL],
        lambda main, *_: ids(main, "modifiers") == [USUAL[3], *USUAL[:3]],
    ),
    "preset": (
        change("modifiers", "sensor"),
        None,
        lambda main, *_: len(main["modifiers"]) > 4 and "rowSelection" not in ids(main, "modifiers"),
    ),
    "overview": (
        change("overview", ""),
        ["POST /surfaces"],
        lambda _, *others: len(others) == 1 and ids(others[0], "modifiers") == ["overview"],
    ),
    "specification": (
        f"""document.querySelector('chart-surface').spec = {{ dataset: 'seattle-weather', title: 'Rain', {AXES},
            series: [{{ y: 'precipitation', kind: 'bar' }}], modifiers: [{{ type: 'zoomPan', direction: 'x' }}] }}""",
        None,
        lambda main, *_: (
            (main.get("title"), ids(main, "series")) == ("Rain", ["precipitation"])
            and [one.get("direction") for one in main["modifiers"]] == ["x"]
        ),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_changes_about_a_chart_leaves_its_session(zoomed, name):
    script, wanted, holds = CHANGES[name]
    before, session = view(zoomed, 0), zoomed.published()["session"]

    def state():
        return zoomed.get(f"/v1/sessions/{session}?window=none")

    undo = state()["history"]["undo"]
    zoomed.browser.execute_script(script)
    zoomed.wait(lambda: holds(*state()["surfaces"]))
    zoomed.settle()
    assert wanted is None or sorted(sent(zoomed)) == sorted(wanted)
    assert zoomed.published()["session"] == session
    assert view(zoomed, 0) == before
    assert state()["history"]["undo"] == undo > 0


REFUSE_READS = """
const fetchBefore = window.fetch;
window.fetch = (address, options = {}) => {
  const isRead = (options.method ?? 'GET') === 'GET' && /v1.(modifiers|datasets.[^/]+)$/.test(String(address));
  return isRead ? Promise.resolve(new Response('{}', { status: 401 })) : fetchBefore(address, options);
};
"""


@pytest.mark.parametrize("script", [change("modifiers", "sensor"), "chart.removeAttribute('columns')"])
def test_what_cannot_be_read_without_a_key_comes_with_another_session(zoomed, script):
    zoomed.browser.execute_script(change("columns", "temp_max"))
    session = zoomed.published()["session"]
    zoomed.wait(lambda: ids(zoomed.get(f"/v1/sessions/{session}")["surfaces"][0], "series") == ["temp_max"])
    zoomed.browser.execute_script(REFUSE_READS)
    zoomed.browser.execute_script("const chart = document.querySelector('chart-surface'); " + script)
    zoomed.wait(lambda: zoomed.published()["session"] not in (session, ""))


def test_another_dataset_opens_another_session(zoomed):
    session = zoomed.published()["session"]
    zoomed.browser.execute_script(change("dataset", "sea-surface-temperature"))
    zoomed.wait(lambda: zoomed.published()["session"] not in (session, ""))


def test_an_overview_goes_and_leaves_the_chart(zoomed):
    session, before = zoomed.published()["session"], view(zoomed, 0)
    zoomed.browser.execute_script(change("overview", ""))
    zoomed.wait(lambda: zoomed.is_shown("#overview"))
    zoomed.browser.execute_script("document.querySelector('chart-surface').removeAttribute('overview')")
    zoomed.wait(lambda: not zoomed.is_shown("#overview"))
    assert ids(zoomed.get(f"/v1/sessions/{session}?window=none"), "surfaces") == ["main"]
    assert view(zoomed, 0) == before


def test_the_page_of_the_readme_draws_its_table(other_origin, charts, browser):
    address, folder = other_origin
    readme = (ROOT / "README.md").read_text()
    table, text = (re.search(rf"```{kind}\n(.*?)```", readme, re.DOTALL)[1] for kind in ("csv", "html"))
    (folder / "chart.html").write_text(text.replace("http://127.0.0.1:8080", charts))
    page = ChartPage(browser, charts)
    page.put_dataset("users", table)
    page.look_like(width=900, height=900)
    browser.get(address + "/chart.html")
    page.settle()
    page.wait(lambda: view(page, 0) is not None)
    assert page.texts("#legend button") == ["Active", "New"]
    # Browsers ask for an icon of such a short page by themselves.
    assert all("favicon.ico" in message for message in page.console_errors())
    browser.get("about:blank")


def test_a_plain_canvas_of_another_origin_is_drawn_and_moved_by_the_session_alone(other_origin, charts, browser):
    address, folder = other_origin
    text = re.search(r"```html\n(<!doctype html>\n.*?<title>A canvas</title>.*?)```", ARTICLE.read_text(), re.DOTALL)[1]
    (folder / "canvas.html").write_text(text.rpartition("```html\n")[2].replace("https://charts.example.org", charts))
    page = ChartPage(browser, charts)
    page.look_like(width=900, height=600)
    browser.get(address + "/canvas.html")
    pixels = "return document.getElementById('chart').toDataURL().length"
    page.wait(lambda: browser.execute_script(pixels) > MOST_OF_AN_EMPTY_CANVAS)
    drawn = browser.execute_script("return document.getElementById('chart').toDataURL()")
    for kind, x in (("mousePressed", 600), *(("mouseMoved", x) for x in range(580, 300, -20)), ("mouseReleased", 300)):
        page.mouse(kind, x, 200, button="left", buttons=1, clickCount=1)
    page.wait(lambda: browser.execute_script("return document.getElementById('chart').toDataURL()") != drawn)
    # The browser asks the file server for a picture of the page.
    assert all("favicon.ico" in message for message in page.console_errors())
    browser.get("about:blank")


def test_a_page_of_another_origin_has_the_gestures(example):
    whole = view(example, 0)
    example.wheel((0.5, 0.5), -500)
    zoomed = after_change(example, whole)
    assert span(zoomed) < span(whole)

    example.drag((0.4, 0.5), (0.6, 0.5))
    earlier = after_change(example, zoomed)
    assert earlier[0] < zoomed[0] and span(earlier) == pytest.approx(span(zoomed))

    example.press("+")
    closer = after_change(example, earlier)
    assert span(closer) < span(earlier)

    example.press(Keys.HOME)
    assert after_change(example, closer) == whole


def test_two_fingers_zoom_in_a_page_of_another_origin(example):
    example.look_like(width=390, height=844, touch=True)
    example.browser.refresh()
    example.settle()
    whole = view(example, 0)
    example.pinch(((0.4, 0.5), (0.6, 0.5)), ((0.2, 0.5), (0.8, 0.5)))
    assert span(after_change(example, whole)) < span(whole)


def test_linked_elements_share_their_range_one_session_and_one_stream(example):
    whole = view(example, 1)
    assert view(example, 0) == whole
    example.wheel((0.5, 0.5), -500)
    example.wait(lambda: view(example, 1) != whole and view(example, 0) == view(example, 1))
    paths = example.browser.execute_script(REQUESTS)
    assert paths.count("/v1/sessions") == 1
    assert not any(path.endswith("/stream") for path in paths)
    # The tools and the stream come when the chart does.
    scripts = [path for path in paths if path.endswith(".js") and path not in LATER]
    assert scripts == ["/chart-surface.js"]


def test_the_specification_of_the_article_is_drawn_with_titles_and_units(example):
    example.browser.execute_script(re.search(r"```js\n(.*?)```", ARTICLE.read_text(), re.DOTALL)[1])
    example.wait(lambda: example.find("#title").text == "Weather in Seattle")
    example.settle()
    assert [entry.text for entry in example.find("#legend").find_elements("css selector", "button")] == [
        "Temp max",
        "Temp min",
        "Precipitation",
    ]
    example.hover((0.5, 0.5))
    example.wait(lambda: "crosshair" in example.published()["overlays"])
    example.press("c")
    example.wait(lambda: re.search(r"Precipitation: [\d.]+ mm$", example.find("#note").text))


def test_a_page_shows_the_readings_of_the_cursor_itself(example):
    reading = "document.body.append(Object.assign(document.createElement('p'), { id: 'reading' }));"
    example.browser.execute_script(reading + re.search(r"```js\n(.*?)```", REFERENCE.read_text(), re.DOTALL)[1])
    text = "return document.querySelector('#reading').textContent"
    example.hover((0.5, 0.5))
    example.wait(lambda: re.fullmatch(r"temp_max: [\d.-]+, temp_min: [\d.-]+", example.browser.execute_script(text)))
    # The pointer leaves the plot.
    example.hover((0.5, 1.5))
    example.wait(lambda: example.browser.execute_script(text) == "")


def test_the_name_of_a_preset_stands_for_its_modifiers(example):
    element = "document.querySelector('chart-surface')"
    types = f"return {element}.state?.surface.modifiers?.map(({{ type }}) => type) ?? []"
    example.browser.execute_script(f"{element}.setAttribute('modifiers', 'trading')")
    example.wait(lambda: "seriesValue" in example.browser.execute_script(types))
    assert example.browser.execute_script(types)[0] == "zoomPan"
    example.browser.execute_script(f"{element}.spec = {{ dataset: 'seattle-weather', modifiers: 'map' }}")
    example.wait(lambda: "doubleTapDragZoom" in example.browser.execute_script(types))


def test_names_stand_once_where_the_plot_has_a_legend(example):
    element = "document.querySelector('chart-surface')"
    height = f"return {element}.shadowRoot.getElementById('legend').getBoundingClientRect().height"
    example.wait(lambda: example.browser.execute_script(height) > 20)
    example.browser.execute_script(f"{element}.setAttribute('modifiers', 'zoomPan, legend')")
    example.wait(lambda: example.browser.execute_script(height) < 10)
    # Keys reach the names, which are seen then.
    example.browser.execute_script(f"{element}.shadowRoot.querySelector('#legend button').focus()")
    assert example.browser.execute_script(height) > 20
    example.browser.execute_script(f"{element}.setAttribute('modifiers', 'zoomPan')")
    example.wait(lambda: example.browser.execute_script(height) > 20)


def test_the_element_is_light_and_needs_one_request(charts, example):
    script = (ROOT / "Public/chart-surface.js").read_bytes()
    assert len(gzip.compress(script, 9)) <= MOST_BYTES
    assert re.search(rb"^import\b", script, re.MULTILINE) is None
    # What is not needed for a chart comes when somebody asks for it.
    later = re.findall(rb"import\(`\$\{[\w$]+\}(.*?)`\)", script)
    parts = [f"modules/element/{name}.js" for name in ("adapt", "compare", "output", "reader", "toolbar")]
    assert sorted(map(bytes.decode, later)) == [*parts, "modules/page-stream.js"]


def test_a_drag_moves_the_chart_at_once_when_the_network_is_slow(example):
    whole = view(example, 0)
    example.wheel((0.5, 0.5), -500)
    zoomed = after_change(example, whole)
    example.command("Network.enable")
    example.command(
        "Network.emulateNetworkConditions",
        offline=False,
        latency=DELAY_MILLISECONDS,
        downloadThroughput=-1,
        uploadThroughput=-1,
    )
    try:
        example.press("+")
        zoomed = after_change(example, zoomed)
        example.browser.execute_script(WATCH_FRAMES, PAN_HYSTERESIS)
        example.drag((0.3, 0.5), (0.7, 0.5))
        watched = example.browser.execute_script("return window.watched")
        assert watched["drawn"] is not None, "Nothing has moved before the first answer."
        assert watched["drawn"] - watched["felt"] <= MOST_FRAMES
        moved = after_change(example, zoomed)
        assert moved[0] < zoomed[0]
        example.wait(lambda: example.published()["ahead"] == "false")
    finally:
        example.command(
            "Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )


def test_an_element_speaks_the_language_of_its_attribute(example):
    element = "document.querySelector('chart-surface')"
    example.browser.execute_script(f"{element}.setAttribute('locale', 'ar')")
    name = f"return {element}.shadowRoot.getElementById('plot').getAttribute('aria-roledescription')"
    example.wait(lambda: example.browser.execute_script(name) == "مخطط")
    assert example.browser.execute_script(f"return {element}.shadowRoot.getElementById('legend').dir") == "rtl"
    example.browser.execute_script(f"{element}.setAttribute('locale', 'en')")
    example.wait(lambda: example.browser.execute_script(name) == "Chart")
    assert example.browser.execute_script(f"return {element}.shadowRoot.getElementById('legend').dir") == ""


def test_an_element_tells_what_to_do_when_its_dataset_is_unknown(example):
    example.browser.execute_script("""
        const chart = Object.assign(document.createElement('chart-surface'), { id: 'lost' });
        chart.setAttribute('dataset', 'nowhere');
        chart.setAttribute('controls', '');
        document.querySelector('chart-surface').replaceWith(chart);
    """)
    example.wait(lambda: "no dataset “nowhere”" in example.texts("#state")[0])
    assert not example.find("#fit").is_enabled()
    assert all("422" in message for message in example.console_errors())


def test_the_page_has_no_module_of_the_element_again():
    element, page = modules_of("chart-surface.js"), modules_of("main.js")
    assert "element.js" in element and "access.js" in page
    assert element & page == set()
    bundle = (ROOT / "Public/page.js").read_text()
    assert set(re.findall(r'\bfrom ?"(.*?)"', bundle)) == {"./chart-surface.js"}


def modules_of(entry):
    """The modules that an entry imports, itself included, without the bundle of the element."""
    folder = ROOT / "Public/modules"
    found, waiting = set(), [folder / entry]
    while waiting:
        module = waiting.pop()
        if module.parent != ROOT / "Public" and (name := str(module.relative_to(folder))) not in found:
            found.add(name)
            imported = re.findall(r'^(?:import|export) .*?"(\..*?)";', module.read_text(), re.MULTILINE)
            waiting += [(module.parent / path).resolve() for path in imported]
    return found


@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_the_element_once(page, walk, path):
    page.browser.get(page.address + path)
    page.settle()
    scripts = [name for name in page.browser.execute_script(REQUESTS) if name.endswith(".js")]
    assert scripts.count("/chart-surface.js") == 1
    # The pages of the gallery take from the page what they need for its language and theme.
    shared = ("modules/page-language.js", "modules/page-texts.js", "modules/theme.js", "gallery/gallery.js")
    own = {"/page.js"} if path == "/" else {f"/{name}" for name in shared}
    assert set(scripts) - {"/chart-surface.js", path.replace(".html?rows=3", ".js")} - LATER == own


def test_the_bundles_are_what_the_modules_give():
    subprocess.run([str(ROOT / ".ci/bundle"), "--check"], check=True)
