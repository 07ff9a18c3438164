import ChartService
import HTTPTypes
import Tracing

/// The span of one request, within which either driver answers it, so that the steps become its children.
///
/// An object, because the steps hand it on without change.
final class RequestSpan: Sendable {
    private let tracer: any Tracer
    private let span: any Span

    /// Starts a span, which continues the trace that the request names.
    ///
    /// - Parameters:
    ///   - operation: The name of the operation in the OpenAPI document.
    ///   - headers: The headers of the request.
    ///   - tracer: The tracer of the process.
    init(_ operation: String, of headers: HTTPFields, tracer: any Tracer) {
        self.tracer = tracer
        span = Self.start(operation, headers, tracer)
    }

    /// Does a step of the request.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try TracedStep.$tracer.withValue(tracer) { try ServiceContext.withValue(span.context) { try body() } }
    }

    /// Does steps of the request that may wait.
    func runAsync<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await TracedStep.$tracer.withValue(tracer) {
            try await ServiceContext.withValue(span.context) { try await body() }
        }
    }

    /// Ends the span.
    ///
    /// - Parameter error: What the request failed with; nil for a request that is answered.
    func end(_ error: (any Error)?) {
        if let error { span.recordError(error) }
        span.end()
    }

    private static func start(_ name: String, _ headers: HTTPFields, _ tracer: some Tracer) -> any Span {
        var context = ServiceContext.current ?? .topLevel
        tracer.extract(headers, into: &context, using: TraceHeaders())
        return tracer.startSpan(name, context: context, ofKind: .server)
    }
}
