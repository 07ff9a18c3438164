"""The demo page in a real browser: input changes the ranges on the server, and the page shows them."""

import pytest
from selenium.webdriver.common.keys import Keys

from chart_page import LANGUAGES

CENTRE = (0.5, 0.5)
PIXELS_OF_FIRST_SERIES = """
const canvas = deep('plot');
const { plotLeft, plotTop, plotWidth, plotHeight } = canvas.dataset;
const area = [plotLeft, plotTop, plotWidth, plotHeight].map(points => Number(points) * devicePixelRatio);
const { data } = canvas.getContext('2d').getImageData(...area);
const swatch = getComputedStyle(deepAll('.swatch')[0]).backgroundColor;
const [red, green, blue] = swatch.match(/\\d+/g).map(Number);
let count = 0;
for (let at = 0; at < data.length; at += 4) {
  if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) count += 1;
}
return count;
"""


def span(x_range):
    return x_range[1] - x_range[0]


def value_at(x_range, fraction):
    return x_range[0] + fraction * span(x_range)


def zoom_in(page):
    before = page.x_range()
    page.wheel(CENTRE, -500)
    page.settle_after_change_of(before)
    return page.x_range()


def test_the_page_shows_the_whole_dataset_at_first(page):
    page.assert_shows_what_the_server_holds()
    assert page.on_server()["xAxes"][0]["zoomState"] == "atExtents"


def test_the_wheel_zooms_in_and_keeps_the_value_under_the_pointer(page):
    before = page.x_range()
    page.wheel((0.25, 0.5), -300)
    page.settle_after_change_of(before)
    page.assert_shows_what_the_server_holds()
    after = page.x_range()
    assert span(after) < span(before)
    assert value_at(after, 0.25) == pytest.approx(value_at(before, 0.25), abs=span(before) / 500)


def test_a_drag_to_the_right_shows_earlier_rows(page):
    before = zoom_in(page)
    page.drag((0.4, 0.5), (0.6, 0.5))
    page.settle_after_change_of(before)
    page.assert_shows_what_the_server_holds()
    after = page.x_range()
    assert span(after) == pytest.approx(span(before))
    assert before[0] - after[0] == pytest.approx(0.2 * span(before), rel=0.02)


def test_spreading_two_fingers_zooms_in(page):
    page.look_like(width=390, height=844, density=3, touch=True)
    page.open()
    before = page.x_range()
    page.pinch(((0.4, 0.5), (0.6, 0.5)), ((0.2, 0.5), (0.8, 0.5)))
    page.settle_after_change_of(before)
    page.assert_shows_what_the_server_holds()
    assert span(page.x_range()) == pytest.approx(span(before) / 3, rel=0.05)


def test_closing_two_fingers_zooms_out(page):
    page.look_like(width=390, height=844, density=3, touch=True)
    page.open()
    before = zoom_in(page)
    page.pinch(((0.35, 0.5), (0.65, 0.5)), ((0.42, 0.5), (0.58, 0.5)))
    page.settle_after_change_of(before)
    page.assert_shows_what_the_server_holds()
    assert span(page.x_range()) > 1.2 * span(before)


def test_keys_zoom_pan_and_fit(page):
    whole = page.x_range()
    page.press("+")
    page.settle_after_change_of(whole)
    zoomed = page.x_range()
    assert span(zoomed) < span(whole)

    page.press(Keys.ARROW_RIGHT)
    page.settle_after_change_of(zoomed)
    later = page.x_range()
    assert later[0] > zoomed[0] and later[1] > zoomed[1]
    page.assert_shows_what_the_server_holds()

    page.press(Keys.HOME)
    page.settle_after_change_of(later)
    assert page.x_range() == whole
    page.assert_shows_what_the_server_holds()


def test_rotate_makes_the_x_axis_vertical(page):
    page.click("#rotate")
    page.wait(lambda: page.on_server()["xAxes"][0]["alignment"] == "left")
    page.settle()
    before = page.x_range()
    page.wheel(CENTRE, -300)
    page.settle_after_change_of(before)
    upright = page.x_range()
    page.drag((0.5, 0.4), (0.5, 0.6))
    page.settle_after_change_of(upright)
    assert page.x_range()[0] > upright[0]
    page.assert_shows_what_the_server_holds()


def test_four_turns_restore_everything(page):
    page.switch("rotateChart")
    page.wheel((0.5, 0.5), -300)
    page.settle()
    before = page.on_server()
    for _ in range(4):
        page.click("#rotate")
        page.settle()
    after = page.on_server()
    for axes in ("xAxes", "yAxes"):
        assert [axis["visibleRange"] for axis in after[axes]] == [axis["visibleRange"] for axis in before[axes]]
        assert [axis["alignment"] for axis in after[axes]] == [axis["alignment"] for axis in before[axes]]
    assert after["size"] == before["size"]


