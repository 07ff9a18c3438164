"""A server that asks for keys or JWTs: the page asks the reader once, and a page with a link needs none."""

import contextlib
import urllib.parse
import urllib.request

import pytest
from selenium.webdriver.common.keys import Keys

from chart_page import ChartPage
from chart_server import Server, run_command, until
from conftest import browsing
from issuer import Issuer

SCOPES = ["--scope", "datasets:read", "--scope", "sessions:create"]
DIALOG = "#key-dialog"
FORGET = "#forget-key"
LEEWAY_SECONDS = 30

# Notes the address and the credential of each call of the page, and the times that the dialog has opened.
WATCH = """
window.calls = [];
window.openings = 0;
const realFetch = window.fetch;
window.fetch = (path, options = {}) => {
  window.calls.push([String(path), new Headers(options.headers).get('Authorization')]);
  return realFetch(path, options);
};
const realShow = HTMLDialogElement.prototype.showModal;
HTMLDialogElement.prototype.showModal = function () {
  window.openings += 1;
  realShow.call(this);
};
"""

CALLS_AT_ONCE = """
const done = arguments[0];
const modules = [import('/modules/access.js'), import('/chart-surface.js')];
Promise.all(modules).then(async ([{ Access }, { ProblemError }]) => {
  sessionStorage.clear();
  let asked = 0;
  const access = new Access(async () => {
    asked += 1;
    await new Promise(resume => setTimeout(resume, 100));
    return 'right';
  }, () => {});
  const send = async key => {
    await new Promise(resume => setTimeout(resume, 10));
    if (key !== 'right') throw new ProblemError(401, { code: 'auth.token-missing' });
    return key;
  };
  const answers = await Promise.all([access.use(send), access.use(send), access.use(send)]);
  sessionStorage.clear();
  done({ asked, answers });
});
"""


class KeyServer(Server):
    """A server under `auth.mode = keys`, and the commands that change its keys."""

    def __init__(self, issuer):
        super().__init__("--auth-mode", "keys", *issuer.options, demo=True)
        self.issuer = issuer

    def add_key(self, name, *options):
        """The text of a new key that may read datasets, once the server knows it."""
        key = self.run("add", name, *options).strip()
        until(lambda: self.knows(key), "The server does not know the new key.")
        return key

    def knows(self, key):
        status, _ = self.ask("GET", "/v1/datasets", token=key)
        assert status in (200, 401)
        return status == 200

    def revoke_key(self, key):
        self.run("revoke", key.split("_")[1])

    def run(self, *arguments):
        return run_command("keys", *arguments, "--data-dir", self.data)


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    with KeyServer(Issuer(tmp_path_factory.mktemp("keys"))) as server:
        yield server


@pytest.fixture(scope="module")
def key(keys):
    return keys.add_key("page", *SCOPES)


@pytest.fixture(scope="module")
def key_browser():
    with browsing() as driver:
        yield driver


@pytest.fixture
def tab(key_browser, keys):
    """A new tab, which has no key."""
    with new_tab(key_browser, keys.address) as page:
        yield page


@contextlib.contextmanager
def new_tab(browser, address):
    before = browser.current_window_handle
    browser.switch_to.new_window("tab")
    try:
        yield watched(browser, address)
    finally:
        browser.close()
        browser.switch_to.window(before)


def watched(browser, address):
    page = ChartPage(browser, address)
    page.look_like(width=1280, height=800)
    page.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    return page


def visit(page, path="/"):
    page.browser.get(page.address + path)


def visit_with_key(page, key):
    visit(page)
    page.wait(lambda: page.is_shown(DIALOG))
    enter(page, key)
    page.settle()


def enter(page, key):
    page.browser.switch_to.active_element.send_keys(key, Keys.ENTER)


def zoom(page):
    """Zooms into the middle with the wheel, and waits until the chart has moved."""
    before = page.x_range()
    page.wheel((0.5, 0.5), -400)
    page.settle_after_change_of(before)


def calls(page):
    return page.browser.execute_script("return window.calls")


def openings(page):
    return page.browser.execute_script("return window.openings")


def fault(page):
    return page.texts("#key-fault")[0]


