"""What the buttons of the chart and the page's address do to the view, and how a reader brings a table."""

import contextlib
import json
import urllib.request

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

from chart_page import between


def span(x_range):
    return x_range[1] - x_range[0]


def test_a_preset_shows_the_newest_part_and_undo_takes_it_back(page):
    whole = page.x_range()
    page.click("[data-preset=week]")
    page.settle_after_change_of(whole)
    assert page.x_range() == (
        pytest.approx(whole[1] - 7 * 86_400_000, abs=86_400_000),
        pytest.approx(whole[1], abs=86_400_000),
    )
    week = page.x_range()
    page.click("#undo")
    page.settle_after_change_of(week)
    assert page.x_range() == whole


def test_reloading_keeps_the_dataset_and_the_view(page):
    page.open("seattle-weather")
    whole = page.x_range()
    page.wheel((0.5, 0.5), -500)
    page.settle_after_change_of(whole)
    zoomed = page.x_range()
    page.wait(lambda: "x=" in page.browser.current_url)
    page.browser.refresh()
    page.settle()
    assert page.on_server()["dataset"] == "seattle-weather"
    assert page.x_range() == pytest.approx(zoomed)


def test_y_fits_the_rows_in_view_while_the_button_is_pressed(page):
    page.open("seattle-weather")
    whole = page.y_range()
    page.click("#fitY")
    page.click("[data-preset=month]")
    page.wait(lambda: page.y_range() != whole)
    page.settle()
    assert page.on_server()["yAxes"][0]["autoRange"] == "visible"
    assert span(page.y_range()) < span(whole)
    assert page.find("#fitY").get_attribute("aria-pressed") == "true"


def test_y_fits_the_series_that_are_left_after_one_is_hidden(page):
    page.open("seattle-weather")
    whole = page.y_range()
    page.click("#legend button")
    page.wait(lambda: page.y_range() != whole)
    page.settle()
    assert span(page.y_range()) < span(whole)
    page.click("#legend button")
    page.wait(lambda: page.y_range() == whole)


def test_a_logarithmic_axis_and_back(page):
    page.put_dataset("powers", "x,y\n0,1\n1,100\n2,10000\n")
    page.open("powers")
    page.click("#log")
    page.wait(lambda: page.on_server()["yAxes"][0]["type"] == "log")
    page.settle()
    page.click("#log")
    page.wait(lambda: page.on_server()["yAxes"][0]["type"] == "number")
    page.settle()


def test_a_sideways_scroll_pans(page):
    whole = page.x_range()
    page.wheel((0.5, 0.5), -500)
    page.settle_after_change_of(whole)
    page.wait(lambda: page.on_server()["gestures"] == [])
    zoomed = page.x_range()
    for _ in range(3):
        page.mouse("mouseWheel", *page.place(0.5, 0.5), deltaX=30, deltaY=0)
    page.settle_after_change_of(zoomed)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.settle()
    later = page.x_range()
    assert later[0] > zoomed[0] and span(later) == pytest.approx(span(zoomed))


def test_the_question_mark_lists_the_keys(page):
    page.press("?")
    page.wait(lambda: page.is_shown("#help-dialog"))
    page.click("#help-dialog button")
    page.wait(lambda: not page.is_shown("#help-dialog"))


def test_the_document_is_no_taller_than_the_window(page):
    for width, height in [(1440, 900), (1280, 600)]:
        page.look_like(width=width, height=height)
        assert page.browser.execute_script("return document.documentElement.scrollHeight") <= height


def test_a_table_of_the_reader_is_shown_and_a_wrong_line_is_named(page, tmp_path):
    wrong, right = tmp_path / "wrong.csv", tmp_path / "My table.csv"
    wrong.write_text("day,value\n2024-01-02,1\n2024-01-01,2\n")
    right.write_text("day,value\n2024-01-01,1\n2024-01-02,2\n2024-01-03,5\n")
    page.find("#table-file").send_keys(str(wrong))
    page.wait(lambda: page.is_shown("#table-dialog"))
    assert page.texts("#table-preview th") == ["day", "value"]
    page.click("#table-show")
    page.wait(lambda: page.texts("#table-fault")[0].startswith("Line 3:"))
    page.click("#table-cancel")
    page.find("#table-file").send_keys(str(right))
    page.wait(lambda: page.is_shown("#table-dialog"))
    page.click("#table-show")
    page.wait(lambda: not page.is_shown("#table-dialog"))
    page.wait(lambda: "dataset=My-table" in page.browser.current_url)
    page.settle()
    assert page.on_server()["dataset"] == "My-table"
    assert all("422" in message for message in page.console_errors())


