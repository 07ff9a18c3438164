"""All charts of a page follow their sessions in one stream, which is there while the page is shown."""

import re

import pytest

from chart_page import ChartPage
from chart_server import Server

COUNT = 20
MOST_OF_A_GROUP = 3
VIEWS = "return [...document.querySelectorAll('chart-surface')].map(({ view }) => view?.x ?? null)"
SESSIONS = "return deepAll('#plot').map(plot => plot.dataset.session)"
# What a browser says of a page in a tab behind another one.
HIDE = """
const [isHidden] = arguments;
Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
document.dispatchEvent(new Event('visibilitychange'));
"""


# Adds one more element to a group while the server is asked for the session of the others.
LATE = f"""
const add = () => document.body.append(Object.assign(document.createElement('template'), {{
  innerHTML: `<chart-surface server="${{address}}" dataset="seattle-weather" height="200" link="late"></chart-surface>`,
}}).content);
const real = window.fetch;
const address = document.querySelector('script').src.replace('/chart-surface.js', '');
window.fetch = async (path, options) => {{
  if (options?.method === 'POST' && String(path).includes('/v1/sessions?')) {{
    window.fetch = real;
    add();
    await new Promise(resume => setTimeout(resume, 300));
  }}
  return real(path, options);
}};
for (let count = 1; count < {MOST_OF_A_GROUP}; count += 1) add();
"""


@pytest.fixture(scope="module")
def charts(other_origin):
    limit = ("--limits-surfaces-per-session", str(MOST_OF_A_GROUP))
    with Server("--http-cors-origins", other_origin[0], *limit, demo=True) as server:
        yield server


@pytest.fixture
def opened(charts, other_origin, browser):
    """Opens a page with so many charts of the server."""
    address, folder = other_origin

    def open_page(count, link=""):
        attributes = f'server="{charts.address}" dataset="seattle-weather" height="200"{link}'
        script = f'<script type="module" src="{charts.address}/chart-surface.js"></script>'
        chart = f"<chart-surface {attributes}></chart-surface>"
        # A browser keeps a page that changes within the second of its date.
        (folder / f"{count}.html").write_text(f"<!doctype html>{script}{chart * count}")
        page = ChartPage(browser, charts.address)
        page.look_like(width=900, height=900)
        browser.get(f"{address}/{count}.html")
        return page

    yield open_page
    browser.get("about:blank")


def views(page):
    return page.browser.execute_script(VIEWS)


def streams(charts):
    """How many streams of pages the server has begun, and how many of single sessions."""
    log = charts.log()
    return len(re.findall(r"http.method=POST http.route=/v1/streams ", log)), log.count("/v1/sessions/{id}/stream")


def summary(charts, session):
    return next(one for one in charts.made("GET", "/v1/sessions")["sessions"] if one["id"] == session)


def zoom(charts, session, first, last):
    """Changes a session as another client does."""
    path = f"/v1/sessions/{session}/surfaces/main/axes/x"
    charts.made("PATCH", path, {"visibleRange": [first, last]})


def test_twenty_charts_are_alive_in_one_stream(charts, browser, opened):
    before = streams(charts)
    page = opened(COUNT)
    page.wait(lambda: None not in views(page) and len(views(page)) == COUNT)
    page.wait(lambda: streams(charts) == (before[0] + 1, before[1]))
    sessions = browser.execute_script(SESSIONS)
    assert len(set(sessions)) == COUNT
    whole = views(page)[0]
    middle = (whole[0] + whole[1]) / 2
    for session in sessions:
        zoom(charts, session, whole[0], middle)
    page.wait(lambda: all(view[1] == middle for view in views(page)))
    assert streams(charts) == (before[0] + 1, before[1])


def test_a_hidden_page_has_no_stream_and_goes_on_when_it_is_shown(charts, browser, opened):
    page = opened(1)
    page.wait(lambda: None not in views(page) and len(views(page)) == 1)
    # The answers to its own requests tell a page of others' changes too.
    page.settle()
    [session] = browser.execute_script(SESSIONS)
    [whole] = views(page)
    middle = (whole[0] + whole[1]) / 2
    zoom(charts, session, whole[0], middle)
    page.wait(lambda: views(page)[0][1] == middle)

    before = streams(charts)
    browser.execute_script(HIDE, True)
    page.wait(lambda: summary(charts, session)["viewers"] == 0)
    zoom(charts, session, *whole)
    zoom(charts, session, middle, whole[1])
    assert views(page)[0] == [whole[0], middle]
    browser.execute_script(HIDE, False)
    page.wait(lambda: views(page)[0] == [middle, whole[1]])
    assert streams(charts) == (before[0] + 1, before[1])


def test_a_page_that_asks_for_another_size_keeps_its_stream(charts, browser, opened):
    page = opened(1)
    page.wait(lambda: None not in views(page) and len(views(page)) == 1)
    page.settle()
    browser.execute_script("document.querySelector('chart-surface').share()")
    before = streams(charts)
    page.look_like(width=600, height=900)
    asked = "return performance.getEntriesByType('resource').some(({ name }) => name.includes('size.main='))"
    page.wait(lambda: browser.execute_script(asked))
    page.settle()
    [session] = browser.execute_script(SESSIONS)
    page.wait(lambda: summary(charts, session)["viewers"] == 1)
    assert streams(charts) == before


def test_an_element_that_comes_while_its_group_opens_is_shown(browser, opened):
    page = opened(0)
    browser.execute_script(LATE)
    page.wait(lambda: None not in views(page) and len(views(page)) == MOST_OF_A_GROUP)
    assert len(set(browser.execute_script(SESSIONS))) == 1


def test_what_a_group_cannot_hold_says_so_in_its_own_box(browser, opened):
    page = opened(MOST_OF_A_GROUP + 1, ' link="all"')
    page.wait(lambda: sum(view is not None for view in views(page)) == MOST_OF_A_GROUP)
    told = "return [...document.querySelectorAll('chart-surface')].map(one => one.shadowRoot.textContent)"
    page.wait(lambda: sum(f"at most {MOST_OF_A_GROUP} surfaces" in text for text in browser.execute_script(told)) == 1)
