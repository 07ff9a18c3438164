import ChartEngine
import ChartSeries
import ChartSessions
import ChartWire
import HTTPTypes

extension ChangeInterpreter {
    func prepareNewSurface(_ change: SessionChange) throws -> PreparedChange {
        let view = view(of: change)
        let body = try change.decoded(SurfaceBody.self)
        return PreparedChange(record: change.record(surface: body.effectiveID)) { session in
            guard let calendar = CivilCalendar(timeZone: session.timeZone) else {
                preconditionFailure("a session has a time zone that exists")
            }
            // Rows may have arrived since the lookup of the table; all surfaces of a dataset show the same rows.
            let shown = session.surfaces.first { $0.dataset != nil && $0.dataset == body.dataset }
            let surface = try body.surface(
                table: shown?.surface.chart.table ?? change.table, context: specification(calendar: calendar), at: .root
            )
            try session.add(
                SessionSurface(surface: surface, dataset: body.dataset), limit: bounds.surfacesPerSession)
            try SurfaceReferences.check(surface.chart.id, of: session) { body.place(ofModifier: $0, at: .root) }
            guard let added = session.surface(surface.chart.id) else {
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
        let body = try change.decoded(SurfacePatchBody.self)
        guard body.hasContents else {
            return try answered(change) { (surface: inout Surface) in try apply(body, to: &surface) }
        }
        var prepared = try answered(change) { (session: inout Session) in
            // Rows may have arrived since the lookup of the table; all surfaces of a dataset show the same rows.
            let shown = session.surfaces.first { $0.dataset != nil && $0.dataset == body.dataset }
            let table = body.dataset == nil ? nil : shown?.surface.chart.table ?? change.table
            let dataset = body.dataset ?? session.surface(change.surface)?.dataset
            try session.changeContents(ofSurface: change.surface, to: dataset, ifMatch: change.ifMatch) { surface in
                try body.changeContents(of: &surface, table: table)
                try apply(body, to: &surface)
            }
            return .ok
        }
        if body.dataset != nil {
            prepared.apply = { [apply = prepared.apply] session in
                let released = session.surface(change.surface)?.dataset
                var answer = try apply(&session)
                answer.releasedDataset = released
                return answer
            }
        }
        return prepared
    }

    /// Applies the size, the caption and the window of a patch.
    private func apply(_ body: SurfacePatchBody, to surface: inout Surface) throws(Problem) {
        if let size = body.size { surface.resize(try size.chartSize(at: JSONPointer.root.appending("size"))) }
        if let caption = try body.caption(changing: surface.chart.caption) { surface.setCaption(caption) }
        guard let window = body.window else { return }
        surface.setWindowOptions(
            try surface.chart.windowOptions.taking(
                window, in: .init(maximumRows: bounds.rowsPerWindow, hasDates: surface.chart.hasDates),
                at: JSONPointer.root.appending("window")))
    }

    func prepareRemovalOfSurface(_ change: SessionChange) -> PreparedChange {
        PreparedChange(record: change.record()) { session in
            try session.check(change.ifMatch, surface: change.surface)
            let dataset = try session.removeSurface(change.surface)
            return ChangeAnswer(body: .empty, status: .noContent, releasedDataset: dataset)
        }
    }

    func preparePatchOfAxis(_ change: SessionChange) throws -> PreparedChange {
        let body = try change.decoded(AxisBody.self)
        let id = change.item
        return try answered(change) { (surface: inout Surface) in try body.change(id, of: &surface) }
    }
}

extension AxisBody {
    /// Changes an axis of a surface.
    ///
    /// - Parameters:
    ///   - id: The axis.
    ///   - surface: The surface.
    /// - Throws: A problem that names the place in the body.
    func change(_ id: String, of surface: inout Surface) throws(Problem) {
        guard let axis = surface.chart.axis(id) else {
            throw Problem(.axisUnknown, "The surface has no axis \"\(id)\".")
        }
        for (name, isGiven) in [("id", self.id != nil && self.id != id), ("type", type != nil)] where isGiven {
            throw Problem(.propertyInvalid, "The \(name) of an axis does not change.", pointer: "/\(name)")
        }
        var options = axis.options
        let range = try apply(to: &options, dimension: axis.dimension, calendar: surface.chart.calendar, at: .root)
        surface.changeAxis(id, options: options, visibleRange: range)
    }
}
