import ChartStores
import GRDB

/// The owner of a session in the database: its subject, and its patterns as a JSON array.
enum StoredOwner {
    /// Returns the patterns as text; `nil` without an owner.
    static func patterns(of owner: SessionOwner?) throws -> String? {
        try owner.map { try DatasetNames.text(of: $0.datasets.patterns) }
    }

    /// Reads an owner from two columns.
    ///
    /// - Throws: `SessionStoreError.damagedSession(_:)` for columns that no server has written.
    static func owner(in row: Row, subject: Int, patterns: Int) throws(SessionStoreError) -> SessionOwner? {
        switch (try row.optionalText(subject), try row.optionalText(patterns)) {
        case (nil, nil):
            return nil
        case (let subject?, let text?):
            guard let patterns = try? DatasetNames.names(in: text) else { break }
            return SessionOwner(subjectText: subject, datasets: DatasetPatterns(patterns))
        case (nil, _?), (_?, nil):
            break
        }
        throw .damagedSession("the owner of the session was altered")
    }
}
