import Tracing

/// The steps of a request that are spans of their own where the process has a tracer.
enum TracedStep: String, Sendable {
    /// The body is read.
    case decode
    /// The change is made on the session.
    case apply
    /// The change waits until the store has it.
    case commit
    /// The rows of a window are written.
    case window

    /// The tracer of the request under way; nil where nobody traces.
    @TaskLocal static var tracer: (any Tracer)?

    /// Does the step within a span.
    func span<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let tracer = Self.tracer else { return try body() }
        return try Self.span(rawValue, tracer, body)
    }

    /// Does the step within a span, and may wait.
    func asyncSpan<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard let tracer = Self.tracer else { return try await body() }
        return try await Self.asyncSpan(rawValue, .internal, tracer, body)
    }

    /// Answers a request within a span of the server, so that the steps become its children.
    ///
    /// - Parameters:
    ///   - operation: The name of the operation in the OpenAPI document.
    ///   - headers: The headers of the request, which may name the trace that it is part of.
    ///   - tracer: The tracer of the process, or nil.
    ///   - body: Answers the request.
    /// - Returns: What the body returns.
    static func request<Result>(
        _ operation: String, of headers: RequestHeaders, tracer: (any Tracer)?, _ body: () async throws -> Result
    ) async rethrows -> Result {
        guard let tracer else { return try await body() }
        return try await $tracer.withValue(tracer) { try await requestSpan(operation, headers, tracer, body) }
    }

    private static func requestSpan<Result>(
        _ name: String, _ headers: RequestHeaders, _ tracer: some Tracer, _ body: () async throws -> Result
    ) async rethrows -> Result {
        var context = ServiceContextModule.ServiceContext.current ?? .topLevel
        tracer.extract(headers.fields, into: &context, using: TraceHeaders())
        return try await tracer.withSpan(name, context: context, ofKind: .server) { _ in try await body() }
    }

    /// A tracer that records, or nil; asked once, at the start.
    static func recording(_ tracer: any Tracer) -> (any Tracer)? {
        tracer is NoOpTracer ? nil : tracer
    }

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
