"""The panel offers every modifier of the server, and each switch and option changes the session."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select


def offered(page):
    """The modifier types of the page, in the order of the page."""
    return page.browser.execute_script(
        "return [...document.querySelectorAll('.modifier')].map(row => row.dataset.type)"
    )


def registered(page):
    """The modifier types in the server's OpenAPI document."""
    schemas = page.get("/openapi.json")["components"]["schemas"]
    return schemas["RegisteredModifierType"]["not"]["enum"]


def on_server(page):
    """Whether any surface of the session has an enabled modifier of each type."""
    surfaces = [page.on_server("main"), page.on_server("overview")]
    modifiers = [modifier for surface in surfaces for modifier in surface["modifiers"]]
    return {type: any(other["isEnabled"] for other in modifiers if other["type"] == type) for type in offered(page)}


def on_page(page):
    """Whether the switch of each modifier type is on."""
    return page.browser.execute_script(
        "return Object.fromEntries([...document.querySelectorAll('.modifier')].map("
        "({ dataset: { type } }) => [type, document.getElementById(`switch-${type}`).checked]))"
    )


def test_the_page_offers_every_modifier_of_the_server(page):
    assert sorted(offered(page)) == sorted(registered(page))


def test_every_modifier_has_a_name_and_a_hint(page):
    for type in offered(page):
        switch = page.browser.find_element(By.ID, f"switch-{type}")
        name, hint = (
            page.texts(f"#{switch.get_attribute(attribute)}") for attribute in ["aria-labelledby", "aria-describedby"]
        )
        assert switch.get_attribute("role") == "switch"
        assert len(name) == 1 and len(name[0]) > 2, type
        assert len(hint) == 1 and len(hint[0]) > 20, type


def test_every_switch_changes_the_session(page):
    assert on_page(page) == on_server(page)
    for type in offered(page):
        was_on = on_page(page)[type]
        page.switch(type)
        assert on_page(page)[type] is not was_on
        assert on_page(page) == on_server(page), type
    assert not page.is_shown("#banner")


def test_the_server_accepts_every_value_of_every_option(page):
    for type in offered(page):
        if not on_page(page)[type]:
            page.switch(type)
        page.browser.execute_script("document.querySelector(`[data-type=${arguments[0]}] details`).open = true", type)
        for control in page.browser.find_elements(By.CSS_SELECTOR, f"[data-type={type}] [data-property]"):
            if control.tag_name == "select":
                for choice in Select(control).options:
                    choice.click()
            else:
                control.click()
                control.click()
            page.settle()
            assert not page.is_shown("#banner"), (type, control.get_attribute("data-property"))


def test_an_option_changes_the_modifier_on_the_server(page):
    page.click("[data-type=zoomPan] summary")
    Select(
        page.browser.find_element(By.CSS_SELECTOR, "[data-type=zoomPan] [data-property=direction]")
    ).select_by_visible_text("Only y")
    page.settle()
    assert page.modifier("zoomPan")["direction"] == "y"
    assert "Only y" in page.texts("[data-type=zoomPan] summary")[0]


@pytest.mark.parametrize(
    "on, off", [("rubberBandZoom", "zoomPan"), ("dateWindowZoom", "pinchZoom"), ("rollover", "cursor")]
)
def test_a_modifier_turns_off_the_one_with_the_same_claim(page, on, off):
    assert on_page(page)[off]
    page.switch(on)
    assert on_page(page)[on] and not on_page(page)[off]
    assert page.modifier(on)["isEnabled"] and not page.modifier(off)["isEnabled"]
    assert any("is off now" in text for text in page.texts("#status span"))


def test_a_modifier_that_needs_dates_is_disabled_without_them(page):
    assert page.browser.find_element(By.ID, "switch-dateWindowZoom").is_enabled()
    page.put_dataset("numbers", "x,y\n0,1\n1,3\n2,2\n")
    page.open("numbers")
    assert page.on_server()["dataset"] == "numbers"
    assert not page.browser.find_element(By.ID, "switch-dateWindowZoom").is_enabled()


def test_the_content_keeps_moving_after_a_fast_release(page):
    page.click("[data-type=zoomPan] summary")
    page.click("[data-type=zoomPan] [data-property=inertia]")
    before = page.x_range()
    page.wheel((0.5, 0.5), -1200)
    page.settle_after_change_of(before)
    page.fling((0.6, 0.5), (0.5, 0.5))
    page.wait(lambda: page.overlay("inertia"))
    moving = page.x_range()
    page.wait(lambda: page.overlay("inertia") is None)
    page.settle()
    assert page.x_range()[0] > moving[0]
    page.assert_shows_what_the_server_holds()


def test_choices_stay_after_a_change_of_the_dataset(page):
    page.switch("rollover")
    page.open_in_place("seattle-weather")
    assert page.modifier("rollover")["isEnabled"] and not page.modifier("cursor")["isEnabled"]


def test_a_switch_works_on_a_joined_session_whose_dataset_is_not_in_the_list(page):
    session = page.create_session({"surfaces": [{"id": "main"}, {"id": "overview"}]})
    page.browser.get(f"{page.address}/#session={session}")
    page.browser.refresh()
    page.settle()
    assert page.published()["session"] == session
    was_on = on_page(page)["rollover"]
    page.switch("rollover")
    assert on_page(page)["rollover"] is not was_on


def test_a_rectangle_zooms_while_its_modifier_is_on(page):
    page.switch("rubberBandZoom")
    before = page.x_range()
    page.drag((0.25, 0.2), (0.5, 0.9))
    page.settle_after_change_of(before)
    low, high = page.x_range()
    width = before[1] - before[0]
    assert (low - before[0]) / width == pytest.approx(0.25, abs=0.01)
    assert (high - before[0]) / width == pytest.approx(0.5, abs=0.01)


def test_the_scrubber_is_below_the_axis_and_moves_the_window(page):
    page.switch("windowScrubber")
    page.wheel((0.5, 0.5), -700)
    page.wait(lambda: page.overlay("scrubberThumb"))
    page.settle()
    before = page.x_range()
    thumb, height = page.overlay("scrubberThumb")["rect"], float(page.published()["plotHeight"])
    assert thumb["y"] > height + 30
    width = float(page.published()["plotWidth"])
    at = ((thumb["x"] + thumb["width"] / 2) / width, (thumb["y"] + thumb["height"] / 2) / height)
    page.drag(at, (at[0] + 0.1, at[1]))
    page.settle_after_change_of(before)
    assert page.x_range()[0] > before[0]
    page.assert_shows_what_the_server_holds()


def test_a_tap_on_the_legend_in_the_plot_hides_a_series(page):
    page.switch("legend")
    entry = page.overlay("legend")["items"][1]["rect"]
    size = [float(page.published()[key]) for key in ["plotWidth", "plotHeight"]]
    page.click_at(((entry["x"] + 10) / size[0], (entry["y"] + 10) / size[1]))
    page.wait(lambda: not page.overlay("legend")["items"][1]["visible"])
    page.settle()
    assert page.browser.execute_script("return deepAll('#legend button').map(button => button.ariaPressed)") == [
        "true",
        "false",
    ]
