import ChartEngine
import ChartSeries
import ChartWire

extension ChangeInterpreter {
    func prepareNewSurface(_ change: Change) throws -> PreparedChange {
        let view = view(of: change)
        let body = SurfaceSpecification.namingDataset(try change.decoded(JSONObject.self))
        let named = try SurfaceSpecification.datasets(of: body, at: .root).map(\.name)
        let id = try SurfaceSpecification.id(of: body, at: .root)
        var logged = change
        logged.surface = id
        return PreparedChange(change: logged) { session in
            guard let calendar = CivilCalendar(timeZone: session.timeZone) else {
                preconditionFailure("a session has a time zone that exists")
            }
            let place = SurfaceSpecification.Place(
                context: specification(calendar: calendar), dataset: named.first,
                tables: session.newest(of: change.tables))
            let specification = try SurfaceSpecification(body, in: place, at: .root)
            let surface = try specification.surface(in: place, at: .root)
            let entry = SessionSurface(surface: surface, dataset: place.dataset)
            try session.add(entry, limit: bounds.surfacesPerSession)
            try SurfaceReferences.check(id, of: session) { specification.place(ofModifier: $0, at: .root) }
            guard let added = session.surface(id) else {
                preconditionFailure("an added surface is there")
            }
            let view = view.resolved(for: session)
            return ChangeAnswer(
                body: .surface(added, view), outcome: .created(path: "surfaces/\(added.id)"),
                entityTag: added.entityTag, locale: view.locale,
                releasedDatasets: named.without(entry.datasets))
        }
    }

    func preparePatchOfSurface(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        guard SurfaceSpecification.changesContents(body) else {
            return try answered(change) { (surface: inout Surface) in
                try SurfaceSpecification.change(
                    &surface, by: body,
                    in: .init(context: specification(calendar: surface.chart.calendar), tables: [:]))
            }
        }
        let named = try SurfaceSpecification.datasets(of: body, at: .root).map(\.name)
        var prepared = try answered(change) { (session: inout Session) in
            let shown = session.surface(change.surface)?.dataset
            let body = shown == nil ? SurfaceSpecification.namingDataset(body) : body
            let dataset = try SurfaceSpecification.dataset(of: body) ?? shown
            let tables = session.newest(of: change.tables)
            try session.changeContents(ofSurface: change.surface, to: dataset, ifMatch: change.ifMatch) { surface in
                try SurfaceSpecification.change(
                    &surface, by: body,
                    in: .init(
                        context: specification(calendar: surface.chart.calendar), dataset: dataset, tables: tables,
                        oldDataset: shown))
            }
            return .changed
        }
        prepared.make = { [make = prepared.make] session in
            let held = (session.surface(change.surface)?.datasets ?? []) + named
            var answer = try make(&session)
            answer.releasedDatasets = held.without(session.surface(change.surface)?.datasets ?? [])
            return answer
        }
        return prepared
    }

    func prepareRemovalOfSurface(_ change: Change) -> PreparedChange {
        PreparedChange(change: change) { session in
            try session.check(change.ifMatch, surface: change.surface)
            let datasets = try session.removeSurface(change.surface)
            return ChangeAnswer(body: .empty, outcome: .ended, releasedDatasets: datasets)
        }
    }

    func preparePatchOfAxis(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        let id = change.item
        return try answered(change) { (surface: inout Surface) in try surface.changeAxis(id, by: body) }
    }
}

extension Surface {
    /// Changes an axis by the body of a request.
    ///
    /// - Parameters:
    ///   - id: The axis.
    ///   - body: The body.
    /// - Throws: A problem that names the place in the body.
    mutating func changeAxis(_ id: String, by body: JSONObject) throws(Problem) {
        guard let axis = chart.axis(id) else {
            throw Problem(.axisUnknown, "The surface has no axis \"\(id)\".")
        }
        if let type = body["type"], type != .null {
            throw Problem(.propertyInvalid, "The type of an axis does not change.", pointer: "/type")
        }
        var change = AxisChange(of: axis)
        try change.take(body, in: .init(dimension: axis.dimension, calendar: chart.calendar), at: .root)
        guard change.axis == id else {
            throw Problem(.propertyInvalid, "The id of an axis does not change.", pointer: "/id")
        }
        changeAxis(id, options: change.options, visibleRange: change.visibleRange)
    }
}

extension Session {
    /// The newest rows of some datasets: those that the session shows, which may have come since the others were read.
    ///
    /// All surfaces of a dataset show the same rows.
    fileprivate func newest(of tables: [String: Table]) -> [String: Table] {
        var newest = tables
        for name in tables.keys { newest[name] = table(of: name) ?? newest[name] }
        return newest
    }
}

extension [String] {
    /// The names without each of some others once.
    fileprivate func without(_ others: [String]) -> [String] {
        var left = self
        for one in others {
            if let index = left.firstIndex(of: one) { left.remove(at: index) }
        }
        return left
    }
}
