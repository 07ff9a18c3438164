"""Two windows share one session: each shows the changes of the other, and one can take over from the other."""

import contextlib
import urllib.parse

import pytest
from selenium.common.exceptions import WebDriverException

from chart_page import ChartPage
from chart_server import Server
from conftest import browsing

START, END = (0.7, 0.5), (0.4, 0.5)

WATCH_POSTS = """
window.posts = [];
const real = window.fetch;
window.fetch = async (path, options) => {
  const time = Date.now();
  const answer = await real(path, options);
  const note = ({ revision }) => revision && window.posts.push([revision, time]);
  if (String(path).includes('/events')) answer.clone().json().then(note);
  return answer;
};
"""

WATCH_REVISIONS = """
window.seen = [];
const canvas = deep('plot');
new MutationObserver(() => {
  const revision = Number(canvas.dataset.revision);
  if (window.seen.at(-1)?.[0] !== revision) window.seen.push([revision, Date.now()]);
}).observe(canvas, { attributes: true, attributeFilter: ['data-revision'] });
"""


@pytest.fixture(scope="module")
def patient_server():
    """The address of a server that cancels a gesture after three seconds without events."""
    with Server("--session-gesture-timeout", "3s", demo=True) as server:
        yield server.address


@pytest.fixture(scope="module")
def two_browsers():
    """In one browser the window behind the other would draw nothing."""
    with browsing() as first, browsing() as second:
        yield first, second


@pytest.fixture
def windows(patient_server, two_browsers):
    """A page, and a second one opened by its link."""
    first, second = (ChartPage(browser, patient_server) for browser in two_browsers)
    for page in (first, second):
        # The page of the test before may still be open, and another fragment alone would load no new one.
        page.browser.get("about:blank")
        page.console_errors()
        page.look_like(width=1280, height=800)
    first.open()
    whole = first.x_range()
    first.wheel((0.5, 0.5), -400)
    first.settle_after_change_of(whole)
    first.click("#share")
    first.click("#share-drive")
    first.wait(lambda: "session=" in link(first))
    second.browser.get(link(first))
    second.settle()
    return first, second


def link(page):
    return page.browser.current_url


def test_the_link_names_the_session_in_its_fragment(windows):
    first, second = windows
    address = urllib.parse.urlsplit(link(first))
    assert urllib.parse.parse_qs(address.fragment)["session"] == [first.published()["session"]]
    assert "token" not in address.query
    assert second.published()["session"] == first.published()["session"]
    assert second.x_range() == first.x_range()


def is_on(page, modifier):
    return page.browser.execute_script(f"return document.getElementById('switch-{modifier}').checked")


def options(page):
    """The chosen options of every modifier, on or off."""
    return page.browser.execute_script("""
        return Object.fromEntries([...document.querySelectorAll('#controls [data-property]')].map(control => [
          `${control.closest('[data-type]').dataset.type}.${control.dataset.property}`,
          control.type === 'checkbox' ? control.checked : control.value,
        ]));
    """)


def test_a_page_that_joins_shows_the_switches_and_options_of_the_session(windows):
    first, second = windows
    everything = first.browser.execute_script(
        "return [...document.querySelectorAll('[role=switch]')].map(input => input.id.replace('switch-', ''))"
    )
    assert [is_on(first, name) for name in everything] == [is_on(second, name) for name in everything]
    assert options(first) == options(second)
    first.switch("rollover")
    first.switch("mouseWheelZoom")
    first.browser.execute_script("""
        const select = document.querySelector('[data-type=zoomPan] select[data-property=direction]');
        select.value = [...select.options].findIndex(({ text }) => text === 'Only y');
        select.dispatchEvent(new Event('change'));
    """)
    first.wait(lambda: first.modifier("zoomPan")["direction"] == "y")
    assert first.modifier("rollover")["isEnabled"] and not first.modifier("mouseWheelZoom")["isEnabled"]
    revision = first.published()["revision"]

    second.browser.refresh()
    second.settle()
    second.wait(lambda: is_on(second, "rollover"))
    assert [is_on(first, name) for name in everything] == [is_on(second, name) for name in everything]
    assert options(second) == options(first)
    assert options(second)["zoomPan.direction"] == "2"
    assert second.published()["revision"] == revision, "joining has changed the session"

    second.switch("mouseWheelZoom")
    second.wait(lambda: second.modifier("mouseWheelZoom")["isEnabled"])
    assert second.modifier("zoomPan")["direction"] == "y" and second.modifier("rollover")["isEnabled"]
    assert second.console_errors() == []


