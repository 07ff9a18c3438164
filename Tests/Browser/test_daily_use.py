"""What people who use charts every day have missed: nothing is lost, nothing is trapped, all can be seen."""

import json

import pytest

from chart_page import ChartPage
from chart_server import Server
from conftest import browsing

ELEMENTS = """
const [elements, done] = arguments;
import('/chart-surface.js').then(() => {
  Object.assign(document.body.style, { margin: '0', display: 'block' });
  document.body.replaceChildren(...elements.map(attributes => {
    const chart = document.createElement('chart-surface');
    for (const [name, value] of Object.entries(attributes)) chart.setAttribute(name, value);
    return chart;
  }));
  done();
}, done);
"""

# Whether a turn of the wheel is left to the page.
TURN = """
const [x, y, deltaY, ctrlKey] = arguments;
const event = new WheelEvent('wheel', { clientX: x, clientY: y, deltaY, ctrlKey, bubbles: true, cancelable: true });
deep('plot').dispatchEvent(event);
return !event.defaultPrevented;
"""

SESSION = "return document.querySelectorAll('chart-surface')[arguments[0]].state?.session ?? null"
WEATHER = {"dataset": "seattle-weather", "columns": "temp_max"}


@pytest.fixture
def show(page):
    """Shows elements with these attributes alone."""

    def show(*elements):
        page.browser.get(page.address + "/gallery/shared.html")
        assert page.browser.execute_async_script(ELEMENTS, list(elements)) is None
        for index in range(len(elements)):
            page.wait(lambda index=index: page.browser.execute_script(SESSION, index))
        page.settle()
        return page

    return show


def turned(page, delta, at=(0.5, 0.5), ctrl=False):
    return page.browser.execute_script(TURN, *page.place(*at), delta, ctrl)


def test_a_turn_that_the_chart_does_not_use_scrolls_the_page(show):
    page = show(WEATHER)
    assert turned(page, 200), "The whole range is in view: there is nothing to zoom out to."
    before = page.x_range()
    assert not turned(page, -200)
    page.settle_after_change_of(before)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.settle()
    assert not turned(page, 200)


def test_a_chart_that_zooms_with_a_key_leaves_the_plain_wheel_to_the_page(show):
    page = show(WEATHER)
    wheel = [{"type": "mouseWheelZoom", "when": {"keys": ["ctrl"]}}]
    session = page.published()["session"]
    spec = {"dataset": "seattle-weather", "series": [{"y": "wind"}], "modifiers": wheel}
    page.browser.execute_script("document.querySelector('chart-surface').spec = arguments[0]", spec)
    page.wait(lambda: page.published()["session"] != session)
    page.settle()
    assert turned(page, -200)
    assert not turned(page, -200, ctrl=True)


def test_a_swipe_scrolls_the_workbench_and_a_second_tap_still_zooms(page):
    page.look_like(width=390, height=844, touch=True)
    page.open("seattle-weather")
    assert page.browser.execute_script("return getComputedStyle(deep('plot')).touchAction") == "pan-y"
    before = page.x_range()
    page.fingers("touchStart", [(0.5, 0.4)])
    page.fingers("touchEnd", [])
    page.fingers("touchStart", [(0.5, 0.4)])
    for y in (0.45, 0.5, 0.55, 0.6, 0.65):
        page.fingers("touchMove", [(0.5, y)])
    page.settle_after_change_of(before)
    page.fingers("touchEnd", [])
    page.settle()
    assert page.browser.execute_script("return scrollY") == 0
    page.look_like(width=1280, height=800)


def test_an_element_that_moves_in_the_page_keeps_its_session(show):
    page = show(WEATHER)
    session = page.published()["session"]
    page.browser.execute_script(
        "const chart = document.querySelector('chart-surface');"
        "document.body.append(Object.assign(document.createElement('div'), { id: 'there' }));"
        "document.getElementById('there').append(chart);"
    )
    page.settle()
    page.browser.execute_script("document.querySelector('chart-surface').setAttribute('columns', 'temp_max')")
    page.settle()
    assert page.published()["session"] == session


def test_an_element_that_comes_back_shows_what_it_has_shown(show):
    page = show(WEATHER)
    before = page.x_range()
    page.wheel((0.5, 0.5), -400)
    page.settle_after_change_of(before)
    zoomed, session = page.x_range(), page.published()["session"]
    page.browser.execute_script("(window.kept = document.querySelector('chart-surface')).remove()")
    page.browser.execute_async_script("setTimeout(arguments[0], 50)")
    page.browser.execute_script("document.body.append(window.kept)")
    page.wait(lambda: page.published()["session"] != session)
    page.wait(lambda: page.x_range() == pytest.approx(zoomed))


def test_the_last_element_of_a_link_takes_its_session_with_it(show):
    page = show({**WEATHER, "link": "a"}, {**WEATHER, "link": "a"})
    session = page.browser.execute_script(SESSION, 0)
    assert page.browser.execute_script(SESSION, 1) == session
    show({**WEATHER, "link": "a"})
    assert page.browser.execute_script(SESSION, 0) != session


def test_what_the_server_refuses_to_one_element_stays_in_its_box(show):
    page = show({**WEATHER, "link": "a", "height": "200"})
    page.browser.execute_script(
        """
        const chart = document.createElement('chart-surface');
        chart.setAttribute('dataset', 'nowhere');
        chart.setAttribute('link', 'a');
        document.body.append(chart);
        """
    )
    page.wait(lambda: "nowhere" in page.texts("#state")[1])
    banners = "return deepAll('#banner').map(banner => banner.checkVisibility())"
    assert page.browser.execute_script(banners)[0] is False
    # The session goes on, also after a change of the size of the window.
    page.look_like(width=1100, height=800)
    page.wait(page.has_told_its_size)
    page.settle()
    assert all("422" in message for message in page.console_errors())


