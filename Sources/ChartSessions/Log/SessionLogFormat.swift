package import ChartDatasets
package import ChartEngine
import ChartSeries
package import ChartStores
package import ChartWire
package import Logging

/// The stored form of sessions: each change as it was received, and at intervals the whole state.
package struct SessionLogFormat: SessionFormat {
    let modifiers: ModifierRegistry
    let logger: Logger

    /// Creates a format.
    package init(modifiers: ModifierRegistry, logger: Logger) {
        self.modifiers = modifiers
        self.logger = logger
    }

    /// Does what `SessionFormat` asks for.
    package func line(of change: Change, in session: Session) -> [UInt8] {
        LogWriter.line(of: change, in: session)
    }

    /// Does what `SessionFormat` asks for.
    package func snapshot(of session: Session) throws(SessionReplayError) -> StoredSnapshot {
        do {
            return StoredSnapshot(revision: session.revision, state: try session.encodedState())
        } catch {
            throw SessionReplayError(revision: session.revision, reason: "\(error)")
        }
    }

    /// Does what `SessionFormat` asks for.
    package func session(from stored: StoredSession, catalog: any DatasetCatalog) throws(SessionReplayError) -> Session
    {
        let missing = MissingRows()
        var replay = SessionReplay(modifiers: modifiers, isRestore: true) { lookup throws(Problem) in
            try catalog.rowsForReplay(of: lookup, noting: missing)
        }
        var revision: Int?
        do {
            try replay.take(stored.head.line)
            if let snapshot = stored.snapshot {
                revision = snapshot.revision
                try replay.restore(snapshot)
            }
            for entry in stored.entries {
                try Task.checkCancellation()
                revision = entry.revision
                try replay.take(entry.line)
            }
        } catch let problem as Problem {
            throw SessionReplayError(revision: revision, reason: problem.detail, missing: missing.lookup)
        } catch {
            throw SessionReplayError(revision: revision, reason: "\(error)")
        }
        guard let session = replay.session else { preconditionFailure("a replay that went well has a session") }
        try checkHashes(of: replay)
        return session
    }

    /// Does what `SessionFormat` asks for.
    package func apply(
        _ entries: [LogEntry], to session: Session, head: [UInt8], catalog: any DatasetCatalog
    ) throws(SessionReplayError) -> [(session: Session, surface: String)] {
        let missing = MissingRows()
        var replay = SessionReplay(modifiers: modifiers, isRestore: true) { lookup throws(Problem) in
            try catalog.rowsForReplay(of: lookup, noting: missing)
        }
        var states: [(session: Session, surface: String)] = []
        var revision: Int?
        do {
            try replay.resume(session, from: head)
            for entry in entries {
                revision = entry.revision
                let surface = try replay.takeRevision(entry.line)
                guard let session = replay.session else { preconditionFailure("a resumed replay has a session") }
                states.append((session, surface))
            }
        } catch let problem as Problem {
            throw SessionReplayError(revision: revision, reason: problem.detail, missing: missing.lookup)
        } catch {
            throw SessionReplayError(revision: revision, reason: "\(error)")
        }
        try checkHashes(of: replay)
        return states
    }

    private func checkHashes(of replay: SessionReplay) throws(SessionReplayError) {
        if let revision = replay.firstOfOtherRules {
            logger.notice(
                "a session of an earlier version goes on by the rules of this one, which lead to another state",
                metadata: [
                    "session": .string(replay.session?.id ?? ""), "revision": .stringConvertible(revision),
                ])
        }
        guard let difference = replay.firstDifference else { return }
        logger.error(
            "a session does not come out as its log says; replay its log to see where",
            metadata: [
                "session": .string(replay.session?.id ?? ""), "revision": .stringConvertible(difference.revision),
                "expected": .string(difference.expected), "actual": .string(difference.actual),
            ])
        throw SessionReplayError(
            revision: difference.revision,
            reason: "the state has the hash \(difference.actual), the log says \(difference.expected)")
    }
}

extension DatasetCatalog {
    /// The rows that a line of a log has read, and perhaps later ones.
    ///
    /// - Parameters:
    ///   - lookup: The dataset, its version and its rows.
    ///   - missing: Notes rows that other processes may have.
    /// - Returns: The rows, or those that are there now where an edit or a replacement has taken them.
    /// - Throws: The problem of missing or damaged rows.
    package func rowsForReplay(
        of lookup: DatasetLookup, noting missing: MissingRows? = nil
    ) throws(Problem) -> RowsForReplay {
        do throws(DatasetRefusal) {
            do throws(DatasetRefusal) {
                return RowsForReplay(try rows(readAs: lookup))
            } catch {
                let isNowhere = missing?.isNowhere(lookup) == true
                if case .absent = error.reason, !isNowhere { missing?.note(lookup) }
                guard error.reason == .gone(lookup) || isNowhere && error.reason == .absent(lookup) else { throw error }
                return RowsForReplay(try rows(of: lookup.name), areGone: true)
            }
        } catch {
            throw error.problem
        }
    }
}
