package import Logging

/// The tracer of a process, and what sends its spans.
package struct Traces: Sendable {
    /// The tracer.
    package let tracer: TraceTracer
    private let export: TraceSettings.Export
    private let version: String
    private let queue: SpanQueue

    /// Creates the tracer that settings ask for; `nil` where there is to be none.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - version: The version of the server.
    ///   - onDropped: Called with the number of spans that are dropped; it must not wait.
    package init?(_ settings: TraceSettings, version: String, onDropped: @escaping @Sendable (Int) -> Void) {
        guard let export = settings.export else { return nil }
        self.export = export
        self.version = version
        queue = SpanQueue(capacity: export.queueSize, batchSize: export.batchSize, onDropped: onDropped)
        tracer = TraceTracer(sampler: export.sampler, queue: queue)
    }

    /// The service that sends the spans, which is to end after all that make some.
    ///
    /// - Parameters:
    ///   - lastPatience: The longest time that the end waits for what is left.
    ///   - logger: Logs when spans are no longer delivered, and when they are again.
    /// - Returns: The service.
    package func exporter(lastPatience: Duration = .seconds(1), logger: Logger) -> TraceExporter {
        TraceExporter(export, version: version, queue: queue, lastPatience: lastPatience, logger: logger)
    }
}
