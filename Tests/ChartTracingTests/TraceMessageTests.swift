import Testing
import Tracing

@testable import ChartTracing

@Suite struct TraceMessageTests {
    @Test func `a span is written as the specification of OTLP says`() throws {
        let recorder = Recorder()
        var context = ServiceContext.topLevel
        let headers = ["traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-03", "tracestate": "v=1"]
        recorder.tracer.extract(headers, into: &context, using: Headers())
        let link = SpanLink(context: context, attributes: [:])
        let span = recorder.tracer.startSpan(
            "work", context: context, ofKind: .client, at: Moment(nanosecondsSinceEpoch: 1_700_000_000_000_000_001))
        span.attributes = [
            "a": .int64(.max), "b": .string("\"x\"\n"), "c": .double(0.5), "d": .double(.nan), "e": .bool(true),
            "f": .stringArray(["p", "q"]), "g": .doubleArray([1, -.infinity]), "h": .int32(-1), "i": .int64Array([7]),
        ]
        span.addEvent(SpanEvent(name: "seen", at: Moment(nanosecondsSinceEpoch: 9), attributes: ["k": "v"]))
        span.addLink(link)
        span.setStatus(SpanStatus(code: .error, message: "no"))
        span.end(at: Moment(nanosecondsSinceEpoch: 1_700_000_000_000_000_002))
        let recorded = try recorder.next()
        let text = String(
            decoding: TraceMessage.json([recorded], of: [("service.name", "s")], scope: ("n", "1")), as: UTF8.self)
        #expect(
            text == """
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"s"}}]},\
                "scopeSpans":[{"scope":{"name":"n","version":"1"},"spans":[{\
                "traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"\(recorded.trace.spanID)","traceState":"v=1",\
                "parentSpanId":"b7ad6b7169203331","flags":771,"name":"work","kind":3,\
                "startTimeUnixNano":"1700000000000000001","endTimeUnixNano":"1700000000000000002","attributes":[\
                {"key":"a","value":{"intValue":"9223372036854775807"}},\
                {"key":"b","value":{"stringValue":"\\"x\\"\\n"}},{"key":"c","value":{"doubleValue":0.5}},\
                {"key":"d","value":{"doubleValue":"NaN"}},{"key":"e","value":{"boolValue":true}},\
                {"key":"f","value":{"arrayValue":{"values":[{"stringValue":"p"},{"stringValue":"q"}]}}},\
                {"key":"g","value":{"arrayValue":{"values":[{"doubleValue":1},{"doubleValue":"-Infinity"}]}}},\
                {"key":"h","value":{"intValue":"-1"}},{"key":"i","value":{"arrayValue":{"values":[{"intValue":"7"}]}}}],\
                "events":[{"timeUnixNano":"9","name":"seen","attributes":[{"key":"k","value":{"stringValue":"v"}}]}],\
                "links":[{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331","traceState":"v=1",\
                "flags":771,"attributes":[]}],"status":{"message":"no","code":2}}]}]}]}
                """)
    }

    @Test func `a span has at most 128 attributes, the first by name`() throws {
        let recorder = Recorder()
        let span = recorder.tracer.startSpan("work")
        for number in 0..<200 { span.attributes["a\(1_000 + number)"] = number }
        span.end()
        let recorded = try recorder.next()
        let text = String(decoding: TraceMessage.json([recorded], of: [], scope: ("n", "1")), as: UTF8.self)
        #expect(text.contains(#""a1127""#) && !text.contains(#""a1128""#))
        #expect(text.contains(#""droppedAttributesCount":72"#))
    }
}
