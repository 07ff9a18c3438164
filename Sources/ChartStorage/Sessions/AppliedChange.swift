import ChartStores
import Foundation
import GRDB

/// A change that a transaction has applied, with the data to undo it.
enum AppliedChange {
    case created(String, key: Int64)
    case appended(String, entry: Int64, before: LogTail, datasets: String?)
    /// A snapshot beyond the end of a log became its end.
    case skipped(String, before: LogTail, snapshot: SnapshotRow?, LogPurge?)
    case ended(String, LogTail, LogPurge, usedAt: Int64)
    /// No later change depends on it, so it needs no undo.
    case kept(LogPurge?)
    /// Tombstones were removed; it needs no undo. The writer removes the rest between later commits.
    case cleared(rest: TombstoneRemoval?)

    /// Applies a change.
    ///
    /// - Throws: `SessionStoreError` for a change that does not fit; the transaction and the log tails stay as they
    ///   were. `DatabaseError` otherwise.
    init(_ change: StoreChange, _ dependencies: ChangeDependencies, _ logTails: inout LogTails) throws {
        switch change {
        case .create(let head): self = try Self.create(head, dependencies, &logTails)
        case .append(let session, let entry, let datasets):
            self = try Self.append(entry, to: session, datasets: datasets, dependencies, &logTails)
        case .snapshot(let session, let snapshot, let keepsHistory):
            self = try Self.take(snapshot, of: session, keepsHistory: keepsHistory, dependencies, &logTails)
        case .end(let session): self = try Self.end(session, onlyIfOverdue: false, dependencies, &logTails)
        case .expire(let session): self = try Self.end(session, onlyIfOverdue: true, dependencies, &logTails)
        case .clearTombstones(let age, let count):
            let date = dependencies.date.subtractingReportingOverflow(age)
            let removal = TombstoneRemoval(
                endedBefore: date.overflow ? .min : date.partialValue, count: count)
            self = .cleared(rest: try removal.step(dependencies.database) ? removal : nil)
        }
    }

    /// The session whose rows are wrong until the undo; `nil` for a kept change.
    var session: String? {
        switch self {
        case .created(let session, _), .appended(let session, _, _, _), .skipped(let session, _, _, _),
            .ended(let session, _, _, _):
            session
        case .kept, .cleared: nil
        }
    }

    /// The key of that session.
    var key: Int64? {
        switch self {
        case .created(_, let key): key
        case .appended(_, _, let tail, _), .skipped(_, let tail, _, _), .ended(_, let tail, _, _): tail.key
        case .kept, .cleared: nil
        }
    }

    /// The purge that the change has started.
    var purge: LogPurge? {
        switch self {
        case .created, .appended, .cleared: nil
        case .ended(_, _, let purge, _): purge
        case .skipped(_, _, _, let purge), .kept(let purge): purge
        }
    }

    /// Undoes the change in the log tails.
    func undo(in logTails: inout LogTails) {
        switch self {
        case .created(let session, _): logTails.put(nil, of: session)
        case .appended(let session, let entry, let before, _): logTails.moveBack(session, from: entry, to: before)
        case .skipped(let session, let before, _, _): logTails.moveBack(session, from: 0, to: before)
        case .ended(let session, let tail, _, _): logTails.put(tail, of: session)
        case .kept, .cleared: break
        }
    }

    /// Undoes the committed change in the database.
    func undo(in database: Database) throws {
        switch self {
        case .created(_, let key):
            try database.execute(sql: "DELETE FROM sessions WHERE key = ?", arguments: [key])
        case .appended(_, let entry, let before, let datasets):
            try database.execute(sql: "DELETE FROM entries WHERE id = ?", arguments: [entry])
            guard let datasets else { return }
            try database.execute(
                sql: "UPDATE sessions SET datasets = ? WHERE key = ?", arguments: [datasets, before.key])
            try ShownDatasets.write(try DatasetNames.names(in: datasets), database, session: before.key)
        case .skipped(_, let before, let snapshot, let purge):
            try database.execute(sql: "DELETE FROM snapshots WHERE session = ?", arguments: [before.key])
            try snapshot?.write(database, session: before.key)
            try purge?.cancel(database)
        case .ended(_, let tail, let purge, let usedAt):
            try database.execute(sql: "UPDATE sessions SET endedAt = NULL WHERE key = ?", arguments: [tail.key])
            try SessionUses.insert(database, session: tail.key, usedAt: usedAt)
            try ShownDatasets.restore(database, session: tail.key)
            try purge.cancel(database)
        case .kept, .cleared: break
        }
    }
}

