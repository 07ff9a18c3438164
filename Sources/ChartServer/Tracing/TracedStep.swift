import Tracing

/// The steps of a request that have their own spans when the process has a tracer.
enum TracedStep: String, Sendable {
    /// Reading the body.
    case decode
    /// Applying the change to the session.
    case apply
    /// Waiting until the store has committed the change.
    case commit
    /// Writing the rows of a window.
    case window

    /// The tracer of the current request; `nil` without tracing.
    @TaskLocal static var tracer: (any Tracer)?

    /// Runs the step in a span.
    func span<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let tracer = Self.tracer else { return try body() }
        return try Self.span(rawValue, tracer, body)
    }

    /// Runs the asynchronous step in a span.
    func asyncSpan<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard let tracer = Self.tracer else { return try await body() }
        return try await Self.asyncSpan(rawValue, .internal, tracer, body)
    }

    /// Begins the step within a span, which the caller ends; nil where no tracer records.
    func begin() -> (any Span)? {
        Self.tracer.map { Self.start(rawValue, $0) }
    }

    /// A tracer that records, or nil; asked once, at the start.
    static func recording(_ tracer: any Tracer) -> (any Tracer)? {
        tracer is NoOpTracer ? nil : tracer
    }

    private static func start(_ name: String, _ tracer: some Tracer) -> any Span { tracer.startSpan(name) }

    private static func span<Result>(
        _ name: String, _ tracer: some Tracer, _ body: () throws -> Result
    ) rethrows -> Result {
        try tracer.withSpan(name) { _ in try body() }
    }

    private static func asyncSpan<Result>(
        _ name: String, _ kind: SpanKind, _ tracer: some Tracer, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await tracer.withSpan(name, ofKind: kind) { _ in try await body() }
    }
}
