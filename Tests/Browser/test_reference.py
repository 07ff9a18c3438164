"""The article "The element, whole" and the types of the npm package have all that is public, and no more."""

import re
import urllib.request

import pytest

from chart_server import ROOT

ARTICLE = ROOT / "Sources/chart-surface/ChartSurface.docc/TheElement.md"
MODULES = ROOT / "Public/modules"
TYPES = ROOT / "Clients/js/chart-surface.d.ts"
MEMBERS = """
const { prototype } = customElements.get('chart-surface');
const found = Object.entries(Object.getOwnPropertyDescriptors(prototype));
return found.map(([name, { get, set, value }]) => [name, value ? 'method' : set ? 'property' : 'reading']);
"""
# What the browser calls.
CALLBACKS = {"constructor", "connectedCallback", "disconnectedCallback", "attributeChangedCallback"}
# The properties that a page sets are called as the roles of the palette, except for these.
NAMES = {"ground": "card", "label": "text-faint", "grid.major": "grid"}


@pytest.fixture(scope="module")
def article():
    return ARTICLE.read_text()


@pytest.fixture(scope="module")
def members(modules):
    return {name: kind for name, kind in modules.execute_script(MEMBERS) if name not in CALLBACKS}


def first_cells(article, heading):
    """The names in the first column of the table of a section."""
    section = re.split(r"^#+ ", article.split(f"## {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]*)`", cell)]


def declared(kind):
    """What a declaration of the types holds, by its name."""
    text = re.search(rf"export (?:declare class|interface) {kind}\b.*?{{\n(.*?)^}}", TYPES.read_text(), re.M | re.S)[1]
    return dict(re.findall(r'^  (?:readonly )?"?([\w-]+)"?(\??[:(<])', text, re.MULTILINE))


def test_the_attributes_are_those_of_the_element(modules, article):
    observed = modules.execute_script("return customElements.get('chart-surface').observedAttributes")
    # What it reads and does not follow.
    read = set(re.findall(r'(?:get|has)Attribute\("([\w-]+)"\)', (MODULES / "element.js").read_text()))
    assert set(first_cells(article, "Attributes")) == {*observed, *read}
    assert {*observed, *read} <= declared("ChartSurfaceAttributes").keys()


def test_the_properties_and_methods_are_those_of_the_element(article, members):
    properties, methods = set(first_cells(article, "Properties")), first_cells(article, "Methods")
    named = {re.match(r"\w+", method)[0] for method in methods}
    assert properties | named == members.keys()
    assert {name for name in members if members[name] != "method"} == properties
    # Those of events are typed, not new.
    types = {name: mark for name, mark in declared("ChartSurfaceElement").items() if "EventListener" not in name}
    assert types.keys() == properties | named
    assert {name for name, mark in types.items() if mark == "("} == named


def test_the_events_are_those_of_the_element(article):
    source = (MODULES / "element.js").read_text()
    told = set(re.findall(r'#tell(?:New)?\("(\w+)"', source)) | set(re.findall(r'new CustomEvent\("(\w+)"', source))
    assert set(first_cells(article, "Events")) == told
    assert declared("ChartSurfaceEventMap").keys() == told


def test_the_custom_properties_are_those_of_the_style_sheets(server, article):
    with urllib.request.urlopen(f"{server}/v1/palette") as answer:
        roles = re.findall(r'"([a-z.0-9]+)":"#', answer.read().decode())
    of_palette = {f"--chart-{NAMES.get(role, role.replace('.', '-'))}" for role in roles}
    of_sheet = set(re.findall(r"var\((--chart-[a-z-]+)", (MODULES / "element/sheet.js").read_text()))
    named = set(re.findall(r"`(--chart-[a-z0-9-]+)`", article.split("## Custom properties\n", 1)[1]))
    # The article names the first and the last series.
    named |= {f"--chart-series-{number}" for number in range(1, 9)}
    assert named == of_palette | of_sheet
