import ChartSessions
import ChartWire
import HTTPTypes
import Tracing

/// The span of one request, within which it is answered, so that the steps become its children.
///
/// An object, because the steps hand it on without change.
final class RequestSpan: Sendable {
    private let tracer: any Tracer
    private let span: any Span

    /// Starts a span, which continues the trace that the request names.
    ///
    /// - Parameters:
    ///   - route: The route, whose name of the operation in the OpenAPI document names the span.
    ///   - head: The head of the request.
    ///   - scheme: The scheme that the client has used.
    ///   - tracer: The tracer of the process.
    init(_ route: Route, of head: HTTPRequest, scheme: String, tracer: any Tracer) {
        self.tracer = tracer
        span = Self.start(route.operationID, head.headerFields, tracer)
        guard span.isRecording else { return }
        span.updateAttributes { attributes in
            attributes["http.request.method"] = head.method.rawValue
            attributes["http.route"] = route.pattern
            attributes["url.scheme"] = scheme
        }
    }

    /// Does a step of the request.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try TracedStep.$tracer.withValue(tracer) {
            try WindowTrace.$around.withValue({ TracedStep.window.span($0) }) {
                try ServiceContext.withValue(span.context) { try body() }
            }
        }
    }

    /// Does steps of the request that may wait.
    func runAsync<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        try await TracedStep.$tracer.withValue(tracer) {
            try await WindowTrace.$around.withValue({ TracedStep.window.span($0) }) {
                try await ServiceContext.withValue(span.context) { try await body() }
            }
        }
    }

    /// Notes the answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - code: The code of the problem that is answered; nil for none.
    func note(_ status: HTTPResponse.Status, _ code: ProblemCode?) {
        guard span.isRecording else { return }
        span.updateAttributes { attributes in
            attributes["http.response.status_code"] = status.code
            attributes["error.type"] = code?.rawValue
        }
        // A refusal is the caller's failure, not that of the server.
        if status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
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
