"""The strip below the chart: a second surface of the session that shows the window of the chart."""

import pytest

MIDDLE = 0.5


def zoom_in(page):
    before = page.x_range()
    page.wheel((MIDDLE, MIDDLE), -700)
    page.settle_after_change_of(before)
    return page.x_range()


def thumb(page):
    """The ends of the window on the strip, as fractions of the strip's width."""
    rect, width = page.overlay("overview", "overview")["rect"], float(page.published("overview")["plotWidth"])
    return rect["x"] / width, (rect["x"] + rect["width"]) / width


def fractions(page, x_range):
    """The ends of a range as fractions of all the data."""
    low, high = page.on_server()["xAxes"][0]["dataRange"]
    return [(end - low) / (high - low) for end in x_range]


def span(ends):
    return ends[1] - ends[0]


def test_the_strip_is_as_wide_as_the_plot(page):
    assert page.is_shown("#overview")
    assert page.published("overview")["plotWidth"] == page.published()["plotWidth"]
    assert page.place(0, 0, "overview")[0] == page.place(0, 0)[0]


def test_the_strip_shows_the_window_of_the_chart(page):
    ends = zoom_in(page)
    assert thumb(page) == pytest.approx(fractions(page, ends), abs=0.005)


def have_told_their_sizes(page):
    strip = page.on_server("overview")["size"]["width"]
    return page.has_told_its_size() and strip == float(page.published()["plotWidth"])


def test_chart_and_strip_are_drawn_from_one_answer(page):
    page.wait(lambda: have_told_their_sizes(page))
    page.browser.execute_script("""
        window.requests = [];
        window.answers = [];
        const real = window.fetch;
        window.fetch = async (path, options = {}) => {
          window.requests.push(options.method);
          const answer = await real(path, options);
          if (options.body.includes("wheel")) window.answers.push(await answer.clone().json());
          return answer;
        };
    """)
    before = thumb(page)
    ends = zoom_in(page)
    # The page reads nothing more to draw. It may send a new size: the labels of the answer may change the plot.
    assert set(page.browser.execute_script("return window.requests")) <= {"POST", "PATCH"}
    # Later ticks change only the chart.
    [answer] = page.browser.execute_script("return window.answers")
    assert {surface["id"]: surface["revision"] for surface in answer["surfaces"]} == dict.fromkeys(
        ["main", "overview"], answer["revision"]
    )
    assert page.published("overview")["revision"] == str(answer["revision"])
    assert thumb(page) != before and thumb(page) == pytest.approx(fractions(page, ends), abs=0.005)


def test_dragging_the_window_moves_the_chart(page):
    before = zoom_in(page)
    page.drag((MIDDLE, MIDDLE), (MIDDLE + 0.1, MIDDLE), "overview")
    page.settle_after_change_of(before)
    after = page.x_range()
    assert fractions(page, after)[0] - fractions(page, before)[0] == pytest.approx(0.1, abs=0.01)
    assert span(after) == pytest.approx(span(before))
    page.assert_shows_what_the_server_holds()


def test_dragging_an_end_moves_that_end(page):
    before = zoom_in(page)
    start = thumb(page)[0]
    page.drag((start, MIDDLE), (start - 0.1, MIDDLE), "overview")
    page.settle_after_change_of(before)
    after = page.x_range()
    assert fractions(page, before)[0] - fractions(page, after)[0] == pytest.approx(0.1, abs=0.01)
    assert after[1] == pytest.approx(before[1], abs=span(before) / 1000)


def test_a_tap_beside_the_window_moves_the_window_there(page):
    before = zoom_in(page)
    page.click_at((0.25, MIDDLE), "overview")
    page.settle_after_change_of(before)
    assert sum(fractions(page, page.x_range())) / 2 == pytest.approx(0.25, abs=0.01)


def test_undo_takes_back_a_drag_on_the_strip(page):
    before = zoom_in(page)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.drag((MIDDLE, MIDDLE), (MIDDLE + 0.1, MIDDLE), "overview")
    page.settle_after_change_of(before)
    moved = page.x_range()
    page.click("#undo")
    page.settle_after_change_of(moved)
    assert page.x_range() == before


def test_the_switch_hides_and_shows_the_strip(page):
    page.switch("overview")
    assert not page.is_shown("#overview")
    page.switch("overview")
    assert page.is_shown("#overview")
    ends = zoom_in(page)
    assert thumb(page) == pytest.approx(fractions(page, ends), abs=0.005)


def test_the_strip_stays_hidden_after_a_change_of_the_dataset(page):
    page.switch("overview")
    page.open_in_place("seattle-weather")
    assert not page.is_shown("#banner")
    assert len(page.on_server()["series"]) == 4
    page.switch("overview")
    ends = zoom_in(page)
    assert thumb(page) == pytest.approx(fractions(page, ends), abs=0.005)


def test_an_event_group_reads_values_on_the_strip_and_in_the_chart(page):
    page.switch("group")
    page.hover((0.4, MIDDLE), "overview")
    page.wait(lambda: page.overlay("rollover", "overview") and page.overlay("rollover"))
    assert page.overlay("rollover")["rect"]["x"] == page.overlay("rollover", "overview")["rect"]["x"]


def test_the_strip_describes_its_window_in_words(page):
    before = page.browser.execute_script("return deep('overview').getAttribute('aria-valuetext')")
    zoom_in(page)
    after = page.browser.execute_script("return deep('overview').getAttribute('aria-valuetext')")
    assert " to " in before and " to " in after and before != after


def test_a_drag_beside_the_window_draws_a_new_one(page):
    page.open("seattle-weather")
    zoom_in(page)
    # Beside the window, and then anywhere in one that covers everything.
    for start, end in [(0.05, 0.25), (0.9, 0.6)]:
        before = page.x_range()
        page.drag((start, MIDDLE), (end, MIDDLE), "overview")
        page.settle_after_change_of(before)
        assert fractions(page, page.x_range()) == pytest.approx(sorted([start, end]), abs=0.01)
        before = page.x_range()
        page.click("#fit")
        page.settle_after_change_of(before)
