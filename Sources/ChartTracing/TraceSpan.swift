import Synchronization
package import Tracing

/// A span, which is recorded if its trace is sampled.
package struct TraceSpan: Span {
    /// What children of the span are made in.
    package let context: ServiceContext
    private let record: SpanRecord?

    /// Begins a span.
    ///
    /// - Parameters:
    ///   - context: The context, with the span in it.
    ///   - record: What is recorded; `nil` for nothing.
    init(_ context: ServiceContext, record: SpanRecord?) {
        self.context = context
        self.record = record
    }

    /// Whether what is told to the span is kept.
    package var isRecording: Bool { record?.read { _ in true } ?? false }

    /// The name of the operation; empty where nothing is recorded.
    package var operationName: String {
        get { record?.read(\.name) ?? "" }
        nonmutating set { record?.change { $0.name = newValue } }
    }

    /// The attributes; none where nothing is recorded.
    package var attributes: SpanAttributes {
        get { record?.read(\.attributes) ?? [:] }
        nonmutating set { record?.change { $0.attributes = newValue } }
    }

    /// Sets whether the operation has succeeded.
    package func setStatus(_ status: SpanStatus) { record?.change { $0.status = status } }

    /// Adds an event, unless the span has as many as one may have.
    package func addEvent(_ event: SpanEvent) {
        record?.change { content in
            if content.events.count < FinishedSpan.mostEvents {
                content.events.append(event)
            } else {
                content.droppedEvents += 1
            }
        }
    }

    /// Adds the type of an error as an event.
    ///
    /// Its text may quote a request, so it is left out, as in the log.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        guard isRecording else { return }
        var attributes = attributes
        attributes["exception.type"] = String(reflecting: type(of: error))
        addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
    }

    /// Adds a link to another span, unless the span has as many as one may have.
    package func addLink(_ link: SpanLink) {
        record?.change { if $0.links.count < FinishedSpan.mostEvents { $0.links.append(link) } }
    }

    /// Ends the span; further calls have no effect.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        record?.end(at: instant().nanosecondsSinceEpoch)
    }
}

/// What a span has recorded.
struct FinishedSpan: Sendable {
    /// The most attributes that are sent, and the most events and links that are kept.
    ///
    /// Source: "Span Limits" of the OpenTelemetry specification.
    static let mostEvents = 128

    /// The span.
    let trace: TraceContext
    /// Its parent; `nil` for the first span of a trace.
    let parent: TraceContext?
    /// What the span does in a request between two services.
    let kind: SpanKind
    /// When it has begun, in nanoseconds since 1970.
    let start: UInt64
    /// When it has ended, in nanoseconds since 1970.
    var end: UInt64 = 0
    /// The name of the operation.
    var name: String
    /// The attributes.
    var attributes: SpanAttributes = [:]
    /// What has happened in the span.
    var events: [SpanEvent] = []
    /// How many events were left out.
    var droppedEvents = 0
    /// Other spans that this one has to do with.
    var links: [SpanLink] = []
    /// Whether the operation has succeeded; `nil` where the caller has not said so.
    var status: SpanStatus?
}

/// Keeps what a span records until its end.
final class SpanRecord: Sendable {
    private let content: Mutex<FinishedSpan?>
    private let queue: SpanQueue

    /// Begins a record.
    init(_ span: FinishedSpan, endingIn queue: SpanQueue) {
        content = Mutex(span)
        self.queue = queue
    }

    /// Reads the record; `nil` after its end.
    func read<Value: Sendable>(_ body: (FinishedSpan) -> Value) -> Value? { content.withLock { $0.map(body) } }

    /// Changes the record before its end.
    func change(_ body: (inout FinishedSpan) -> Void) {
        content.withLock { span in
            guard var changed = span.take() else { return }
            body(&changed)
            span = changed
        }
    }

    /// Ends the record, which then waits to be sent.
    func end(at nanoseconds: UInt64) {
        guard var span = content.withLock({ $0.take() }) else { return }
        span.end = max(span.start, nanoseconds)
        queue.append(span)
    }
}
