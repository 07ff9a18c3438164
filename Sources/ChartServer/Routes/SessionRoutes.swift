import ChartEngine
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird

/// The routes that open, show and end sessions.
struct SessionRoutes: Sendable {
    let context: ServiceContext

    var routes: [Route] {
        [
            Route(
                method: .post, pattern: "/v1/sessions", operationID: "createSession", query: RouteRequest.viewQuery,
                body: .json, handler: create),
            Route(
                method: .get, pattern: "/v1/sessions/{id}", operationID: "getSession", query: RouteRequest.viewQuery,
                handler: get),
            Route(method: .delete, pattern: "/v1/sessions/{id}", operationID: "deleteSession", handler: delete),
        ]
    }

    private func create(_ request: RouteRequest) async throws -> Response {
        let view = try request.view(window: .full, hasSpecification: true)
        let body = try await request.json(SessionBody.self)
        let specification = context.specification(calendar: try body.calendar())
        let created: SessionRegistry.Created
        do {
            created = try context.sessions.create(showing: body.datasets) { id, tables in
                try body.session(
                    id: id, tables: tables, context: specification, idleTimeout: context.idleTimeout,
                    maximumSurfaces: context.limits.surfacesPerSession)
            }
        } catch let error as SessionRegistry.UnknownDataset {
            throw Problem(
                .specificationUnknownDataset, "There is no dataset \"\(error.name)\".",
                at: body.pointer(ofDataset: error.index))
        } catch let error as SessionError {
            throw Problem(error)
        }
        let answer = AnswerWriter.state(
            of: created.session, view: view, expiresAt: created.expiresAt,
            tokens: (created.driverToken.text, created.viewerToken.text))
        return .json(
            answer, status: .created,
            headers: [.location: "/v1/sessions/\(created.session.id)", .cacheControl: "no-store"])
    }

    private func get(_ request: RouteRequest) async throws -> Response {
        let view = try request.view(window: .full, hasSpecification: true)
        let cell = try context.cell(request, as: .viewer)
        let answer = try context.read(cell) { session in
            AnswerWriter.state(of: session, view: view, expiresAt: context.sessions.now + Int64(session.idleTimeout))
        }
        return .json(answer, headers: [.cacheControl: "no-store"])
    }

    private func delete(_ request: RouteRequest) async throws -> Response {
        _ = try context.cell(request, as: .driver)
        context.sessions.end(request.parameter("id"))
        return .noContent()
    }
}
