import ChartEngine
import ChartSeries
import ChartService
import ChartSessions
import ChartWire
import HTTPTypes

/// The routes that open, show and end sessions.
struct SessionRoutes: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [
            Route(
                method: .post, pattern: "/v1/sessions", operationID: "createSession", query: QueryParameters.viewNames,
                body: .json, handler: create),
            Route(
                method: .get, pattern: "/v1/sessions/{id}", operationID: "getSession", query: QueryParameters.viewNames,
                handler: get),
            .changing(.patchSession, .patch, "/v1/sessions/{id}", in: service),
            Route(method: .delete, pattern: "/v1/sessions/{id}", operationID: "deleteSession", handler: delete),
        ]
    }

    private func create(_ request: RouteRequest) throws -> Reply {
        let view = try service.view(of: request, window: .full, hasSpecification: true)
        return .afterBody { body in .work { _ in .now(try await create(body, view, from: request.clientAddress)) } }
    }

    private func create(_ bytes: [UInt8], _ view: SurfaceView, from address: String) async throws -> Answer {
        let start = try SessionStart(
            specification: bytes, bounds: service.interpreter.bounds, idleTimeout: service.idleTimeout)
        try start.body.checkIdleTimeout(atMost: service.limits.idleTimeout)
        let created: SessionRegistry.Created
        do {
            created = try await LongWork.run(if: service.catalog.isChanging) {
                try await service.sessions.create(
                    showing: start.body.datasets, from: address, line: { start.line(of: $0) },
                    { id, tables in
                        let session = try start.session(id: id, tables: tables, interpreter: service.interpreter)
                        try service.limits.specification.checkWork(of: session)
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
            try? await service.sessions.end(created.session.id)
            if let error = error as? SessionError { throw Problem(error) }
            throw error
        }
        return .json(
            answer, status: .created,
            headers: [.location: "/v1/sessions/\(created.session.id)", .cacheControl: "no-store"])
    }

    private func get(_ request: RouteRequest) throws -> Reply {
        let view = try service.view(of: request, window: .full, hasSpecification: true)
        return try service.withSession(request, as: .viewer) { [service] cell in
            let session = try service.sessions.read(cell) { $0 }
            let expiresAt = service.sessions.clock.date() + Int64(session.idleTimeout)
            return service.write(.state(session, view, expiresAt: expiresAt, tokens: nil)) {
                .json($0, headers: [.cacheControl: "no-store"])
            }
        }
    }

    private func delete(_ request: RouteRequest) -> Reply {
        .work { _ in
            try await service.end(request)
            return .now(.noContent())
        }
    }
}
