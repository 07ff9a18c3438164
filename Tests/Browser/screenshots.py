"""Takes the screenshots of the documentation: each page once, the workbench also in the dark theme.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Browser/screenshots.py
"""

import base64

from chart_page import ChartPage
from chart_server import ROOT, Server, run_command
from conftest import browsing

FOLDER = ROOT / "Sources/chart-surface/ChartSurface.docc/Resources"
PAGES = {
    "workbench": "/?dataset=seattle-weather",
    "linked": "/gallery/linked.html",
    "live": "/gallery/live.html",
    "large": "/gallery/large.html",
    "shared": "/gallery/shared.html",
}
DESKTOP = {"width": 1280, "height": 800}
LOOKS = {
    "light": DESKTOP,
    "dark": {**DESKTOP, "theme": "dark"},
    "phone": {"width": 390, "height": 844, "touch": True},
    "german": DESKTOP,
    "arabic": DESKTOP,
}
SCREENSHOTS = [
    ("workbench", "light"),
    ("workbench", "dark"),
    ("linked", "light"),
    ("live", "phone"),
    ("large", "german"),
    ("shared", "arabic"),
]
LANGUAGES = {"german": "de", "arabic": "ar"}
QUALITY = 60


def main():
    server = Server(demo=True)
    run_command("generate", "--rows", 10_000_000, "--name", "walk", "--data-dir", server.data)
    with server, browsing() as browser:
        take_all(server.address, browser)


def take_all(address, browser):
    page = ChartPage(browser, address)
    page.command("Network.enable")
    for name, look in SCREENSHOTS:
        language = LANGUAGES.get(look, "en")
        page.look_like(**LOOKS[look])
        page.command("Emulation.setLocaleOverride", locale=language)
        page.command("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
        browser.get(f"{address}/icon.svg")
        browser.execute_script("localStorage.setItem('language', arguments[0])", language)
        browser.get(address + PAGES[name])
        page.settle()
        page.wait(lambda language=language: browser.execute_script("return document.documentElement.lang") == language)
        taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": QUALITY})
        (FOLDER / f"page-{name}-{look}.jpg").write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    main()
