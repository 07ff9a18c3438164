package import ChartEngine
package import ChartSeries
import ChartSessions
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

    func line(of record: ChangeRecord, in session: Session) -> [UInt8] {
        LogWriter.line(of: record, in: session)
    }

    func snapshot(of session: Session) throws(SessionReplayError) -> StoredSnapshot {
        do {
            return StoredSnapshot(revision: session.revision, state: try session.encodedState())
        } catch {
            throw SessionReplayError(revision: session.revision, reason: "\(error)")
        }
    }

    func session(from stored: StoredSession, catalog: DatasetCatalog) throws(SessionReplayError) -> Session {
        var replay = SessionReplay(modifiers: modifiers) { name throws(Problem) in try catalog.rowsForReplay(of: name) }
        var revision: Int?
        do {
            try replay.take(stored.head.line)
            if let snapshot = stored.snapshot {
                revision = snapshot.revision
                try replay.restore(snapshot)
            }
            for entry in stored.entries {
                revision = entry.revision
                try replay.take(entry.line)
            }
        } catch let problem as Problem {
            throw SessionReplayError(revision: revision, reason: problem.detail)
        } catch {
            throw SessionReplayError(revision: revision, reason: "\(error)")
        }
        guard let session = replay.session else { preconditionFailure("a replay that went well has a session") }
        try checkHashes(of: replay)
        return session
    }

    func apply(
        _ entries: [LogEntry], to session: Session, head: [UInt8], catalog: DatasetCatalog
    ) throws(SessionReplayError) -> [(session: Session, surface: String)] {
        var replay = SessionReplay(modifiers: modifiers) { name throws(Problem) in try catalog.rowsForReplay(of: name) }
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
            throw SessionReplayError(revision: revision, reason: problem.detail)
        } catch {
            throw SessionReplayError(revision: revision, reason: "\(error)")
        }
        try checkHashes(of: replay)
        return states
    }

    private func checkHashes(of replay: SessionReplay) throws(SessionReplayError) {
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
    /// The rows of a dataset that a log names.
    package func rowsForReplay(of name: String) throws(Problem) -> Table {
        do throws(DatasetCatalog.Refusal) {
            return try rows(of: name)
        } catch {
            throw Problem(error, dataset: name)
        }
    }
}
