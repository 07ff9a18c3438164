"""A collector of traces on loopback, which reads them as OpenTelemetry's own definition says."""

import base64
import collections
import contextlib
import http.server
import json
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from chart_server import LOOPBACK, check, until

TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
REQUEST = {"traceparent": f"00-{TRACE}-{CALLER}-01", "tracestate": "vendor=x:1,other=2"}
SOON = {"OTEL_BSP_SCHEDULE_DELAY": "20"}


def parsed(body):
    """Reads a message. Identifiers are hexadecimal there, and Base64 in the general JSON of protobuf."""

    def translated(value):
        if isinstance(value, list):
            return [translated(element) for element in value]
        if not isinstance(value, dict):
            return value
        return {
            name: base64.b64encode(bytes.fromhex(part)).decode()
            if name in ("traceId", "spanId", "parentSpanId")
            else translated(part)
            for name, part in value.items()
        }

    # An unknown member is an error here.
    return json_format.ParseDict(translated(json.loads(body)), ExportTraceServiceRequest())


def values(attributes):
    found = {attribute.key: getattr(attribute.value, attribute.value.WhichOneof("value")) for attribute in attributes}
    check(len(found) == len(attributes), f"an attribute is there twice: {attributes}")
    return found


class Collector:
    """Takes traces on loopback. `answer` decides the status, and may wait."""

    def __init__(self, answer=lambda: 200):
        self.answer, self.messages, self.headers, self.paths, self.asked = answer, [], [], [], 0

    def __enter__(self):
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.asked += 1
                status = collector.answer()
                if status == 200:
                    collector.headers.append(self.headers)
                    collector.paths.append(self.path)
                    collector.messages.append(parsed(body))
                with contextlib.suppress(ConnectionError):
                    self.send_response(status)
                    self.send_header("Content-Length", "2")
                    self.end_headers()
                    self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.service = http.server.ThreadingHTTPServer((LOOPBACK, 0), Handler)
        self.service.daemon_threads = True
        self.url = f"http://{LOOPBACK}:{self.service.server_address[1]}"
        threading.Thread(target=self.service.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.service.shutdown()
        self.service.server_close()

    def variables(self, *more):
        return dict(collections.ChainMap({"OTEL_EXPORTER_OTLP_ENDPOINT": self.url}, *more))

    def spans(self):
        return [
            span
            for message in list(self.messages)
            for resource in message.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    def named(self, name):
        """The first span of a name, once it is there."""
        return until(lambda: next((span for span in self.spans() if span.name == name), None), f"no span {name}")
