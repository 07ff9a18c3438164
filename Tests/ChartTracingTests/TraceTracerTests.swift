import Testing
import Tracing

@testable import ChartTracing

@Suite struct TraceTracerTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    private func context(_ headers: [String: String], _ tracer: TraceTracer) -> ServiceContext {
        var context = ServiceContext.topLevel
        tracer.extract(headers, into: &context, using: Headers())
        return context
    }

    private func headers(of span: TraceSpan, _ tracer: TraceTracer) -> [String: String] {
        var headers: [String: String] = [:]
        tracer.inject(span.context, into: &headers, using: Headers())
        return headers
    }

    @Test func `a span goes on with the trace that a request names, and tells the next service`() throws {
        let recorder = Recorder()
        let given = ["traceparent": "00-\(Self.trace)-\(Self.span)-01", "tracestate": "a=1, b=x:2"]
        let span = recorder.tracer.startSpan("work", context: context(given, recorder.tracer), ofKind: .server)
        let told = headers(of: span, recorder.tracer)
        span.end()
        let recorded = try recorder.next()
        #expect(recorded.trace.traceID == Self.trace && recorded.parent?.spanID == Self.span)
        #expect(recorded.parent?.isRemote == true && recorded.kind == .server)
        #expect(told == ["traceparent": "00-\(Self.trace)-\(recorded.trace.spanID)-01", "tracestate": "a=1, b=x:2"])
        #expect(recorded.trace.spanID != Self.span && recorded.trace.spanID.count == 16)
    }

    @Test func `a span without a parent begins a trace, and its children are in it`() throws {
        let recorder = Recorder()
        try recorder.tracer.withSpan("outer") { outer in
            recorder.tracer.startSpan("inner").end()
            let inner = try recorder.next()
            #expect(inner.parent?.spanID == outer.context.trace?.spanID && inner.parent?.isRemote == false)
            #expect(inner.trace.traceID == outer.context.trace?.traceID)
        }
        let outer = try recorder.next()
        #expect(outer.parent == nil && outer.trace.traceID.count == 32)
        #expect(headers(of: recorder.tracer.startSpan("other"), recorder.tracer)["tracestate"] == nil)
    }

    @Test(arguments: [("00", false), ("01", true), ("02", false), ("03", true), ("fd", true)])
    func `what the caller does not record is not recorded, and the next service is told`(flags: String, isKept: Bool) {
        let recorder = Recorder()
        let given = ["traceparent": "00-\(Self.trace)-\(Self.span)-\(flags)"]
        let span = recorder.tracer.startSpan("work", context: context(given, recorder.tracer))
        #expect(span.isRecording == isKept)
        let told = headers(of: span, recorder.tracer)["traceparent"]
        span.end()
        #expect(recorder.queue.takeBatch().count == (isKept ? 1 : 0))
        let known = (UInt8(flags, radix: 16) ?? 0) & 3
        #expect(told?.hasPrefix("00-\(Self.trace)-") == true && told?.hasSuffix("-0\(known)") == true)
        #expect(told?.contains(Self.span) == false)
    }

    @Test(arguments: [
        "00-\(trace)-\(span)", "ff-\(trace)-\(span)-01", "00-\(trace)-0000000000000000-01", "",
        "00-\(trace)-\(span)-01, 00-\(trace)-\(span)-01",
    ])
    func `a broken traceparent begins a new trace without the caller's state`(text: String) throws {
        let recorder = Recorder()
        let given = context(["traceparent": text, "tracestate": "a=1"], recorder.tracer)
        recorder.tracer.startSpan("work", context: given).end()
        let span = try recorder.next()
        #expect(span.parent == nil && span.trace.state.isEmpty && span.trace.traceID != Self.trace)
    }

    @Test(arguments: [
        ("a=1", true), ("a=1,,b=2", true), ("a", false), ("a=1,b", false), ("a=\u{7}", false),
        (String(repeating: "a=1,", count: 32) + "a=1", false),
        ("a=" + String(repeating: "1", count: 510), true), ("a=" + String(repeating: "1", count: 511), false),
    ])
    func `a tracestate goes on if it is a list of members`(state: String, isKept: Bool) throws {
        let recorder = Recorder()
        let given = ["traceparent": "00-\(Self.trace)-\(Self.span)-01", "tracestate": state]
        recorder.tracer.startSpan("work", context: context(given, recorder.tracer)).end()
        #expect(try recorder.next().trace.state == (isKept ? state : ""))
    }

    @Test func `a span keeps what it was told until its end, and errors by their type alone`() throws {
        struct Secret: Error { let text = "password" }
        let recorder = Recorder()
        let span = recorder.tracer.startSpan("work", at: Moment(nanosecondsSinceEpoch: 5))
        span.attributes["a"] = 1
        span.operationName = "job"
        span.recordError(Secret())
        for number in 0..<200 { span.addEvent(SpanEvent(name: "\(number)")) }
        span.setStatus(SpanStatus(code: .error, message: "no"))
        #expect(span.operationName == "job" && span.attributes.count == 1)
        span.end(at: Moment(nanosecondsSinceEpoch: 3))
        span.end()
        span.setStatus(SpanStatus(code: .ok))
        #expect(!span.isRecording && span.attributes.isEmpty && span.operationName.isEmpty)
        let recorded = try recorder.next()
        #expect(recorded.name == "job" && recorded.start == 5 && recorded.end == 5)
        #expect(recorded.events.count == 128 && recorded.droppedEvents == 73)
        #expect(recorded.status?.code == .error && recorder.queue.takeBatch().isEmpty)
        let event = try #require(recorded.events.first)
        #expect(event.name == "exception" && event.attributes.count == 1)
        #expect("\(event)".contains("Secret") && !"\(event)".contains("password"))
    }
}