def test_the_other_window_shows_a_drag(windows):
    first, second = windows
    first.browser.execute_script(WATCH_POSTS)
    second.browser.execute_script(WATCH_REVISIONS)
    before = second.x_range()
    first.hold(START, END)
    # The other window follows while the button is down.
    second.wait(lambda: second.x_range() != before and second.x_range() == first.x_range())
    first.release(END)
    first.settle()
    second.wait(lambda: second.x_range() == first.x_range())
    second.wait(lambda: second.published()["revision"] == first.published()["revision"])
    posts = first.browser.execute_script("return window.posts")
    seen = second.browser.execute_script("return window.seen")
    revisions = [revision for revision, _ in seen]
    assert revisions == sorted(set(revisions))
    delays = sorted(dict(seen)[revision] - time for revision, time in posts if revision in revisions)
    assert len(delays) >= 2
    print(
        f"\nfrom the request of one window to the chart of the other, ms: median {delays[len(delays) // 2]}, "
        f"longest {delays[-1]} of {len(delays)} revisions"
    )
    # None is shown before it was requested.
    assert delays[0] >= 0
    for page in windows:
        page.assert_shows_what_the_server_holds()


def test_the_windows_move_the_chart_in_turn(windows):
    for mover, other in [windows, windows[::-1], windows]:
        before = mover.x_range()
        mover.drag(START, (0.65, 0.5))
        mover.settle_after_change_of(before)
        other.wait(lambda mover=mover, other=other: other.x_range() == mover.x_range())
    for page in windows:
        page.settle()
        page.assert_shows_what_the_server_holds()
        # A tick of one window may arrive after the other window has begun.
        assert all("409" in message for message in page.console_errors())


def test_a_window_waits_for_a_driver_that_is_busy_and_takes_over_after_its_crash(windows):
    first, second = windows
    with browsing() as browser:
        driver = ChartPage(browser, first.address)
        driver.look_like(width=1280, height=800)
        browser.get(link(first))
        driver.settle()
        before = driver.x_range()
        driver.hold(START, END)
        second.wait(lambda: second.x_range() != before)
        second.click_at(START)
        second.wait(lambda: second.is_shown("#banner"))
        assert "Another viewer" in second.texts("#banner")[0]
        with contextlib.suppress(WebDriverException):
            driver.command("Page.crash")
        second.wait(lambda: not second.is_shown("#banner"))
    held = second.x_range()
    second.drag(START, END)
    second.settle_after_change_of(held)
    second.assert_shows_what_the_server_holds()
    assert all("409" in message for message in second.console_errors())


def test_a_page_that_joins_enables_the_steps_of_the_session(windows):
    first, second = windows
    assert second.enabled_steps() == ["undo"]
    before = first.x_range()
    first.click("#undo")
    first.settle_after_change_of(before)
    second.browser.refresh()
    second.settle()
    assert second.enabled_steps() == ["redo"]


