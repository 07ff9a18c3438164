import ChartWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Testing
import Tracing

@testable import ChartTracing

/// A collector that takes traces, and fails as often as a test wants.
private final class Collector: Sendable {
    struct Content {
        /// The names of the spans of each request that was answered with 200.
        var batches: [[String]] = []
        var requests = 0
        var headers: HTTPFields = [:]
        /// The answers to the next requests; 200 after them.
        var answers: [(HTTPResponse.Status, String)] = []
    }

    let content = Mutex(Content())

    var router: Router<BasicRequestContext> {
        let router = Router()
        router.post("/v1/traces") { [self] request, _ in
            let body = try await request.body.collect(upTo: 1 << 22)
            let names = String(buffer: body).matches(of: #/"name":"(job[0-9]+)"/#).map { String($0.1) }
            return content.withLock { content in
                content.requests += 1
                content.headers = request.headers
                let (status, text) = content.answers.isEmpty ? (.ok, "{}") : content.answers.removeFirst()
                if status == .ok { content.batches.append(names) }
                return Response(status: status, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
            }
        }
        return router
    }

    func answer(_ answers: [(HTTPResponse.Status, String)]) { content.withLock { $0.answers = answers } }
    var names: [String] { content.withLock { $0.batches.flatMap(\.self) } }
}

@Suite struct TraceExporterTests {
    private final class Count: Sendable {
        let dropped = Mutex(0)
    }

    /// Two spans are a batch, and fewer wait.
    private static let pairs = ["OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "2", "OTEL_BSP_SCHEDULE_DELAY": "600000"]

    private let collector = Collector()
    private let count = Count()

    private var dropped: Int { count.dropped.withLock { $0 } }

    /// Runs an exporter until the body is done and the exporter has ended as the server ends.
    private func run(
        _ variables: [String: String] = [:], port: Int? = nil, lastPatience: Duration = .seconds(30),
        _ body: @escaping @Sendable (TraceTracer) async throws -> Void
    ) async throws {
        try await Application(router: collector.router).test(.live) { [count] client in
            let port = try port ?? #require(client.port)
            var environment = variables
            environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://localhost:\(port)"
            // What is late on a busy machine is not dropped.
            environment["OTEL_EXPORTER_OTLP_TIMEOUT"] = "600000"
            let settings = TraceSettings(environment: environment, version: "1")
            #expect(settings.warnings.isEmpty)
            let traces = try #require(
                Traces(settings, version: "1") { number in count.dropped.withLock { $0 += number } })
            let exporter = traces.exporter(
                lastPatience: lastPatience, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let group = ServiceGroup(services: [exporter], logger: Logger(label: "test"))
            try await withThrowingTaskGroup { tasks in
                tasks.addTask { try await group.run() }
                try await body(traces.tracer)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }
    }

    private func make(_ numbers: Range<Int>, _ tracer: TraceTracer) {
        for number in numbers { tracer.startSpan("job\(number)").end() }
    }

    /// Waits until a condition holds; a test that waits in vain fails by its time limit.
    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test(.timeLimit(.minutes(10)))
    func `full batches are sent at once, the rest after the delay`() async throws {
        try await run(["OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "3", "OTEL_BSP_SCHEDULE_DELAY": "600000"]) { tracer in
            for first in [0, 3] {
                self.make(first..<first + 3, tracer)
                try await self.until { self.collector.names.count == first + 3 }
            }
            #expect(self.collector.content.withLock { $0.batches.allSatisfy { $0.count == 3 } })
        }
        try await run(["OTEL_BSP_SCHEDULE_DELAY": "5"]) { tracer in
            self.make(6..<7, tracer)
            // A batch whose answer the end has cut off was sent twice.
            try await self.until { self.collector.names.contains("job6") }
        }
        #expect(dropped == 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func `the end sends what waits, with the headers`() async throws {
        let variables = [
            "OTEL_BSP_SCHEDULE_DELAY": "600000", "OTEL_EXPORTER_OTLP_HEADERS": "authorization=Bearer%20x",
        ]
        try await run(variables) { tracer in
            // The exporter must run for its end to count.
            tracer.forceFlush()
            self.make(0..<3, tracer)
        }
        #expect(collector.names.sorted() == ["job0", "job1", "job2"] && dropped == 0)
        let headers = collector.content.withLock(\.headers)
        #expect(headers[.authorization] == "Bearer x" && headers[.contentType] == "application/json")
        #expect(HTTPField.Name("traceparent").flatMap { headers[$0] } == nil)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [429, 502, 503, 504])
    func `a busy collector gets the same spans again`(status: Int) async throws {
        collector.answer([(.init(code: status), ""), (.init(code: status), "")])
        try await run(Self.pairs) { tracer in
            self.make(0..<2, tracer)
            try await self.until { self.collector.names.count == 2 }
        }
        #expect(dropped == 0 && collector.content.withLock(\.requests) >= 3)
    }

    @Test(.timeLimit(.minutes(10)), arguments: [400, 401, 404, 500])
    func `what a collector refuses is dropped and counted, and the next spans are sent`(status: Int) async throws {
        collector.answer([(.init(code: status), "")])
        try await run(Self.pairs) { tracer in
            self.make(0..<2, tracer)
            try await self.until { self.dropped == 2 }
            self.make(2..<4, tracer)
            try await self.until { self.collector.names == ["job2", "job3"] }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [#""1""#, "1"])
    func `spans that a collector has not taken are counted`(number: String) async throws {
        collector.answer([(.ok, #"{"partialSuccess":{"rejectedSpans":\#(number),"errorMessage":"no"}}"#)])
        try await run(Self.pairs) { tracer in
            self.make(0..<2, tracer)
            try await self.until { self.dropped == 1 }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `the end does not wait long for a collector that is away, and counts what is lost`() async throws {
        let variables = ["OTEL_BSP_SCHEDULE_DELAY": "1"]
        try await run(variables, port: 1, lastPatience: .milliseconds(100)) { tracer in
            self.make(0..<4, tracer)
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(dropped == 4)
    }
}
