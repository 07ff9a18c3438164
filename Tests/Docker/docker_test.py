"""Runs the steps of the Dockerfile without Docker, in temporary overlays of this machine's root.

    CHART_SURFACE_BIN=... python3 Tests/Docker/docker_test.py      the image with an existing binary
    DOCKER_BUILD=1 python3 Tests/Docker/docker_test.py             everything: the release build, and the real apt-get

That needs root and the right to mount, as a container engine does. Without them the test copies the files, starts the
server as the current user, and prints the steps that it skips because they would change the system. DOCKERFILE names
another file to read, DOCKER_SCRATCH another folder for the overlays, for example when the one for temporary files is
too small.
An overlay contains more than the base images of the Dockerfile. So the test compares the libraries that the binary
needs with the packages that the image installs. With DOCKER_BUILD=1 it also hides the Swift toolchain.
"""

import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import dockerfile

CONTEXT = pathlib.Path(__file__).resolve().parents[2]
DOCKERFILE = os.environ.get("DOCKERFILE", CONTEXT / "Dockerfile")
IS_WHOLE = os.environ.get("DOCKER_BUILD") == "1"
BINARY = os.environ.get("CHART_SURFACE_BIN")
DOCS = CONTEXT / ".build/docs"
BUILDS = re.compile(r"swift|cp|\.ci/make-docs")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def check(condition, message):
    if not condition:
        raise SystemExit(f"Dockerfile: {message}")


def toolchain():
    """A list with the folder of the Swift toolchain; empty when the toolchain has no folder of its own."""
    swift = shutil.which("swift")
    folder = swift and pathlib.Path(swift).resolve().parents[2]
    return [folder] if folder and len(folder.parts) > 1 and folder != pathlib.Path("/usr") else []


class Root:
    """A file system that shows this machine's files, and keeps its own changes."""

    runs = True

    def __init__(self, scratch, name):
        folder = scratch / name
        self.path, self.upper = folder / "root", folder / "upper"
        for part in (self.path, self.upper, folder / "work"):
            part.mkdir(parents=True)
        options = f"lowerdir=/,upperdir={self.upper},workdir={folder / 'work'}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, self.path], check=True)
        for kernel in ("proc", "dev"):
            subprocess.run(["mount", "--rbind", f"/{kernel}", self.path / kernel], check=True)
        self.environment = {"PATH": PATH, "HOME": "/root"}
        self.folder, self.user = "/", None

    def within(self, path):
        path = pathlib.PurePosixPath(self.folder) / path
        return self.path / path.relative_to("/")

    def hide(self, folder):
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", self.within(folder)], check=True)

    def command(self, arguments):
        script = 'cd "$1" && shift && exec "$@"'
        user = ["setpriv", f"--reuid={self.user[0]}", f"--regid={self.user[1]}", "--clear-groups"] if self.user else []
        return ["chroot", self.path, *user, "/bin/bash", "-c", script, "-", self.folder, *arguments]

    def run(self, arguments, **options):
        return subprocess.run(self.command(arguments), env=self.environment, stdin=subprocess.DEVNULL, **options)

    def start(self, arguments, log):
        return subprocess.Popen(
            self.command(arguments),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )

    def set(self, name, value):
        self.environment[name] = value

    def copy(self, step, source_of, ignored=lambda path: False):
        *sources, target = step.arguments()
        for name in sources:
            source = source_of(name)
            check(
                source.exists() and not ignored(pathlib.PurePosixPath(name)),
                f"line {step.line}: there is no {name} to copy",
            )
            to = self.within(target)
            if target.endswith("/") or (source.is_file() and to.is_dir()):
                to = to / source.name
            to.parent.mkdir(parents=True, exist_ok=True)
            if source.is_file():
                shutil.copy2(source, to)
            else:
                shutil.copytree(
                    source,
                    to,
                    dirs_exist_ok=True,
                    ignore=left_out(pathlib.PurePosixPath(name), source, ignored),
                )


