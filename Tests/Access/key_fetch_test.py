"""Tests how the server fetches the keys of an issuer over TLS, with an issuer that fails in every way.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Access/key_fetch_test.py [name ...]
Each failure has a server of its own, and all of them wait at the same time for the fetch after a failed one.
"""

import contextlib
import time

from opentelemetry.proto.trace.v1.trace_pb2 import Span

from chart_server import PATIENCE, check, run_tests, scratch, until
from issuers import Issuer, KeyServer, answering, certificate, jwt_options, key_set, send
from trace_collector import REQUEST, SOON, TRACE, Collector

LIMIT = 1 << 20
FETCH_SECONDS = 5
# A failed fetch is repeated after five seconds while there are no keys, and after so long while there are some.
REFETCH = ("--auth-jwt-refetch-after", "2s")


class Publisher:
    """An issuer's https endpoint that publishes keys, unless it has a fault."""

    def __init__(self, folder):
        self.certificates = {name: certificate(folder, name) for name in ("issuer", "stranger")}
        self.certificates["other-name"] = certificate(folder, "other-name", host="other.example")
        self.authorities = folder / "authorities.pem"
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
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        handler.wfile.write(b" " * 65_536)


def drip(_, handler):
    handler.send_response(200)
    handler.end_headers()
    end = time.monotonic() + PATIENCE
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
    with scratch("issuer") as folder, Publisher(folder).running() as publisher:
        prepare(publisher)
        options = (*jwt_options(f"{publisher.origin}/jwks"), "--auth-jwt-certificates", publisher.authorities)
        with KeyServer(*options, *REFETCH) as server:
            yield publisher, server


def failures(server, reason):
    """The number of failed fetches that the log has given a reason for."""
    lines = server.log().splitlines()
    return sum("were not fetched; the last ones count" in line and reason in line for line in lines)


def survive(fault):
    """An issuer fails at the start, gets well, fails with keys in force, and gets well with further keys."""
    first, second = Issuer("first"), Issuer("second")

    def prepare(publisher):
        publisher.issuers = [first]
        publisher.fail(fault)

    with publishing_to_a_server(prepare) as (publisher, server):
        reason = REASONS[fault]
        until(lambda: failures(server, reason) > 0, "the log does not say why the first fetch failed")
        check(publisher.good == 0 or "/moved" not in publisher.elsewhere, "no redirect to http was followed")
        publisher.fail(None)
        until(lambda: publisher.good > 0, "the first fetch is not repeated")
        until(lambda: server.refusal_of(first.token())[0] == 200, "the server has not recovered by itself")

        before, good = failures(server, reason), publisher.good
        publisher.fail(fault)

        def failed_again():
            refused = server.refusal_of(second.token())
            check(refused == (401, "auth.jwt-invalid"), f"the key of another token is unknown: {refused}")
            return failures(server, reason) > before

        # A request for an unknown key waits for the fetch that it causes, unless the last one was just before.
        until(failed_again, "the log does not say why the fetch failed")
        check(server.refusal_of(first.token()) == (200, None), "the old keys stay in force")

        publisher.issuers = [first, second]
        publisher.fail(None)

        def fetched():
            check(server.refusal_of(first.token()) == (200, None), "the old keys stay in force until the next fetch")
            return publisher.good > good

        until(fetched, "the fetch is not repeated")
        until(lambda: server.refusal_of(second.token())[0] == 200, "the new key does not count")
        check(server.refusal_of(first.token()) == (200, None), "and the old one still does")


