"""Tests what tells an operator what was built: the version with its commit, and the bill of materials.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Docker/build_test.py [name ...]
"""

import json
import os
import re
import subprocess

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from chart_server import ROOT, check, run_command, run_tests, scratch

RECORDER = ROOT / "Sources/ChartBuild/write-build-record"


def git(folder, *arguments):
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", folder, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def recorded(package, folder, **variables):
    """The commit and the date that the recorder writes."""
    environment = {"PATH": os.environ["PATH"], "GIT_CEILING_DIRECTORIES": str(package.parent), **variables}
    subprocess.run([RECORDER, package, folder], check=True, env=environment)
    text = (folder / "BuildValues.swift").read_text()
    return tuple(re.fullmatch(r'let commit = "(.*)"\nlet date = "(.*)"\n', text).groups())


def the_version_names_the_commit():
    shown = run_command("--version").strip()
    version = re.search(r'current = "(.*)"', (ROOT / "Sources/ChartServer/ServerVersion.swift").read_text())[1]
    if not (ROOT / ".git").exists():
        check(shown == version, shown)
        return
    commit, date = git(ROOT, "log", "-1", "--format=%h %cs").split()
    # Files may have changed since the build, but the commit that it was made from is that of this tree.
    check(shown in (f"{version} ({commit}, {date})", f"{version} ({commit}+, {date})"), shown)


def the_record_follows_the_tree():
    with scratch("record") as folder:
        package, made = folder / "package", folder / "made"
        package.mkdir()
        check(recorded(package, made) == ("", ""), "there is no git")
        git(package, "init", "--quiet")
        check(recorded(package, made) == ("", ""), "there is no commit")
        (package / "file").write_text("1")
        (package / ".gitignore").write_text("ignored\n")
        git(package, "add", ".")
        git(package, "commit", "--quiet", "--message", "one", "--date", "2001-02-03T04:05:06Z")
        first = git(package, "log", "-1", "--format=%h")
        date = git(package, "log", "-1", "--format=%cs")
        check(recorded(package, made) == (first, date), "the first commit")
        (package / "ignored").write_text("x")
        stamp = (made / "BuildValues.swift").stat().st_mtime_ns
        check(recorded(package, made) == (first, date), "an ignored file is no change")
        check((made / "BuildValues.swift").stat().st_mtime_ns == stamp, "the same record is written again")
        (package / "file").write_text("2")
        check(recorded(package, made) == (first + "+", date), "a changed file")
        git(package, "commit", "--quiet", "--all", "--message", "two")
        second = git(package, "log", "-1", "--format=%h")
        check(second != first and recorded(package, made) == (second, date), "the second commit")
        (package / "more").write_text("x")
        check(recorded(package, made) == (second + "+", date), "a new file")
        # A package in a folder of another repository is none of its commits.
        inner = package / "inner"
        inner.mkdir()
        check(recorded(inner, made) == ("", ""), "a folder of another repository")


def variables_name_what_is_built_without_git():
    with scratch("record") as folder:
        given = {"BUILD_COMMIT": "48fdc89f", "BUILD_DATE": "2026-11-26T07:00:00+01:00"}
        check(recorded(folder, folder / "made", **given) == ("48fdc89f", "2026-11-26"), "the variables do not count")
        for bad in ({"BUILD_COMMIT": 'x"'}, {"BUILD_COMMIT": "1", "BUILD_DATE": '2026"'}):
            refused = subprocess.run([RECORDER, folder, folder / "made"], env=os.environ | bad, capture_output=True)
            check(refused.returncode == 64, f"{bad} ends with {refused.returncode}")
        check(
            recorded(folder, folder / "made", **given) == ("48fdc89f", "2026-11-26"), "a refusal has changed the record"
        )


def the_bill_of_materials_is_that_of_the_resolved_packages():
    with scratch("sbom") as folder:
        paths = [folder / name for name in ("one.json", "two.json")]
        for path in paths:
            subprocess.run([ROOT / ".ci/make-sbom", path], check=True, capture_output=True, cwd="/")
        check(paths[0].read_bytes() == paths[1].read_bytes(), "the same tree has two bills")
        text = paths[0].read_text()
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    check(fault is None, f"{fault}")
    bill = json.loads(text)
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    wanted = {(pin["state"]["version"], pin["state"]["revision"], pin["location"]) for pin in pins}
    parts = bill["components"]
    found = {
        (part["version"], part["pedigree"]["commits"][0]["uid"], part["externalReferences"][0]["url"]) for part in parts
    }
    check(found == wanted and len(parts) == len(pins), f"{found ^ wanted}")
    check(all(re.fullmatch(r"pkg:swift/[\w.-]+/[\w.-]+/[\w.-]+@[\w.-]+", part["purl"]) for part in parts), "a purl")
    required = {part["name"] for part in parts if part["scope"] == "required"}
    check({"hummingbird", "GRDB", "swift-nio", "swift-asn1"} <= required, f"{required}")
    excluded = {part["name"] for part in parts} - required
    check(excluded == {"SwiftDocCPlugin", "SymbolKit", "jwt-kit"}, f"{excluded}")
    references = {part["bom-ref"] for part in parts} | {bill["metadata"]["component"]["bom-ref"]}
    named = {entry["ref"] for entry in bill["dependencies"]}
    used = {reference for entry in bill["dependencies"] for reference in entry["dependsOn"]}
    check(named == references and used < references, f"{named ^ references} {used - references}")


if __name__ == "__main__":
    run_tests(
        [
            the_version_names_the_commit,
            the_record_follows_the_tree,
            variables_name_what_is_built_without_git,
            the_bill_of_materials_is_that_of_the_resolved_packages,
        ]
    )
