"""The texts on the axes, the presets and the files: single modules of the element in the browser."""

import pytest

TICKS = """
const [axis, done] = arguments;
import('/modules/chart/tick-texts.js').then(({ tickTexts }) => done(tickTexts(axis)));
"""

AREA = """
const [labels, done] = arguments;
import('/modules/chart/layout.js').then(({ plotArea }) => {
  const ticks = { major: labels.map(Number), minor: [], labels };
  const x = { id: 'x', type: 'number', alignment: 'bottom', visibleRange: [0, 1] };
  const y = { id: 'y', type: 'number', alignment: 'left', visibleRange: [0, 1], ticks };
  const context = document.createElement('canvas').getContext('2d');
  context.font = '12px sans-serif';
  const width = Math.max(...labels.map(label => context.measureText(Number(label).toLocaleString('en')).width));
  done([plotArea(390, 300, { xAxes: [x], yAxes: [y] }, 'sans-serif', false).left, width]);
});
"""

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


def texts(modules, kind, major, labels):
    axis = {"type": kind, "ticks": {"major": major, "minor": [], "labels": labels}}
    return modules.execute_async_script(TICKS, axis)


def test_large_numbers_have_separators_and_from_a_million_on_a_compact_notation(modules):
    assert texts(modules, "number", [0, 50_000, 100_000], ["0", "50000", "100000"]) == ["0", "50,000", "100,000"]
    assert texts(modules, "number", [0, 500_000, 1_000_000], ["0", "500000", "1000000"]) == ["0", "500K", "1M"]
    close = [1_000_000, 1_001_000, 1_002_000]
    assert texts(modules, "number", close, [str(value) for value in close]) == ["1M", "1.001M", "1.002M"]


def test_labels_that_a_server_has_formatted_stay(modules):
    assert texts(modules, "number", [0, 1], ["0 °C", "1 °C"]) == ["0 °C", "1 °C"]


def test_times_that_repeat_get_their_day_and_months_their_year(modules):
    noons = [MARCH_31_2024 + DAY / 2, MARCH_31_2024 + 3 * DAY / 2]
    assert texts(modules, "date", noons, ["12:00", "12:00"]) == ["Mar 31 12:00", "Apr 01 12:00"]
    years = [MARCH_31_2024, MARCH_31_2024 + 366 * DAY]
    assert texts(modules, "date", years, ["Apr", "Apr"]) == ["Apr 2024", "Apr 2025"]


@pytest.mark.parametrize("labels", [["0", "5"], ["0", "900000"], ["-0.000125", "0.000125"]])
def test_the_room_beside_the_plot_fits_the_labels(modules, labels):
    left, width = modules.execute_async_script(AREA, labels)
    assert left >= 10 + min(width, 100)


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


def test_the_address_keeps_dataset_and_ranges(modules):
    address = f"{ADDRESS}/?dataset=walk&x=10%7E20&y=-1.5%7E3"
    place, again = modules.execute_async_script(PLACE, address)
    assert place == {"dataset": "walk", "x": [10, 20], "y": [-1.5, 3]}
    assert again == address


@pytest.mark.parametrize("text", ["20~10", "1~2~3", "x~y", "5", "~5"])
def test_a_range_that_is_none_is_left_out(modules, text):
    place, _ = modules.execute_async_script(PLACE, f"{ADDRESS}/?x={text}")
    assert place["x"] is None