def an_empty_set_withdraws_all_keys():
    issuer = Issuer()
    with publishing_to_a_server(lambda publisher: publisher.issuers.append(issuer)) as (publisher, server):
        until(lambda: server.refusal_of(issuer.token())[0] == 200, "the keys do not count")
        publisher.issuers = []
        unknown = issuer.token(headers={"kid": "unknown"})
        check(server.refusal_of(unknown) == (401, "auth.jwt-invalid"), "an unknown kid, which has the keys fetched")
        check(server.refusal_of(issuer.token()) == (401, "auth.jwt-invalid"), "an empty set has no key for the token")
        until(lambda: "no key of auth.jwt.keys can be used" in server.log(), "the log does not warn of the empty set")
        publisher.issuers = [issuer]
        until(
            lambda: server.refusal_of(issuer.token())[0] == 200,
            "the keys that came back do not count after the next fetch for an unknown kid",
        )


def of_two_keys_with_one_kid_the_first_counts():
    first, second = Issuer("same"), Issuer("same")
    with publishing_to_a_server(lambda publisher: publisher.issuers.extend([first, second])) as (_, server):
        until(lambda: server.refusal_of(first.token())[0] == 200, "the first key counts")
        for algorithm in ("RS256", "ES256", "EdDSA"):
            check(server.refusal_of(first.token(algorithm)) == (200, None), f"{algorithm}: the first key")
            refused = server.refusal_of(second.token(algorithm))
            check(refused == (401, "auth.jwt-invalid"), f"{algorithm}: the second key: {refused}")


def a_redirect_to_https_is_followed():
    issuer = Issuer()

    def prepare(publisher):
        publisher.issuers = [issuer]
        publisher.fault = lambda publisher, handler: redirect(handler, f"{publisher.origin}/moved")

    with publishing_to_a_server(prepare) as (publisher, server):
        until(lambda: server.refusal_of(issuer.token())[0] == 200, "the keys count")
        check(publisher.elsewhere == ["/moved"], f"the redirect was followed once: {publisher.elsewhere}")


def a_trace_goes_on_to_the_issuer():
    """The request that has the keys fetched is known to the issuer by its trace."""
    issuer, later, asked = Issuer("first"), Issuer("later"), []
    published = [issuer]

    def answer(handler):
        asked.append(dict(handler.headers))
        send(handler, key_set(*published))

    with scratch("issuer") as folder, Collector() as collector:
        files = certificate(folder)
        with answering(answer, *files) as (origin, _):
            options = (*jwt_options(f"{origin}/jwks"), "--auth-jwt-certificates", files[0], *REFETCH)
            with KeyServer(*options, variables=collector.variables(SOON)) as server:
                until(lambda: server.refusal_of(issuer.token())[0] == 200, "the keys do not count")
                published.append(later)

                def is_known():
                    status, _ = server.ask("GET", "/v1/datasets", token=later.token(), headers=REQUEST)
                    return status == 200

                until(is_known, "the new key does not count")
                told = [head for head in asked if TRACE in head.get("traceparent", "")]
                check(told, f"no request to the issuer has the trace: {asked}")
                check(told[0]["tracestate"] == REQUEST["tracestate"], told[0])
                span = until(
                    lambda: next(
                        (
                            span
                            for span in collector.spans()
                            if told[0]["traceparent"].split("-")[2] == span.span_id.hex()
                        ),
                        None,
                    ),
                    "the request to the issuer is no span",
                )
                check(span.kind == Span.SPAN_KIND_CLIENT and span.trace_id.hex() == TRACE, f"{span}")
                request = until(
                    lambda: next((other for other in collector.spans() if other.span_id == span.parent_span_id), None),
                    "the request that has fetched is no span",
                )
                check(request.name == "listDatasets", f"the parent of the fetch is {request}")


TESTS = {
    **{fault: lambda fault=fault: survive(fault) for fault in REASONS},
    "an empty set": an_empty_set_withdraws_all_keys,
    "two keys with one kid": of_two_keys_with_one_kid_the_first_counts,
    "a trace": a_trace_goes_on_to_the_issuer,
    "a redirect to https": a_redirect_to_https_is_followed,
}


if __name__ == "__main__":
    run_tests(TESTS, at_once=len(TESTS))