def focused(page):
    return page.browser.switch_to.active_element.get_attribute("id")


def test_the_page_asks_once_and_the_tab_keeps_the_key(tab, key):
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    assert focused(tab) == "key-text"
    assert fault(tab) == ""
    assert not tab.is_shown(FORGET)
    enter(tab, key)
    tab.settle()
    assert not tab.is_shown(DIALOG)
    assert openings(tab) == 1
    zoom(tab)
    tab.open_in_place("seattle-weather")
    assert openings(tab) == 1

    tab.browser.refresh()
    tab.settle()
    assert openings(tab) == 0


def test_the_page_takes_a_key_out_of_its_address_and_keeps_it(tab, key):
    visit(tab, f"/#key={key}")
    tab.settle()
    assert openings(tab) == 0
    assert tab.is_shown(FORGET)
    assert key not in tab.browser.current_url and "#" not in tab.browser.current_url
    assert not any(key in address for address, _ in calls(tab))
    assert f"Bearer {key}" in [credential for _, credential in calls(tab)]
    assert key not in tab.browser.execute_script(
        "return JSON.stringify([history.state, location.href, document.title])"
    )

    tab.browser.refresh()
    tab.settle()
    assert openings(tab) == 0
    tab.browser.back()
    assert key not in tab.browser.current_url


def test_a_key_in_the_address_of_an_open_page_is_taken_too(tab, key):
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    tab.browser.execute_script(f"location.hash = 'key={key}'")
    tab.wait(lambda: "#" not in tab.browser.current_url)
    tab.settle()
    assert openings(tab) == 0
    assert not tab.is_shown(DIALOG)


@pytest.mark.parametrize("wrong", ["csk_000000000000_0123456789", "%20", ""])
def test_a_wrong_key_in_the_address_is_asked_for(tab, key, wrong):
    visit(tab, f"/#key={wrong}")
    tab.wait(lambda: tab.is_shown(DIALOG))
    assert "#" not in tab.browser.current_url
    assert ("does not know this key" in fault(tab)) == wrong.startswith("csk_")
    enter(tab, key)
    tab.settle()


@pytest.mark.parametrize("wrong", ["csk_000000000000_0123456789", "no-key-at-all"])
def test_a_wrong_key_is_asked_for_again_and_the_dialog_says_why(tab, key, wrong):
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    enter(tab, wrong)
    tab.wait(lambda: openings(tab) == 2)
    assert "does not know this key" in fault(tab)
    assert focused(tab) == "key-text"
    assert tab.browser.switch_to.active_element.get_attribute("value") == ""
    enter(tab, key)
    tab.settle()
    assert openings(tab) == 2


def test_the_dialog_refuses_what_no_header_can_carry(tab, key):
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    before = len(calls(tab))
    enter(tab, "two words")
    tab.wait(lambda: "no blanks" in fault(tab))
    assert len(calls(tab)) == before
    enter(tab, f" {key} ")
    tab.settle()


def test_escape_closes_the_dialog_and_the_page_offers_to_open_it_again(tab, key):
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    tab.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    tab.wait(lambda: tab.is_shown("#banner button"))
    assert not tab.is_shown(DIALOG)
    assert "only with a key" in tab.texts("#banner")[0]
    tab.click("#banner button")
    tab.wait(lambda: tab.is_shown(DIALOG))
    enter(tab, key)
    tab.settle()
    assert not tab.is_shown("#banner")


def test_a_revoked_key_is_forgotten_and_asked_for_again(tab, keys, key):
    other = keys.add_key("revoked-soon", *SCOPES)
    visit_with_key(tab, other)
    keys.revoke_key(other)

    def is_refused():
        visit(tab)
        tab.wait(lambda: tab.is_shown(DIALOG) or tab.published().get("idle") == "true")
        return tab.is_shown(DIALOG)

    tab.wait(is_refused)
    assert "was revoked" in fault(tab)
    assert not tab.is_shown(FORGET)
    assert tab.browser.execute_script("return sessionStorage.length") == 0
    enter(tab, key)
    tab.settle()


