"""What was recognized, in words, newest first."""

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


def test_a_gesture_that_goes_on_has_one_line_with_its_newest_state(page):
    assert lines(
        page,
        [report("pinch", "began", scale=1.1)],
        [report("pinch", "changed", scale=1.5), report("pan", "began", translation={"x": 12, "y": 0})],
        [report("pinch", "ended", scale=2)],
    ) == ["Pan | by 12, 0 at 10, 20 | began", "Pinch | × 2.00 at 10, 20 | ended"]


def test_the_next_gesture_of_a_kind_has_a_line_of_its_own(page):
    tap = report("tap", "ended", taps=1)
    assert lines(page, [tap], [tap]) == ["Tap | at 10, 20 | ended"] * 2


def test_the_newest_line_comes_first(page):
    swipe = report("swipe", "ended", direction="left")
    turn = report("rotation", "ended", rotation=0.5236)
    assert lines(page, [swipe], [turn]) == ["Rotation | 30° at 10, 20 | ended", "Swipe | left at 10, 20 | ended"]


def test_the_log_is_bounded(page):
    taps = [report("tap", "ended", taps=1, location={"x": x, "y": 0}) for x in range(70)]
    kept = lines(page, taps)
    assert len(kept) == 60
    assert kept[0] == "Tap | at 69, 0 | ended"


def test_a_drag_is_named_while_it_goes_on_and_when_it_has_ended(page):
    page.hold((0.4, 0.5), (0.6, 0.5))
    page.wait(lambda: "Pan → zoomPan" in page.texts("#progress li"))
    assert page.texts("#gestures li.active .what")[0] == "Pan"
    page.release((0.6, 0.5))
    page.wait(lambda: page.texts("#progress li") == [])
    assert "Pan" in page.texts("#gestures li.ended .what")


def test_a_short_drag_is_no_tap(page):
    page.drag((0.5, 0.5), (0.53, 0.5))
    page.wait(lambda: "Pan" in page.texts("#gestures li.ended .what"))
    page.settle()
    assert "Tap" not in page.texts("#gestures .what")


def test_taps_are_counted(page):
    for _ in range(2):
        page.click_at((0.5, 0.5))
    page.wait(lambda: "Double tap" in page.texts("#gestures li.ended .what"))
    assert "Pan" not in page.texts("#gestures .what")


def test_keys_are_named_as_the_gestures_that_they_stand_for(page):
    page.press("+")
    page.press(Keys.ARROW_RIGHT)
    page.wait(lambda: page.texts("#gestures li.ended .what") == ["Pan", "Pinch"])


def test_two_fingers_are_named(page):
    page.look_like(width=390, height=844, density=3, touch=True)
    page.open()
    page.pinch(((0.4, 0.5), (0.6, 0.5)), ((0.2, 0.5), (0.8, 0.5)))
    page.wait(lambda: "Pinch" in page.texts("#gestures li.ended .what"))


def test_observers_that_are_off_report_nothing(page):
    page.switch("gestureObserver")
    page.drag((0.4, 0.5), (0.6, 0.5))
    page.settle()
    assert page.texts("#gestures .what") == []
