import Foundation
import GRDB

/// Migrates a copy of a database.
extension DatabaseMigrator {
    /// Keeps a copy of a database whose tables it is about to change; a new one has nothing to keep.
    ///
    /// The copy of `sessions.sqlite` before the migration `lookups` is `sessions-before-lookups.sqlite`.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - path: Its path.
    /// - Throws: `DatabaseError` or `DatasetStoreError`; there is no new copy then.
    func keepCopy(of database: Database, at path: String) throws {
        let applied = try appliedIdentifiers(database)
        guard !applied.isEmpty, let next = migrations.first(where: { !applied.contains($0) }) else { return }
        let file = URL(fileURLWithPath: path)
        let copy = file.deletingPathExtension().path + "-before-\(next).sqlite"
        do {
            try DatabaseCopy.write(database, to: copy + ".new")
            try File.move(copy + ".new", to: copy)
            try Folder.synchronize(file.deletingLastPathComponent().path)
        } catch {
            try? Folder.remove(copy + ".new")
            throw error
        }
    }
}
