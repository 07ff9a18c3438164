"""Starts the server under test and a headless browser."""

import contextlib
import functools
import http.server
import shutil
import threading

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from chart_page import ChartPage
from chart_server import Server


@pytest.fixture(scope="session")
def server():
    """The address of a new server, started from the binary that CHART_SURFACE_BIN names."""
    # A busy machine must not make the server cancel a gesture that rests.
    with Server("--session-gesture-timeout", "600s", demo=True) as started:
        yield started.address


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """A failed test shows the whole logs of the servers that run."""
    report = yield
    if report.failed:
        report.sections += [("server", server.shown_log()) for server in Server.running]
    return report


@pytest.fixture(scope="session")
def browser():
    with browsing() as driver:
        yield driver


@contextlib.contextmanager
def browsing(*more):
    """Runs a new browser, with more arguments than those of the tests."""
    options = webdriver.ChromeOptions()
    options.binary_location = found("chromium")
    # Touches of DevTools go to no page any more once a page with touches rests in the back/forward cache.
    cache = "--disable-features=BackForwardCache"
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", cache, *more]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(found("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()


def found(program):
    path = shutil.which(program)
    if path is None:
        pytest.fail(f"{program} is not installed (Debian: chromium, chromium-driver).")
    return path


@pytest.fixture(scope="module")
def other_origin(tmp_path_factory):
    """A server of static files, as `python3 -m http.server` is; yields its address and its folder."""
    folder = tmp_path_factory.mktemp("page")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=files.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{files.server_port}", folder
    files.shutdown()
    files.server_close()


@pytest.fixture
def page(server, browser):
    """The demo page with its first dataset. An error on the browser's console fails the test."""
    chart_page = ChartPage(browser, server)
    # A page of an earlier test may miss its own server.
    browser.get("about:blank")
    chart_page.console_errors()
    chart_page.look_like(width=1280, height=800)
    chart_page.open()
    yield chart_page
    assert chart_page.console_errors() == []


@pytest.fixture(scope="module")
def modules(server, browser):
    """The browser with the demo page, for tests that call single modules and change nothing on the page."""
    chart_page = ChartPage(browser, server)
    browser.get("about:blank")
    chart_page.console_errors()
    chart_page.look_like(width=1280, height=800)
    chart_page.open()
    yield browser
    assert chart_page.console_errors() == []


@pytest.fixture
def walk(page):
    """A small dataset in place of the large one of the gallery."""
    page.put_dataset("walk", "t,v\n0,1\n1,2\n2,1\n")
    yield
    page.open()
    page.delete_dataset("walk")
