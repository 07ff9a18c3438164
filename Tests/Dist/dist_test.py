"""Installs what `make dist` writes into empty places, and draws a chart with each.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Dist/dist_test.py

The tar ball has the binary that CHART_SURFACE_BIN names; it is unpacked and started. With DIST=long a new Debian
(debootstrap, as root) gets that of the release or of DIST_BINARY, npm and a browser get the element, and the tests of
the Swift client run.
"""

import contextlib
import functools
import hashlib
import http.server
import importlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

from chart_server import BINARY, LOOPBACK, PATIENCE, ROOT, Server, check, free_port, program, run_tests, scratch, until

sys.path.append(str(ROOT / "Tests/Documentation"))
readme_test = importlib.import_module("readme_test")

IS_LONG = os.environ.get("DIST") == "long"
RELEASE = pathlib.Path(os.environ.get("DIST_BINARY") or ROOT / ".build/release/chart-surface")
HERE = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r'current = "(.*)"', (ROOT / "Sources/ChartServer/ServerVersion.swift").read_text())[1]
USERS = "date,active\n2024-10-15,613\n2024-10-16,614\n2024-10-17,617\n2024-10-18,621\n"
# A build of the Swift client, and an installation of Debian.
LONG_PATIENCE = 900


def run(*command, folder=None, variables=None, patience=PATIENCE):
    """Runs a program that must succeed. Returns what it prints."""
    done = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env=os.environ | (variables or {}),
        capture_output=True,
        text=True,
        timeout=patience,
    )
    check(done.returncode == 0, f"{command} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


@contextlib.contextmanager
def made(*parts, binary=BINARY):
    """A folder with artefacts."""
    with scratch("dist") as folder:
        variables = {"DIST_BINARY": str(binary), "DIST_LEVEL": "1"}
        run(ROOT / ".ci/make-dist", folder / "dist", *parts, variables=variables, patience=LONG_PATIENCE)
        yield folder / "dist"


def the_one(folder, pattern):
    [path] = folder.glob(pattern)
    return path


def unpacked(path, folder):
    """The one folder in a tar ball."""
    run("tar", "-xzf", path, "-C", folder)
    return the_one(folder, "chart-surface-*")


class UnpackedServer(Server):
    """The server of a tar ball, started as its README says."""

    def __init__(self, home):
        super().__init__(demo=True)
        self.home = home
        told = re.search(r"^    (\./chart-surface serve .*)$", (home / "README.md").read_text(), re.MULTILINE)[
            1
        ].split()
        self.words = ["env", "-C", str(home), *told]

    def command(self):
        return self.words


def the_tar_ball_starts_in_an_empty_folder():
    with made("server") as dist, scratch("unpacked") as empty:
        home = unpacked(the_one(dist, f"chart-surface-{VERSION}-linux-*.tar.gz"), empty)
        for name in ("LICENSE", "README.md", "alerts.yml", "dashboard.json", "chart-surface.service"):
            check((home / name).stat().st_size > 0, f"the tar ball has no {name}")
        unit = (home / "chart-surface.service").read_text()
        for option in re.findall(r"--[a-z-]+", re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1]):
            check(option in run(home / "chart-surface", "serve", "--help"), f"the unit has the option {option}")
        with UnpackedServer(home) as server:
            check(VERSION in run(home / "chart-surface", "--version"), "the binary has another version")
            check(server.ask("GET", "/")[0] == 200, "there is no page")
            check(server.ask("GET", "/chart-surface.js")[0] == 200, "there is no element")
            if (ROOT / ".build/docs/index.html").exists():
                check(server.ask("GET", "/docs/documentation/chart_surface/")[0] == 200, "there is no documentation")
            picture = server.fetch("GET", "/v1/datasets/seattle-weather/image.svg")[1]
            check(picture.startswith("<svg") and "<path" in picture, f"the server draws {picture[:80]}")
            # A reader of README who has the tar ball, and no Swift.
            readme_test.follow("README.md", 2, server)


def the_checksums_are_those_of_the_artefacts():
    with made("npm", "python", "swift") as dist:
        lines = dict(reversed(line.split("  ")) for line in (dist / "SHA256SUMS").read_text().splitlines())
        check(
            lines.keys() == {path.name for path in dist.iterdir()} - {"SHA256SUMS"}, f"the checksums are of {[*lines]}"
        )
        for name, told in lines.items():
            check(hashlib.sha256((dist / name).read_bytes()).hexdigest() == told, f"{name} has another checksum")
            check(VERSION in name, f"{name} has another version")
        before = lines
    with made("npm", "python", "swift") as dist:
        lines = dict(reversed(line.split("  ")) for line in (dist / "SHA256SUMS").read_text().splitlines())
        check(lines == before, "the same tree gives other bytes")


