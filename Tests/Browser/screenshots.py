"""Takes the screenshots of the documentation: each page once, the workbench also in the dark theme, and for README one
chart in two windows.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Browser/screenshots.py
"""

import base64

from chart_page import ChartPage
from chart_server import ROOT, Server, check, run_command
from conftest import browsing

FOLDER = ROOT / "Sources/chart-surface/ChartSurface.docc/Resources"
PAGES = {
    "workbench": "/?dataset=seattle-weather",
    "linked": "/gallery/linked.html",
    "compare": "/gallery/compare.html",
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
    ("compare", "light"),
    ("live", "phone"),
    ("large", "german"),
    ("shared", "arabic"),
]
# Shows a chart, and beside it the same session in a second window.
TOGETHER = """
const done = arguments[0];
document.body.innerHTML = '<main><div></div><div></div></main>';
const [main, left, right] = document.querySelectorAll('main, main > div');
main.style.cssText = 'display:grid;grid-template-columns:1fr 1fr;align-items:start;gap:24px;padding:24px';
main.style.maxWidth = 'none';
for (const window of [left, right]) {
  window.style.cssText = 'background:#fff;border:1px solid #8886;border-top-width:24px;border-radius:8px';
  Object.assign(window.style, { padding: '12px', minWidth: 0 });
}
const chart = attributes => {
  const element = document.createElement('chart-surface');
  const all = { theme: 'light', height: '300', ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  return element;
};
const first = chart({ dataset: 'seattle-weather', columns: 'temp_max temp_min', overview: '' });
first.addEventListener('describe', () => {
  const { session, token } = first.share();
  right.append(chart({ session, token: token ?? '', overview: '' }));
  done(null);
}, { once: true });
left.append(first);
"""
SECOND_FRAME = "return Boolean(document.querySelectorAll('chart-surface')[1]?.view)"
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
        if name == "large":
            page.wait(lambda: browser.execute_script(SECOND_FRAME))
            page.settle()
        taken = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": QUALITY})
        (FOLDER / f"page-{name}-{look}.jpg").write_bytes(base64.b64decode(taken["data"]))
    take_together(page)


def take_together(page):
    """Takes one chart in two windows, after a gesture in the first one."""
    page.look_like(width=1280, height=420)
    page.command("Emulation.setLocaleOverride", locale="en")
    page.command("Network.setExtraHTTPHeaders", headers={"Accept-Language": "en"})
    page.browser.execute_script("localStorage.setItem('language', 'en')")
    page.browser.get(f"{page.address}/gallery/shared.html")
    problem = page.browser.execute_async_script(TOGETHER)
    check(problem is None, problem)
    page.settle()
    first, second = (
        f"return document.querySelectorAll('chart-surface')[{number}].view?.x ?? null" for number in (0, 1)
    )
    whole = page.browser.execute_script(first)
    page.wheel((0.4, 0.5), -900)
    page.wait(lambda: page.browser.execute_script(second) not in (None, whole))
    page.settle()
    page.wait(lambda: page.browser.execute_script(first) == page.browser.execute_script(second))
    taken = page.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": QUALITY})
    (FOLDER / "two-windows.jpg").write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    main()