def test_a_german_table_opens_with_what_the_server_advises(page, tmp_path):
    german = tmp_path / "Verkäufe (1).csv"
    german.write_text("Tag;Preis;Ort\n16.10.2024;1.234,50;Rom\n17.10.2024;7,5;Bern\n")
    page.find("#table-file").send_keys(str(german))
    page.wait(lambda: page.texts("#table-preview th") == ["Tag", "Preis"])
    assert page.texts("#table-preview td") == ["2024-10-16", "7.5", "2024-10-17", "1234.5"]
    assert "Ort" in page.texts("#table-rows")[0]
    value = "return document.getElementById('table-option-' + arguments[0]).value"
    assert page.browser.execute_script(value, "dateFormat") == "dd.MM.yyyy"
    assert page.browser.execute_script(value, "numberFormat") == "1.234,56"
    assert page.browser.execute_script(value, "delimiter") == ""
    page.click("#table-show")
    page.wait(lambda: not page.is_shown("#table-dialog"))
    page.wait(lambda: "dataset=Verkaufe-1" in page.browser.current_url)
    page.settle()
    assert page.on_server()["dataset"] == "Verkaufe-1"
    assert all("422" in message for message in page.console_errors())


def test_what_the_reader_changes_is_read_anew(page, tmp_path):
    long = tmp_path / "long.csv"
    long.write_text("time,device,value\n1,a,1\n1,b,2\n2,a,3\n")
    page.find("#table-file").send_keys(str(long))
    page.wait(lambda: len(page.texts("#table-advice button")) == 2)
    page.browser.find_element("css selector", "#table-advice button").click()
    page.wait(lambda: page.texts("#table-preview th") == ["time", "a", "b"])
    page.browser.execute_script(
        "const split = document.getElementById('table-option-split');"
        "split.value = 'false'; split.dispatchEvent(new Event('input'))"
    )
    page.wait(lambda: page.texts("#table-preview th") == ["time", "value"])
    page.click("#table-cancel")
    assert all("422" in message for message in page.console_errors())


def test_a_dataset_that_is_there_is_replaced_after_a_question_alone(page, tmp_path):
    def rows():
        with urllib.request.urlopen(f"{page.address}/v1/datasets/there") as answer:
            return json.load(answer)["rows"]

    request = urllib.request.Request(
        f"{page.address}/v1/datasets/there", b"t,v\n1,2\n", {"Content-Type": "text/csv"}, method="PUT"
    )
    urllib.request.urlopen(request).close()
    there = tmp_path / "there.csv"
    there.write_text("t,v\n1,2\n2,3\n3,4\n")
    page.find("#table-file").send_keys(str(there))
    page.wait(lambda: page.texts("#table-preview th") == ["t", "v"])
    for is_taken in [False, True]:
        page.click("#table-show")
        page.wait(lambda: expected_conditions.alert_is_present()(page.browser))
        alert = page.browser.switch_to.alert
        alert.accept() if is_taken else alert.dismiss()
        page.wait(lambda is_taken=is_taken: page.is_shown("#table-dialog") != is_taken)
        assert rows() == (3 if is_taken else 1)
    assert all("412" in message for message in page.console_errors())


@pytest.mark.parametrize("name", ["linked", "compare", "live", "shared"])
def test_an_example_shows_its_charts_and_its_code(page, name):
    page.browser.get(f"{page.address}/gallery/{name}.html")
    page.wait(
        lambda: page.browser.execute_script("return [...document.querySelectorAll('chart-surface')].every(c => c.view)")
    )
    page.wait(lambda: "<chart-surface" in page.texts("#code")[0])


