"""Accessibility: contrast, motion, the order of the focus."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d');
const luminance = name => {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map(part => part / 255);
  const [red, green, blue] = parts.map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const [high, low] = arguments.length && [luminance(arguments[0]), luminance(arguments[1])].sort((a, b) => b - a);
return (high + 0.05) / (low + 0.05);
"""

TEXTS = [
    ("text", "card"),
    ("text", "raised"),
    ("text-faint", "card"),
    ("text-faint", "raised"),
    ("text-faint", "page"),
    ("accent", "card"),
    ("accent", "raised"),
    ("warning", "warning-fill"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_have_enough_contrast(page, theme):
    page.look_like(width=1280, height=800, theme=theme)
    page.open()
    too_faint = {pair for pair in TEXTS if page.browser.execute_script(CONTRAST, *pair) < 4.5}
    assert too_faint == set()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_switches_have_enough_contrast(page, theme):
    page.look_like(width=1280, height=800, theme=theme)
    page.open()
    assert page.browser.execute_script(CONTRAST, "off", "card") >= 3
    assert page.browser.execute_script(CONTRAST, "accent", "card") >= 3


def test_reduced_motion_turns_transitions_off(page):
    moving = "return getComputedStyle(document.querySelector('.switch input')).transitionDuration"
    assert page.browser.execute_script(moving) != "0s"
    page.look_like(width=1280, height=800, motion="reduce")
    assert page.browser.execute_script(moving) == "0s"


def test_the_theme_button_works_when_the_browser_refuses_storage(page):
    theme = "return document.documentElement.dataset.theme"
    page.browser.execute_script("Storage.prototype.setItem = () => { throw new Error('refused'); };")
    before = page.browser.execute_script(theme)
    page.click("#theme")
    assert page.browser.execute_script(theme) != before
    page.click("#theme")
    assert page.browser.execute_script(theme) == before


def test_the_focus_moves_from_the_chart_to_the_strip_the_buttons_and_the_panel(page):
    focused = []
    page.browser.execute_script("deep('plot').focus()")
    for _ in range(9):
        ActionChains(page.browser).send_keys(Keys.TAB).perform()
        focused.append(
            page.browser.execute_script(
                "const { activeElement: at } = document; return (at.shadowRoot?.activeElement ?? at).id"
            )
        )
    buttons = ["rotate", "open-table", "share", "embed", "facts-summary"]
    assert focused == ["overview", *buttons, "gestures", "sums-title", "switch-zoomPan"]