def a_version_is_raised_everywhere():
    """In a copy of what has it; only history keeps the one before."""
    with scratch("version") as empty:
        for name in (".ci", "Sources/ChartServer", "Sources/ChartBuild", "Sources/chart-surface", "Clients"):
            shutil.copytree(ROOT / name, empty / name, ignore=shutil.ignore_patterns(".build", "__pycache__"))
        for name in ("Dockerfile", "CHANGELOG.md"):
            shutil.copy(ROOT / name, empty / name)
        run(empty / ".ci/set-version", "98.7.6")
        left = {
            path.name for path in empty.rglob("*") if path.is_file() and VERSION in path.read_text(errors="replace")
        }
        check(left == {"Backups.md", "CHANGELOG.md"}, f"{left} still have {VERSION}")
        refused = subprocess.run([empty / ".ci/set-version", "--check"], capture_output=True, text=True)
        check("98.7.6" in refused.stderr, f"nothing asks for a section of the changelog: {refused.stderr}")


def the_wheel_draws_a_chart():
    with made("python") as dist, scratch("wheel") as empty, Server() as server:
        run(sys.executable, "-m", "venv", empty / "python")
        python = empty / "python/bin/python"
        run(python, "-m", "pip", "install", "--quiet", "--no-index", the_one(dist, "*.whl"))
        told = run(python, HERE / "use_wheel.py", server.address, folder=empty)
        check(VERSION in told, f"the wheel says {told}")


TYPED = """from chart_surface import Server, events

server = Server()
with server.session({"dataset": "users", "modifiers": [{"type": "zoomPan", "direction": "x"}]}) as session:
    update = session.surface().send(events("1↓(1,2)"))
    first: float = (update["surfaces"][0]["xAxes"][0]["visibleRange"] or [0])[0]
    chart = session.surface()
    chart.send([{"type": "touch", "phase": "began", "time": 0, "touches": [{"id": 1, "x": 3, "y": 4}]}])
"""


def the_wheel_is_typed():
    with made("python") as dist, scratch("typed") as empty:
        shutil.unpack_archive(the_one(dist, "*.whl"), empty / "packages", "zip")
        words = ("--strict", "--disable-error-code", "no-any-return", "--cache-dir", str(empty / "cache"))
        check_types = (sys.executable, "-m", "mypy", *words)
        variables = {"MYPYPATH": str(empty / "packages")}
        run(*check_types, empty / "packages/chart_surface", variables=variables)
        (empty / "right.py").write_text(TYPED)
        run(*check_types, empty / "right.py", variables=variables)
        (empty / "wrong.py").write_text(TYPED.replace("dataset", "datasets"))
        wrong = subprocess.run([*check_types, empty / "wrong.py"], env=os.environ | variables, capture_output=True)
        check(b'Extra key "datasets"' in wrong.stdout, f"mypy says {wrong.stdout}")


def code_of(article, kind):
    """The blocks of a language in an article."""
    text = (ROOT / f"Sources/chart-surface/ChartSurface.docc/{article}.md").read_text()
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def the_article_for_python_is_true():
    """Its blocks are one program, which prints what stands below them."""
    with made("python") as dist, scratch("article") as empty, Server() as server:
        shutil.unpack_archive(the_one(dist, "*.whl"), empty / "packages", "zip")
        program = "".join(code_of("PythonClient", "python")).replace("http://127.0.0.1:8080", server.address)
        (empty / "article.py").write_text(program)
        told = run(sys.executable, "article.py", folder=empty, variables={"PYTHONPATH": str(empty / "packages")})
        check(told == "".join(code_of("PythonClient", "text")), f"the article's program prints {told}")


def the_article_for_swift_is_code_of_the_tests():
    tests = (ROOT / "Clients/swift/Tests/ChartSurfaceClientTests/ArticleTests.swift").read_text()
    lines = "\n".join(map(str.strip, tests.splitlines()))
    blocks = [block for block in code_of("SwiftClient", "swift") if not re.search(r"import SwiftUI|\.package\(", block)]
    check(len(blocks) > 3, f"the article has {len(blocks)} blocks")
    for block in blocks:
        check("\n".join(map(str.strip, block.splitlines())) in lines, f"no test has {block}")


