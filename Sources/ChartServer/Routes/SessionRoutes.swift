import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes that open, show and end sessions.
struct SessionRoutes: Sendable {
    let service: ServiceDependencies

    /// The sessions of a list that names no limit.
    private static let listLength = 100

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: "/v1/sessions", operationID: "listSessions", access: .scope(.manageSessions),
                query: ["limit", "after"]
            ) { request in
                let limit = try request.query.value(
                    "limit", expected: "1 to \(SessionRegistry.longestList)"
                ) { text in Int(text).flatMap { (1...SessionRegistry.longestList).contains($0) ? $0 : nil } }
                let after = request.query.text("after")
                return .work { _ in .now(try await list(after: after, limit: limit ?? Self.listLength)) }
            },
            Route(
                method: .post, pattern: "/v1/sessions", operationID: "createSession", access: .scope(.createSessions),
                query: QueryParameters.viewNames,
                body: .json, handler: create),
            Route(
                method: .get, pattern: "/v1/sessions/{id}", operationID: "getSession", access: .session(.viewer),
                query: QueryParameters.viewNames,
                handler: get),
            .changing(.patchSession, .patch, "/v1/sessions/{id}", in: service),
            Route(
                method: .delete, pattern: "/v1/sessions/{id}", operationID: "deleteSession", access: .sessionEnd,
                audited: .sessionEnd, handler: delete),
        ]
    }

    private func create(_ request: RouteRequest) throws -> Reply {
        let view = try service.readView(of: request, window: .full, hasSpecification: true)
        return .afterBody { body in .work { _ in .now(try await create(body, view, request)) } }
    }

    private func create(_ bytes: [UInt8], _ view: SurfaceView, _ request: RouteRequest) async throws -> Answer {
        let start = try SessionStart(
            specification: bytes, bounds: service.interpreter.bounds, idleTimeout: service.idleTimeout)
        try start.body.checkIdleTimeout(atMost: service.limits.idleTimeout)
        let created: SessionRegistry.Created
        do {
            let mayWait = start.body.datasets.contains(where: service.catalog.mayKeepSessionsWaiting)
            created = try await LongWork.run(if: mayWait) {
                try await service.sessions.create(
                    showing: start.body.datasets, from: request.clientAddress.key,
                    ownedBy: service.authorizer.owner(of: request.caller), line: { start.line(of: $0) },
                    { id, tables in
                        let session = try start.session(id: id, tables: tables, interpreter: service.interpreter)
                        try service.limits.specification.check(session)
                        return session
                    })
            }
        } catch let error as SessionRegistry.UnknownDataset {
            throw Problem(error, at: start.body.pointer(ofDataset: error.index))
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
            throw error
        }
        // An answer with both a secret and bytes of the client must not be compressed.
        var headers: HTTPFields = [
            .location: "/v1/sessions/\(created.session.id)", .cacheControl: "no-store, no-transform",
        ]
        headers.tell(view.locale ?? created.session.chartLocale)
        return .json(answer, status: .created, headers: headers)
    }

    private func list(after id: String?, limit: Int) async throws -> Answer {
        let page = try await service.sessions.list(after: id, limit: limit)
        var writer = JSONWriter(reservingCapacity: 256 * (page.count + 1), limit: service.limits.answerBytes)
        SessionListWriter.write(page, limit: limit, into: &writer)
        return .json(
            try writer.answer(remedy: "Ask for fewer sessions with limit."), headers: [.cacheControl: "no-store"])
    }

    private func get(_ request: RouteRequest) throws -> Reply {
        let view = try service.readView(of: request, window: .full, hasSpecification: true)
        return try service.access.useSession(request) { [service] cell in
            let session = try service.sessions.read(cell) { $0 }
            let expiresAt = service.sessions.clock.date() + Int64(session.idleTimeout)
            var headers: HTTPFields = [.cacheControl: "no-store"]
            headers.tell(view.locale ?? session.chartLocale)
            return service.writer.write(.state(session, view, expiresAt: expiresAt, tokens: nil), to: request) {
                [headers] in
                .json($0, headers: headers)
            }
        }
    }

    private func delete(_ request: RouteRequest) -> Reply {
        .work { _ in
            try await service.access.endSession(request)
            return .now(.noContent())
        }
    }
}
