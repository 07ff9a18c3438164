"""The presets and the address: single modules of the element in the browser."""

import pytest

PRESETS = """
const [data, done] = arguments;
import('/modules/element/presets.js').then(({ presetsFor }) => done(presetsFor(data)));
"""

PLACE = """
const [address, done] = arguments;
import('/modules/address.js').then(({ placeIn, addressOf }) => {
  const place = placeIn(new URL(address));
  done([place, addressOf(new URL(address), place)]);
});
"""

ADDRESS = "https://charts.example.org"
DAY = 86_400_000
MARCH_31_2024 = 1_711_843_200_000


def test_presets_end_with_the_newest_row_and_are_shorter_than_the_data(modules):
    presets = modules.execute_async_script(PRESETS, [MARCH_31_2024 - 40 * DAY, MARCH_31_2024])
    assert {preset["name"]: preset["range"] for preset in presets} == {
        "day": [MARCH_31_2024 - DAY, MARCH_31_2024],
        "week": [MARCH_31_2024 - 7 * DAY, MARCH_31_2024],
        "month": [MARCH_31_2024 - 31 * DAY, MARCH_31_2024],
    }


def test_a_month_before_the_31st_is_the_last_day_of_a_shorter_month(modules):
    presets = modules.execute_async_script(PRESETS, [0, MARCH_31_2024])
    month = next(preset for preset in presets if preset["name"] == "month")
    assert month["range"][0] == MARCH_31_2024 - 31 * DAY


def test_the_address_keeps_all_that_is_shown(modules):
    address = f"{ADDRESS}/?dataset=walk&x=10%7E20&y=-1.5%7E3&hidden=a%7Eb&fit=y&patterns=on"
    place, again = modules.execute_async_script(PLACE, address)
    shown = {"hidden": ["a", "b"], "fits": True, "patterns": True}
    assert place == {"dataset": "walk", "x": [10, 20], "y": [-1.5, 3], **shown}
    assert again == address


@pytest.mark.parametrize("text", ["20~10", "1~2~3", "x~y", "5", "~5"])
def test_a_range_that_is_none_is_left_out(modules, text):
    place, _ = modules.execute_async_script(PLACE, f"{ADDRESS}/?x={text}")
    assert place["x"] is None
