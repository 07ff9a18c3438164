package import ChartStores
import Foundation
import GRDB

/// Checks every session of a data directory that no server has open.
package struct SessionAudit {
    private static let database = "sessions.sqlite"
    private let dataDirectory: String
    private let setAside: SetAside
    private let restore: (StoredSession) throws(SessionReplayError) -> Void

    /// Creates a check of a data directory.
    ///
    /// - Parameters:
    ///   - dataDirectory: Its path.
    ///   - restore: Restores a session whose rows of the database are intact; throws the reason when it cannot.
    package init(dataDirectory: String, restore: @escaping (StoredSession) throws(SessionReplayError) -> Void) {
        self.dataDirectory = dataDirectory
        self.restore = restore
        setAside = SetAside(dataDirectory: dataDirectory)
    }

    /// Checks the database and every row against its checksum, and restores each session.
    ///
    /// A session that shows rows that are missing cannot be restored, and is no damaged one for that.
    ///
    /// - Parameter isRepairing: Whether to end damaged sessions and move their lines to a file, or to move an
    ///   unreadable database aside. Otherwise the check writes nothing.
    /// - Returns: One finding for each session, or one for the database.
    /// - Throws: `DatasetStoreError` if a part cannot be moved aside, `DatabaseError` if the repair fails.
    package func run(isRepairing: Bool) throws -> [CheckFinding] {
        let path = dataDirectory + "/" + Self.database
        guard Folder.exists(path), File.size(at: path) ?? 0 > 0 else {
            return try missingDatabase(isRepairing: isRepairing)
        }
        do {
            let entries = try read(path)
            return isRepairing ? try repaired(entries, path) : entries.map(\.finding)
        } catch let error as DatabaseError {
            return [try wholeDatabase("\(error.message ?? error.resultCode.description)", isRepairing: isRepairing)]
        } catch let error as SessionStoreError {
            return [try wholeDatabase(error.description, isRepairing: isRepairing)]
        }
    }

    /// Checks the database, and removes the files that SQLite creates beside it even for a read.
    private func read(_ path: String) throws -> [Entry] {
        let made = ["-wal", "-shm"].filter { !Folder.exists(path + $0) }
        defer { for suffix in made { unsafe _ = unlink(path + suffix) } }
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let entries = try queue.read { try look(through: $0) }
        try queue.close()
        return entries
    }

    /// A finding, and the lines of its session.
    private struct Entry {
        let finding: CheckFinding
        let id: String
        let lines: [UInt8]
    }

    private func look(through database: Database) throws -> [Entry] {
        let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        guard finding == "ok" else { throw SessionStoreError.damaged(finding ?? "the database cannot be checked") }
        guard try SessionSchema.migrator.hasCompletedMigrations(database) else {
            let text = "it is of an earlier version; the next start migrates it"
            return [Entry(finding: CheckFinding(Self.database, .mendable, text), id: "", lines: [])]
        }
        let opening = try StoreOpening(database)
        let ends = try LogEndsFile(LogEnds.path(of: dataDirectory + "/" + Self.database))
        var entries: [Entry] = []
        let gone = try ends.map { try countGone($0, database) } ?? 0
        if gone > 0 {
            let text = "\(gone) sessions are missing in it"
            entries.append(Entry(finding: CheckFinding(Self.database, .damaged, text), id: "", lines: []))
        }
        let names = try String.fetchCursor(database, sql: "SELECT id FROM sessions WHERE endedAt IS NULL ORDER BY key")
        while let id = try names.next() {
            guard let tail = try opening.logTails[id] ?? LogTail.stored(database, session: id) else { continue }
            entries += try look(through: tail, of: id, ends?.slot(of: tail.key), database)
        }
        return entries
    }

    private func look(
        through tail: LogTail, of id: String, _ end: LogEndsFile.Slot?, _ database: Database
    ) throws -> [Entry] {
        let subject = "session \(id)"
        do {
            if let end, end.counts, end.revision > tail.revision {
                throw SessionStoreError.lost(upTo: end.revision, behind: tail.revision)
            }
            guard let stored = try SessionReader(database, tail: tail).session() else { return [] }
            try restore(stored)
            return [Entry(finding: CheckFinding(subject, .sound), id: id, lines: [])]
        } catch let error as DatabaseError {
            throw error
        } catch let error as SessionReplayError where error.missing != nil {
            let text = "its log is intact; rows of \(error.missing?.name ?? "") that it shows cannot be read"
            return [Entry(finding: CheckFinding(subject, .sound, text), id: id, lines: [])]
        } catch let error as SessionReplayError {
            let text = "it cannot be restored: \(error); its log is intact and stays"
            return [Entry(finding: CheckFinding(subject, .damaged, text), id: id, lines: [])]
        } catch {
            let lines = try Self.lines(of: tail.key, in: database)
            return [Entry(finding: CheckFinding(subject, .damaged, "\(error)"), id: id, lines: lines)]
        }
    }

    /// Counts the sessions that the file of log ends has and the database lacks.
    private func countGone(_ ends: LogEndsFile, _ database: Database) throws -> Int {
        let select = try database.makeStatement(sql: "SELECT 1 FROM sessions WHERE key = ?")
        var gone = 0
        try ends.forEachGroup { slots in
            for slot in slots where try Int.fetchOne(select, arguments: [slot.key]) == nil { gone += 1 }
        }
        return gone
    }

    /// Reads all lines of a session, even damaged ones.
    private static func lines(of key: Int64, in database: Database) throws -> [UInt8] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT line FROM sessions WHERE key = :key
                UNION ALL SELECT line FROM (SELECT line FROM entries WHERE session = :key ORDER BY id)
                """, arguments: ["key": key])
        return rows.flatMap { row in
            let line = Data.fromDatabaseValue(row[0]) ?? Data()
            return [UInt8](line) + [UInt8(ascii: "\n")]
        }
    }

    private func repaired(_ entries: [Entry], _ path: String) throws -> [CheckFinding] {
        // A session that only cannot be restored stays as it is.
        guard entries.contains(where: { $0.finding.verdict == .damaged && ($0.id.isEmpty || !$0.lines.isEmpty) }) else {
            return entries.map(\.finding)
        }
        // The loss is reported once.
        try? Folder.remove(LogEnds.path(of: path))
        let queue = try DatabaseQueue(path: path)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let findings = try entries.map { entry in
            guard entry.finding.verdict == .damaged else { return entry.finding }
            // Only lines that cannot be read are put aside.
            guard !entry.lines.isEmpty else { return entry.finding }
            var finding = entry.finding
            finding.setAside = try setAside.write(entry.lines, as: "session-\(entry.id).ndjson")
            try queue.write { database in
                try database.execute(
                    sql: "UPDATE sessions SET endedAt = ? WHERE id = ?", arguments: [now, entry.id])
            }
            return finding
        }
        try queue.close()
        return findings
    }

    /// Reports a missing or empty database that had sessions.
    private func missingDatabase(isRepairing: Bool) throws(DatasetStoreError) -> [CheckFinding] {
        let count = LogEnds.count(beside: dataDirectory + "/" + Self.database)
        guard count > 0 else { return [] }
        let place = isRepairing ? try setAside.move(LogEnds.path(of: Self.database)) : nil
        return [
            CheckFinding(Self.database, .damaged, "it is missing or empty, and had \(count) sessions", setAside: place)
        ]
    }

    private func wholeDatabase(_ reason: String, isRepairing: Bool) throws(DatasetStoreError) -> CheckFinding {
        guard isRepairing else { return CheckFinding(Self.database, .damaged, reason) }
        for suffix in ["-wal", "-shm", "-ends"] where Folder.exists(dataDirectory + "/" + Self.database + suffix) {
            _ = try setAside.move(Self.database + suffix)
        }
        return CheckFinding(Self.database, .damaged, reason, setAside: try setAside.move(Self.database))
    }
}