def test_an_action_in_one_window_enables_and_disables_the_steps_of_the_other(windows):
    first, second = windows
    zoomed = first.x_range()
    second.click("#undo")
    for page in windows:
        page.wait(lambda page=page: page.x_range() != zoomed)
        assert page.enabled_steps() == ["redo"]
    whole = first.x_range()
    first.click("#redo")
    for page in windows:
        page.wait(lambda page=page: page.x_range() == zoomed)
        assert page.enabled_steps() == ["undo"]
    first.click("#undo")
    second.wait(lambda: second.x_range() == whole)
    second.wheel((0.5, 0.5), -400)
    second.wait(lambda: second.on_server()["gestures"] == [] and second.x_range() != whole)
    for page in windows:
        page.wait(lambda page=page: page.enabled_steps() == ["undo"])
        page.settle()
        page.assert_shows_what_the_server_holds()


def test_the_steps_are_disabled_when_the_other_window_ends_the_session(windows):
    windows[1].delete_session()
    for page in windows:
        page.wait(lambda page=page: page.is_shown("#banner button"))
        assert page.enabled_steps() == []


COPIED = "window.copied = null; navigator.clipboard.writeText = async text => { window.copied = text; };"


def test_a_link_to_look_shows_the_chart_and_changes_nothing(windows):
    first, second = windows
    # A guest who drives does not know what lets others look.
    second.click("#share")
    assert second.is_shown("#share-drive") and not second.is_shown("#share-look")
    first.browser.execute_script(COPIED)
    first.click("#share")
    first.click("#share-look")
    first.wait(lambda: first.browser.execute_script("return window.copied") is not None)
    address = first.browser.execute_script("return window.copied")
    members = urllib.parse.parse_qs(urllib.parse.urlsplit(address).fragment)
    assert members["look"] == ["true"] and members["token"] != urllib.parse.parse_qs(
        urllib.parse.urlsplit(link(first)).fragment
    ).get("token")
    second.browser.get("about:blank")
    second.browser.get(address)
    second.settle()
    revision = second.on_server()["revision"]
    before = second.x_range()
    second.drag(START, END)
    second.wheel((0.5, 0.5), -300)
    second.press("0")
    second.settle()
    assert second.x_range() == before and second.on_server()["revision"] == revision
    assert not second.find("#fit").is_enabled() and second.find("#table").is_enabled()
    first.wheel((0.5, 0.5), -300)
    second.wait(lambda: second.x_range() != before)
    assert second.x_range() == first.x_range()
    # Who may only look can only let others look.
    second.click("#share")
    assert not second.is_shown("#share-drive") and second.is_shown("#share-look")


def test_another_dataset_on_a_shared_chart_is_asked_about(windows):
    first, _ = windows
    shared = first.published()["session"]
    first.choose_dataset("seattle-weather")
    first.browser.switch_to.alert.dismiss()
    first.settle()
    assert first.published()["session"] == shared
    first.choose_dataset("seattle-weather")
    first.browser.switch_to.alert.accept()
    first.wait(lambda: first.published()["session"] != shared)


def test_windows_of_two_sizes_read_the_value_under_their_pointers(windows):
    first, second = windows
    second.look_like(width=700, height=900)
    second.wait(lambda: float(second.published()["plotWidth"]) < float(first.published()["plotWidth"]))
    second.settle()
    size = first.on_server()["size"]
    for page in (second, first, second):
        page.hover((0.25, 0.5))
        page.wait(lambda page=page: abs(pointer(page) - 0.25) < 0.05)
        assert first.on_server()["size"] == size, "a pointer that hovers leaves the size alone"
    width = float(first.published()["plotWidth"])
    before = second.x_range()
    second.drag(START, END)
    second.settle_after_change_of(before)
    assert second.has_told_its_size(), "a drag brings the surface to the size where it was made"
    first.wait(lambda: first.x_range() == second.x_range())
    first.settle()
    assert float(first.published()["plotWidth"]) == width
    first.hover((0.4, 0.5))
    first.wait(lambda: abs(pointer(first) - 0.4) < 0.1)


def pointer(page):
    """Where the row lies that the crosshair reads, as a part of the plot's width."""
    overlay = page.overlay("crosshair")
    low, high = page.x_range()
    return (overlay["items"][0]["x"] - low) / (high - low) if overlay else -1
