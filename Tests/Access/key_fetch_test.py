"""Tests how the server fetches the keys of an issuer over TLS, with an issuer that fails in every way.

CHART_SURFACE_BIN=... python Tests/Access/key_fetch_test.py [name ...], with the packages of requirements.txt.
Each failure has a server of its own, and all of them wait at the same time for the minute after a failed fetch.
"""

import concurrent.futures
import contextlib
import pathlib
import sys
import tempfile
import time

from issuers import Issuer, answering, certificate, key_set, send
from running import check, jwt_options, serving, wait_until

LIMIT = 1 << 20
FETCH_SECONDS = 5
# A failed fetch is repeated after five seconds while there are no keys, and after a minute while there are some.
FIRST_RETRY_SECONDS, RETRY_SECONDS = 5, 60
# A machine on which all servers start at the same time is slow.
MARGIN_SECONDS = 25


class Publisher:
    """An issuer's https endpoint that publishes keys, unless it has a fault."""

    def __init__(self, folder):
        self.certificates = {name: certificate(folder, name) for name in ("issuer", "stranger")}
        self.certificates["other-name"] = certificate(folder, "other-name", host="other.example")
        self.authorities = pathlib.Path(folder) / "authorities.pem"
        trusted = [self.certificates[name][0].read_text() for name in ("issuer", "other-name")]
        self.authorities.write_text("".join(trusted))
        self.issuers = []
        self.fault = None
        self.good = 0
        self.elsewhere = []
        self.origin = self.context = None

    @contextlib.contextmanager
    def running(self):
        with answering(self.answer, *self.certificates["issuer"]) as (self.origin, self.context):
            yield self

    def fail(self, fault):
        """Begins to fail, or ends it where there is no fault."""
        present = fault.removeprefix("certificate ") if fault and fault.startswith("certificate ") else "issuer"
        self.context.load_cert_chain(*self.certificates[present])
        self.fault = None if fault is None or fault.startswith("certificate ") else FAULTS[fault]

    def answer(self, handler):
        if handler.path != "/jwks":
            self.elsewhere.append(handler.path)
        if self.fault is not None and handler.path != "/moved":
            self.fault(self, handler)
        else:
            send(handler, key_set(*self.issuers))
            self.good += 1


def redirect(handler, place):
    send(handler, b"", 302, {"Location": place})


def leave_https(publisher, handler):
    redirect(handler, publisher.origin.replace("https://", "http://") + "/moved")


def go_in_circles(publisher, handler):
    redirect(handler, f"{publisher.origin}/again")


def never_end(_, handler):
    handler.send_response(200)
    handler.end_headers()
    end = time.monotonic() + 4 * FETCH_SECONDS
    while time.monotonic() < end:
        handler.wfile.write(b" " * 65_536)


def drip(_, handler):
    handler.send_response(200)
    handler.end_headers()
    end = time.monotonic() + 4 * FETCH_SECONDS
    while time.monotonic() < end:
        handler.wfile.write(b" ")
        time.sleep(0.2)


def be_too_long(publisher, handler):
    keys = key_set(*publisher.issuers)
    send(handler, keys + b" " * (LIMIT + 1 - len(keys)))


def be_slow(publisher, handler):
    time.sleep(FETCH_SECONDS + 1)
    send(handler, key_set(*publisher.issuers))


def break_off(publisher, handler):
    keys = key_set(*publisher.issuers)
    send(handler, keys[:-10], headers={"Content-Length": str(len(keys))})


FAULTS = {
    "a redirect to http": leave_https,
    "redirects without end": go_in_circles,
    "an endless body": never_end,
    "a body that drips": drip,
    "a body over 1 MiB": be_too_long,
    "a slow answer": be_slow,
    "an answer that breaks off": break_off,
    "a 500": lambda _, handler: send(handler, b"{}", 500),
    "malformed JSON": lambda _, handler: send(handler, b'{"keys":['),
    "another JSON": lambda _, handler: send(handler, b'["keys"]'),
}

# What the log says of each failure.
REASONS = {
    "a redirect to http": "which is no https URL",
    "redirects without end": "redirected too often",
    "an endless body": "the answer has more than 1048576 bytes",
    "a body that drips": "not complete within five seconds",
    "a body over 1 MiB": "the answer has more than 1048576 bytes",
    "a slow answer": "not complete within five seconds",
    "an answer that breaks off": "stream ended at an unexpected time",
    "a 500": "the answer has the status 500",
    "malformed JSON": "it is not JSON",
    "another JSON": "it is no JWK set",
    "certificate stranger": "CERTIFICATE_VERIFY_FAILED",
    "certificate other-name": "failedToValidateHostname",
}


@contextlib.contextmanager
def publishing_to_a_server(prepare=lambda publisher: None):
    """Runs an issuer, which is prepared first, and a server that fetches its keys."""
    with tempfile.TemporaryDirectory() as folder, Publisher(folder).running() as publisher:
        prepare(publisher)
        options = jwt_options(f"{publisher.origin}/jwks")
        with serving(*options, "--auth-jwt-certificates", str(publisher.authorities), folder=folder) as server:
            try:
                yield publisher, server
            except AssertionError as error:
                raise AssertionError(f"{error}: {server.log_path.read_text()[-2000:]}") from error


