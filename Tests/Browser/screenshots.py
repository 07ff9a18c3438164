"""Takes the screenshots of the documentation: every page in light, dark, on a phone, in German and in Arabic.

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
LOOKS = {
    "light": {"width": 1280, "height": 800},
    "dark": {"width": 1280, "height": 800, "theme": "dark"},
    "phone": {"width": 390, "height": 844, "touch": True},
    "german": {"width": 1280, "height": 800},
    "arabic": {"width": 1280, "height": 800},
}
LANGUAGES = {"german": "de", "arabic": "ar"}
QUALITY = 60


def main():
    server = Server(demo=True)
    run_command("generate", "--rows", 10_000_000, "--name", "walk", "--data-dir", server.data)
    with server, browsing() as browser:
        take_all(server.address, browser)


def take_all(address, browser):
    page = ChartPage(browser, address)
    for look, shape in LOOKS.items():
        page.look_like(**shape)
        language = LANGUAGES.get(look, "en")
        page.command("Emulation.setLocaleOverride", locale=language)
        page.command("Network.enable")
        page.command("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
        for name, path in PAGES.items():
            browser.get(f"{address}/icon.svg")
            browser.execute_script("localStorage.setItem('language', arguments[0])", language)
            browser.get(address + path)
            page.settle()
            page.wait(
                lambda language=language: browser.execute_script("return document.documentElement.lang") == language
            )
            taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": QUALITY})
            (FOLDER / f"page-{name}-{look}.jpg").write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    main()
