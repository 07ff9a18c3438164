import ChartSessions
import Foundation
import GRDB

/// A change that was carried out in a transaction, and what it takes to undo it.
enum AppliedChange {
    case created(String, key: Int64)
    case appended(String, entry: Int64, before: SessionLedger.Place, datasets: String?)
    /// A snapshot became the end of a log that it is beyond.
    case leapt(String, before: SessionLedger.Place, snapshot: SnapshotRow?, LogPurge?)
    case ended(String, SessionLedger.Place, LogPurge)
    /// Nothing depends on it, so that it may stay.
    case kept(LogPurge?)

    /// Carries out a change.
    ///
    /// - Throws: ``SessionStoreError`` where the change does not fit what is stored, which leaves the transaction and the
    ///   ledger as they were; `DatabaseError` otherwise.
    init(
        _ change: StoreChange, _ database: Database, _ entries: EntryInsertion, _ ledger: inout SessionLedger
    ) throws {
        switch change {
        case .create(let head): self = try Self.create(head, database, &ledger)
        case .append(let session, let entry, let datasets):
            self = try Self.append(entry, to: session, datasets: datasets, database, entries, &ledger)
        case .snapshot(let session, let snapshot, let keepsHistory):
            self = try Self.take(snapshot, of: session, keepsHistory: keepsHistory, database, &ledger)
        case .end(let session, let now): self = try Self.end(session, at: now, database, &ledger)
        case .forget(let session):
            try database.cachedStatement(sql: "DELETE FROM sessions WHERE id = ? AND endedAt IS NOT NULL")
                .execute(arguments: [session])
            self = .kept(nil)
        }
    }

    /// The session whose state the database has wrong until the change is undone; `nil` for one that may stay.
    var session: String? {
        switch self {
        case .created(let session, _), .appended(let session, _, _, _), .leapt(let session, _, _, _),
            .ended(let session, _, _):
            session
        case .kept: nil
        }
    }

    /// The key of that session.
    var key: Int64? {
        switch self {
        case .created(_, let key): key
        case .appended(_, _, let place, _), .leapt(_, let place, _, _), .ended(_, let place, _): place.key
        case .kept: nil
        }
    }

    /// What is to be deleted of the log because of the change.
    var purge: LogPurge? {
        switch self {
        case .created, .appended: nil
        case .ended(_, _, let purge): purge
        case .leapt(_, _, _, let purge), .kept(let purge): purge
        }
    }

    /// Undoes the change in the ledger.
    func undo(in ledger: inout SessionLedger) {
        switch self {
        case .created(let session, _): ledger.put(nil, of: session)
        case .appended(let session, let entry, let before, _): ledger.retreat(session, from: entry, to: before)
        case .leapt(let session, let before, _, _): ledger.retreat(session, from: 0, to: before)
        case .ended(let session, let place, _): ledger.put(place, of: session)
        case .kept: break
        }
    }

    /// Undoes the change in the database, after it was committed.
    func undo(in database: Database) throws {
        switch self {
        case .created(_, let key):
            try database.execute(sql: "DELETE FROM sessions WHERE key = ?", arguments: [key])
        case .appended(_, let entry, let before, let datasets):
            try database.execute(sql: "DELETE FROM entries WHERE id = ?", arguments: [entry])
            guard let datasets else { return }
            try database.execute(
                sql: "UPDATE sessions SET datasets = ? WHERE key = ?", arguments: [datasets, before.key])
        case .leapt(_, let before, let snapshot, let purge):
            try database.execute(sql: "DELETE FROM snapshots WHERE session = ?", arguments: [before.key])
            try snapshot?.write(database, session: before.key)
            try purge?.cancel(database)
        case .ended(_, let place, let purge):
            try database.execute(sql: "UPDATE sessions SET endedAt = NULL WHERE key = ?", arguments: [place.key])
            try purge.cancel(database)
        case .kept: break
        }
    }
}

extension AppliedChange {
    private static func create(
        _ head: StoredHead, _ database: Database, _ ledger: inout SessionLedger
    ) throws -> AppliedChange {
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO sessions (id, driverTokenHash, viewerTokenHash, idleTimeout, datasets, line, seal)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """)
        try insert.execute(arguments: [
            head.id, Data(head.driverTokenHash), Data(head.viewerTokenHash), head.idleTimeout,
            try DatasetNames.text(of: head.datasets), Data(head.line), RowSeal.head(head),
        ])
        guard database.changesCount == 1 else { throw SessionStoreError.present(head.id) }
        let place = SessionLedger.Place(key: database.lastInsertedRowID)
        ledger.put(place, of: head.id)
        return .created(head.id, key: place.key)
    }

    private static func append(
        _ entry: LogEntry, to session: String, datasets: [String]?, _ database: Database, _ entries: EntryInsertion,
        _ ledger: inout SessionLedger
    ) throws -> AppliedChange {
        guard let place = ledger[session] else { throw SessionStoreError.missing(session) }
        try place.checkNext(entry.revision, of: session)
        var oldDatasets: String?
        if let datasets {
            oldDatasets = try String.fetchOne(
                database.cachedStatement(sql: "SELECT datasets FROM sessions WHERE key = ?"), arguments: [place.key])
            try database.cachedStatement(sql: "UPDATE sessions SET datasets = ? WHERE key = ?")
                .execute(arguments: [try DatasetNames.text(of: datasets), place.key])
        }
        try entries.append(entry, numbered: ledger.nextEntry, behind: place)
        let number = ledger.advance(session, to: entry.revision)
        return .appended(session, entry: number, before: place, datasets: oldDatasets)
    }

    private static func take(
        _ snapshot: StoredSnapshot, of session: String, keepsHistory: Bool, _ database: Database,
        _ ledger: inout SessionLedger
    ) throws -> AppliedChange {
        guard let place = ledger[session] else { throw SessionStoreError.missing(session) }
        let isBeyondEnd = snapshot.revision > place.revision
        let before = isBeyondEnd ? try SnapshotRow(database, session: place.key) : nil
        let drops = isBeyondEnd || !keepsHistory
        try SnapshotRow(
            revision: snapshot.revision, droppedUpTo: drops ? snapshot.revision : 0, state: Data(snapshot.state)
        ).write(database, session: place.key)
        guard drops else { return .kept(nil) }
        let last = try LogChain(database, place: place)
            .links(after: min(snapshot.revision, place.revision) - 1, upTo: snapshot.revision).first
        let purge = try last.map { try LogPurge.begin(database, session: place.key, from: $0.entry, ends: false) }
        guard isBeyondEnd else { return .kept(purge) }
        ledger.leap(session, to: snapshot.revision)
        return .leapt(session, before: place, snapshot: before, purge)
    }

    private static func end(
        _ session: String, at now: Int64, _ database: Database, _ ledger: inout SessionLedger
    ) throws -> AppliedChange {
        guard let place = ledger[session] else { throw SessionStoreError.missing(session) }
        try database.cachedStatement(sql: "UPDATE sessions SET endedAt = ? WHERE key = ?")
            .execute(arguments: [now, place.key])
        let purge = try LogPurge.begin(database, session: place.key, from: place.entry, ends: true)
        ledger.put(nil, of: session)
        return .ended(session, place, purge)
    }
}