def test_the_comparing_example_moves_the_earlier_rows_and_keeps_the_view(page):
    page.browser.get(f"{page.address}/gallery/compare.html")
    before = "return document.getElementById('before')"
    page.wait(lambda: page.browser.execute_script(f"{before}.view !== null"))

    def moved():
        series = page.browser.execute_script(f"{before}.state.surface.series")
        return next(one["transform"]["by"] for one in series if one["id"] == "then")

    page.wait(lambda: moved() == "-1y")
    seen = page.browser.execute_script(f"{before}.view.x")
    page.browser.execute_script(
        "const by = document.getElementById('by'); by.value = '-1w'; by.dispatchEvent(new Event('change'))"
    )
    page.wait(lambda: moved() == "-1w")
    page.settle()
    assert page.browser.execute_script(f"{before}.view.x") == seen
    parts = "return document.getElementById('feeds').state.surface.series.map(one => one.dataset ?? null)"
    assert page.browser.execute_script(parts) == [None, "sea-surface-temperature"]


def compared(page):
    """The series of the page's chart: dataset, column, kind and length of the transform."""
    return page.browser.execute_script("""
      const { surface } = document.querySelector("chart-surface").state;
      return surface.series.map(({ dataset, id, y = id, transform }) =>
        [dataset ?? surface.dataset, y, transform?.kind ?? null, transform?.by ?? null]);
    """)


def served(page):
    """The same as the server has it."""
    return page.browser.execute_async_script("""
      const [done] = arguments;
      const element = document.querySelector("chart-surface");
      const { session, token } = element.share();
      const headers = { Authorization: `Bearer ${token}` };
      fetch(`/v1/sessions/${session}/surfaces/${element.state.surface.id}`, { headers })
        .then(answer => answer.json()).then(({ series, dataset }) => done(series.map(one =>
          [one.dataset ?? dataset, one.y ?? one.id, one.transform?.kind ?? null, one.transform?.by ?? null])));
    """)


def test_a_reader_compares_a_table_with_another_and_with_itself_a_year_before(page):
    page.browser.get(page.address + "/?dataset=seattle-weather")
    page.settle()
    own = compared(page)
    assert {dataset for dataset, *_ in own} == {"seattle-weather"} and len(own) > 1

    def form(script):
        page.browser.execute_script(
            "const form = deep('comparison'); const [dataset, when] = form.querySelectorAll('select');" + script
        )

    page.browser.execute_script("deep('compare').click()")
    page.wait(
        lambda: page.browser.execute_script(
            "return deep('comparison').querySelector('option[value=sea-surface-temperature]')"
        )
    )
    form("dataset.value = 'sea-surface-temperature'; form.requestSubmit()")
    sea = ["sea-surface-temperature", "temperature", None, None]
    page.wait(lambda: compared(page) == [*own, sea])
    # Twice is once.
    form("form.requestSubmit()")
    page.settle()
    assert compared(page) == [*own, sea]

    percent = "form.querySelector('[type=checkbox]')"
    form(f"{percent}.click()")
    page.wait(lambda: all(kind == "percentChange" for *_, kind, _ in compared(page)))
    page.settle()
    assert served(page) == compared(page)
    form(f"{percent}.click()")
    page.wait(lambda: all(kind is None for *_, kind, _ in compared(page)))
    page.settle()
    assert served(page) == [*own, sea]

    seen = page.browser.execute_script("return document.querySelector('chart-surface').view.x")
    form("dataset.value = 'seattle-weather'; when.value = '-1y'; form.requestSubmit()")
    page.settle()
    earlier = [[dataset, y, "shift", "-1y"] for dataset, y, *_ in own]
    assert served(page) == [*own, sea, *earlier]
    assert page.browser.execute_script(f"return deep('comparison').{percent[5:]}.disabled")
    assert page.browser.execute_script("return document.querySelector('chart-surface').view.x") == seen
    form("for (const one of form.querySelectorAll('li button')) form.querySelector('li button').click()")
    page.settle()
    assert served(page) == own


