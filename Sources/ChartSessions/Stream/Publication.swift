import ChartEngine
import ChartSeries

/// News for viewers, not encoded for any view.
struct Publication: Sendable {
    enum Content: Sendable {
        /// A revision that addressed a surface.
        case revision(surface: String, before: Session)
        /// Rows appended to a dataset; `before` has the rows of the publication before.
        case rows(dataset: String, before: [String: Table])
    }

    var content: Content
    /// The committed session.
    var session: Session
    /// The newest rows of the datasets.
    var tables: [String: Table]

    /// Whether a viewer that has it knows a revision, and no later one.
    func brings(to revision: Int) -> Bool {
        switch content {
        case .revision: session.revision == revision
        case .rows: false
        }
    }

    /// Whether it has only rows that a viewer has.
    func isKnown(by bookmark: StreamBookmark) -> Bool {
        guard case .rows(let dataset, _) = content, let table = tables[dataset] else { return false }
        return bookmark.versions[dataset, default: 0] >= table.version
    }

    /// The batch that made it; `nil` for rows, and for a change that is no numbered batch.
    var batch: BatchNumber? {
        guard case .revision(_, let before) = content else { return nil }
        return session.sequences.last(after: before.sequences)
    }

    /// Encodes it for a view.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - expiresAt: When the session expires without use.
    ///   - isOwn: Whether it is for the client alone whose batch it is, which needs no surfaces.
    /// - Returns: The event.
    func event(for view: StreamView, expiresAt: Int64, isOwn: Bool = false) -> StreamEvent {
        let shown = session.showing(newer: tables)
        switch content {
        case .revision(let surface, let before):
            // The answer to a change cannot describe a removed or an added surface.
            guard before.surfaces.map(\.id) == session.surfaces.map(\.id) else {
                return .state(
                    revision: session.revision, body: view.format.state(of: shown, expiresAt: expiresAt))
            }
            let earlier = before.showing(newer: tables)
            let batch = batch.map { number in
                StreamedBatch(number: number, ownBody: view.format.update(of: shown, after: earlier, surfaces: []))
            }
            if isOwn, let batch { return .update(revision: session.revision, body: batch.ownBody, of: batch) }
            let surfaces = shown.surfacesChanged(with: surface).map { entry in
                var entry = entry
                entry.answered = before.surface(entry.id)?.windowKey ?? entry.windowKey.unlikeAny
                return entry
            }
            return .update(
                revision: session.revision,
                body: view.format.update(of: shown, after: earlier, surfaces: surfaces), of: batch)
        case .rows(let dataset, let older):
            guard let table = tables[dataset] else { preconditionFailure("the rows that came are there") }
            let before = session.showing(newer: older)
            let moved = shown.surfaces.filter { entry in
                let (chart, earlier) = (entry.surface.chart, before.surface(entry.id)?.surface.chart)
                return chart.ranges != earlier?.ranges || chart.table.events !== earlier?.table.events
            }
            let surfaces = moved.map { entry in
                var entry = entry
                entry.answered = entry.windowKey.unlikeAny
                return entry
            }
            var seen = session.bookmark(with: tables)
            seen.versions[dataset] = table.version
            let known = older[dataset]?.version ?? before.table(of: dataset)?.version ?? 0
            return .data(
                dataset: dataset, seen,
                body: view.format.data(table, of: dataset, after: known, in: shown, surfaces: surfaces))
        }
    }
}

extension Session {
    /// What a viewer has seen that has the session, and these tables.
    func bookmark(with tables: [String: Table]) -> StreamBookmark {
        let newer = tables.filter { name, table in
            surfaces.contains { $0.table(of: name).map { $0.version < table.version } ?? false }
        }
        return StreamBookmark(revision: revision, versions: newer.mapValues(\.version))
    }

    /// The session with the tables that are newer than its own.
    func showing(newer tables: [String: Table]) -> Session {
        guard !tables.isEmpty else { return self }
        var shown = self
        shown.refresh { name in
            guard let table = tables[name], let own = self.table(of: name), table.version > own.version else {
                return nil
            }
            return table
        }
        return shown
    }
}
