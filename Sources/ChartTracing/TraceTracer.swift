import ChartWire
package import Tracing

/// Makes the spans that ``TraceExporter`` sends, and reads and writes the headers of W3C Trace Context.
package final class TraceTracer: Tracer {
    private static let parentKey = "traceparent"
    private static let stateKey = "tracestate"

    private let sampler: TraceSampler
    private let queue: SpanQueue

    /// Creates a tracer.
    ///
    /// - Parameters:
    ///   - sampler: Decides which traces are recorded.
    ///   - queue: Where ended spans wait.
    init(sampler: TraceSampler, queue: SpanQueue) {
        self.sampler = sampler
        self.queue = queue
    }

    /// Begins a span; see `Tracer.startSpan`.
    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> TraceSpan {
        var context = context()
        let parent = context.trace
        let trace = TraceContext(childOf: parent, sampler)
        context.trace = trace
        guard trace.isSampled else { return TraceSpan(context, record: nil) }
        let span = FinishedSpan(
            trace: trace, parent: parent, kind: kind, start: instant().nanosecondsSinceEpoch, name: operationName)
        return TraceSpan(context, record: SpanRecord(span, endingIn: queue))
    }

    /// Asks for what waits to be sent soon.
    package func forceFlush() { queue.flush() }

    /// Reads the trace that a request names; see `Instrument.extract`.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let parent = extractor.extract(key: Self.parentKey, from: carrier).flatMap({ TraceParent($0) }) else {
            return
        }
        context.trace = TraceContext(parent, state: extractor.extract(key: Self.stateKey, from: carrier))
    }

    /// Writes the span that a request belongs to; see `Instrument.inject`.
    package func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(trace.parent.text, forKey: Self.parentKey, into: &carrier)
        if !trace.state.isEmpty { injector.inject(trace.state, forKey: Self.stateKey, into: &carrier) }
    }
}
