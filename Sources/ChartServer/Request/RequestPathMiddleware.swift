import ChartWire
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// The one middleware: request id, errors as problems, headers, log and metrics.
///
/// One instead of five, because each layer costs every event batch about two percent.
struct RequestPathMiddleware: RouterMiddleware {
    /// What the routes know, for 404 and 405.
    let table: RouteTable
    /// The demo page's files, or nil when they are not served.
    let staticFiles: StaticFiles?
    /// The counters.
    let metrics: RequestMetrics
    /// Who may call.
    var gate = RequestGate()

    /// Answers a request, always; only a broken HTTP message goes on as an error, for Hummingbird to close.
    func handle(
        _ request: Request, context: ChartRequestContext,
        next: @concurrent (Request, ChartRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var context = context
        context.adoptNames(from: request.headers)

        var response: Response
        var code: ProblemCode?
        var route = context.routePattern
        do {
            do {
                if let early = try gate.answer(request) {
                    (response, route) = (early, RequestGate.route)
                } else {
                    response = try await next(request, context)
                }
            } catch let error as HTTPError where error.status == .notFound && context.routePattern == nil {
                (response, route) = try await answerUnrouted(request, context: context)
            }
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let problem = ProblemMapping.problem(for: error, logger: context.logger)
            response = Response(WholeAnswer(problem: problem))
            code = problem.code
            route = context.routePattern
        }

        complete(&response.headers, of: request, context: context)
        observe(request, context: context, route: route, status: response.status, code: code, since: start)
        return response
    }

    /// Adds what every answer carries.
    func complete(_ headers: inout HTTPFields, of request: Request, context: ChartRequestContext) {
        headers.append(HTTPField(name: .requestID, value: context.requestID))
        SecurityHeaders.add(to: &headers)
        gate.crossOrigin.add(to: &headers, for: request)
    }

    /// Counts and logs an answered request.
    func observe(
        _ request: Request, context: ChartRequestContext, route: String?, status: HTTPResponse.Status,
        code: ProblemCode?, since start: ContinuousClock.Instant
    ) {
        let observation = RequestObservation(
            method: request.method, route: route, status: status, code: code, duration: .now - start)
        metrics.record(observation)
        observation.log(to: context.logger)
    }

    /// A file of the demo page, else 405 for a known path and 404 for another.
    private func answerUnrouted(
        _ request: Request, context: ChartRequestContext
    ) async throws -> (Response, route: String?) {
        let path = request.uri.path
        if let (pattern, allowed) = table.methods(ofPath: path) {
            context.coreContext.endpointPath.value = pattern
            let names = allowed.map(\.rawValue)
            throw Problem(
                .methodNotAllowed, "\(pattern) knows \(names.joined(separator: ", ")), not \(request.method.rawValue).",
                allow: names)
        }
        if let staticFiles, let response = try await staticFiles.response(to: request, context: context) {
            return (response, "static")
        }
        throw Problem(.routeUnknown, "No route has this path.")
    }
}
