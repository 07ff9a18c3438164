import ChartEngine
import ChartSeries
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird

/// The routes that show and change surfaces and their axes.
struct SurfaceRoutes: Sendable {
    let context: ServiceContext

    static let pattern = "/v1/sessions/{id}/surfaces/{sid}"

    var routes: [Route] {
        [
            Route(
                method: .post, pattern: "/v1/sessions/{id}/surfaces", operationID: "createSurface",
                query: RouteRequest.viewQuery, body: .json, handler: create),
            Route(
                method: .get, pattern: Self.pattern, operationID: "getSurface", query: RouteRequest.viewQuery,
                handler: get),
            Route(
                method: .patch, pattern: Self.pattern, operationID: "patchSurface",
                query: RouteRequest.viewQuery + ChangeMode.query, body: .json, handler: patch),
            Route(method: .delete, pattern: Self.pattern, operationID: "deleteSurface", handler: delete),
            Route(
                method: .patch, pattern: Self.pattern + "/axes/{aid}", operationID: "patchAxis",
                query: RouteRequest.viewQuery + ChangeMode.query, body: .json, handler: patchAxis),
            Route(
                method: .post, pattern: Self.pattern + "/commands", operationID: "postCommand",
                query: RouteRequest.viewQuery + ChangeMode.query, body: .json, handler: command),
        ]
    }

    private func create(_ request: RouteRequest) async throws -> Response {
        let view = try request.view(window: .full, hasSpecification: true)
        let cell = try context.cell(request, as: .driver)
        let body = try await request.json(SurfaceBody.self)
        let datasets = body.dataset.map { [$0] } ?? []
        let tables: [Table]
        do throws(SessionRegistry.UnknownDataset) {
            tables = try context.sessions.retain(datasets)
        } catch {
            throw Problem(
                .specificationUnknownDataset, "There is no dataset \"\(error.name)\".", pointer: "/dataset")
        }
        do {
            let (answer, surface) = try context.update(cell) { session in
                guard let calendar = CivilCalendar(timeZone: session.timeZone) else {
                    preconditionFailure("a session has a time zone that exists")
                }
                let surface = try body.surface(
                    table: tables.first, context: context.specification(calendar: calendar), at: .root)
                try session.add(
                    SessionSurface(surface: surface, dataset: body.dataset), limit: context.limits.surfacesPerSession)
                try SurfaceReferences.check(surface.chart.id, of: session) { body.place(ofModifier: $0, at: .root) }
                guard let added = session.surface(surface.chart.id) else {
                    preconditionFailure("an added surface is there")
                }
                return (AnswerWriter.surface(added, view: view), added)
            }
            return .json(
                answer, status: .created,
                headers: [
                    .location: "/v1/sessions/\(request.parameter("id"))/surfaces/\(surface.id)",
                    .eTag: surface.entityTag,
                ])
        } catch {
            for name in datasets { context.catalog.release(name) }
            throw error
        }
    }

    private func get(_ request: RouteRequest) async throws -> Response {
        let view = try request.view(window: .full, hasSpecification: true)
        let cell = try context.cell(request, as: .viewer)
        return try context.read(cell) { session in
            let surface = session.surfaces[try session.index(ofSurface: request.parameter("sid"))]
            if let tags = request.ifNoneMatch, tags.contains(surface.entityTag) || tags.contains("*") {
                return .notModified(eTag: surface.entityTag)
            }
            return .json(
                AnswerWriter.surface(surface, view: view),
                headers: [.eTag: surface.entityTag, .cacheControl: "no-cache"])
        }
    }

    private func patch(_ request: RouteRequest) async throws -> Response {
        let body = try await request.json(SurfacePatchBody.self)
        return try change(request) { surface in
            if let size = body.size { surface.resize(try size.chartSize(at: JSONPointer.root.appending("size"))) }
            if let window = body.window {
                surface.setWindowOptions(
                    try window.options(
                        surface.chart.windowOptions, maximumRows: context.limits.rowsPerWindow,
                        hasDates: surface.chart.table.xKind == .date && surface.chart.rowPosition == .x,
                        at: JSONPointer.root.appending("window")))
            }
            for (index, series) in (body.series ?? []).enumerated() {
                guard surface.setVisible(series.visible, series: series.id) else {
                    throw Problem(
                        .specificationUnknownReference, "There is no series \"\(series.id)\".",
                        pointer: "/series/\(index)/id")
                }
            }
        }
    }

