import ChartEngine
import ChartSeries

/// Something that viewers are to be told, not yet written down for any view.
struct Publication: Sendable {
    enum Content: Sendable {
        /// A revision that addressed a surface.
        case revision(surface: String, before: Session)
        /// Rows that came to a dataset; before, the newest ones told were these.
        case rows(dataset: String, before: [String: Table])
    }

    var content: Content
    /// The committed session.
    var session: Session
    /// The newest rows that viewers were told of.
    var tables: [String: Table]

    /// Whether a viewer who knows of it knows a revision, and nothing later.
    func brings(to revision: Int) -> Bool {
        switch content {
        case .revision: session.revision == revision
        case .rows: false
        }
    }

    /// Writes it down for a view.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - expiresAt: When the session would expire if nobody came.
    /// - Returns: What its viewers are told.
    func event(for view: StreamView, expiresAt: Int64) -> StreamEvent {
        let shown = session.showing(newer: tables)
        switch content {
        case .revision(let surface, let before):
            // The answer to a change could not tell that a surface is gone, or what a new one is.
            guard before.surfaces.map(\.id) == session.surfaces.map(\.id) else {
                return .state(
                    revision: session.revision, body: view.format.state(of: shown, expiresAt: expiresAt))
            }
            let surfaces = shown.surfacesChanged(with: surface).map { entry in
                var entry = entry
                entry.answered = before.surface(entry.id)?.windowKey ?? entry.windowKey.unlikeAny
                return entry
            }
            return .update(revision: session.revision, body: view.format.update(of: shown, surfaces: surfaces))
        case .rows(let dataset, let older):
            guard let table = tables[dataset] else { preconditionFailure("the rows that came are there") }
            let before = session.showing(newer: older)
            let moved = shown.surfaces.filter { entry in
                entry.surface.chart.ranges != before.surface(entry.id)?.surface.chart.ranges
            }
            let surfaces = moved.map { entry in
                var entry = entry
                entry.answered = entry.windowKey.unlikeAny
                return entry
            }
            return .data(body: view.format.data(table, of: dataset, surfaces: surfaces))
        }
    }
}

extension Session {
    /// The session with rows that are newer than those that it shows.
    func showing(newer tables: [String: Table]) -> Session {
        guard !tables.isEmpty else { return self }
        var shown = self
        shown.refresh { name in
            guard let table = tables[name], let entry = surfaces.first(where: { $0.dataset == name }),
                table.version > entry.surface.chart.table.version
            else { return nil }
            return table
        }
        return shown
    }
}
