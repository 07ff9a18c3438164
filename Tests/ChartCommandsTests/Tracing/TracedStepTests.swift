import ChartStores
import Foundation
import HTTPTypes
import InMemoryTracing
import Testing
import Tracing

@testable import ChartCommands
@testable import ChartServer
@testable import ChartSessions
@testable import ServerTestSupport

struct TracedStepTests {
    @Test func `a no-op tracer does not record`() {
        #expect(TracedStep.recording(NoOpTracer()) == nil)
        #expect(TracedStep.recording(InMemoryTracer()) != nil)
    }

    @Test func `a step outside a request runs without a span`() async {
        #expect(TracedStep.decode.span { 1 } == 1)
        #expect(await TracedStep.commit.asyncSpan { 2 } == 2)
    }

    @Test(arguments: [ChartApplication.Connection.channel, .chunkedChannel])
    func `a change is a span with its steps as children`(connection: ChartApplication.Connection) async throws {
        let tracer = InMemoryTracer()
        let server = try TestServer()
        let application = try await buildApplication(reader: server.reader, tracer: tracer, clock: .system)
        try await application.test(connection) { client in
            let service = Service(client: client)
            try await service.importLine()
            let session = try await service.open()
            tracer.clearFinishedSpans()
            try await service.send(
                .post, "\(session.surface)/events?window=full", #"{"events":[{"type":"tick","time":1}]}"#)
            let spans = tracer.popFinishedSpans()
            #expect(spans.map(\.operationName) == ["decode", "apply", "window", "commit", "postEvents"])
            let request = try #require(spans.last)
            // The answer is written without the session's lock, so its span is a sibling of the change's.
            let parents: [String?] = Array(repeating: request.spanID, count: 4) + [nil]
            #expect(spans.map(\.parentSpanID) == parents)
            try await service.send(.get, "/v1/datasets/line/window")
            #expect(tracer.popFinishedSpans().map(\.operationName) == ["window", "getWindow"])
        }
        #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `the span of a request continues the trace that the request names`() async throws {
        let tracer = InMemoryTracer()
        let server = try TestServer()
        let application = try await buildApplication(reader: server.reader, tracer: tracer, clock: .system)
        try await application.test(.channel) { client in
            let service = Service(client: client)
            try await service.importLine()
            tracer.clearFinishedSpans()
            let name = try #require(HTTPField.Name(InMemoryTracer.traceIDKey))
            let parent = try #require(HTTPField.Name(InMemoryTracer.spanIDKey))
            try await service.send(
                .get, "/v1/datasets/line/window", headers: [name: "trace-of-caller", parent: "span-of-caller"])
            let span = try #require(tracer.popFinishedSpans().last)
            #expect(span.traceID == "trace-of-caller" && span.parentSpanID == "span-of-caller")
        }
    }

    @Test func `a failing step ends its span`() async throws {
        let tracer = InMemoryTracer()
        let server = try TestServer()
        let application = try await buildApplication(reader: server.reader, tracer: tracer, clock: .system)
        try await application.test(.channel) { client in
            let service = Service(client: client)
            try await service.importLine()
            let session = try await service.open()
            tracer.clearFinishedSpans()
            try await service.send(.post, "\(session.surface)/events", "{")
            let spans = tracer.popFinishedSpans()
            #expect(spans.map(\.operationName) == ["decode", "postEvents"])
            #expect(spans.first?.errors.count == 1)
        }
    }
}