def left_out(name, source, ignored):
    """The `ignore` function for shutil.copytree: the ignored names in a folder."""

    def names_ignored(folder, names):
        place = name / pathlib.Path(folder).relative_to(source)
        return [inner for inner in names if ignored(place / inner)]

    return names_ignored


class Folder(Root):
    """A folder with the copied files alone, for a user without the right to mount."""

    runs = False

    def __init__(self, scratch, name):
        self.path = scratch / name
        self.path.mkdir()
        self.environment = {"PATH": PATH}
        self.folder, self.user = "/", None

    def command(self, arguments):
        moved = [
            self.within(word) if word.startswith("/") and self.within(word).exists() else word for word in arguments
        ]
        return ["/usr/bin/env", "-C", self.within("."), *moved]

    def set(self, name, value):
        self.environment[name] = str(self.within(value)) if value.startswith("/") else value


def may_mount(scratch):
    """Whether this process may mount an overlay of the root. It has its own mount namespace then."""
    probe = scratch / "probe"
    for part in ("root", "upper", "work"):
        (probe / part).mkdir(parents=True)
    options = f"lowerdir=/,upperdir={probe}/upper,workdir={probe}/work"
    return (
        os.geteuid() == 0
        and subprocess.run(
            ["unshare", "--mount", "mount", "-t", "overlay", "overlay", "-o", options, probe / "root"],
            capture_output=True,
        ).returncode
        == 0
    )


def stub_installer(root):
    """Replaces apt-get by a stub that only records its arguments."""
    stub = root.within("/usr/local/sbin/apt-get")
    stub.parent.mkdir(parents=True, exist_ok=True)
    stub.write_text('#!/bin/sh\nprintf "%s\\n" "$*" >>/apt-get.log\n')
    stub.chmod(0o755)
    print("  apt-get is a stub that installs nothing")


def build(stage, root, image):
    """Runs a stage. Without DOCKER_BUILD=1 it only copies files, sets names, and makes folders and users."""
    ignored = dockerfile.Ignored(CONTEXT / ".dockerignore")
    for step in stage.steps:
        if step.name == "WORKDIR":
            root.folder = step.value
            root.within(".").mkdir(parents=True, exist_ok=True)
        elif step.name == "ENV":
            for word in step.arguments():
                root.set(*word.split("=", 1))
        elif step.name == "COPY" and "from" in step.flags:
            root.copy(step, lambda name: image.within(name))
        elif step.name == "COPY":
            root.copy(step, lambda name: CONTEXT / name, ignored)
        elif step.name == "VOLUME" and not root.runs:
            for folder in step.arguments():
                root.within(folder).mkdir(parents=True, exist_ok=True)
        elif step.name == "RUN" and (not root.runs or (not IS_WHOLE and BUILDS.match(step.value))):
            print(f"  skipped: {step.value}")
        elif step.name == "RUN":
            print(f"  RUN {step.value}", flush=True)
            status = root.run(["/bin/sh", "-c", step.value]).returncode
            check(status == 0, f"line {step.line}: RUN ended with {status}")
        elif step.name == "USER":
            root.user = step.value.split(":")


def place_products(stages, root):
    """Copies the existing documentation and the existing binary to where the build would put them."""
    docs, step = [step for step in stages[-1].of("COPY") if "from" in step.flags]
    check((DOCS / "index.html").is_file(), f"there is no documentation in {DOCS}: make docs")
    shutil.copytree(DOCS, root.within(docs.arguments()[0]))
    path = pathlib.PurePosixPath(step.arguments()[0])
    products = re.findall(r"--product (\S+)", " ".join(run.value for run in stages[0].of("RUN")))
    manifest = (CONTEXT / "Package.swift").read_text()
    check(
        products and all(f'.executable(name: "{name}"' in manifest for name in products),
        f"the manifest has no executable among {products}",
    )
    check(path.name == products[0], f"line {step.line}: {path.name} is not the product of the build")
    shutil.copy2(BINARY, root.within(path))


