"""The texts of the element and the page in each language."""

import json
import pathlib
import re
import urllib.request

import pytest

from chart_page import LANGUAGES, PAGES
from test_accessibility import findings

PUBLIC = pathlib.Path(__file__).resolve().parents[2] / "Public"
SHAPE = """
const [done] = [arguments[arguments.length - 1]];
const load = name => import(new URL(`modules/${name}.js`, location.href));
Promise.all(["texts", "element/tool-texts", "page-texts"].map(load)).then(modules => {
  const parts = modules.map(({ texts, toolTexts, pageTexts }) => texts ?? toolTexts ?? pageTexts);
  const shape = value => typeof value === "function" ? value.length
    : Array.isArray(value) ? value.map(() => null) : typeof value === "object" ? Object.keys(value) : "text";
  done(Object.fromEntries(parts.flatMap(Object.entries).map(([name, value]) => [name, shape(value)])));
});
"""


@pytest.fixture(scope="module")
def shape(modules):
    """The texts in English: of a function the number of its arguments, of an object its names."""
    return modules.execute_async_script(SHAPE)


@pytest.fixture(scope="module")
def codes(server):
    """The codes with which the server refuses."""
    with urllib.request.urlopen(server + "/openapi.json") as answer:
        return json.load(answer)["components"]["schemas"]["ProblemCode"]["enum"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text(shape, codes, language):
    catalogue = json.loads((PUBLIC / "texts" / f"{language}.json").read_text())
    assert set(catalogue) == set(shape)
    # The refusals of the server, which says them in English itself.
    problems = catalogue.pop("problems")
    assert set(problems) == set(json.loads((PUBLIC / "texts/de.json").read_text())["problems"])
    assert set(problems) <= set(codes) and all(text.strip() for text in problems.values())
    for name, text in catalogue.items():
        expected = shape[name]
        if isinstance(expected, int):
            assert {int(place) for place in re.findall(r"\{(\d)\}", text)} == set(range(expected)), name
        elif isinstance(expected, list) and isinstance(text, dict):
            assert list(text) == expected and all(text.values()), name
        elif isinstance(expected, list):
            assert len(text) == len(expected) and all(sign and meaning for sign, meaning in text), name
        else:
            assert isinstance(text, str) and text and "{" not in text, name


ENGLISH = """
const skipped = "code, pre, kbd, script, style, chart-surface, .log, .status, .summary, #dataset, #language, #sums";
const found = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const owner = node.nodeType === 3 ? node.parentElement : node;
  if (owner.closest(skipped) || owner.closest("noscript")) continue;
  const texts = node.nodeType === 3 ? [node.data] : ["aria-label", "title"].map(name => node.getAttribute(name) ?? "");
  for (const text of texts) if (/[A-Za-z]{2}/.test(text)) found.add(text.trim().replaceAll(/\\s+/g, " "));
}
return [...found];
"""
# What is the same in every language.
NAMES = {"ChartSurface", "d3", "Vega"}


@pytest.mark.parametrize("path", PAGES)
def test_every_text_of_a_page_has_its_translations(page, walk, path):
    page.browser.get(page.address + path)
    page.settle()
    texts = set(page.browser.execute_script(ENGLISH)) - NAMES
    assert texts
    for language in LANGUAGES:
        catalogue = json.loads((PUBLIC / "texts" / "page" / f"{language}.json").read_text())
        assert texts - set(catalogue) == set(), language


def test_every_catalogue_of_the_page_has_the_same_texts():
    catalogues = [json.loads((PUBLIC / "texts" / "page" / f"{language}.json").read_text()) for language in LANGUAGES]
    for catalogue in catalogues:
        assert catalogue.keys() == catalogues[0].keys()
        assert all(text.strip() for text in catalogue.values())


def test_the_page_speaks_the_chosen_language_and_keeps_it(page):
    share = "return document.getElementById('share').textContent"
    page.speak("ar")
    page.wait(lambda: page.browser.execute_script(share) == "مشاركة")
    assert page.browser.execute_script("return document.documentElement.dir") == "rtl"
    page.speak("de")
    page.wait(lambda: page.browser.execute_script(share) == "Teilen")
    page.wait(lambda: "Beide" in page.browser.execute_script("return document.querySelector('.summary').textContent"))
    page.open()
    page.wait(lambda: page.browser.execute_script(share) == "Teilen")
    page.speak("en")
    page.wait(lambda: page.browser.execute_script(share) == "Share")
    assert page.browser.execute_script("return document.documentElement.dir") == "ltr"
    page.browser.execute_script("localStorage.removeItem('language')")


def test_a_refusal_is_told_in_the_language_of_the_page(page, tmp_path):
    page.speak("de")
    page.wait(lambda: page.browser.execute_script("return document.documentElement.lang") == "de")
    page.wait(lambda: page.texts("#share") == ["Teilen"])
    wrong = tmp_path / "wrong.csv"
    wrong.write_text("day,value\n2024-01-01,1\n2024-01-02,many\n")
    page.find("#table-file").send_keys(str(wrong))
    page.wait(lambda: page.is_shown("#table-dialog"))
    page.click("#table-show")
    page.wait(lambda: page.texts("#table-fault")[0].startswith("Zeile 3: In dieser Zeile steht etwas, das weder Zahl"))
    # The server's own words name the column and the value.
    assert "many" in page.texts("#table-fault [lang=en]")[0]
    page.click("#table-cancel")
    page.speak("en")
    page.browser.execute_script("localStorage.removeItem('language')")
    assert all("422" in message for message in page.console_errors())


def test_a_page_in_another_language_has_no_finding_of_axe(page):
    page.speak("ar")
    page.wait(lambda: page.browser.execute_script("return document.documentElement.lang") == "ar")
    assert findings(page) == []
    page.browser.execute_script("localStorage.removeItem('language')")
