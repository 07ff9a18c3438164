import ChartSessions
import Foundation
import GRDB

/// Looks through every session of a data directory that no server has open.
public struct SessionAudit {
    private static let database = "sessions.sqlite"
    private let dataDirectory: String
    private let setAside: SetAside

    /// Prepares to look through the sessions of a data directory.
    public init(dataDirectory: String) {
        self.dataDirectory = dataDirectory
        setAside = SetAside(dataDirectory: dataDirectory)
    }

    /// Looks through the database, and holds every row of every session to its checksum.
    ///
    /// Whether a session comes out as its log says is found when it is made again, by the server or by a replay.
    ///
    /// - Parameter isRepairing: Whether what is damaged is set aside: the lines of a damaged session in a file, and the
    ///   session is ended; a database that cannot be read as a whole. Otherwise nothing is written.
    /// - Returns: One finding for each session, or one for the database.
    /// - Throws: ``DatasetStoreError`` where something cannot be set aside, `DatabaseError` where the repair fails.
    public func run(isRepairing: Bool) throws -> [CheckFinding] {
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

    /// Looks through the database without a change to the folder: SQLite makes two files beside a database that it only
    /// reads, and they are removed again where they were not there.
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

    /// A finding, and what the database has of the session that it is about.
    private struct Entry {
        let finding: CheckFinding
        let id: String
        let lines: [UInt8]
    }

    private func look(through database: Database) throws -> [Entry] {
        let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
        guard finding == "ok" else { throw SessionStoreError.damaged(finding ?? "the database cannot be checked") }
        guard try SessionSchema.migrator.hasCompletedMigrations(database) else {
            let text = "it is of an earlier version; the next start brings it up to date"
            return [Entry(finding: CheckFinding(Self.database, .mendable, text), id: "", lines: [])]
        }
        let opening = try StoreOpening(database)
        let ends = try LogEnds.finding(
            beside: dataDirectory + "/" + Self.database, opening, durability: .commit)
        var entries: [Entry] = []
        if ends.gone > 0 {
            let text = "\(ends.gone) sessions are not in it any more"
            entries.append(Entry(finding: CheckFinding(Self.database, .damaged, text), id: "", lines: []))
        }
        for session in try StoreOpening.contents(database).live {
            guard let tail = opening.logTails[session.id] else { continue }
            let reader = SessionReader(database, tail: tail)
            let subject = "session \(session.id)"
            do {
                if let end = ends.lost[session.id] {
                    throw SessionStoreError.lost(upTo: end, behind: tail.revision)
                }
                guard try reader.session() != nil else { continue }
                entries.append(Entry(finding: CheckFinding(subject, .sound), id: session.id, lines: []))
            } catch let error as DatabaseError {
                throw error
            } catch {
                entries.append(
                    Entry(
                        finding: CheckFinding(subject, .damaged, "\(error)"), id: session.id,
                        lines: try Self.lines(of: tail.key, in: database)))
            }
        }
        return entries
    }

    /// All lines of a session as the database has them, whatever they are.
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
        guard entries.contains(where: { $0.finding.verdict == .damaged }) else { return entries.map(\.finding) }
        // What it has lost is told once.
        try? Folder.remove(LogEnds.path(of: path))
        let queue = try DatabaseQueue(path: path)
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        let findings = try entries.map { entry in
            guard entry.finding.verdict == .damaged else { return entry.finding }
            guard !entry.id.isEmpty else { return entry.finding }
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

    /// What a database that is not there, or empty, has held.
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