def installed(stage):
    """The packages that a stage installs, and the packages of every Debian image."""
    named = set()
    for step in stage.of("RUN"):
        for part in re.split(r"&&|;", step.value):
            words = shlex.split(part)
            if words[:1] == ["apt-get"] and "install" in words:
                named |= {word for word in words[words.index("install") + 1 :] if not word.startswith("-")}
    every = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${Priority} ${Essential}\n"], check=True, capture_output=True, text=True
    ).stdout
    base = {line.split()[0] for line in every.splitlines() if "required" in line or line.endswith("yes")}
    return with_dependencies(named), base | {"libc6", "libgcc-s1", "zlib1g"}


def with_dependencies(names):
    """The packages with all that apt-get installs for them, as far as this machine has it."""
    found, waiting = set(), list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        asked = ["dpkg-query", "-W", "-f", "${Pre-Depends},${Depends}", name]
        depends = subprocess.run(asked, capture_output=True, text=True).stdout
        waiting += [part.split()[0].split(":")[0] for part in re.split("[,|]", depends) if part.strip()]
    return found


def check_libraries(root, binary, stage):
    """Checks that a package of the image contains each library that the binary needs."""
    named, base = installed(stage)
    listed = root.run(["ldd", binary], capture_output=True, text=True)
    check(listed.returncode == 0 and "not found" not in listed.stdout, f"ldd: {listed.stdout}{listed.stderr}")
    for path in re.findall(r"=> (/\S+)|^\s+(/\S+)", listed.stdout, re.MULTILINE):
        path = pathlib.Path(path[0] or path[1])
        if not IS_WHOLE and any(path.is_relative_to(folder) for folder in toolchain()):
            continue
        owners = []
        for name in {
            path,
            path.resolve(),
            pathlib.Path("/usr") / path.relative_to("/"),
            pathlib.Path("/" + str(path.resolve()).removeprefix("/usr/")),
        }:
            found = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
            owners += [line.split(":")[0] for line in found.stdout.splitlines()]
        check(set(owners) & (named | base), f"{path} of {owners or 'no package'} is not in the image")
        print(f"  {path.name} of {owners[0]}")


def ask(port, method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body, headers or {})
    answer = connection.getresponse()
    return answer.status, answer.read()


def refuse(listening):
    """Answers one request with 503, as a server that shuts down."""
    connection, _ = listening.accept()
    with connection:
        asked = b""
        while not asked.endswith(b"\r\n\r\n"):
            asked += connection.recv(4096)
        connection.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")


