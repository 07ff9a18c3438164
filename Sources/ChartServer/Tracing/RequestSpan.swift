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

/// Passes the headers of a request to a tracer, which continues the trace that they name.
struct TraceHeaders: Extractor {
    func extract(key: String, from headers: HTTPFields) -> String? {
        HTTPField.Name(key).flatMap { headers[$0] }
    }
}

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
