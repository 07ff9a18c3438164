import ChartService
import Tracing

extension TracedStep {
    /// Answers a request in a span of the server; the steps become its children.
    ///
    /// - Parameters:
    ///   - operation: The name of the operation in the OpenAPI document.
    ///   - headers: The headers of the request, which may name its trace.
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
}
