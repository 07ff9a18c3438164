"""Tests the traces that the server sends, with a collector that reads them as OpenTelemetry's own definition says.

CHART_SURFACE_BIN=... .build/python/bin/python Tests/Operations/traces_test.py [name ...]
"""

import re
import signal
import threading
import time

from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from chart_server import LOOPBACK, PATIENCE, Server, check, free_port, run_tests, until
from trace_collector import CALLER, REQUEST, SOON, TRACE, Collector, values

UNSAMPLED = {"traceparent": f"00-{TRACE}-{CALLER}-00"}
NEVER = {"OTEL_BSP_SCHEDULE_DELAY": "900000"}
ROWS = "x,y\n1,2\n2,3\n"


def metric(server, name):
    return float(re.search(rf"^{name} (\S+)$", server.fetch("GET", "/metrics")[1], re.MULTILINE)[1])


def a_request_is_a_span_in_the_trace_of_its_caller():
    resource = {"OTEL_RESOURCE_ATTRIBUTES": "deployment.environment=test,place=a%20b", "OTEL_SERVICE_NAME": "charts"}
    secret = {"OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20open-sesame"}
    with Collector() as collector, Server(variables=collector.variables(SOON, resource, secret)) as server:
        server.made("PUT", "/v1/datasets/line", ROWS)
        session = server.made("POST", "/v1/sessions", {"surfaces": [{"dataset": "line"}]})["id"]
        before = time.time_ns()
        events = {"events": [{"type": "tick", "time": 1}]}
        server.made("POST", f"/v1/sessions/{session}/surfaces/main/events?window=full", events, headers=REQUEST)
        span = collector.named("postEvents")
        check(span.trace_id.hex() == TRACE and span.parent_span_id.hex() == CALLER, f"another trace: {span}")
        check(span.trace_state == REQUEST["tracestate"], f"the state is lost: {span}")
        check(span.kind == Span.SPAN_KIND_SERVER and span.flags & 0x301 == 0x301, f"{span}")
        check(before <= span.start_time_unix_nano <= span.end_time_unix_nano <= time.time_ns(), f"{span}")
        check(span.status.code == Status.STATUS_CODE_UNSET, f"{span}")
        check(
            values(span.attributes)
            == {
                "http.request.method": "POST",
                "http.route": "/v1/sessions/{id}/surfaces/{sid}/events",
                "http.response.status_code": 200,
                "url.scheme": "http",
            },
            f"{span}",
        )
        children = [other for other in collector.spans() if other.parent_span_id == span.span_id]
        check({"decode", "apply", "commit", "window"} == {child.name for child in children}, f"{children}")
        check(all(child.trace_id == span.trace_id and child.kind == Span.SPAN_KIND_INTERNAL for child in children), "")
        check(all(child.flags & 0x300 == 0x100 for child in children), f"{children}")
        # A trace of its own begins where the caller names none.
        put = collector.named("putDataset")
        check(not put.parent_span_id and len(put.trace_id) == 16 and put.trace_id.hex() != TRACE, f"{put}")
        described = values(collector.messages[0].resource_spans[0].resource.attributes)
        check(described["service.name"] == "charts" and described["place"] == "a b", described)
        check(described["deployment.environment"] == "test", described)
        check(described["telemetry.sdk.language"] == "swift" and described["service.version"], described)
        check(set(collector.paths) == {"/v1/traces"}, collector.paths)
        check(all(head["Authorization"] == "Bearer open-sesame" for head in collector.headers), "the header is missing")
        check(all("traceparent" not in head for head in collector.headers), "the sender traces itself")
        check("open-sesame" not in server.log(), "the log has the secret")


def a_refusal_is_told_by_its_code_without_its_text():
    with Collector() as collector, Server(variables=collector.variables(SOON)) as server:
        status, _ = server.ask("GET", "/v1/datasets/hidden-name", headers=REQUEST)
        check(status == 404, status)
        span = collector.named("getDataset")
        attributes = values(span.attributes)
        check(attributes["error.type"] == "dataset.unknown", attributes)
        check(attributes["http.response.status_code"] == 404, attributes)
        check(attributes["http.route"] == "/v1/datasets/{name}", attributes)
        check(span.status.code == Status.STATUS_CODE_UNSET, f"a refusal is no failure of the server: {span}")
        check("hidden-name" not in str(span), f"{span}")


def probes_and_the_page_are_no_spans():
    with Collector() as collector, Server(variables=collector.variables(SOON)) as server:
        for path in ("/health/live", "/health/ready", "/metrics", "/docs", "/none"):
            server.fetch("GET", path)
        server.made("GET", "/v1/datasets")
        collector.named("listDatasets")
        check({span.name for span in collector.spans()} == {"listDatasets"}, f"{collector.spans()}")


def variables_switch_traces_off():
    for more in ({"OTEL_SDK_DISABLED": "true"}, {"OTEL_TRACES_EXPORTER": "none"}):
        with Collector() as collector, Server(variables=collector.variables(SOON, more)) as server:
            server.made("GET", "/v1/datasets", headers=REQUEST)
            server.stop()
            check(collector.asked == 0, f"{more}: the server sends traces")