def test_the_page_names_the_scope_that_a_key_lacks(tab, keys, key):
    reader = keys.add_key("reader", "--scope", "datasets:read")
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    enter(tab, reader)
    tab.wait(lambda: tab.is_shown("#banner button"))
    assert "does not have the scope sessions:create" in tab.texts("#banner")[0]
    tab.click("#banner button")
    tab.wait(lambda: tab.is_shown(DIALOG))
    enter(tab, key)
    tab.settle()
    assert not tab.is_shown("#banner")


def test_a_forgotten_key_is_asked_for_at_the_next_session(tab, key):
    visit_with_key(tab, key)
    tab.click(FORGET)
    assert not tab.is_shown(FORGET)
    assert tab.browser.execute_script("return sessionStorage.length") == 0
    zoom(tab)
    assert openings(tab) == 1
    tab.choose_dataset("seattle-weather")
    tab.wait(lambda: tab.is_shown(DIALOG))
    assert fault(tab) == ""


def test_two_tabs_have_keys_of_their_own(tab, key):
    visit_with_key(tab, key)
    with new_tab(tab.browser, tab.address) as other:
        visit(other)
        other.wait(lambda: other.is_shown(DIALOG))
        assert openings(other) == 1


def test_calls_at_the_same_time_ask_once(page):
    assert page.browser.execute_async_script(CALLS_AT_ONCE) == {"asked": 1, "answers": ["right"] * 3}


def test_the_key_goes_to_no_address_no_link_no_log_and_no_call_of_the_session(tab, keys, key):
    visit_with_key(tab, key)
    zoom(tab)
    tab.click("#share")
    tab.click("#share-drive")
    tab.wait(lambda: "session=" in tab.browser.current_url)
    secret = key.split("_")[2]
    assert secret not in tab.browser.current_url
    assert all(secret not in address for address, _ in calls(tab))
    assert any("/v1/streams" in address for address, _ in calls(tab))
    with_key = {urllib.parse.urlsplit(address).path for address, bearer in calls(tab) if bearer and secret in bearer}
    assert with_key == {"/v1/datasets", "/v1/sessions"}
    entries = tab.browser.execute_script("return performance.getEntriesByType('resource').map(({ name }) => name)")
    assert entries and all(secret not in entry for entry in entries)
    assert secret not in keys.log()
    assert all(secret not in entry["message"] for entry in tab.browser.get_log("browser"))
    assert secret not in tab.browser.page_source


def test_a_jwt_opens_a_session_that_gestures_and_the_stream_change(tab, keys):
    token = keys.issuer.token(300)
    visit_with_key(tab, token)
    assert openings(tab) == 1
    zoom(tab)
    before = tab.x_range()
    tab.drag((0.4, 0.5), (0.7, 0.5))
    tab.settle_after_change_of(before)
    assert any("/v1/streams" in address for address, _ in calls(tab))

    moved = tab.x_range()
    path = f"/v1/sessions/{tab.published()['session']}/surfaces/main/commands"
    keys.made("POST", path, {"command": "zoomExtents"}, token=token)
    tab.wait(lambda: tab.x_range() != moved)

    with_token = {urllib.parse.urlsplit(address).path for address, bearer in calls(tab) if bearer and token in bearer}
    assert with_token == {"/v1/datasets", "/v1/sessions"}
    assert all(token not in address for address, _ in calls(tab))
    assert token not in keys.log()
    assert openings(tab) == 1


def test_a_jwt_that_has_expired_is_asked_for_again(tab, keys):
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    enter(tab, keys.issuer.token(-LEEWAY_SECONDS - 1))
    tab.wait(lambda: openings(tab) == 2)
    assert "JWT has expired" in fault(tab)
    enter(tab, keys.issuer.token(300))
    tab.settle()
    assert openings(tab) == 2


