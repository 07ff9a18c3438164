"""Starts the server under test and a headless browser."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from chart_page import ChartPage

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
READY = "listening on "
EXIT_SECONDS = 15


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The address of a new server, started from the binary that CHART_SURFACE_BIN names."""
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


def binary():
    path = os.environ.get("CHART_SURFACE_BIN")
    if not path:
        pytest.fail("CHART_SURFACE_BIN must name the server binary to test.")
    return str(pathlib.Path(path).resolve())


@contextlib.contextmanager
def serving(folder, *options):
    """Runs a server on the datasets in a folder's `data`, and yields its address."""
    command = [binary(), "serve", "--http-port", "0", "--data-dir", str(folder / "data"), *options]
    with open(folder / "log.txt", "wb") as log:
        process = subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            yield ready_address(process, folder / "log.txt")
        finally:
            process.send_signal(signal.SIGTERM)
            process.stdout.close()
            process.wait(EXIT_SECONDS)


def ready_address(process, log):
    for line in process.stdout:
        if line.startswith(READY):
            return line.removeprefix(READY).strip()
    pytest.fail(f"The server ended before it was ready:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser():
    with browsing() as driver:
        yield driver


@contextlib.contextmanager
def browsing():
    """Runs a new browser."""
    options = webdriver.ChromeOptions()
    options.binary_location = found("chromium")
    # Touches of DevTools go to no page any more once a page with touches rests in the back/forward cache.
    cache = "--disable-features=BackForwardCache"
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars", cache]:
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


@pytest.fixture
def walk(page):
    """A small dataset in place of the large one of the gallery."""
    page.put_dataset("walk", "t,v\n0,1\n1,2\n2,1\n")
    yield
    page.open()
    page.delete_dataset("walk")
