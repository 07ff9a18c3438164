"""The server applies each batch once, even when requests or answers are lost."""

import json
import urllib.error
import urllib.request

import pytest

CENTRE = (0.5, 0.5)

FAULTS = """
window.faults = [];
window.batches = [];
const real = window.fetch;
window.fetch = async (path, options = {}) => {
  const fault = window.faults[0];
  if (String(path).includes('/events')) window.batches.push(options.body);
  if (fault && (fault.lasts || String(path).includes(fault.path ?? '/events'))) {
    if (!fault.lasts) window.faults.shift();
    if (fault.kind === 'network') throw new TypeError('Failed to fetch');
    if (fault.kind === 'status') return new Response('{"code":"fault","detail":"For now."}', { status: fault.status });
    await real(path, options);
    throw new TypeError('Failed to fetch');
  }
  return real(path, options);
};
"""

# After the last wait nothing is sent by itself: not even after a time that is much longer than the waits.
CONNECTION = """
const [failures, done] = arguments;
const modules = [import('/modules/connection.js'), import('/modules/api.js')];
Promise.all(modules).then(async ([{ Connection }, { NetworkError }]) => {
  const states = [];
  let told;
  const silence = new Promise(resume => { told = () => setTimeout(() => resume('none'), 100); });
  const connection = new Connection(state => {
    states.push(state);
    if (state === 'waiting') told();
  }, [1, 1, 1, 1]);
  let sent = 0;
  const pending = connection.insist(async () => {
    sent += 1;
    if (sent <= failures) throw new NetworkError();
    return 'answer';
  });
  const first = await Promise.race([pending, silence]);
  const before = sent;
  connection.tryAgain();
  done({ first, before, answer: await pending, states });
});
"""


@pytest.fixture
def faults(page):
    page.browser.execute_script(FAULTS)
    return lambda *faults: page.browser.execute_script("window.faults.push(...arguments[0])", list(faults))


def batches(page):
    return [json.loads(body) for body in page.browser.execute_script("return window.batches")]


def wheel(page):
    before = page.x_range()
    page.wheel(CENTRE, -400)
    page.settle_after_change_of(before)


def expected_range(page):
    """The range after the wheel of this test on a page without faults."""
    low, high = page.on_server()["xAxes"][0]["maximumRange"]
    half = (high - low) * 2 ** (-400 * 0.002) / 2
    return pytest.approx(((low + high) / 2 - half, (low + high) / 2 + half), abs=(high - low) / 500)


def test_a_page_numbers_its_batches_under_one_client_name(page, faults):
    wheel(page)
    wheel(page)
    sent = batches(page)
    assert len({batch["client"] for batch in sent}) == 1
    assert [batch["sequence"] for batch in sent] == list(range(1, len(sent) + 1))


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "network"},
        {"kind": "status", "status": 503},
        {"kind": "status", "status": 500},
        {"kind": "answerLost"},
    ],
    ids=["the request is lost", "503", "500", "the answer is lost"],
)
def test_the_page_repeats_a_failed_batch_and_the_server_applies_it_once(page, faults, fault):
    expected = expected_range(page)
    faults(fault)
    wheel(page)
    first = batches(page)[0]
    assert batches(page).count(first) == 2
    assert page.x_range() == expected
    page.assert_shows_what_the_server_holds()
    assert not page.is_shown("#banner")


@pytest.mark.parametrize(
    "fault",
    [
        {"kind": "network"},
        {"kind": "status", "status": 503},
        {"kind": "answerLost"},
    ],
    ids=["the request is lost", "503", "the answer is lost"],
)
def test_the_server_applies_a_failed_command_at_most_once(page, faults, fault):
    whole = page.x_range()
    for _ in range(2):
        wheel(page)
        page.wait(lambda: page.on_server()["gestures"] == [])
    faults({**fault, "path": "/commands"})
    page.click("#undo")
    page.wait(lambda: page.browser.execute_script("return window.faults.length") == 0)
    page.settle()
    assert page.x_range() != whole
    page.assert_shows_what_the_server_holds()


def test_the_page_shows_that_the_network_is_down_and_continues_after_it_is_up(page, faults):
    expected = expected_range(page)
    faults({"kind": "network", "lasts": True})
    page.wheel(CENTRE, -400)
    page.wait(lambda: page.is_shown("#banner"))
    assert "Offline" in page.texts("#banner")[0]
    page.browser.execute_script("window.faults = []; dispatchEvent(new Event('online'))")
    page.wait(lambda: not page.is_shown("#banner"))
    page.settle()
    assert page.x_range() == expected
    page.assert_shows_what_the_server_holds()
    wheel(page)
    page.assert_shows_what_the_server_holds()


def test_the_page_repeats_a_request_after_each_wait_and_then_on_demand(page):
    told = page.browser.execute_async_script(CONNECTION, 5)
    assert told == {"first": "none", "before": 5, "answer": "answer", "states": ["offline", "waiting", "online"]}


def test_two_failures_leave_the_state_online(page):
    told = page.browser.execute_async_script(CONNECTION, 2)
    assert told == {"first": "answer", "before": 3, "answer": "answer", "states": []}


def test_the_page_continues_when_another_client_has_used_its_sequence_number(page, faults):
    wheel(page)
    page.wait(lambda: page.on_server()["gestures"] == [])
    page.settle()
    stolen = steal(page)
    page.wheel(CENTRE, -400)
    page.wait(
        lambda: batches(page)[-1]["client"] != stolen["client"] or batches(page)[-1]["sequence"] > stolen["sequence"]
    )
    page.settle()
    wheel(page)
    page.assert_shows_what_the_server_holds()
    assert all("409" in message for message in page.console_errors())


def steal(page):
    """Uses the page's next sequence number, or the one after it where the page has just used that itself."""
    while True:
        last = batches(page)[-1]
        stolen = {
            "client": last["client"],
            "sequence": last["sequence"] + 1,
            "events": [{"type": "tick", "time": last["events"][-1]["time"]}],
        }
        try:
            post(page, stolen)
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise
        else:
            return stolen


def post(page, batch):
    address = f"{page.address}/v1/sessions/{page.published()['session']}/surfaces/main/events"
    request = urllib.request.Request(address, json.dumps(batch).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request):
        pass


def test_the_page_tells_that_the_session_has_ended_and_offers_a_new_one(page):
    lost = page.delete_session()
    page.press("+")
    page.wait(lambda: page.is_shown("#banner button"))
    assert page.published()["session"] == lost
    page.click("#banner button")
    page.wait(lambda: page.published()["session"] != lost)
    page.settle()
    assert not page.is_shown("#banner")
    wheel(page)
    page.assert_shows_what_the_server_holds()
    assert all("410" in message for message in page.console_errors())