def test_a_jwt_that_expires_in_the_tab_is_forgotten_and_its_session_goes_on(tab, keys):
    visit(tab)
    tab.wait(lambda: tab.is_shown(DIALOG))
    # On a slow machine a JWT may expire before the page has used it. The next one lives twice as long.
    for asked in range(1, 6):
        token = keys.issuer.token(3 * 2**asked - LEEWAY_SECONDS)
        enter(tab, token)
        tab.wait(lambda asked=asked: openings(tab) > asked or tab.published().get("idle") == "true")
        if openings(tab) == asked:
            break
    assert openings(tab) == asked
    tab.wait(lambda: not keys.knows(token))
    zoom(tab)
    assert openings(tab) == asked
    tab.choose_dataset("seattle-weather")
    tab.wait(lambda: tab.is_shown(DIALOG))
    assert "JWT has expired" in fault(tab)
    assert not tab.is_shown(FORGET)
    assert tab.browser.execute_script("return sessionStorage.length") == 0
    enter(tab, keys.issuer.token(300))
    tab.settle()


def shared_link(tab, key):
    visit_with_key(tab, key)
    zoom(tab)
    tab.click("#share")
    tab.click("#share-drive")
    tab.wait(lambda: "session=" in tab.browser.current_url)
    return tab.browser.current_url


def test_a_link_works_in_another_browser_without_a_key_and_without_the_dialog(tab, key):
    address = shared_link(tab, key)
    with browsing() as driver:
        guest = watched(driver, tab.address)
        driver.get(address)
        guest.settle()
        assert guest.published()["session"] == tab.published()["session"]
        assert guest.x_range() == tab.x_range()
        assert guest.texts("#dataset option") == ["Active users"]
        assert "Active users" in driver.title
        held = guest.x_range()
        guest.drag((0.7, 0.5), (0.4, 0.5))
        guest.settle_after_change_of(held)
        tab.wait(lambda: tab.x_range() == guest.x_range())
        held = guest.x_range()
        tab.click("#undo")
        guest.wait(lambda: guest.x_range() != held)
        assert openings(guest) == 0
        assert driver.execute_script("return sessionStorage.length") == 0

        tab_session = tab.published()["session"]
        driver.execute_script(
            "fetch(`/v1/sessions/${arguments[0]}`, {method: 'DELETE', headers: {Authorization: arguments[1]}})",
            tab_session,
            f"Bearer {urllib.parse.parse_qs(urllib.parse.urlsplit(address).fragment)['token'][0]}",
        )
        guest.wait(lambda: guest.is_shown("#banner button"))
        assert openings(guest) == 0
        guest.click("#banner button")
        guest.wait(lambda: guest.is_shown(DIALOG))
        enter(guest, key)
        guest.settle()
        assert guest.published()["session"] != tab_session
        assert len(guest.texts("#dataset option")) > 1


def test_a_viewers_link_shows_the_chart_without_a_key(tab, keys, key):
    session = keys.made("POST", "/v1/sessions", {"surfaces": [{"id": "main", "dataset": "seattle-weather"}]}, token=key)
    visit(tab, f"/#session={session['id']}&token={session['viewerToken']}")
    tab.settle()
    assert tab.published()["session"] == session["id"]
    assert tab.texts("#dataset option") == ["Seattle weather"]
    assert openings(tab) == 0


def test_a_link_with_a_wrong_token_asks_for_no_key(tab):
    visit(tab, "/#session=0123456789abcdef0123456789abcdef&token=wrong")
    tab.wait(lambda: tab.is_shown("#banner button"))
    assert "the link to it is wrong" in tab.texts("#banner")[0]
    assert openings(tab) == 0


def test_a_tab_with_a_key_sends_it_to_no_call_of_a_session_that_it_joins(tab, key):
    address = shared_link(tab, key)
    with new_tab(tab.browser, tab.address) as other:
        visit_with_key(other, key)
        other.browser.get("about:blank")
        other.browser.get(address)
        other.settle()
        with_key = {urllib.parse.urlsplit(path).path for path, bearer in calls(other) if bearer and key in bearer}
        assert with_key == {"/v1/datasets"}


@pytest.mark.parametrize("mode", ["none", "token"])
def test_a_server_that_asks_for_no_key_shows_no_dialog(key_browser, mode):
    with Server("--auth-mode", mode, demo=True) as server, new_tab(key_browser, server.address) as page:
        visit(page)
        page.settle()
        zoom(page)
        assert openings(page) == 0
        assert not page.is_shown(DIALOG) and not page.is_shown(FORGET)
