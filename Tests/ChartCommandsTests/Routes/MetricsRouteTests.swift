import ChartStores
import ChartWire
import Configuration
import HTTPTypes
import NIOCore
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

struct MetricsRouteTests {
    /// The server with its own metrics, and a way to fetch them as lines.
    private func run(
        _ body: @escaping @Sendable (Service, _ lines: @Sendable () async throws -> [String]) async throws -> Void
    ) async throws {
        let server = try TestServer()
        let application = try await buildApplication(
            reader: server.reader, metrics: PrometheusMetrics(), clock: .system)
        try await application.test(.channel) { client in
            let service = Service(client: client)
            try await body(service) {
                let reply = try await service.send(.get, "/metrics")
                #expect(reply.status == 200)
                #expect(reply.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
                return reply.text.split(separator: "\n").map { String($0) }
            }
        }
    }

    @Test func `the server counts its work`() async throws {
        try await run { service, lines in
            try await service.importLine()
            let session = try await service.open()
            let events = #"{"events":[{"type":"tick","time":1},{"type":"tick","time":2}]}"#
            try await service.send(.post, "\(session.surface)/events", events)
            try await service.send(.post, "\(session.surface)/events?dryRun=true", events)
            try await service.send(.post, "\(session.surface)/events", "{")
            try await service.send(.post, "\(session.surface)/commands", #"{"command":"zoomExtents"}"#)
            try await service.send(.post, "/v1/datasets/line/rows", "t,v\n101,1\n102,2\n", type: "text/csv")
            let text = try await lines()
            #expect(text.contains("chart_surface_batches_total 1"))
            #expect(text.contains("chart_surface_events_total 2"))
            #expect(text.contains(#"chart_surface_decode_errors_total{code="body.malformed"} 1"#))
            #expect(text.contains("chart_surface_dataset_rows_appended_total 2"))
            #expect(text.contains(#"chart_surface_revisions_total{kind="batch"} 1"#))
            #expect(text.contains(#"chart_surface_revisions_total{kind="patch"} 0"#))
            #expect(text.contains(#"chart_surface_sessions{state="live"} 1"#))
            #expect(
                text.contains { $0.hasPrefix("chart_surface_commit_duration_seconds_count ") && !$0.hasSuffix(" 0") })
            #expect(
                text.contains(
                    #"http_requests_total{method="POST",route="/v1/sessions",status="201",code="none"} 1"#))
            let rows = text.compactMap { line in
                line.hasPrefix("chart_surface_window_rows_total ") ? Int(line.split(separator: " ")[1]) : nil
            }
            #expect(try #require(rows.first) >= 101)
        }
    }

    @Test func `the route serves exactly the metrics of the table`() async throws {
        try await run { service, lines in
            _ = try await service.send(.get, "/health/live")
            _ = try await service.send(.get, "/health/live?x=1")
            let served = try await lines().filter { $0.hasPrefix("# TYPE ") }.map {
                String($0.split(separator: " ")[2])
            }
            #if os(Linux)
            // A server without an issuer, a certificate and a limit on its disk, which has refused no credential.
            let absent = [
                MetricTable.issuerFailures, MetricTable.issuerKeysAge, MetricTable.certificateEnd,
                MetricTable.dataBytes, MetricTable.refusals,
            ].map(\.name)
            #expect(served == MetricTable.entries.map(\.name).filter { !absent.contains($0) })
            #endif
        }
    }

    @Test func `with another backend there is no such route`() async throws {
        try await Service.run { service in
            let reply = try await service.send(.get, "/metrics")
            #expect(reply.status == 404)
        }
    }
}
