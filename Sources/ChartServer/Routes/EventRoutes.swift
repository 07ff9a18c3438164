import ChartEngine
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird

/// The main call: a batch of events for a surface.
struct EventRoutes: Sendable {
    let context: ServiceContext

    var routes: [Route] {
        [
            Route(
                method: .post, pattern: SurfaceRoutes.pattern + "/events", operationID: "postEvents",
                query: RouteRequest.viewQuery + ChangeMode.query, body: .json, handler: post)
        ]
    }

    private func post(_ request: RouteRequest) async throws -> Response {
        let view = try request.view(window: .auto, hasSpecification: false)
        let mode = try request.changeMode()
        let cell = try context.cell(request, as: .driver)
        if let limit = context.limits.batchesPerSecond,
            !cell.admitsBatch(limit: limit, now: context.sessions.now)
        {
            throw Problem(.rateExceeded, "A session takes \(limit) batches a second.", retryAfter: 1)
        }
        let id = request.parameter("sid")
        let bytes = try await request.body()
        let body = try EventBatchBody(bytes.span, maximumEvents: context.limits.eventsPerBatch)
        let digest = BatchDigest(body: bytes, surface: id)
        return try context.update(cell, isDryRun: mode.isDryRun) { session in
            let size = session.surfaces[try session.index(ofSurface: id)].surface.chart.size
            let batch = try body.batch(digest: digest, size: size)
            if mode.isExplained { session.startTrace() }
            switch try session.apply(batch, toSurface: id, ifMatch: request.ifMatch, now: context.sessions.now) {
            case .duplicate(let answer?):
                return .json(AnswerWriter.duplicate(of: answer))
            case .duplicate(nil):
                let surface = session.surfaces[try session.index(ofSurface: id)]
                return .json(
                    AnswerWriter.duplicate(of: AnswerWriter.change(of: session, surfaces: [surface], view: view)))
            case .applied(let ignored):
                let trace = mode.isExplained ? session.takeTrace(ofSurface: id) : nil
                let surfaces = session.surfacesChanged(with: id)
                let answer = AnswerWriter.change(
                    of: session, surfaces: surfaces, view: view, ignored: ignored, trace: trace)
                session.noteAnswered(surfaces, view: view)
                session.keep(answer: answer, to: batch)
                return .json(answer, headers: mode.headers(of: surfaces))
            }
        }
    }
}