def check_service(root, stage, scratch):
    """Starts the command of the image as its user, and runs the health check as an engine does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    check(root.environment.get("CHART_SURFACE_HTTP_PORT") == stage.last("EXPOSE").value, "EXPOSE names another port")
    root.environment["CHART_SURFACE_HTTP_PORT"] = str(port)
    root.environment["HOME"] = "/nonexistent"
    check(root.user and int(root.user[0]) > 0 and int(root.user[1]) > 0, "the user is root, or has no number")
    health_step = stage.last("HEALTHCHECK")
    check(health_step.value.startswith("CMD "), "HEALTHCHECK has no CMD")
    health_step.value = health_step.value.removeprefix("CMD ").strip()

    def health():
        return root.run(health_step.arguments(), stderr=subprocess.DEVNULL, timeout=20).returncode

    check(health() != 0, "the health check succeeds before the server runs")
    with socket.create_server(("127.0.0.1", port)) as drained:
        asked = threading.Thread(target=refuse, args=[drained])
        asked.start()
        check(health() != 0, "the health check succeeds on 503")
        asked.join()
    with open(scratch / "log", "wb") as log:
        server = root.start(stage.last("ENTRYPOINT").arguments() + stage.last("CMD").arguments(), log)
    try:
        began = time.monotonic()
        while health() != 0:
            check(
                server.poll() is None and time.monotonic() - began < 60,
                f"the server is not healthy: {(scratch / 'log').read_text()}",
            )
            time.sleep(0.2)
        owner = re.search(r"^Uid:\s+(\d+)", pathlib.Path(f"/proc/{server.pid}/status").read_text(), re.MULTILINE)[1]
        check(owner == root.user[0] or not root.runs, f"the server runs as user {owner}")
        check(ask(port, "GET", "/")[0] == 200, "there is no demo page")
        check(ask(port, "GET", "/docs")[0] == 307, "there is no documentation")
        check(ask(port, "GET", "/docs/documentation/chart_surface/")[0] == 200, "the documentation has no first page")
        status, _ = ask(port, "PUT", "/v1/datasets/kept", "x,y\n1,2\n2,3\n", {"Content-Type": "text/csv"})
        check(status == 201, f"a dataset gets {status}")
        status, body = ask(
            port, "POST", "/v1/sessions", '{"surfaces":[{"dataset":"kept"}]}', {"Content-Type": "application/json"}
        )
        check(status == 201, f"a session gets {status}: {body}")
        status, _ = ask(port, "GET", f"/v1/sessions/{json.loads(body)['id']}")
        check(status == 401, f"a request without a token gets {status} on a public address")
        # A stopped process keeps its port but does not answer, so it is not healthy.
        server.send_signal(signal.SIGSTOP)
        check(health() != 0, "the health check succeeds while the server hangs")
        server.send_signal(signal.SIGCONT)
    finally:
        server.send_signal(signal.SIGCONT)
        server.terminate()
        status = server.wait(30)
    check(status == 0, f"the server ended with {status}: {(scratch / 'log').read_text()}")
    check(health() != 0, "the health check succeeds after the server has ended")
    [volume] = stage.last("VOLUME").arguments()
    kept = list(root.within(volume).rglob("kept"))
    check(
        kept and (kept[0].stat().st_uid == int(root.user[0]) or not root.runs), f"the server stored nothing in {volume}"
    )


def megabytes(path):
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def main():
    check(IS_WHOLE or BINARY, "set CHART_SURFACE_BIN or DOCKER_BUILD=1")
    stages = dockerfile.read(DOCKERFILE)
    check(len(stages) == 2, "the Dockerfile must have two stages: one builds and one runs")
    scratch = pathlib.Path(tempfile.mkdtemp(dir=os.environ.get("DOCKER_SCRATCH")))
    try:
        kind = Root if may_mount(scratch) else Folder
        check(kind is Root or not IS_WHOLE, "DOCKER_BUILD=1 needs root and the right to mount")
        if kind is Root and os.environ.get("DOCKER_TEST_INSIDE") != "1":
            # The kernel removes the mounts of this namespace when the process ends.
            command = ["unshare", "--mount", "--propagation", "private", sys.executable, "-B", *sys.argv]
            sys.exit(subprocess.run(command, env=os.environ | {"DOCKER_TEST_INSIDE": "1"}).returncode)
        builder = kind(scratch, "build")
        # The proxies and certificates of this machine. A build with an engine would get them too.
        builder.environment = dict(os.environ) | {"HOME": "/root"} if IS_WHOLE else builder.environment
        image = kind(scratch, "image")
        if kind is Root and not IS_WHOLE:
            stub_installer(builder)
            stub_installer(image)
        build(stages[0], builder, None)
        if not IS_WHOLE:
            place_products(stages, builder)
        build(stages[1], image, builder)
        if IS_WHOLE:
            for folder in toolchain():
                image.hide(folder)
        binary = stages[1].last("ENTRYPOINT").arguments()[0]
        check_libraries(image, binary, stages[1])
        check_service(image, stages[1], scratch)
        print(
            f"image: the binary has {megabytes(image.within(binary)):.1f} MB"
            f"{'' if IS_WHOLE else ' (not a release)'}, the page and its data "
            f"{megabytes(image.within(stages[1].environment()['CHART_SURFACE_DEMO_DIRECTORY'])):.1f} MB, "
            "without the packages of the base image"
        )
    finally:
        for mounted in scratch.glob("*/root"):
            subprocess.run(["umount", "--recursive", "--lazy", mounted], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