def test_an_element_shows_several_datasets_by_name(page):
    page.browser.get(f"{page.address}/gallery/compare.html")
    page.wait(lambda: page.browser.execute_script("return document.getElementById('before').view !== null"))
    page.browser.execute_script("""
      const element = document.createElement("chart-surface");
      element.setAttribute("datasets", "seattle-weather, sea-surface-temperature");
      document.querySelector("main").replaceChildren(element);
    """)
    page.wait(lambda: page.browser.execute_script("return document.querySelector('chart-surface').view !== null"))
    page.settle()
    shown = compared(page)
    assert {dataset for dataset, *_ in shown} == {"seattle-weather", "sea-surface-temperature"} and served(
        page
    ) == shown
    # A column goes to the datasets that have it.
    page.browser.execute_script("""
      document.querySelector("chart-surface").setAttribute("columns", "temp_max temperature");
    """)
    wanted = [["seattle-weather", "temp_max", None, None], ["sea-surface-temperature", "temperature", None, None]]
    page.wait(lambda: compared(page) == wanted)
    page.browser.execute_script(
        "document.querySelector('chart-surface').setAttribute('datasets', 'seattle-weather,nowhere')"
    )
    page.wait(
        lambda: (
            "nowhere" in page.browser.execute_script("return deep('banner').textContent + deep('state').textContent")
        )
    )
    assert all("404" in message for message in page.console_errors())


def test_the_large_example_lets_the_server_make_its_rows(page):
    page.browser.get(f"{page.address}/gallery/large.html?rows=750000")
    page.wait(lambda: page.is_shown("#count") and "250,000 / 750,000" in page.find("#count").text)
    assert not page.is_shown("chart-surface")
    page.click("#stop")
    page.wait(lambda: page.is_shown("#go-on"))
    made = page.get("/v1/datasets/walk")["rows"]
    assert 250_000 <= made < 750_000 and not page.is_shown("#refused")
    page.click("#go-on")
    page.wait(lambda: not page.is_shown("#missing"))
    page.settle()
    assert page.get("/v1/datasets/walk")["rows"] == 750_000
    assert page.on_server()["window"]["sourceRows"] == 750_000
    page.open()
    page.delete_dataset("walk")


def test_the_second_frame_of_the_large_example_follows_the_first(page, walk):
    page.put_dataset("walk", "t,v\n" + "".join(f"{row},{row % 7}\n" for row in range(101)))
    page.browser.get(f"{page.address}/gallery/large.html?rows=101")
    views = "return [...document.querySelectorAll('chart-surface')].map(({ view }) => view?.x ?? null)"
    page.wait(lambda: page.browser.execute_script(views) == [[0, 100], [0, 100]])
    page.settle()
    page.wheel((0.5, 0.5), -400)
    page.wait(lambda: page.x_range() != (0, 100))
    page.wait(lambda: page.browser.execute_script(views) == [list(page.x_range())] * 2)


# The leftmost column of the plot that has the first series' colour, in points.
FIRST_INK = """
const { plotLeft, plotTop, plotWidth, plotHeight } = deep('plot').dataset;
const [left, top, width, height] = [plotLeft, plotTop, plotWidth, plotHeight].map(Number);
const { data } = deep('plot').getContext('2d').getImageData(left, top, width, height);
for (let x = 0; x < width; x += 1) {
  for (let y = 0; y < height; y += 1) {
    const at = 4 * (y * width + x);
    if (data[at] < 90 && data[at + 2] > 120 && data[at + 3] > 120) return x;
  }
}
return null;
"""


def test_a_drag_that_the_end_of_the_data_stops_is_felt_and_returns(page):
    page.open("seattle-weather")
    whole = page.x_range()
    assert page.browser.execute_script(FIRST_INK) < 5
    page.hold((0.3, 0.5), (0.6, 0.5))
    page.settle()
    page.wait(lambda: page.browser.execute_script(FIRST_INK) > 30)
    # The plot follows less than the finger does.
    assert page.browser.execute_script(FIRST_INK) < 0.2 * float(page.published()["plotWidth"])
    page.release((0.6, 0.5))
    page.wait(lambda: page.browser.execute_script(FIRST_INK) < 5)
    assert page.x_range() == whole


def test_the_end_of_the_data_does_not_give_way_where_motion_is_unwanted(page):
    page.look_like(width=1280, height=800, motion="reduce")
    page.open("seattle-weather")
    page.hold((0.3, 0.5), (0.6, 0.5))
    page.settle()
    assert page.published()["ahead"] == "false"
    page.release((0.6, 0.5))


def test_a_single_row_has_its_day_around_it_in_chart_and_overview(page):
    page.put_dataset("one", "day,value\n2024-03-05,7\n")
    page.open("one")
    noon = 1_709_553_600_000
    assert page.x_range() == (noon, noon + 86_400_000)
    assert page.on_server("overview")["xAxes"][0]["visibleRange"] == list(page.x_range())