def failures(server, reason):
    """The number of failed fetches that the log has given a reason for."""
    lines = server.log_path.read_text().splitlines()
    return sum("were not fetched; the last ones count" in line and reason in line for line in lines)


def survive(fault):
    """An issuer fails at the start, gets well, fails with keys in force, and gets well with further keys."""
    first, second = Issuer("first"), Issuer("second")

    def prepare(publisher):
        publisher.issuers = [first]
        publisher.fail(fault)

    with publishing_to_a_server(prepare) as (publisher, server):

        def wait_for(condition, seconds, what):
            wait_until(condition, what, FETCH_SECONDS + seconds + MARGIN_SECONDS)

        reason = REASONS[fault]
        wait_for(lambda: failures(server, reason) > 0, 0, "the log says why the first fetch failed")
        check(publisher.good == 0 or "/moved" not in publisher.elsewhere, "no redirect to http was followed")
        publisher.fail(None)
        wait_for(lambda: publisher.good > 0, FIRST_RETRY_SECONDS, "the first fetch is repeated")
        wait_for(lambda: server.refusal(first.token())[0] == 200, 0, "the server has recovered by itself")

        before, good = failures(server, reason), publisher.good
        publisher.fail(fault)
        begin = time.monotonic()
        check(server.refusal(second.token()) == (401, "auth.jwt-invalid"), "the key of another token is unknown")
        took = time.monotonic() - begin
        check(took < FETCH_SECONDS + MARGIN_SECONDS, f"the request that waited for the fetch took {took:.1f} s")
        wait_for(lambda: failures(server, reason) > before, 0, "the log says why the fetch failed")
        check(server.refusal(first.token()) == (200, None), "the old keys stay in force")

        publisher.issuers = [first, second]
        publisher.fail(None)
        end = time.monotonic() + FETCH_SECONDS + RETRY_SECONDS + MARGIN_SECONDS
        while publisher.good == good:
            check(server.refusal(first.token()) == (200, None), "the old keys stay in force until the next fetch")
            check(time.monotonic() < end, "the fetch is repeated")
            time.sleep(0.5)
        wait_for(lambda: server.refusal(second.token())[0] == 200, 0, "the new key counts")
        check(server.refusal(first.token()) == (200, None), "and the old one still does")


def an_empty_set_withdraws_all_keys():
    issuer = Issuer()
    with publishing_to_a_server(lambda publisher: publisher.issuers.append(issuer)) as (publisher, server):
        wait_until(lambda: server.refusal(issuer.token())[0] == 200, "the keys count")
        publisher.issuers = []
        unknown = issuer.token(headers={"kid": "unknown"})
        check(server.refusal(unknown) == (401, "auth.jwt-invalid"), "an unknown kid, which has the keys fetched")
        check(server.refusal(issuer.token()) == (401, "auth.jwt-invalid"), "an empty set has no key for the token")
        check("no key of auth.jwt.keys can be used" in server.log_path.read_text(), "the log warns of the empty set")
        publisher.issuers = [issuer]
        wait_until(
            lambda: server.refusal(issuer.token())[0] == 200,
            "the keys that came back count after the next fetch for an unknown kid",
            RETRY_SECONDS + MARGIN_SECONDS,
        )


def of_two_keys_with_one_kid_the_first_counts():
    first, second = Issuer("same"), Issuer("same")
    with publishing_to_a_server(lambda publisher: publisher.issuers.extend([first, second])) as (_, server):
        wait_until(lambda: server.refusal(first.token())[0] == 200, "the first key counts")
        for algorithm in ("RS256", "ES256", "EdDSA"):
            check(server.refusal(first.token(algorithm)) == (200, None), f"{algorithm}: the first key")
            refused = server.refusal(second.token(algorithm))
            check(refused == (401, "auth.jwt-invalid"), f"{algorithm}: the second key: {refused}")


def a_redirect_to_https_is_followed():
    issuer = Issuer()

    def prepare(publisher):
        publisher.issuers = [issuer]
        publisher.fault = lambda publisher, handler: redirect(handler, f"{publisher.origin}/moved")

    with publishing_to_a_server(prepare) as (publisher, server):
        wait_until(lambda: server.refusal(issuer.token())[0] == 200, "the keys count")
        check(publisher.elsewhere == ["/moved"], f"the redirect was followed once: {publisher.elsewhere}")


TESTS = {
    **{fault: lambda fault=fault: survive(fault) for fault in REASONS},
    "an empty set": an_empty_set_withdraws_all_keys,
    "two keys with one kid": of_two_keys_with_one_kid_the_first_counts,
    "a redirect to https": a_redirect_to_https_is_followed,
}


def run(name):
    start = time.monotonic()
    TESTS[name]()
    print(f"passed: {name} ({time.monotonic() - start:.1f} s)", flush=True)


def main(names):
    with concurrent.futures.ThreadPoolExecutor(len(TESTS)) as pool:
        running = {name: pool.submit(run, name) for name in TESTS if not names or name in names}
    failed = {name: test.exception() for name, test in running.items() if test.exception()}
    for name, error in failed.items():
        print(f"FAILED: {name}: {error!r}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