def test_linked_charts_show_where_the_pointer_is_on_one_of_them(show):
    page = show({**WEATHER, "link": "a", "height": "200"}, {**WEATHER, "link": "a", "height": "200"})
    pixels = """
      const plot = document.querySelectorAll('chart-surface')[1].shadowRoot.getElementById('plot');
      return plot.getContext('2d').getImageData(0, 0, plot.width, plot.height).data.join();
    """
    before = page.browser.execute_script(pixels)
    page.hover((0.3, 0.5))
    page.settle()
    page.wait(lambda: page.browser.execute_script(pixels) != before)


def test_the_height_of_an_element_is_what_its_attribute_says(show):
    page = show({**WEATHER, "height": "200"})
    assert page.browser.execute_script("return document.querySelector('chart-surface').offsetHeight") == 200


def test_charts_of_one_dataset_have_names_of_their_own(show):
    page = show(WEATHER, {**WEATHER, "columns": "wind"})
    names = "return deepAll('#plot').map(plot => plot.getAttribute('aria-label'))"
    assert page.browser.execute_script(names) == [
        "Chart of Seattle weather: Temp max",
        "Chart of Seattle weather: Wind",
    ]


def test_dates_are_those_of_the_time_zone_of_the_element(show):
    page = show({**WEATHER, "timezone": "America/Los_Angeles"})
    assert page.get(f"/v1/sessions/{page.published()['session']}")["timeZone"] == "America/Los_Angeles"
    assert page.texts("#selection")[0].startswith("Dec 31, 2011")


def test_modifiers_without_ids_can_be_changed(show):
    page = show(WEATHER)
    spec = {"dataset": "seattle-weather", "series": [{"y": "wind"}], "modifiers": [{"type": "zoomPan"}]}
    for change in ({}, {"direction": "y"}):
        spec["modifiers"] = [{**spec["modifiers"][0], **change}]
        session = page.published()["session"]
        page.browser.execute_script("document.querySelector('chart-surface').spec = arguments[0]", spec)
        page.wait(lambda session=session, change=change: change or page.published()["session"] != session)
        page.settle()
    assert page.modifier("zoomPan")["direction"] == "y"


def test_keys_work_with_caps_lock(show):
    page = show(WEATHER)
    before = page.x_range()
    page.wheel((0.5, 0.5), -400)
    page.settle_after_change_of(before)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.browser.execute_script(
        "deep('plot').dispatchEvent(new KeyboardEvent('keydown', { key: 'U', bubbles: true, cancelable: true }))"
    )
    page.wait(lambda: page.x_range() == before)


def test_a_double_click_on_a_name_shows_its_series_alone_and_then_all(show):
    page = show({"dataset": "seattle-weather"})
    shown = "return document.querySelector('chart-surface').state.surface.series.map(({ visible }) => visible)"
    twice = """
      for (const detail of [1, 2]) {
        deepAll('#legend button')[1].dispatchEvent(new MouseEvent('click', { detail, bubbles: true }));
      }
    """
    for expected in ([False, True, False, False], [True] * 4):
        page.browser.execute_script(twice)
        page.settle()
        assert page.browser.execute_script(shown) == expected
        assert [series["visible"] for series in page.on_server()["series"]] == expected


def test_a_picture_has_a_ground_and_the_names_of_the_series(page):
    looks = """
      const done = arguments[0];
      document.getElementById('chart').exportImage('png').then(createImageBitmap).then(image => {
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        done([...context.getImageData(1, 1, 1, 1).data, image.width]);
      }, error => done(String(error)));
    """
    *colour, width = page.browser.execute_async_script(looks)
    assert colour[3] == 255
    assert width > float(page.published()["plotWidth"])


def test_a_chart_whose_server_is_gone_says_so_also_when_nobody_touches_it(browser):
    with Server(demo=True) as server:
        page = ChartPage(browser, server.address)
        page.look_like(width=900, height=600)
        page.open()
    page.wait(lambda: page.is_shown("#banner"))
    assert "Offline" in page.texts("#banner")[0]
    browser.get("about:blank")
    page.console_errors()


def test_a_viewer_reads_the_values_under_the_pointer_and_changes_nothing(server):
    with browsing() as first, browsing() as second:
        driver, viewer = (ChartPage(browser, server) for browser in (first, second))
        driver.look_like(width=1280, height=800)
        viewer.look_like(width=900, height=700)
        driver.open()
        link = driver.browser.execute_script("return document.getElementById('chart').share('look')")
        viewer.browser.get(server + "/gallery/shared.html")
        attributes = {"session": link["session"], "readonly": ""}
        attributes |= {"token": link["token"]} if link["token"] else {}
        assert viewer.browser.execute_async_script(ELEMENTS, [attributes]) is None
        viewer.settle()
        # The driver's page bounds the zoom once it knows how many rows there are.
        driver.wait(lambda: driver.on_server()["xAxes"][0]["minimumSpan"] is not None)
        before = viewer.on_server()["revision"]
        viewer.hover((0.5, 0.5))
        viewer.wait(lambda: viewer.overlay("crosshair") and viewer.overlay("crosshair")["items"])
        assert viewer.on_server()["revision"] == before
        assert json.loads(driver.published()["overlays"]) == []