extension AppliedChange {
    private static func create(
        _ head: StoredHead, _ dependencies: ChangeDependencies, _ logTails: inout LogTails
    ) throws -> AppliedChange {
        let database = dependencies.database
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO sessions (
                    id, driverTokenHash, viewerTokenHash, idleTimeout, datasets, line, owner, ownerDatasets, createdAt,
                    seal
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """)
        try insert.execute(arguments: [
            head.id, Data(head.driverTokenHash), Data(head.viewerTokenHash), head.idleTimeout,
            try DatasetNames.text(of: head.datasets), Data(head.line), head.owner?.subjectText,
            try StoredOwner.patterns(of: head.owner), head.createdAt, RowSeal.head(head),
        ])
        guard database.changesCount == 1 else { throw SessionStoreError.present(head.id) }
        let tail = LogTail(key: database.lastInsertedRowID)
        try SessionUses.insert(database, session: tail.key, usedAt: dependencies.service)
        try ShownDatasets.insert(head.datasets, database, session: tail.key)
        logTails.put(tail, of: head.id)
        return .created(head.id, key: tail.key)
    }

    private static func append(
        _ entry: LogEntry, to session: String, datasets: [String]?, _ dependencies: ChangeDependencies,
        _ logTails: inout LogTails
    ) throws -> AppliedChange {
        let database = dependencies.database
        let tail = try dependencies.tail(of: session, &logTails)
        try tail.checkIsWhole()
        try tail.checkNext(entry.revision, of: session)
        var oldDatasets: String?
        if let datasets {
            oldDatasets = try String.fetchOne(
                database.cachedStatement(sql: "SELECT datasets FROM sessions WHERE key = ?"), arguments: [tail.key])
            try database.cachedStatement(sql: "UPDATE sessions SET datasets = ? WHERE key = ?")
                .execute(arguments: [try DatasetNames.text(of: datasets), tail.key])
            try ShownDatasets.write(datasets, database, session: tail.key)
        }
        try dependencies.entries.append(entry, numbered: logTails.nextEntry, behind: tail)
        let number = logTails.advance(session, to: entry.revision)
        return .appended(session, entry: number, before: tail, datasets: oldDatasets)
    }

    private static func take(
        _ snapshot: StoredSnapshot, of session: String, keepsHistory: Bool, _ dependencies: ChangeDependencies,
        _ logTails: inout LogTails
    ) throws -> AppliedChange {
        let database = dependencies.database
        let tail = try dependencies.tail(of: session, &logTails)
        try tail.checkIsWhole()
        let isBeyondEnd = snapshot.revision > tail.revision
        let before = isBeyondEnd ? try SnapshotRow(database, session: tail.key) : nil
        let drops = isBeyondEnd || !keepsHistory
        try SnapshotRow(
            revision: snapshot.revision, droppedUpTo: drops ? snapshot.revision : 0, state: Data(snapshot.state)
        ).write(database, session: tail.key)
        guard drops else { return .kept(nil) }
        let last = try LogChain(database, tail: tail)
            .links(after: min(snapshot.revision, tail.revision) - 1, upTo: snapshot.revision).first
        let purge = try last.map { try LogPurge.begin(database, session: tail.key, from: $0.entry, ends: false) }
        guard isBeyondEnd else { return .kept(purge) }
        logTails.skip(session, to: snapshot.revision)
        return .skipped(session, before: tail, snapshot: before, purge)
    }

    private static func end(
        _ session: String, onlyIfOverdue: Bool, _ dependencies: ChangeDependencies, _ logTails: inout LogTails
    ) throws -> AppliedChange {
        let database = dependencies.database
        let tail = try dependencies.tail(of: session, &logTails)
        let times = try SessionUses.times(database, session: tail.key)
        if onlyIfOverdue, !dependencies.isOverdue(session, times) { throw SessionStoreError.conflict }
        try database.cachedStatement(sql: "UPDATE sessions SET endedAt = ? WHERE key = ?")
            .execute(arguments: [dependencies.date, tail.key])
        let purge = try LogPurge.begin(database, session: tail.key, from: tail.entry, ends: true)
        logTails.put(nil, of: session)
        return .ended(session, tail, purge, usedAt: times?.usedAt ?? dependencies.service)
    }
}
