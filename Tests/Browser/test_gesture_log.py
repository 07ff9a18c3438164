"""The page lists the recognized gestures, the newest first."""

from selenium.webdriver.common.keys import Keys

LOG = """
const [answers, done] = arguments;
import('/modules/gesture-log.js').then(({ GestureLog }) => {
  const [list, progress] = [document.createElement('ol'), document.createElement('ul')];
  const log = new GestureLog(list, progress);
  for (const recognized of answers) log.take([{ recognized }]);
  done([...list.children].map(item => [...item.children].map(part => part.textContent).join(' | ')));
});
"""


def lines(page, *answers):
    return page.browser.execute_async_script(LOG, list(answers))


def report(gesture, state, **values):
    return {
        "modifier": f"observe-{gesture}",
        "gesture": gesture,
        "state": state,
        "location": {"x": 10, "y": 20},
        **values,
    }


def test_a_gesture_in_progress_has_one_line_with_its_newest_state(page):
    assert lines(
        page,
        [report("pinch", "began", scale=1.1)],
        [report("pinch", "changed", scale=1.5), report("pan", "began", translation={"x": 12, "y": 0})],
        [report("pinch", "ended", scale=2)],
    ) == ["Pan | by 12, 0 at 10, 20 | began", "Pinch | × 2.00 at 10, 20 | ended"]


def test_the_next_gesture_of_a_kind_gets_a_new_line(page):
    tap = report("tap", "ended", taps=1)
    assert lines(page, [tap], [tap]) == ["Tap | at 10, 20 | ended"] * 2


def test_the_newest_line_comes_first(page):
    swipe = report("swipe", "ended", direction="left")
    turn = report("rotation", "ended", rotation=0.5236)
    assert lines(page, [swipe], [turn]) == ["Rotation | 30° at 10, 20 | ended", "Swipe | left at 10, 20 | ended"]


def test_the_log_keeps_60_lines(page):
    taps = [report("tap", "ended", taps=1, location={"x": x, "y": 0}) for x in range(70)]
    kept = lines(page, taps)
    assert len(kept) == 60
    assert kept[0] == "Tap | at 69, 0 | ended"


def test_the_log_names_a_drag_in_progress_and_after_its_end(page):
    page.hold((0.4, 0.5), (0.6, 0.5))
    page.wait(lambda: "Pan → zoomPan" in page.texts("#progress li"))
    assert page.texts("#gestures li.active .what")[0] == "Pan"
    page.release((0.6, 0.5))
    page.wait(lambda: page.texts("#progress li") == [])
    assert "Pan" in page.texts("#gestures li.ended .what")


def test_a_short_drag_is_not_a_tap(page):
    page.drag((0.5, 0.5), (0.53, 0.5))
    page.wait(lambda: "Pan" in page.texts("#gestures li.ended .what"))
    page.settle()
    assert "Tap" not in page.texts("#gestures .what")


def test_the_log_counts_taps(page):
    for _ in range(2):
        page.click_at((0.5, 0.5))
    page.wait(lambda: "Double tap" in page.texts("#gestures li.ended .what"))
    assert "Pan" not in page.texts("#gestures .what")


def test_the_log_names_keys_as_the_gestures_that_they_send(page):
    page.press("+")
    page.press(Keys.ARROW_RIGHT)
    page.wait(lambda: page.texts("#gestures li.ended .what") == ["Pan", "Pinch"])


def test_the_log_names_a_pinch(page):
    page.look_like(width=390, height=844, density=3, touch=True)
    page.open()
    page.pinch(((0.4, 0.5), (0.6, 0.5)), ((0.2, 0.5), (0.8, 0.5)))
    page.wait(lambda: "Pinch" in page.texts("#gestures li.ended .what"))


def test_disabled_observers_report_nothing(page):
    page.switch("gestureObserver")
    page.drag((0.4, 0.5), (0.6, 0.5))
    page.settle()
    assert page.texts("#gestures .what") == []
