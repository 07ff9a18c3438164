"""Holds the Dockerfile to what it copies and what the server needs, around an existing binary and documentation.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Docker/image_test.py
DOCKER_BUILD=1 builds the image with Docker too.
"""

import contextlib
import ctypes
import fnmatch
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess

from chart_server import BINARY, PATIENCE, ROOT, Server, check, free_port, program, run_tests, scratch, until

DOCS = ROOT / ".build/docs"
# What the base image has besides the packages that every Debian needs.
BASE = {"libc6", "libgcc-s1", "zlib1g"}


def stages():
    """The instructions of each stage, as pairs of the name and the value."""
    text = re.sub(r"^\s*#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    steps = [line.strip().partition(" ")[::2] for line in text.splitlines() if line.strip()]
    begins = [place for place, (name, _) in enumerate(steps) if name == "FROM"]
    return [steps[begin:end] for begin, end in zip(begins, [*begins[1:], None], strict=True)]


BUILD, RUNTIME = stages()


def values(stage, name):
    return [value for other, value in stage if other == name]


def words(name):
    """The words of the last instruction of a name in the image, from a JSON list or separated by spaces."""
    value = values(RUNTIME, name)[-1]
    value = value[value.index("[") :] if "[" in value else value
    return json.loads(value) if value.startswith("[") else shlex.split(value)


def copies(stage, made):
    """The source and the target of each COPY: of what the build has made, or of what the context has."""
    for value in values(stage, "COPY"):
        if value.startswith("--from") == made:
            *sources, target = [word for word in value.split() if not word.startswith("--")]
            yield from ((source, target) for source in sources)


def variables():
    return dict(word.split("=", 1) for value in values(RUNTIME, "ENV") for word in shlex.split(value))


def the_context_has_what_is_copied():
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    kept = {line[1:] for line in lines if line[0] == "!"}
    left_out = [line.removeprefix("**/") for line in lines if line[0] != "!" and line != "*"]
    check("*" in lines, ".dockerignore does not begin with nothing")
    for source, _ in [*copies(BUILD, False), *copies(RUNTIME, False)]:
        check((ROOT / source).exists(), f"there is no {source} to copy")
        check(kept & {source, *map(str, pathlib.PurePath(source).parents)}, f".dockerignore leaves out {source}")
        check(not any(fnmatch.fnmatch(source, pattern) for pattern in left_out), f".dockerignore leaves out {source}")


def the_build_makes_what_the_image_takes():
    runs = " ; ".join(values(BUILD, "RUN"))
    [product] = set(re.findall(r"--product (\S+)", runs))
    check(f'.executable(name: "{product}"' in (ROOT / "Package.swift").read_text(), f"there is no product {product}")
    made = {target: source for source, target in copies(RUNTIME, True)}
    [workdir] = values(BUILD, "WORKDIR")
    for source in made.values():
        name = source.removeprefix(f"{workdir}/")
        maker = rf'/{name}"? \.( |$)|make-docs {name}( ;|$)|--only-keep-debug {product} {name}( |$)'
        check(re.search(maker, runs), f"the build makes no {source}")
    check(made.get(words("ENTRYPOINT")[0]) == f"{workdir}/{product}", "ENTRYPOINT is not the product of the build")


def the_tests_are_not_built():
    sources = {source for source, _ in copies(BUILD, False)}
    check("Package.swift" in sources and not sources & {"Tests", "Fuzz"}, f"the build copies {sources}")
    part = {"CHART_PART": dict(word.split("=", 1) for word in values(BUILD, "ENV"))["CHART_PART"]}
    asked = ["swift", "package", "dump-package"]
    dumped = subprocess.run(asked, cwd=ROOT, env=os.environ | part, capture_output=True, text=True, check=True).stdout
    for target in json.loads(dumped)["targets"]:
        kind = "Plugins" if target["type"] == "plugin" else "Sources"
        folder = pathlib.PurePath(target.get("path") or f"{kind}/{target['name']}")
        check(folder.parts[0] in sources, f"the manifest names {folder}, which is not in the build")


def the_labels_say_what_is_built():
    text = " ".join(values(RUNTIME, "LABEL"))
    labels = {name.rsplit(".", 1)[1]: value for name, value in (word.split("=", 1) for word in shlex.split(text))}
    version = re.search(r'current = "(.*)"', (ROOT / "Sources/ChartServer/ServerVersion.swift").read_text())[1]
    check(labels["version"] == version, f"the label says {labels['version']}, and the server {version}")
    given = {value.split("=")[0] for value in values(RUNTIME, "ARG")}
    check({labels["revision"], labels["created"]} == {f"${name}" for name in given}, f"{labels} of {given}")
    check(given == {value.split("=")[0] for value in values(BUILD, "ARG")}, "the binary is not told the same")


def backtracer():
    """The program of the toolchain that writes where a process has crashed."""
    name = "libexec/swift/linux/swift-backtrace-static"
    path = pathlib.Path(program("swift", "swift")).resolve().parents[1] / name
    check(path.exists(), f"the toolchain has no {name}")
    return path


def a_crash_tells_names():
    """The symbols are a file of their own, where the backtracer looks for them, and it finds the names there."""
    runs = " ; ".join(values(BUILD, "RUN"))
    [keep], [strip] = (
        re.findall(r"objcopy --only-keep-debug [^;&]*", runs),
        re.findall(r"objcopy --strip-all [^;&]*", runs),
    )
    [entry], link = words("ENTRYPOINT"), re.search(r"--add-gnu-debuglink=(\S+)", strip)[1]
    places = {pathlib.PurePath(source).name: target for source, target in copies(RUNTIME, True)}
    check(places[link] == f"/usr/lib/debug{pathlib.PurePath(entry).parent}/{link}", f"nobody looks at {places[link]}")
    setting = variables()["SWIFT_BACKTRACE"]
    helper = re.search(r"swift-backtrace=([^,]*)", setting)[1]
    check(helper == places["swift-backtrace-static"], f"the image has no {helper}")
    with scratch("symbols") as folder:
        shutil.copy(BINARY, folder / "chart-surface")
        for command in (keep, strip):
            subprocess.run(shlex.split(command), cwd=folder, check=True)
        names = subprocess.run(["nm", folder / "chart-surface"], capture_output=True, text=True).stdout
        check(not names, "the binary in the image has symbols")
        server = CrashingServer(folder / "chart-surface", setting.replace(helper, str(backtracer())))
        with server:
            server.crash()
            log = until(lambda: server.log() if "Backtrace took" in server.log() else None, "the crash leaves no trace")
            # A fault would repeat itself now. A signal from elsewhere does not, and Swift's runtime may wait for ever
            # for the threads that it has stopped.
            server.end(signal.SIGKILL)
        check("Program crashed" in log, f"the crash leaves no trace: {log}")
        frames = re.findall(r"^ *\d+ .* in chart-surface.*$", log, re.MULTILINE)
        check(frames and not any("<unknown>" in frame for frame in frames), f"the trace has no names: {log}")
        check("rax" not in log and "x0 " not in log, f"the trace shows what is in registers: {log}")


class CrashingServer(Server):
    """A server of another binary, which can be made to crash."""

    def __init__(self, binary, setting):
        super().__init__(variables={"SWIFT_BACKTRACE": setting})
        self.binary = binary

    def command(self):
        return [self.binary, "serve"]

    def crash(self):
        """Lets an event loop fault, which runs code of the binary."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        # The threads end while they are listed.
        with contextlib.suppress(OSError):
            loops = (int(task.name) for task in tasks.iterdir() if (task / "comm").read_text().startswith("NIO-"))
            if loop := next(loops, None):
                ctypes.CDLL(None).tgkill(self.process.pid, loop, signal.SIGSEGV)


def packages(*names):
    """The packages with all that apt-get installs for them, as far as this machine has it."""
    found, waiting = set(), list(names)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            asked = ["dpkg-query", "-W", "-f", "${Pre-Depends},${Depends}", name]
            depends = subprocess.run(asked, capture_output=True, text=True).stdout
            waiting += [part.split()[0].split(":")[0] for part in re.split("[,|]", depends) if part.strip()]
    return found


def the_image_has_the_libraries():
    installs = re.findall(r"apt-get install([^&;]*)", " ; ".join(values(RUNTIME, "RUN")))
    named = packages(*(word for part in installs for word in part.split() if not word.startswith("-")))
    swift = shutil.which("swift")
    toolchain = pathlib.Path(swift).resolve().parents[2] if swift else None
    listed = subprocess.run(["ldd", BINARY], capture_output=True, text=True, check=True).stdout
    check("not found" not in listed, listed)
    for path in map(pathlib.Path, re.findall(r"=> (/\S+)", listed)):
        # A release has the libraries of the toolchain inside.
        if toolchain in path.resolve().parents and toolchain != pathlib.Path("/usr"):
            continue
        found = subprocess.run(["dpkg-query", "-S", f"*/{path.name}"], capture_output=True, text=True).stdout
        owners = {line.split(":")[0] for line in found.splitlines()}
        check(owners & (named | BASE), f"{path} of {owners or 'no package'} is not in the image")


class ImageServer(Server):
    """The server with the variables of the image. The folders of the image lie in a folder of its own."""

    def __init__(self):
        super().__init__()
        check((DOCS / "index.html").is_file(), f"there is no documentation in {DOCS}: make docs")
        made = {"docs": DOCS, "chart-surface": BINARY, "chart-surface.debug": BINARY}
        made["swift-backtrace-static"] = backtracer()
        sources = [(ROOT / source, target) for source, target in copies(RUNTIME, False)]
        sources += [(made[pathlib.PurePath(source).name], target) for source, target in copies(RUNTIME, True)]
        for source, target in sources:
            self.within(target).parent.mkdir(parents=True, exist_ok=True)
            self.within(target).symlink_to(source)
        check(variables()["CHART_SURFACE_HTTP_PORT"] in words("EXPOSE"), "EXPOSE names another port")
        self.variables = {name: str(self.within(value)) for name, value in variables().items()}
        self.variables["CHART_SURFACE_HTTP_PORT"] = str(free_port())
        self.options = []

    def within(self, path):
        return self.folder / path[1:] if path.startswith("/") else path

    def command(self):
        return [self.within(words("ENTRYPOINT")[0]), *words("ENTRYPOINT")[1:], *words("CMD")]

    def health(self):
        """The status of the health check, as an engine runs it."""
        program, *arguments = words("HEALTHCHECK")
        command = [self.within(program), *arguments]
        return subprocess.run(command, env=self.environment(), capture_output=True, timeout=PATIENCE).returncode


def the_image_serves():
    user = re.split(r"[: ]", values(RUNTIME, "USER")[-1])
    check(all(int(number) > 0 for number in user), "the user is root, or has no number")
    server = ImageServer()
    check(server.health() != 0, "the health check succeeds before the server runs")
    with server:
        check("unknown environment variable" not in server.log(), "the server does not know a variable of the image")
        check(server.health() == 0, "the server is not healthy")
        check(server.ask("GET", "/health/ready")[0] == 200, "the server is not ready")
        check(server.ask("GET", "/")[0] == 200, "there is no demo page")
        check(server.ask("GET", "/docs")[0] == 307, "there is no documentation")
        check(server.ask("GET", "/docs/documentation/chart_surface/")[0] == 200, "the documentation has no first page")
        [line] = [line for line in server.log().splitlines() if "#key=" in line]
        key = json.loads(line)["address"].split("#key=")[1]
        server.made("PUT", "/v1/datasets/kept", "x,y\n1,2\n2,3\n", token=key)
        session = server.made("POST", "/v1/sessions", {"surfaces": [{"dataset": "kept"}]}, token=key)["id"]
        for path in ("/v1/datasets", "/v1/datasets/kept", f"/v1/sessions/{session}", "/metrics"):
            status, _ = server.ask("GET", path)
            check(status == 401, f"{path} without a key gets {status} on a public address")
        # A stopped process keeps its port but does not answer, so it is not healthy.
        server.freeze()
        check(server.health() != 0, "the health check succeeds while the server hangs")
        server.thaw()
        server.stop()
        check(server.health() != 0, "the health check succeeds after the server has ended")
        [volume] = words("VOLUME")
        check(list(server.within(volume).rglob("kept")), f"the server stored nothing in {volume}")


def docker_builds_it():
    commit, date = subprocess.run(
        ["git", "log", "-1", "--format=%h %cI"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    given = [f"--build-arg=COMMIT={commit}", f"--build-arg=COMMIT_DATE={date}"]
    subprocess.run(["docker", "build", "--tag", "chart-surface-test", *given, ROOT], check=True)
    shown = subprocess.run(
        ["docker", "run", "--rm", "chart-surface-test", "--version"], capture_output=True, text=True, check=True
    ).stdout
    check(f"({commit}, {date[:10]})" in shown, f"the image says {shown}")


if __name__ == "__main__":
    run_tests(
        [
            the_context_has_what_is_copied,
            the_build_makes_what_the_image_takes,
            the_tests_are_not_built,
            the_labels_say_what_is_built,
            a_crash_tells_names,
            the_image_has_the_libraries,
            the_image_serves,
            *([docker_builds_it] if os.environ.get("DOCKER_BUILD") == "1" else []),
        ]
    )
