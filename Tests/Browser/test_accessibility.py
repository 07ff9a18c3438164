"""What people get who use keys, a screen reader, sound or colours of their own."""

import pathlib

import axe_playwright_python
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
FINDINGS = """
const done = arguments[arguments.length - 1];
const places = nodes => nodes.map(node => node.target.flat().join(" ")).join(", ");
axe.run(document).then(
  ({violations}) => done(violations.map(({id, nodes}) => `${id}: ${places(nodes)}`)),
  error => done([String(error)]));
"""
HEARD = """
window.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones.push("on"); start.apply(this, when); };
const close = AudioContext.prototype.close;
AudioContext.prototype.close = function () { window.tones.push("off"); return close.apply(this); };
"""


def findings(page):
    """What axe finds on the page as it is."""
    if not page.browser.execute_script("return 'axe' in window"):
        page.browser.execute_script(AXE)
    return page.browser.execute_async_script(FINDINGS)


def text(page, part):
    """What a part of the first element says."""
    return page.browser.execute_script(
        "return document.querySelector('chart-surface').shadowRoot.getElementById(arguments[0]).textContent", part
    )


def described(page, words):
    page.wait(lambda: all(word in text(page, "description") for word in words))


def test_axe_finds_a_button_without_a_name(page):
    page.browser.execute_script("document.body.append(document.createElement('button'))")
    assert any(found.startswith("button-name") for found in findings(page))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_page(page, theme):
    page.look_like(width=1280, height=800, theme=theme)
    page.open()
    assert findings(page) == []
    page.press("?")
    assert findings(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["linked", "compare", "live", "shared"])
def test_axe_finds_nothing_in_the_gallery(page, name, theme):
    page.look_like(width=390, height=844, theme=theme, touch=True)
    page.browser.get(f"{page.address}/gallery/{name}.html")
    page.settle()
    assert findings(page) == []


def test_the_canvas_says_what_the_chart_shows_and_keeps_up(page):
    described(page, ["Bar chart", "Nothing is selected"])
    whole = text(page, "description")
    before = page.x_range()
    page.press("+")
    page.settle_after_change_of(before)
    page.wait(lambda: text(page, "description") != whole)
    assert page.browser.execute_script("return deep('plot').getAttribute('aria-describedby')") == "description"


def test_keys_read_one_row_after_the_other(page):
    page.press(".")
    page.wait(lambda: text(page, "live").count(":") >= 2)
    middle = text(page, "live")
    page.press(".")
    page.wait(lambda: text(page, "live") != middle)
    page.press(",")
    page.wait(lambda: text(page, "live") == middle)
    page.press(Keys.END)
    page.wait(lambda: text(page, "live") != middle)
    last = text(page, "live")
    page.press(".")
    page.settle()
    assert text(page, "live") == last


def test_a_key_plays_the_first_series_and_stops_it(page):
    page.browser.execute_script(HEARD)
    page.press("s")
    page.wait(lambda: page.browser.execute_script("return window.tones") == ["on"])
    assert "Playing" in text(page, "live")
    page.press("s")
    page.wait(lambda: page.browser.execute_script("return window.tones") == ["on", "off"])


def grid(page, script):
    return page.browser.execute_script(
        f"const grid = deep('rows-dialog').querySelector('[role=grid]'); return {script}"
    )


def here(page):
    """What a screen reader says of the cell that keys have chosen."""
    return grid(page, "grid.querySelector('#' + grid.getAttribute('aria-activedescendant'))?.textContent")


def keys(page, *pressed, control=False):
    """Presses keys where the focus is."""
    chain = ActionChains(page.browser)
    if control:
        chain.key_down(Keys.CONTROL)
    chain.send_keys(*pressed)
    if control:
        chain.key_up(Keys.CONTROL)
    chain.perform()


def table(page, rows):
    page.press("t")
    page.wait(lambda: page.browser.execute_script("return deep('rows-dialog')?.querySelector('[role=grid]') != null"))
    assert grid(page, "grid.getAttribute('aria-rowcount')") == str(rows + 1)


