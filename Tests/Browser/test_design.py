"""The page as its readers meet it: the plot first, one row of tools, the same on each page, in each window."""

import pytest

from chart_page import PAGES

# The colours of elements where the system forces them.
COLOURS = """
return deepAll(arguments[0]).map(element => {
  const { borderTopWidth, backgroundColor } = getComputedStyle(element);
  return [parseFloat(borderTopWidth) > 0, backgroundColor];
});
"""


@pytest.mark.parametrize("selector", [".switch input", "#presets [aria-pressed=true]", "#presets [aria-pressed=false]"])
def test_forced_colours_leave_every_switch_and_its_state_visible(page, selector):
    page.command("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    try:
        page.open("seattle-weather")
        found = page.browser.execute_script(COLOURS, selector)
        on, off = (
            page.browser.execute_script(COLOURS, f".switch input:{state}") for state in ("checked", "not(:checked)")
        )
    finally:
        page.command("Emulation.setEmulatedMedia", features=[])
    assert found
    if selector.startswith(".switch"):
        assert all(has_border for has_border, _ in found)
        assert {colour for _, colour in on}.isdisjoint({colour for _, colour in off})
    elif "true" in selector:
        assert found[0][1] not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


def test_the_plot_has_three_fifths_of_a_phones_first_screen(page):
    page.look_like(width=390, height=844, touch=True)
    page.open("seattle-weather")
    top, bottom = page.browser.execute_script(
        "const { top, bottom } = deep('plot').getBoundingClientRect(); return [top, bottom]"
    )
    page.look_like(width=1280, height=800)
    assert min(bottom, 844) - max(top, 0) >= 0.6 * 844


@pytest.mark.parametrize("width", [320, 390, 700, 1280, 1900])
def test_the_tools_are_one_row_that_folds_into_a_menu(page, width):
    page.look_like(width=width, height=844)
    page.open("seattle-weather")
    tops, folded, overflow = page.browser.execute_script(
        """
        const row = [...deep('tools').children].filter(one => one.checkVisibility());
        return [
          new Set(row.map(one => Math.round(one.getBoundingClientRect().top / 8))).size,
          deepAll('#menu button').length,
          deep('tools').scrollWidth - deep('tools').clientWidth,
        ];
        """
    )
    assert tops == 1 and overflow <= 0
    assert (folded > 0) == (width < 1900)
    if folded:
        page.click("#more")
        page.wait(lambda: page.is_shown("#menu #help"))
        page.click("#menu #help")
        page.wait(lambda: page.is_shown("#help-dialog"))
    page.look_like(width=1280, height=800)


def test_the_presets_show_which_one_is_in_view(page):
    page.open("seattle-weather")
    pressed = "return deepAll('#presets [aria-pressed=true]').map(button => button.dataset.preset)"
    assert page.browser.execute_script(pressed) == ["all"]
    before = page.x_range()
    page.click("[data-preset=month]")
    page.settle_after_change_of(before)
    assert page.browser.execute_script(pressed) == ["month"]


def test_a_preset_of_too_few_rows_is_not_offered(page):
    page.open("seattle-weather")
    presets = "return deepAll('#presets button').map(button => button.dataset.preset)"
    page.wait(lambda: page.browser.execute_script(presets) == ["week", "month", "thisYear", "year", "all"])


def test_a_reload_keeps_hidden_series_patterns_and_the_fit(page):
    page.open("seattle-weather")
    for target in ("#legend button", "#patterns", "#fitY"):
        page.click(target)
        page.settle()
    page.wait(
        lambda: all(part in page.browser.current_url for part in ("hidden=precipitation", "patterns=on", "fit=y"))
    )
    page.browser.refresh()
    page.settle()
    assert [series["visible"] for series in page.on_server()["series"]] == [False, True, True, True]
    pressed = "return ['patterns', 'fitY'].map(name => deep(name).getAttribute('aria-pressed'))"
    assert page.browser.execute_script(pressed) == ["true", "true"]


def test_a_table_of_many_columns_opens_with_the_first_eight(page):
    names = [f"c{column}" for column in range(40)]
    rows = [",".join([str(row), *(str(row * column % 7) for column in range(40))]) for row in range(20)]
    page.put_dataset("wide", "\n".join([",".join(["t", *names]), *rows]) + "\n")
    page.open("wide")
    assert [series["visible"] for series in page.on_server()["series"]] == [True] * 8 + [False] * 32
    assert len(page.texts("#legend button")) == 40
    page.open()
    page.delete_dataset("wide")


def test_the_lines_to_embed_make_the_chart(page):
    page.click("#embed")
    lines = page.texts("#embed-code")[0]
    page.browser.get(page.address + "/gallery/shared.html")
    page.browser.execute_script(
        """
        document.body.replaceChildren();
        const made = new DOMParser().parseFromString(arguments[0], 'text/html');
        for (const script of made.querySelectorAll('script')) {
          document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: script.src }));
        }
        document.body.append(...made.querySelectorAll('chart-surface'));
        """,
        lines,
    )
    page.settle()
    assert page.on_server()["dataset"] == "active-users"


def test_the_panel_is_one_stop_of_the_tab_key_and_arrows_go_on(page):
    stops = "return document.querySelectorAll('#controls :is(input, summary)[tabindex=\"0\"]').length"
    assert page.browser.execute_script(stops) == 1
    page.browser.execute_script("document.querySelector('#controls input').focus()")
    page.browser.switch_to.active_element.send_keys("\ue015")
    focused = page.browser.execute_script("return document.activeElement.closest('.modifier')?.dataset.type")
    assert focused is not None
    assert page.browser.execute_script("return document.activeElement.localName") == "summary"
    assert page.browser.execute_script(stops) == 1


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_language_theme_and_links_to_docs_and_api(page, path):
    page.browser.get(page.address + "/gallery/shared.html")
    page.click("#theme")
    page.browser.get(page.address + path)
    assert page.browser.execute_script("return document.documentElement.dataset.theme") == "dark"
    links = "return [...document.querySelectorAll('.links a')].map(({ pathname }) => pathname)"
    assert page.browser.execute_script(links) == ["/docs/", "/openapi.json"]
    assert len(page.browser.find_elements("css selector", "#language option")) == 9
    page.click("#theme")
