import ChartEngine
import ChartSeries
import ChartService
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
                method: .post, pattern: "/v1/sessions", operationID: "createSession", query: QueryParameters.viewNames,
                body: .json, handler: create),
            Route(
                method: .get, pattern: "/v1/sessions/{id}", operationID: "getSession", query: QueryParameters.viewNames,
                handler: get),
            .changing(.patchSession, .patch, "/v1/sessions/{id}", in: context),
            Route(method: .delete, pattern: "/v1/sessions/{id}", operationID: "deleteSession", handler: delete),
        ]
    }

    private func create(_ request: RouteRequest) async throws -> Response {
        let view = try context.view(of: request, window: .full, hasSpecification: true)
        let bytes = try await request.body()
        let start = try SessionStart(
            specification: bytes, bounds: context.interpreter.bounds, idleTimeout: context.idleTimeout)
        try start.body.checkIdleTimeout(atMost: context.limits.idleTimeout)
        let created: SessionRegistry.Created
        do {
            created = try await LongWork.run(if: context.catalog.isChanging) {
                try await context.sessions.create(
                    showing: start.body.datasets, from: request.clientAddress, line: { start.line(of: $0) },
                    { id, tables in
                        let session = try start.session(id: id, tables: tables, interpreter: context.interpreter)
                        try context.limits.specification.checkWork(of: session)
                        return session
                    })
            }
        } catch let error as SessionRegistry.UnknownDataset {
            if let refusal = error.refusal { throw Problem(refusal) }
            throw Problem(
                .specificationUnknownDataset, "There is no dataset \"\(error.name)\".",
                at: start.body.pointer(ofDataset: error.index))
        } catch let error as SessionError {
            throw Problem(error)
        }
        let answer: [UInt8]
        do {
            let draft = AnswerDraft.state(
                created.session, view, expiresAt: created.expiresAt,
                tokens: (created.driverToken.text, created.viewerToken.text))
            answer = try await LongWork.run(if: draft.effort == .long) { () throws in try draft.writeWithinLimit() }
        } catch {
            // The caller never learns of the session, which would live until it expires.
            try? await context.sessions.end(created.session.id)
            if let error = error as? SessionError { throw Problem(error) }
            throw error
        }
        return .json(
            answer, status: .created,
            headers: [.location: "/v1/sessions/\(created.session.id)", .cacheControl: "no-store"])
    }

    private func get(_ request: RouteRequest) async throws -> Response {
        let view = try context.view(of: request, window: .full, hasSpecification: true)
        let cell = try await context.cell(request, as: .viewer)
        let session = try await context.withSession(of: request, cell) { cell in
            try context.sessions.read(cell) { $0 }
        }
        let expiresAt = context.sessions.clock.date() + Int64(session.idleTimeout)
        let answer = try await context.write(.state(session, view, expiresAt: expiresAt, tokens: nil), for: request)
        return .json(answer, headers: [.cacheControl: "no-store"])
    }

    private func delete(_ request: RouteRequest) async throws -> Response {
        try await context.end(request)
        return .noContent()
    }
}