def test_the_window_is_a_table_that_keys_walk_through_and_sort(page):
    page.open("seattle-weather")
    rows = page.on_server()["window"]["sourceRows"]
    table(page, rows)
    # Of many rows those are there that can be seen.
    assert grid(page, "grid.querySelectorAll('.rows [role=row]').length") < 60 < rows
    keys(page, Keys.ARROW_DOWN)
    first = here(page)
    keys(page, Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    assert grid(page, "grid.getAttribute('aria-activedescendant')") == "cell-1-1"
    keys(page, Keys.END, control=True)
    assert grid(page, "grid.querySelector('.here').parentElement.getAttribute('aria-rowindex')") == str(rows + 1)
    keys(page, Keys.HOME, control=True)
    keys(page, Keys.ENTER)
    assert grid(page, "grid.querySelector('[aria-sort]').getAttribute('aria-sort')") == "ascending"
    assert page.browser.execute_script("return deep('rows-dialog').querySelector('[role=status]').textContent")
    keys(page, Keys.ENTER, Keys.ARROW_DOWN)
    assert here(page) != first
    keys(page, Keys.ARROW_UP, Keys.ARROW_RIGHT, Keys.ENTER)
    values = grid(page, "[...grid.querySelectorAll('.rows [aria-colindex=\"2\"]')].map(cell => cell.textContent)")
    numbers = [float(value.replace(",", "").replace("\N{MINUS SIGN}", "-")) for value in values]
    assert numbers == sorted(numbers) and len(numbers) > 10
    keys(page, Keys.ESCAPE)
    page.wait(lambda: page.browser.execute_script("return deep('rows-dialog')") is None)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_the_notes(page, theme):
    page.look_like(1280, 900, theme)
    page.browser.get(page.address + "/?dataset=seattle-weather")
    page.settle()
    page.browser.execute_script("deep('notes').click(); deep('middle').click()")
    page.wait(lambda: page.browser.execute_script("return deep('note-form').querySelector('li') !== null"))
    page.settle()
    assert findings(page) == []
    name = page.browser.execute_script("return deep('note-form').querySelector('[role=toolbar]').ariaLabel")
    assert name.startswith("Note 1 of 1: Line, ")


def test_axe_finds_nothing_in_the_table(page):
    table(page, page.on_server()["window"]["sourceRows"])
    assert findings(page) == []


def test_a_table_of_more_rows_than_it_takes_says_so(page):
    lines = ["x,y", *(f"{x},{x % 97}" for x in range(100_500))]
    page.put_dataset("tall", "\n".join(lines) + "\n")
    page.open("tall")
    table(page, 100_000)
    assert page.browser.execute_script("return deep('rows-dialog').querySelector('[role=status]').textContent") == (
        "100,000 of 100,500 rows"
    )


def test_forced_colours_leave_the_series_their_colours(page):
    features = [{"name": "forced-colors", "value": "active"}]
    page.command("Emulation.setEmulatedMedia", features=features)
    page.open()
    # Patterns tell the series apart too then.
    assert len(page.texts("#legend canvas")) == 1
    colours = ["rgb(0, 114, 178)", "rgb(184, 110, 0)"]
    drawn = page.browser.execute_script(
        """
        const plot = deep('plot');
        const {data} = plot.getContext('2d').getImageData(0, 0, plot.width, plot.height);
        const found = new Set();
        for (let at = 0; at < data.length; at += 4) {
          const [red, green, blue, opacity] = data.slice(at, at + 4);
          if (opacity === 255) found.add(`rgb(${red}, ${green}, ${blue})`);
        }
        return arguments[0].filter(colour => found.has(colour)).length;
        """,
        colours,
    )
    page.command("Emulation.setEmulatedMedia", features=[])
    assert drawn == len(colours)


def test_the_server_draws_the_picture_of_the_view(page):
    svg = page.browser.execute_async_script(
        """
        const done = arguments[arguments.length - 1];
        const picture = document.querySelector('chart-surface').exportImage('svg');
        picture.then(blob => blob.text()).then(done, error => done(String(error)));
        """
    )
    assert svg.startswith("<svg") and "<title" in svg


def test_the_texts_of_the_server_come_in_the_language_of_the_element(page):
    page.browser.execute_script("document.querySelector('chart-surface').setAttribute('locale', 'de')")
    described(page, ["Reihen", "Nichts ist ausgewählt"])


def test_the_buttons_are_one_stop_of_the_tab_key_and_arrows_go_on(page):
    stops = """
      const shown = [...deep('tools').querySelectorAll('button')].filter(one => one.checkVisibility());
      return shown.filter(one => one.tabIndex === 0).map(one => one.id);
    """
    focused = "return deep('tools').getRootNode().activeElement.id"
    # All tools have room in the row.
    page.look_like(width=1900, height=800)
    page.wait(lambda: page.is_shown("#help"))
    assert len(page.browser.execute_script(stops)) == 1
    page.browser.execute_script("deep('fit').focus()")
    assert page.browser.execute_script(stops) == ["fit"]
    keys(page, Keys.ARROW_RIGHT)
    # Undo and Redo can do nothing yet.
    assert page.browser.execute_script(focused) == "goTo"
    keys(page, Keys.END)
    assert page.browser.execute_script(focused) == "help"
    keys(page, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert page.browser.execute_script(focused) == "help"
    keys(page, Keys.TAB)
    assert page.browser.execute_script(focused) == "plot"


@pytest.mark.parametrize("path", ["/", "/gallery/live.html"])
def test_paper_has_the_chart_alone(page, path):
    page.browser.get(page.address + path)
    page.settle()
    page.command("Emulation.setEmulatedMedia", media="print")
    try:
        shown = page.browser.execute_script(
            """
            const texts = [...document.querySelectorAll('body *')]
              .filter(one => one.checkVisibility() && !one.closest('chart-surface') && one.childElementCount === 0);
            return texts.map(one => one.textContent.trim()).filter(text => text !== '');
            """
        )
        assert shown == []
        assert page.is_shown("#plot") and page.is_shown("#legend") and not page.is_shown("#tools")
    finally:
        page.command("Emulation.setEmulatedMedia", media="")


# The dashes of the lines of a drawing. Setting the theme makes the element draw again.
DASHES = """
const [done] = arguments;
const lengths = new Set();
const real = CanvasRenderingContext2D.prototype.setLineDash;
CanvasRenderingContext2D.prototype.setLineDash = function (dash) {
  lengths.add(dash.join());
  real.call(this, dash);
};
const chart = document.querySelector('chart-surface');
chart.setAttribute('theme', chart.getAttribute('theme') === 'light' ? 'auto' : 'light');
requestAnimationFrame(() => requestAnimationFrame(() => {
  CanvasRenderingContext2D.prototype.setLineDash = real;
  done([...lengths].sort());
}));
"""


def dashes(page):
    return page.browser.execute_async_script(DASHES)


def test_patterns_besides_colours_are_switched_by_a_button(page):
    page.open("seattle-weather")
    assert dashes(page) == [""]
    page.click("#patterns")
    assert page.find("#patterns").get_attribute("aria-pressed") == "true"
    assert dashes(page) == ["", "2,4", "8,3,2,3", "8,4"]
    assert len(page.texts("#legend canvas")) == 3
    assert findings(page) == []
    page.click("#patterns")
    assert dashes(page) == [""]


def test_readers_who_want_more_contrast_get_patterns(page):
    page.open("seattle-weather")
    page.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-contrast", "value": "more"}])
    page.wait(lambda: not page.is_shown("#patterns"))
    assert dashes(page) == ["", "2,4", "8,3,2,3", "8,4"]
    page.command("Emulation.setEmulatedMedia", features=[])
