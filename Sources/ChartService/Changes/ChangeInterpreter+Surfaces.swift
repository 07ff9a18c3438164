import ChartEngine
import ChartSeries
import ChartSessions
import ChartWire
import HTTPTypes

extension ChangeInterpreter {
    func prepareNewSurface(_ change: SessionChange) throws -> PreparedChange {
        let view = view(of: change)
        let body = try change.decoded(JSONObject.self)
        let dataset = try SurfaceSpecification.dataset(of: body, at: .root)
        let id = try SurfaceSpecification.id(of: body, at: .root)
        return PreparedChange(record: change.record(surface: id)) { session in
            guard let calendar = CivilCalendar(timeZone: session.timeZone) else {
                preconditionFailure("a session has a time zone that exists")
            }
            // Rows may have arrived since the lookup of the table; all surfaces of a dataset show the same rows.
            let shown = session.surfaces.first { $0.dataset != nil && $0.dataset == dataset }
            let place = SurfaceSpecification.Place(
                context: specification(calendar: calendar), table: shown?.surface.chart.table ?? change.table)
            let specification = try SurfaceSpecification(body, in: place, at: .root)
            let surface = try specification.surface(in: place, at: .root)
            try session.add(SessionSurface(surface: surface, dataset: dataset), limit: bounds.surfacesPerSession)
            try SurfaceReferences.check(id, of: session) { specification.place(ofModifier: $0, at: .root) }
            guard let added = session.surface(id) else {
                preconditionFailure("an added surface is there")
            }
            let view = view.resolved(for: session)
            var headers: HTTPFields = [
                .location: "/v1/sessions/\(session.id)/surfaces/\(added.id)", .eTag: added.entityTag,
            ]
            if let locale = view.locale { headers.tell(locale) }
            return ChangeAnswer(body: .surface(added, view), status: .created, headers: headers)
        }
    }

    func preparePatchOfSurface(_ change: SessionChange) throws -> PreparedChange {
        let body = try change.decoded(JSONObject.self)
        guard SurfaceSpecification.changesContents(body) else {
            return try answered(change) { (surface: inout Surface) in
                try SurfaceSpecification.change(
                    &surface, by: body, table: nil, context: specification(calendar: surface.chart.calendar))
            }
        }
        let named = try SurfaceSpecification.dataset(of: body, at: .root)
        var prepared = try answered(change) { (session: inout Session) in
            // Rows may have arrived since the lookup of the table; all surfaces of a dataset show the same rows.
            let shown = session.surfaces.first { $0.dataset != nil && $0.dataset == named }
            let table = named == nil ? nil : shown?.surface.chart.table ?? change.table
            let dataset = named ?? session.surface(change.surface)?.dataset
            try session.changeContents(ofSurface: change.surface, to: dataset, ifMatch: change.ifMatch) { surface in
                try SurfaceSpecification.change(
                    &surface, by: body, table: table, context: specification(calendar: surface.chart.calendar))
            }
            return .ok
        }
        if named != nil {
            prepared.apply = { [apply = prepared.apply] session in
                let released = session.surface(change.surface)?.dataset
                var answer = try apply(&session)
                answer.releasedDataset = released
                return answer
            }
        }
        return prepared
    }

    func prepareRemovalOfSurface(_ change: SessionChange) -> PreparedChange {
        PreparedChange(record: change.record()) { session in
            try session.check(change.ifMatch, surface: change.surface)
            let dataset = try session.removeSurface(change.surface)
            return ChangeAnswer(body: .empty, status: .noContent, releasedDataset: dataset)
        }
    }

    func preparePatchOfAxis(_ change: SessionChange) throws -> PreparedChange {
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