def samplers_decide():
    cases = [
        ({"OTEL_TRACES_SAMPLER": "always_off"}, REQUEST, False),
        ({"OTEL_TRACES_SAMPLER": "always_on"}, UNSAMPLED, True),
        ({}, UNSAMPLED, False),
        ({}, REQUEST, True),
        ({"OTEL_TRACES_SAMPLER": "parentbased_always_off"}, REQUEST, True),
        ({"OTEL_TRACES_SAMPLER": "parentbased_always_off"}, {}, False),
        ({"OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0"}, {}, False),
        ({"OTEL_TRACES_SAMPLER": "traceidratio", "OTEL_TRACES_SAMPLER_ARG": "1"}, {}, True),
    ]
    for variables, headers, is_sent in cases:
        with Collector() as collector, Server(variables=collector.variables(NEVER, variables)) as server:
            server.made("GET", "/v1/datasets", headers=headers)
            server.stop()
            check(bool(collector.spans()) == is_sent, f"{variables} {headers}: {collector.spans()}")


def the_end_sends_what_waits():
    with Collector() as collector, Server(variables=collector.variables(NEVER)) as server:
        for _ in range(7):
            server.made("GET", "/v1/datasets")
        check(not collector.spans(), "a span came before its time")
        server.stop()
        check(len(collector.spans()) == 7, f"{len(collector.spans())} spans of 7")


def a_collector_that_hangs_holds_up_nothing():
    """The server answers, counts what it drops, and ends."""
    release = threading.Event()
    sizes = {"OTEL_BSP_MAX_QUEUE_SIZE": "20", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "5"}

    def hang():
        release.wait(PATIENCE)
        return 200

    with Collector(hang) as collector, Server(variables=collector.variables(SOON, sizes)) as server:
        for _ in range(60):
            server.made("GET", "/v1/datasets")
        until(lambda: collector.asked, "the collector is not asked")
        check(metric(server, "chart_surface_spans_dropped_total") >= 60 - 20 - 5, "dropped spans are not counted")
        server.stop()
        release.set()
        check("the last spans were not delivered" in server.log(), server.log())


def what_cannot_be_delivered_is_counted_and_logged_once():
    statuses = [400, 400, 400]

    def answer():
        return statuses.pop() if statuses else 200

    with Collector(answer) as collector, Server(variables=collector.variables(SOON)) as server:
        check(metric(server, "chart_surface_spans_dropped_total") == 0, "spans were dropped")
        while statuses:
            left = len(statuses)
            server.made("GET", "/v1/datasets")
            until(lambda left=left: len(statuses) < left, "the collector is not asked")
        until(lambda: metric(server, "chart_surface_spans_dropped_total") == 3, "dropped spans are not counted")
        server.made("GET", "/v1/datasets")
        collector.named("listDatasets")
        until(lambda: "traces are delivered again" in server.log(), server.log)
        check(server.log().count("traces are not delivered") == 1, server.log())


def another_protocol_is_warned_of():
    more = {"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_TRACES_SAMPLER": "jaeger_remote"}
    with Collector() as collector, Server(variables=collector.variables(SOON, more)) as server:
        server.made("GET", "/v1/datasets")
        collector.named("listDatasets")
        check("OTEL_EXPORTER_OTLP_PROTOCOL grpc is not http/json" in server.log(), server.log())
        check("OTEL_TRACES_SAMPLER jaeger_remote" in server.log(), server.log())
    nowhere = {"OTEL_EXPORTER_OTLP_ENDPOINT": f"{LOOPBACK}:{free_port()}"}
    with Server(variables=nowhere) as server:
        server.made("GET", "/v1/datasets")
        check("OTEL_EXPORTER_OTLP_ENDPOINT is no http or https URL" in server.log(), server.log())


def a_trusted_proxy_tells_the_scheme():
    cases = [
        (("--http-trusted-proxies", LOOPBACK), "https", "https"),
        (("--http-trusted-proxies", LOOPBACK), "HTTP, https", "https"),
        (("--http-trusted-proxies", LOOPBACK), "javascript:", "http"),
        (("--http-trusted-proxies", "10.0.0.0/8"), "https", "http"),
        ((), "https", "http"),
    ]
    for options, header, scheme in cases:
        with Collector() as collector, Server(*options, variables=collector.variables(SOON)) as server:
            server.made("GET", "/v1/datasets", headers={"X-Forwarded-Proto": header})
            found = values(collector.named("listDatasets").attributes)["url.scheme"]
            check(found == scheme, f"{options} {header}: {found}")


def the_other_signal_sends_it_too():
    with Collector() as collector, Server(variables=collector.variables(NEVER)) as server:
        server.made("GET", "/v1/datasets")
        server.end_by(signal.SIGINT, 0)
        check(len(collector.spans()) == 1, f"{collector.spans()}")


if __name__ == "__main__":
    run_tests(
        [
            a_request_is_a_span_in_the_trace_of_its_caller,
            a_refusal_is_told_by_its_code_without_its_text,
            probes_and_the_page_are_no_spans,
            variables_switch_traces_off,
            samplers_decide,
            the_end_sends_what_waits,
            a_collector_that_hangs_holds_up_nothing,
            what_cannot_be_delivered_is_counted_and_logged_once,
            another_protocol_is_warned_of,
            a_trusted_proxy_tells_the_scheme,
            the_other_signal_sends_it_too,
        ],
        at_once=4,
    )