def the_scripts_are_those_of_play():
    """The client reads each touch script of the conformance cases as `chart-surface play` does."""
    with made("python") as dist, scratch("scripts") as empty:
        shutil.unpack_archive(the_one(dist, "*.whl"), empty, "zip")
        cases = sorted((ROOT / "Tests/Conformance").glob("*/*.case"))
        found = {script for case in cases for script in re.findall(r"^play(?: \S+)?: (.*)$", case.read_text(), re.M)}
        check(len(found) > 200, f"there are {len(found)} scripts")
        scripts = sorted(found)[:: 1 if IS_LONG else 10]
        told = run(sys.executable, HERE / "compare_scripts.py", BINARY, *scripts, variables={"PYTHONPATH": str(empty)})
        check(f"{len(scripts)} scripts" in told, told)


# The long form


class Files:
    """A server of static files, of another origin than the charts'."""

    def __init__(self, folder):
        handler = functools.partial(Quiet, directory=folder)
        self.server = http.server.ThreadingHTTPServer((LOOPBACK, 0), handler)
        self.address = f"http://{LOOPBACK}:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def browsing():
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = program("chromium", "chromium")
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(program("chromedriver", "chromium-driver")))
    try:
        yield driver
    finally:
        driver.quit()


PAGE = """<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script type="importmap">{"imports": {"chart-surface": "/node_modules/chart-surface/chart-surface.js"}}</script>
<script type="module">%s</script>
<chart-surface server="%s" dataset="users" locale="de" controls></chart-surface>
"""
CHART = "return document.querySelector('chart-surface')"


def draws(browser, address):
    """Opens a page, waits for its chart, and opens the table, which is a module of its own."""
    browser.get(address)
    until(lambda: browser.execute_script(f"{CHART}.view?.x ?? null"), lambda: f"no chart: {browser.get_log('browser')}")
    label = f"{CHART}.shadowRoot.querySelector('#tools').getAttribute('aria-label')"
    until(lambda: browser.execute_script(label) != "Chart tools", "the element speaks English")
    browser.execute_script(f"void {CHART.removeprefix('return ')}.showTable()")
    rows = f"{CHART}.shadowRoot.querySelectorAll('dialog[open] [role=row], dialog[open] tr').length"
    until(lambda: browser.execute_script(rows) > 4, lambda: f"no table: {browser.get_log('browser')}")
    faults = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    check(not faults, f"the page has errors: {faults}")


def the_npm_package_draws_a_chart():
    """By an import map, and by a bundle of esbuild."""
    with made("npm") as dist, scratch("npm") as empty:
        (empty / "package.json").write_text('{"private": true, "type": "module"}')
        offline = ("--offline", "--no-audit", "--no-fund")
        run(program("npm", "npm"), "install", *offline, the_one(dist, "chart-surface-*.tgz"), folder=empty)
        (empty / "main.js").write_text('import "chart-surface";\n')
        esbuild = program("esbuild", "esbuild")
        bundle = ("main.js", "--bundle", "--splitting", "--format=esm", "--outdir=bundled", "--log-level=warning")
        run(esbuild, *bundle, folder=empty)
        with Files(empty) as files, Server("--http-cors-origins", files.address) as server, browsing() as browser:
            server.made("PUT", "/v1/datasets/users", USERS)
            (empty / "map.html").write_text(PAGE % ('import "chart-surface";', server.address))
            (empty / "bundled.html").write_text(PAGE % ('import "./bundled/main.js";', server.address))
            draws(browser, f"{files.address}/map.html")
            draws(browser, f"{files.address}/bundled.html")


JSX = """import type {} from "chart-surface";
import type {} from "chart-surface/react";
export const chart = <chart-surface dataset="users" overview className="wide" modifiers="dashboard" />;
// @ts-expect-error: there is no such attribute
export const wrong = <chart-surface datasets="users" />;
document.querySelector("chart-surface")?.addEventListener("viewchange", ({ detail }) => detail.x[0].toFixed());
"""