    private func delete(_ request: RouteRequest) async throws -> Response {
        let cell = try context.cell(request, as: .driver)
        let dataset = try context.update(cell) { session in
            try session.check(request.ifMatch, surface: request.parameter("sid"))
            return try session.removeSurface(request.parameter("sid"))
        }
        if let dataset { context.catalog.release(dataset) }
        return .noContent()
    }

    private func patchAxis(_ request: RouteRequest) async throws -> Response {
        let body = try await request.json(AxisBody.self)
        let id = request.parameter("aid")
        return try change(request) { surface in
            guard let axis = surface.chart.axis(id) else {
                throw Problem(.axisUnknown, "The surface has no axis \"\(id)\".")
            }
            for (name, isGiven) in [("id", body.id != nil && body.id != id), ("type", body.type != nil)] where isGiven {
                throw Problem(.propertyInvalid, "The \(name) of an axis does not change.", pointer: "/\(name)")
            }
            var options = axis.options
            let range = try body.apply(to: &options, calendar: surface.chart.calendar, at: .root)
            surface.changeAxis(id, options: options, visibleRange: range)
        }
    }

    private func command(_ request: RouteRequest) async throws -> Response {
        switch try await request.json(CommandBody.self).mapped() {
        case .surface(let command):
            return try change(request) { surface in
                do throws(Surface.CommandError) {
                    try surface.perform(command)
                } catch {
                    throw SessionError.command(error)
                }
            }
        case .history(let direction):
            return try context.changeSession(request) { session in
                try session.travel(direction, fromSurface: request.parameter("sid"), ifMatch: request.ifMatch)
            }
        }
    }

    private func change(_ request: RouteRequest, _ change: (inout Surface) throws -> Void) throws -> Response {
        try context.change(request, change)
    }
}

extension ServiceContext {
    /// Changes the surface that a path names as one revision, and answers with it.
    ///
    /// - Parameters:
    ///   - request: The request; it may ask for a dry run and for an explanation.
    ///   - status: The status of the answer, decided by the change.
    ///   - change: The change; what it throws leaves the session as it is.
    /// - Returns: The answer.
    /// - Throws: A problem.
    func change(
        _ request: RouteRequest, status: HTTPResponse.Status = .ok, _ change: (inout Surface) throws -> Void
    ) throws -> Response {
        try changeSession(request, status: status) { session in
            try session.changeSurface(request.parameter("sid"), ifMatch: request.ifMatch, change)
        }
    }

    /// Changes a modifier of the surface that a path names as one revision, and answers with it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: What the client has sent.
    ///   - id: The modifier.
    ///   - change: The change; what it throws leaves the session as it is.
    /// - Returns: The answer.
    /// - Throws: A problem.
    func changeModifier(
        _ request: RouteRequest, as body: ModifierBody, of id: String, _ change: (inout Surface) throws -> Void
    ) throws -> Response {
        try changeSession(request) { session in
            try session.changeSurface(request.parameter("sid"), ifMatch: request.ifMatch, change)
            try SurfaceReferences.check(request.parameter("sid"), of: session) { broken in
                guard broken != id, let index = (body.children ?? []).firstIndex(where: { $0.effectiveID == broken })
                else { return .root }
                return JSONPointer.root.appending("children").appending(index)
            }
        }
    }

    /// Changes a session as one revision, and answers with the surface that a path names and the others that changed.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: The status of the answer.
    ///   - change: The change; what it throws leaves the session as it is.
    /// - Returns: The answer.
    /// - Throws: A problem.
    func changeSession(
        _ request: RouteRequest, status: HTTPResponse.Status = .ok, _ change: (inout Session) throws -> Void
    ) throws -> Response {
        let view = try request.view(window: .auto, hasSpecification: false)
        let mode = try request.changeMode()
        let cell = try cell(request, as: .driver)
        let id = request.parameter("sid")
        return try update(cell, isDryRun: mode.isDryRun) { session in
            if mode.isExplained { session.startTrace() }
            try change(&session)
            let trace = mode.isExplained ? session.takeTrace(ofSurface: id) : nil
            let surfaces = session.surfacesChanged(with: id)
            let answer = AnswerWriter.change(of: session, surfaces: surfaces, view: view, trace: trace)
            session.noteAnswered(surfaces, view: view)
            return .json(answer, status: status, headers: mode.headers(of: surfaces))
        }
    }
}

extension Session {
    /// Notes which windows an answer has shown.
    mutating func noteAnswered(_ surfaces: [SessionSurface], view: SurfaceView) {
        for surface in surfaces where view.showsRows(of: surface) { noteAnsweredWindow(ofSurface: surface.id) }
    }
}