def live_datasets(page):
    with urllib.request.urlopen(f"{page.address}/v1/datasets") as answer:
        return {one["name"]: one for one in json.load(answer)["datasets"] if one["name"].startswith("live-")}


def opened_live_example(page):
    """Opens the live example. Returns its dataset once rows were appended to it."""
    others = live_datasets(page).keys()
    page.browser.get(f"{page.address}/gallery/live.html")
    page.wait(lambda: any(one["rows"] > 905 for name, one in live_datasets(page).items() if name not in others))
    ((name, dataset),) = [(name, one) for name, one in live_datasets(page).items() if name not in others]
    assert dataset["retain"] == {"rows": 36_000}
    return name


def is_removed(page, name):
    """Leaves the live example. It cannot wait for the end of its session, so a slow machine may keep its dataset."""
    page.browser.get(f"{page.address}/gallery/linked.html")
    with contextlib.suppress(TimeoutException):
        WebDriverWait(page.browser, 5).until(lambda _: name not in live_datasets(page))
    return name not in live_datasets(page)


def test_the_live_example_retains_its_last_rows_and_leaves_no_dataset(page):
    assert any(is_removed(page, opened_live_example(page)) for _ in range(6))


def test_the_live_example_removes_what_an_earlier_one_could_not_remove(page):
    name = opened_live_example(page)
    body = json.dumps({"surfaces": [{"id": "main", "dataset": name}]}).encode()
    request = urllib.request.Request(f"{page.address}/v1/sessions", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        session = json.load(answer)["id"]
    assert not is_removed(page, name)
    with urllib.request.urlopen(urllib.request.Request(f"{page.address}/v1/sessions/{session}", method="DELETE")):
        pass
    opened_live_example(page)
    assert is_removed(page, name)


def test_the_live_example_counts_the_rows_that_came_since_the_pause(page):
    page.browser.get(f"{page.address}/gallery/live.html")
    page.wait(lambda: page.browser.execute_script("return document.querySelector('chart-surface').view !== null"))
    page.wait(lambda: page.find("#follow").get_attribute("aria-pressed") == "true")
    assert not page.is_shown("#new")
    page.drag((0.2, 0.5), (0.6, 0.5))
    page.wait(lambda: page.is_shown("#new") and int(page.find("#since").text) > 3)
    assert page.find("#follow").get_attribute("aria-pressed") == "false"
    page.click("#follow")
    page.wait(lambda: not page.is_shown("#new"))


def test_a_page_goes_to_a_date_and_keeps_the_length_of_its_window(page):
    page.open("seattle-weather")
    page.wheel((0.5, 0.5), -800)
    page.settle()
    low, high = page.x_range()
    page.click("#goTo")
    page.wait(lambda: page.is_shown("#go"))
    page.browser.execute_script("deep('go').querySelector('input').value = '2015-03-01T00:00:00'")
    page.browser.execute_script("deep('go').requestSubmit()")
    page.settle_after_change_of((low, high))
    middle = 1_425_168_000_000
    assert page.x_range() == pytest.approx((middle - (high - low) / 2, middle + (high - low) / 2), abs=1)
    assert not page.is_shown("#go")


def notes(page):
    return page.browser.execute_script("""
      const { annotations = [] } = document.querySelector("chart-surface").state.surface;
      return annotations.map(({ kind, points, text = null, locked }) => ({ kind, points, text, locked }));
    """)


def test_a_reader_draws_notes_and_moves_them_by_finger_and_by_keys(page):
    page.browser.get(page.address + "/?dataset=seattle-weather")
    page.settle()

    def form(script):
        return page.browser.execute_script("const form = deep('note-form');" + script)

    def key(name, shift=False):
        press = f"{{ key: '{name}', shiftKey: {str(shift).lower()}, bubbles: true, cancelable: true }}"
        form(f"form.querySelector('[role=toolbar]').dispatchEvent(new KeyboardEvent('keydown', {press}))")
        page.settle()

    x_range = "return document.querySelector('chart-surface').state.surface.xAxes[0].visibleRange"
    page.browser.execute_script("deep('notes').click()")
    page.settle()
    # Drawn by a drag, which moves no range.
    seen = page.browser.execute_script(x_range)
    form("form.querySelector('select').value = 'line'; form.requestSubmit()")
    page.settle()
    page.drag((0.3, 0.4), (0.6, 0.5))
    page.wait(lambda: [one["kind"] for one in notes(page)] == ["line"])
    page.settle()
    assert page.browser.execute_script(x_range) == seen
    first = notes(page)[0]["points"]
    # A drag of the line moves it, a drag beside it the chart.
    page.drag((0.45, 0.45), (0.5, 0.45))
    page.settle()
    moved = notes(page)[0]["points"]
    assert page.browser.execute_script(x_range) == seen
    assert moved[0]["x"] - first[0]["x"] == pytest.approx(moved[1]["x"] - first[1]["x"])
    assert moved[0]["x"] > first[0]["x"]

    page.browser.execute_script("deep('notes').click()")
    page.settle()
    assert "1" in form("return form.querySelector('[role=toolbar]').getAttribute('aria-label')")
    form("""
      form.querySelector('[role=toolbar]').focus();
      const live = form.getRootNode().getElementById('live');
      window.said = [];
      new MutationObserver(() => said.push(live.textContent)).observe(live, { childList: true });
    """)
    key("ArrowRight")
    stepped = notes(page)[0]["points"]
    key("ArrowRight", shift=True)
    leapt = notes(page)[0]["points"]
    # A screen reader hears where the note is now.
    name = form("return form.querySelector('[role=toolbar]').getAttribute('aria-label')")
    assert name.startswith("Note 1 of 1: Line, ")
    assert name in page.browser.execute_script("return said")
    one, ten = stepped[0]["x"] - moved[0]["x"], leapt[0]["x"] - stepped[0]["x"]
    assert one > 0 and ten == pytest.approx(10 * one, rel=1e-3)
    form("""
      const text = form.querySelector('[data-part=text]');
      text.focus();
      text.value = 'Deploy <b>4.2</b>';
      text.dispatchEvent(new Event('change'));
      text.blur();
    """)
    page.wait(lambda: notes(page)[0]["text"] == "Deploy <b>4.2</b>")
    form("form.querySelector('[data-part=lock]').click()")
    page.wait(lambda: notes(page)[0]["locked"])
    key("ArrowRight")
    assert notes(page)[0]["points"] == leapt
    form("form.querySelector('select').value = 'xBand'; form.querySelector('#middle').click()")
    page.wait(lambda: [one["kind"] for one in notes(page)] == ["line", "xBand"])
    page.browser.execute_script("document.querySelector('chart-surface').undo()")
    page.wait(lambda: len(notes(page)) == 1)
    key("Delete")
    page.wait(lambda: notes(page) == [])
    assert page.console_errors() == []


def test_a_finger_takes_each_handle_of_a_note_within_22_points(page):
    page.browser.get(page.address + "/?dataset=seattle-weather")
    page.settle()
    page.browser.execute_script("deep('notes').click()")
    page.settle()
    page.browser.execute_script("""
      deep('note-form').querySelector('select').value = 'box';
      deep('note-form').requestSubmit();
    """)
    page.settle()
    page.drag((0.3, 0.3), (0.6, 0.6))
    page.wait(lambda: [one["kind"] for one in notes(page)] == ["box"])
    page.settle()
    wide, high = (float(page.published()[name]) for name in ("plotWidth", "plotHeight"))

    def moved(corner, beside):
        """Moves a corner by a finger that lands beside it. Returns which coordinates of both points that has moved."""
        before = notes(page)[0]["points"]
        x, y = corner[0] + beside / wide, corner[1] + beside / high
        page.fingers("touchStart", [(x, y)])
        for place in between((x, y), (x + 0.05, y + 0.05)):
            page.fingers("touchMove", [place])
        page.fingers("touchEnd", [])
        page.settle()
        after = notes(page)[0]["points"]
        return {f"{name}{index}" for index in (0, 1) for name in "xy" if before[index][name] != after[index][name]}

    # 15 points along either axis are 21 in all.
    assert moved((0.3, 0.3), -15) == {"x0", "y0"}
    assert moved((0.6, 0.6), 15) == {"x1", "y1"}
    assert moved((0.35, 0.65), -15) == {"x0", "y1"}
    assert moved((0.65, 0.35), 15) == {"x1", "y0"}
    # Of 23 points away it takes the plot.
    assert moved((0.7, 0.7), 17) == set()
    assert page.console_errors() == []
