import ChartWire
import Tracing

/// Writes spans as a request of OTLP in JSON.
///
/// Source: `opentelemetry/proto/collector/trace/v1/trace_service.proto`, and "JSON Protobuf Encoding" of the OTLP
/// specification: identifiers are hexadecimal, and whole numbers of 64 bits are strings.
enum TraceMessage {
    /// Writes a request.
    ///
    /// - Parameters:
    ///   - spans: The spans.
    ///   - resource: What describes the process, in the order of the message.
    ///   - scope: The name and version of what has made the spans.
    /// - Returns: The JSON, in UTF-8.
    static func json(
        _ spans: [FinishedSpan], of resource: [(String, String)], scope: (name: String, version: String)
    ) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 1_024 * (spans.count + 1))
        writer.beginObject()
        writer.member("resourceSpans", list: [spans]) { spans, writer in
            writer.beginObject()
            writer.key("resource")
            writer.beginObject()
            writer.member("attributes", list: resource) { attribute, writer in
                write(attribute.0, .string(attribute.1), into: &writer)
            }
            writer.endObject()
            writer.member("scopeSpans", list: [spans]) { spans, writer in
                writer.beginObject()
                writer.key("scope")
                writer.beginObject()
                writer.member("name", scope.name)
                writer.member("version", scope.version)
                writer.endObject()
                writer.member("spans", list: spans) { write($0, into: &$1) }
                writer.endObject()
            }
            writer.endObject()
        }
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ span: FinishedSpan, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("traceId", span.trace.traceID)
        writer.member("spanId", span.trace.spanID)
        if !span.trace.state.isEmpty { writer.member("traceState", span.trace.state) }
        if let parent = span.parent { writer.member("parentSpanId", parent.spanID) }
        writer.member("flags", flags(span.trace, isRemote: span.parent?.isRemote ?? false))
        writer.member("name", span.name)
        writer.member("kind", number(of: span.kind))
        writer.member("startTimeUnixNano", String(span.start))
        writer.member("endTimeUnixNano", String(span.end))
        write(span.attributes, into: &writer)
        writer.member("events", list: span.events) { event, writer in
            writer.beginObject()
            writer.member("timeUnixNano", String(event.nanosecondsSinceEpoch))
            writer.member("name", event.name)
            write(event.attributes, into: &writer)
            writer.endObject()
        }
        if span.droppedEvents > 0 { writer.member("droppedEventsCount", span.droppedEvents) }
        writer.member("links", list: span.links.filter { $0.context.trace != nil }) { link, writer in
            guard let trace = link.context.trace else { return }
            writer.beginObject()
            writer.member("traceId", trace.traceID)
            writer.member("spanId", trace.spanID)
            if !trace.state.isEmpty { writer.member("traceState", trace.state) }
            writer.member("flags", flags(trace, isRemote: trace.isRemote))
            write(link.attributes, into: &writer)
            writer.endObject()
        }
        if let status = span.status {
            writer.key("status")
            writer.beginObject()
            if let message = status.message { writer.member("message", message) }
            writer.member("code", status.code == .ok ? 1 : 2)
            writer.endObject()
        }
        writer.endObject()
    }

    /// The flags of `traceparent`, with two bits of OTLP that say whether the parent is of another service.
    private static func flags(_ trace: TraceContext, isRemote: Bool) -> Int {
        Int(trace.flags) | 0x100 | (isRemote ? 0x200 : 0)
    }

    private static func number(of kind: SpanKind) -> Int {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }

    private static func write(_ attributes: SpanAttributes, into writer: inout JSONWriter) {
        var sorted: [(String, SpanAttribute)] = []
        // The attributes are no sequence that a loop could go through.
        // swift-format-ignore: ReplaceForEachWithForLoop
        attributes.forEach { sorted.append(($0, $1)) }
        sorted.sort { $0.0 < $1.0 }
        writer.member("attributes", list: sorted.prefix(FinishedSpan.mostEvents)) { attribute, writer in
            write(attribute.0, attribute.1, into: &writer)
        }
        let dropped = sorted.count - FinishedSpan.mostEvents
        if dropped > 0 { writer.member("droppedAttributesCount", dropped) }
    }

    private static func write(_ name: String, _ value: SpanAttribute, into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("key", name)
        writer.key("value")
        write(value, into: &writer)
        writer.endObject()
    }

    private static func write(_ value: SpanAttribute, into writer: inout JSONWriter) {
        writer.beginObject()
        switch value {
        case .string(let text): writer.member("stringValue", text)
        case .bool(let flag): writer.member("boolValue", flag)
        case .int32(let number): writer.member("intValue", String(number))
        case .int64(let number): writer.member("intValue", String(number))
        case .double(let number): write(number, into: &writer)
        case .stringArray(let list): write(list.map { .string($0) }, into: &writer)
        case .boolArray(let list): write(list.map { .bool($0) }, into: &writer)
        case .int32Array(let list): write(list.map { .int32($0) }, into: &writer)
        case .int64Array(let list): write(list.map { .int64($0) }, into: &writer)
        case .doubleArray(let list): write(list.map { .double($0) }, into: &writer)
        case .stringConvertibleArray(let list): write(list.map { .string("\($0)") }, into: &writer)
        case .stringConvertible(let value): writer.member("stringValue", "\(value)")
        // The library asks for a default, as it may get further cases.
        default: writer.member("stringValue", "")
        }
        writer.endObject()
    }

    private static func write(_ number: Double, into writer: inout JSONWriter) {
        guard !number.isFinite else { return writer.member("doubleValue", number) }
        writer.member("doubleValue", number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity")
    }

    private static func write(_ list: [SpanAttribute], into writer: inout JSONWriter) {
        writer.key("arrayValue")
        writer.beginObject()
        writer.member("values", list: list) { write($0, into: &$1) }
        writer.endObject()
    }
}
