import ChartEngine
import ChartSeries

/// Viewers that return after revisions that the hub no longer keeps.
extension HubState {
    /// Notes which missed revisions a viewer has by now; it goes on with the kept events as soon as they follow.
    mutating func noteMissed(_ missed: MissedRevisions, of id: Int) {
        guard let session = missed.revision == latest.revision ? latest : missed.session,
            let next = next(after: missed.revision)
        else {
            viewers[id]?.missed = missed
            return
        }
        viewers[id]?.missed = nil
        viewers[id]?.position = next.position
        let known = viewers[id]?.known
        viewers[id]?.owed = Self.rows(next.tables, after: session, besides: known?.versions ?? [:])
    }

    /// Lets a viewer go on with the newest state.
    mutating func forgetMissed(of id: Int) {
        viewers[id]?.missed = nil
    }

    /// The position after a revision that is not encoded for every view yet, or is the newest one; `nil` otherwise.
    ///
    /// - Returns: The position, and the newest rows there.
    private func next(after revision: Int) -> (position: Int, tables: [String: Table])? {
        if revision == latest.revision { return (end, tables) }
        guard let index = publications.firstIndex(where: { $0.brings(to: revision) }) else { return nil }
        return (first + index + 1, publications[index].tables)
    }

    /// The publications of rows that came after a revision, which the log does not have.
    ///
    /// - Parameters:
    ///   - tables: The newest rows.
    ///   - session: The session at that revision.
    ///   - known: The versions of the rows that the viewer has.
    /// - Returns: One for each dataset with newer rows, in the order of their names.
    private static func rows(
        _ tables: [String: Table], after session: Session, besides known: [String: Int]
    ) -> [Publication] {
        var publications: [Publication] = []
        var told = tables.filter { $0.value.version <= known[$0.key, default: 0] }
        for name in Set(session.datasets).sorted() where told[name] == nil {
            guard let table = tables[name], let shown = session.table(of: name), table.version > shown.version else {
                continue
            }
            let before = told
            told[name] = table
            publications.append(
                Publication(content: .rows(dataset: name, before: before), session: session, tables: told))
        }
        return publications
    }
}