def the_npm_package_has_types():
    """Those of the tag in JSX, with the types of React that Debian has."""
    react = pathlib.Path("/usr/share/nodejs/@types/react")
    check(react.exists(), "there are no types of React; install them with: apt-get install node-react")
    with made("npm") as dist, scratch("types") as empty:
        (empty / "package.json").write_text('{"private": true, "type": "module"}')
        offline = ("--offline", "--no-audit", "--no-fund")
        run(program("npm", "npm"), "install", *offline, the_one(dist, "chart-surface-*.tgz"), folder=empty)
        (empty / "node_modules/@types").mkdir()
        (empty / "node_modules/@types/react").symlink_to(react)
        (empty / "page.tsx").write_text(JSX)
        words = ("--noEmit", "--strict", "--skipLibCheck", "--jsx", "preserve", "--lib", "esnext,dom,dom.iterable")
        for module, resolution in (("esnext", "node"), ("nodenext", "nodenext")):
            kind = ("--target", "esnext", "--module", module, "--moduleResolution", resolution)
            run(program("tsc", "node-typescript"), *words, *kind, "page.tsx", folder=empty)


def the_swift_client_passes_its_tests():
    with made("swift") as dist, scratch("swift") as empty, Server() as server:
        home = unpacked(the_one(dist, "chart-surface-client-swift-*.tar.gz"), empty)
        told = run(
            *("swift", "test", "--disable-xctest"),
            folder=home,
            variables={"CHART_SURFACE_URL": server.address},
            patience=LONG_PATIENCE,
        )
        check("RunningServerTests" in told or "Running" in told, told)
        check(server.ask("GET", "/v1/datasets/swift-users")[0] == 200, "no test has reached the server")


DRAWN = """
set -eu
ip link set lo up
mount -t proc proc "$1/proc"
chroot "$1" sh -c 'cd /opt/chart-surface-* && exec ./chart-surface serve --docs-directory docs --http-port '"$2" &
server=$!
for _ in $(seq 100); do curl -sf "http://127.0.0.1:$2/health/ready" -o ready && break || sleep 0.2; done
curl -sf "http://127.0.0.1:$2/v1/datasets/seattle-weather/image.svg" -o picture.svg
curl -sf -H 'Content-Type: application/json' -d '{"surfaces":[{"dataset":"seattle-weather"}]}' \
    "http://127.0.0.1:$2/v1/sessions?window=none" -o session.json
kill "$server"
wait "$server"
"""


def the_tar_ball_draws_on_a_bare_debian():
    """With the packages of its README, and then without a network."""
    debootstrap = program("debootstrap", "debootstrap")
    check(os.geteuid() == 0, "debootstrap, chroot and unshare need root")
    with made("server", binary=RELEASE) as dist, scratch("debian") as empty:
        root = empty / "root"
        # Without a mirror it takes its own.
        mirror = filter(None, [os.environ.get("DIST_MIRROR")])
        run(debootstrap, "--variant=minbase", "bookworm", root, *mirror, patience=LONG_PATIENCE)
        readme = (unpacked(the_one(dist, "*.tar.gz"), root / "opt") / "README.md").read_text()
        install = re.search(r"^    (apt-get install .*)$", readme, re.MULTILINE)[1]
        run("chroot", root, "sh", "-c", f"DEBIAN_FRONTEND=noninteractive {install}", patience=LONG_PATIENCE)
        (empty / "draw").write_text(DRAWN)
        # Its own network has nothing but itself, and its own mounts end with it.
        words = ("unshare", "--net", "--mount", "sh", empty / "draw", root, free_port())
        run(*words, folder=empty)
        check("<path" in (empty / "picture.svg").read_text(), "the server draws nothing")
        session = json.loads((empty / "session.json").read_text())
        check(session["surfaces"][0]["xAxes"][0]["visibleRange"], f"the session is {session}")


if __name__ == "__main__":
    long = [
        the_npm_package_draws_a_chart,
        the_npm_package_has_types,
        the_swift_client_passes_its_tests,
        the_tar_ball_draws_on_a_bare_debian,
    ]
    run_tests(
        [
            the_tar_ball_starts_in_an_empty_folder,
            the_checksums_are_those_of_the_artefacts,
            a_version_is_raised_everywhere,
            the_wheel_draws_a_chart,
            the_wheel_is_typed,
            the_article_for_python_is_true,
            the_article_for_swift_is_code_of_the_tests,
            the_scripts_are_those_of_play,
            *(long if IS_LONG else []),
        ]
    )