def test_deselect_works_for_series(page):
    page.open("seattle-weather")
    page.switch("seriesSelection")
    assert not page.find("#deselect").is_enabled()
    row = page.get(f"/v1/sessions/{page.published()['session']}?window=full")["surfaces"][0]["window"]
    x = page.on_server()["xAxes"][0]["visibleRange"]
    y = page.on_server()["yAxes"][0]["visibleRange"]
    columns = row["columns"]
    cells = row["rows"][len(row["rows"]) // 2]
    at = ((cells[0] - x[0]) / (x[1] - x[0]), 1 - (cells[columns.index("temp_max")] - y[0]) / (y[1] - y[0]))
    page.click_at(at)
    page.wait(lambda: page.on_server()["selection"]["series"] != [])
    page.wait(lambda: page.find("#deselect").is_enabled())
    page.click("#deselect")
    page.wait(lambda: page.on_server()["selection"]["series"] == [])


def test_a_rectangle_selects_rows_and_keeps_the_range(page):
    before = page.x_range()
    page.switch("marquee")
    page.drag((0.01, 0.01), (0.99, 0.99))
    page.wait(lambda: page.on_server()["selection"]["rows"] != [])
    page.settle()
    assert page.x_range() == before

    page.click("#deselect")
    page.wait(lambda: page.on_server()["selection"]["rows"] == [])


def test_undo_and_redo_restore_the_ranges(page):
    whole = page.x_range()
    zoomed = zoom_in(page)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.click("#undo")
    page.settle_after_change_of(zoomed)
    assert page.x_range() == whole
    page.click("#redo")
    page.settle_after_change_of(whole)
    assert page.x_range() == zoomed

    page.press("u")
    page.settle_after_change_of(zoomed)
    assert page.x_range() == whole
    page.press(Keys.CONTROL + Keys.SHIFT + "z")
    page.settle_after_change_of(whole)
    assert page.x_range() == zoomed
    page.assert_shows_what_the_server_holds()


def test_the_undo_key_tells_that_there_is_nothing_to_undo(page):
    page.press("u")
    page.wait(lambda: "nothing to undo" in page.texts("#note")[0])
    assert all("409" in message for message in page.console_errors())


def test_the_name_of_a_series_hides_and_shows_it(page):
    page.click("#legend button")
    page.settle()
    assert [series["visible"] for series in page.on_server()["series"]] == [False, True]
    assert [series["visible"] for series in page.on_server("overview")["series"]] == [False, True]
    page.click("#legend button")
    page.settle()
    assert [series["visible"] for series in page.on_server()["series"]] == [True, True]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_draws_the_chart_in_each_theme(page, theme):
    page.look_like(width=1280, height=800, theme=theme, density=2)
    page.open()
    page.hover(CENTRE)
    page.settle()
    page.picture(theme)
    assert page.browser.execute_script("return document.documentElement.dataset.theme") == theme
    page.wait(lambda: page.browser.execute_script(PIXELS_OF_FIRST_SERIES) > 500)


def test_the_statistics_are_those_of_the_rows_in_view(page):
    page.open("seattle-weather")
    page.browser.execute_script("document.querySelector('.sums-card').open = true")
    page.wait(lambda: page.texts("#sums th") == ["Precipitation", "Temp max", "Temp min", "Wind"])
    assert page.texts("#sums tr:nth-child(3) td") == ["1,461", "8.235", "\u22127.1", "18.3", "\u22127.1"]
    page.browser.execute_script("deepAll('[data-preset=year]')[0].click()")
    page.wait(lambda: page.texts("#sums tr:first-child td")[0] in ("365", "366"))
    page.browser.execute_script("deep('legend').querySelector('button').click()")
    page.wait(lambda: page.texts("#sums th") == ["Temp max", "Temp min", "Wind"])


@pytest.mark.parametrize("width", [360, 390, 768])
def test_a_narrow_window_does_not_scroll_sideways(page, width):
    page.look_like(width=width, height=844, density=2, touch=True)
    page.open()
    page.picture(f"phone-{width}")
    page.browser.execute_script("for (const details of document.querySelectorAll('details')) details.open = true")
    for language in ["en", *LANGUAGES]:
        page.speak(language)
        assert page.browser.execute_script("return document.documentElement.scrollWidth") <= width, language
    page.browser.execute_script("localStorage.removeItem('language')")
