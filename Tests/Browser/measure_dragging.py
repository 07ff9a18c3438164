"""Measures a drag over slow connections: frames and answers a second, and how late they show what the finger does.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Browser/measure_dragging.py [folder of the page | http2]

With the folder of an earlier page it measures that one. With `http2` all goes over one connection with TLS, of which it
sees nothing but what the page draws.
"""

import contextlib
import json
import ssl
import statistics
import sys

from chart_page import ChartPage
from chart_server import Server, certificate, check, tls
from conftest import browsing
from delaying_proxy import delayed, relayed

DELAYS = [0, 0.06, 0.1, 0.3]
LOSSES = [0, 0.01]
STEPS = 300
# Few, so that the server's work does not hide the way to it.
ROWS = 400
WIDTH, HEIGHT = 900, 600

SHOW = """
const [spec, done] = arguments;
import('/chart-surface.js').then(() => {
  document.body.style.margin = '0';
  const chart = document.createElement('chart-surface');
  chart.setAttribute('height', '480');
  chart.spec = spec;
  document.body.replaceChildren(chart);
  done();
}, done);
"""

# Drags to and fro, one step in each frame, and notes when each frame shows what.
DRAG = """
const [steps] = arguments;
const plot = deep('plot');
plot.setPointerCapture = () => {};
const seen = window.seen = { frames: [], moves: [], isOver: false };
new MutationObserver(() => {
  const shown = plot.dataset.drawn;
  seen.frames.push({ time: performance.now(), revision: JSON.parse(shown).revision, shown });
}).observe(plot, { attributeFilter: ['data-drawn'] });
const box = plot.getBoundingClientRect();
const point = (type, x) => plot.dispatchEvent(new PointerEvent(type, {
  pointerId: 50, pointerType: 'touch', button: 0, buttons: 1, bubbles: true,
  clientX: box.left + x, clientY: box.top + 200,
}));
let step = 0;
const go = () => {
  const x = 450 + 200 * Math.sin(step / 20);
  seen.moves.push(performance.now());
  point(step === 0 ? 'pointerdown' : 'pointermove', x);
  step += 1;
  if (step < steps) return requestAnimationFrame(go);
  point('pointerup', x);
  seen.isOver = true;
  delete plot.setPointerCapture;
};
requestAnimationFrame(go);
"""


def main():
    folder = [argument for argument in sys.argv[1:] if argument != "http2"]
    options = ["--session-gesture-timeout", "600s", *(["--demo-directory", folder[0]] if folder else [])]
    connected = over_http2 if "http2" in sys.argv else over_http1
    for loss in LOSSES:
        for delay in DELAYS:
            with connected(options, delay, loss) as (page, seen):
                measure(page, seen, f"{1000 * delay:.0f} ms, {100 * loss:.0f} % loss")


@contextlib.contextmanager
def over_http1(options, delay, loss):
    with (
        Server(*options, demo=True) as server,
        delayed(server.address, delay, loss) as (address, seen),
        browsing() as browser,
    ):
        yield ChartPage(browser, address), seen


@contextlib.contextmanager
def over_http2(options, delay, loss):
    with (
        certificate() as paths,
        Server(*options, *tls(*paths), demo=True) as server,
        relayed(server.port, delay, loss) as port,
        browsing("--ignore-certificate-errors") as browser,
    ):
        ssl._create_default_https_context = ssl._create_unverified_context
        page = ChartPage(browser, f"https://localhost:{port}")
        yield page, []
        protocol = "return performance.getEntriesByType('navigation')[0].nextHopProtocol"
        check(browser.execute_script(protocol) == "h2", "it was not HTTP/2")


def measure(page, seen, name):
    page.look_like(width=WIDTH, height=HEIGHT, touch=True)
    page.browser.get(page.address + "/gallery/shared.html")
    page.put_dataset("swings", "t,v\n" + "".join(f"{x},{x % 97}\n" for x in range(ROWS)))
    x = {"id": "x", "type": "number", "visibleRange": [0.4 * ROWS, 0.6 * ROWS]}
    spec = {"dataset": "swings", "xAxes": [x], "modifiers": [{"type": "zoomPan", "direction": "x"}]}
    page.browser.execute_async_script(SHOW, spec)
    page.settle()
    page.wait(page.has_told_its_size)
    page.settle()
    seen.clear()
    page.browser.execute_script(DRAG, STEPS)
    page.wait(lambda: page.browser.execute_script("return window.seen.isOver"))
    page.settle()
    shown = page.browser.execute_script("return window.seen")
    begun, ended = shown["moves"][0], shown["moves"][-1]
    frames = [frame for frame in shown["frames"] if begun < frame["time"] < ended]
    looks = {frame["shown"] for frame in frames}
    batches = [(json.loads(body), json.loads(text)) for _, path, body, text in seen if "/events" in path]
    answered = [
        (body["events"][-1]["time"], answer["surfaces"][0]["revision"])
        for body, answer in batches
        if answer.get("surfaces")
    ]
    drawn = {frame["revision"] for frame in frames}
    late = [
        min(frame["time"] for frame in shown["frames"] if frame["revision"] >= revision) - last
        for last, revision in answered
        if any(frame["revision"] >= revision for frame in shown["frames"])
    ]
    seconds = (ended - begun) / 1000
    print(f"{name}: {len(looks) / seconds:.0f} frames and {len(drawn) / seconds:.1f} answers a second", end="")
    if late:
        median, high = statistics.median(late), statistics.quantiles(late, n=20)[-1]
        print(f"; an answer is drawn {median:.0f} ms after its last event (95th percentile {high:.0f})", end="")
    print(flush=True)


if __name__ == "__main__":
    main()
