"""Undo and Redo are enabled exactly while the session has an action to undo or redo."""

CENTRE = (0.5, 0.5)
LEFT = (0.3, 0.5)
AXIS, OUTWARDS = (-0.02, 0.7), (-0.02, 0.9)

# An element with tools that shows no dataset.
NEW_ELEMENT = """
const [done] = arguments;
const chart = document.createElement('chart-surface');
chart.setAttribute('controls', '');
new MutationObserver(() => {
  done(['undo', 'redo', 'fit', 'savePicture'].map(id => chart.shadowRoot.getElementById(id).disabled));
}).observe(chart.shadowRoot.getElementById('tools'), { childList: true });
"""

HOLD_NEW_SESSIONS = """
const real = window.fetch;
window.fetch = async (path, options = {}) => {
  const isNew = options.method === 'POST' && new URL(path, location.href).pathname === '/v1/sessions';
  if (isNew) await new Promise(resume => { window.resume = resume; });
  return real(path, options);
};
"""


def pan(page):
    before = page.x_range()
    page.drag(CENTRE, LEFT)
    page.settle_after_change_of(before)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.settle()


def zoom_in(page):
    before = page.x_range()
    page.wheel(CENTRE, -500)
    page.settle_after_change_of(before)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.settle()


def click(page, button):
    before = page.x_range()
    page.click(f"#{button}")
    page.settle_after_change_of(before)


def test_both_are_disabled_before_the_first_answer(page):
    assert page.browser.execute_async_script(NEW_ELEMENT) == [True] * 4


def test_both_are_disabled_after_the_first_answer(page):
    assert page.enabled_steps() == []


def test_an_action_enables_undo(page):
    zoom_in(page)
    assert page.enabled_steps() == ["undo"]
    pan(page)
    assert page.enabled_steps() == ["undo"]


def test_a_gesture_in_progress_enables_undo(page):
    before = page.y_range()
    page.hold(AXIS, OUTWARDS)
    page.wait(lambda: page.y_range() != before)
    assert page.on_server()["gestures"] != []
    assert page.enabled_steps() == ["undo"]
    page.release(OUTWARDS)
    page.settle()
    assert page.enabled_steps() == ["undo"]


def test_undo_enables_redo_and_the_last_undo_disables_undo(page):
    zoom_in(page)
    pan(page)
    click(page, "undo")
    assert page.enabled_steps() == ["undo", "redo"]
    click(page, "undo")
    assert page.enabled_steps() == ["redo"]


def test_the_last_redo_disables_redo(page):
    zoom_in(page)
    pan(page)
    click(page, "undo")
    click(page, "undo")
    click(page, "redo")
    assert page.enabled_steps() == ["undo", "redo"]
    click(page, "redo")
    assert page.enabled_steps() == ["undo"]


def test_a_new_action_disables_redo(page):
    zoom_in(page)
    pan(page)
    click(page, "undo")
    pan(page)
    assert page.enabled_steps() == ["undo"]


def test_actions_by_key_enable_and_disable_them_too(page):
    before = page.x_range()
    page.press("+")
    page.settle_after_change_of(before)
    zoomed = page.x_range()
    assert page.enabled_steps() == ["undo"]
    page.press("u")
    page.settle_after_change_of(zoomed)
    assert page.enabled_steps() == ["redo"]


def test_another_dataset_disables_both(page):
    zoom_in(page)
    pan(page)
    click(page, "undo")
    page.open_in_place("seattle-weather")
    assert page.enabled_steps() == []
    zoom_in(page)
    assert page.enabled_steps() == ["undo"]


def test_both_are_disabled_while_the_page_waits_for_a_new_session(page):
    zoom_in(page)
    page.browser.execute_script(HOLD_NEW_SESSIONS)
    old = page.published()["session"]
    page.choose_dataset("seattle-weather")
    page.wait(lambda: page.browser.execute_script("return Boolean(window.resume)"))
    assert page.enabled_steps() == []
    page.browser.execute_script("window.resume()")
    page.wait(lambda: page.published()["session"] != old)
    page.settle()
    assert page.enabled_steps() == []


def test_both_are_disabled_when_the_session_has_ended(page):
    zoom_in(page)
    page.delete_session()
    page.wait(lambda: page.is_shown("#banner button"))
    assert page.enabled_steps() == []
    page.click("#banner button")
    page.wait(lambda: not page.is_shown("#banner"))
    page.settle()
    # A tick may have been under way when the session was deleted.
    assert all("410" in message for message in page.console_errors())
    zoom_in(page)
    assert page.enabled_steps() == ["undo"]
