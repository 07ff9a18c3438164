import ChartDatasets
import ChartSeries
import ChartStores
import Synchronization

@testable import ChartSessions

/// Writes lines that only name a revision and their own number, and keeps the states in memory.
final class RememberingFormat: SessionFormat {
    private struct Memory {
        /// The states by their lines or snapshots.
        var states: [[UInt8]: (session: Session, surface: String)] = [:]
        var lines = 0
    }

    private let memory = Mutex(Memory())

    func line(of change: Change, in session: Session) -> [UInt8] {
        memory.withLock { memory in
            memory.lines += 1
            let line = Array("\(session.id) \(session.revision) \(change.operation.kind.rawValue) \(memory.lines)".utf8)
            memory.states[line] = (session, change.surface)
            return line
        }
    }

    func head(of session: Session) -> [UInt8] {
        remember(session, as: "\(session.id) 0")
    }

    func snapshot(of session: Session) throws(SessionReplayError) -> StoredSnapshot {
        StoredSnapshot(
            revision: session.revision, state: remember(session, as: "\(session.id) \(session.revision)"))
    }

    func session(from stored: StoredSession, catalog: any DatasetCatalog) throws(SessionReplayError) -> Session {
        let revision = stored.entries.last?.revision ?? stored.snapshot?.revision ?? 0
        return try state(stored.entries.last?.line ?? stored.snapshot?.state ?? stored.head.line, of: revision).session
    }

    func apply(
        _ entries: [LogEntry], to session: Session, head: [UInt8], catalog: any DatasetCatalog
    ) throws(SessionReplayError) -> [(session: Session, surface: String)] {
        var states: [(session: Session, surface: String)] = []
        for entry in entries { states.append(try state(entry.line, of: entry.revision)) }
        return states
    }

    private func state(
        _ line: [UInt8], of revision: Int
    ) throws(SessionReplayError) -> (session: Session, surface: String) {
        guard let state = memory.withLock({ $0.states[line] }) else {
            throw SessionReplayError(revision: revision, reason: "the state is unknown")
        }
        return state
    }

    private func remember(_ session: Session, as words: String) -> [UInt8] {
        let line = Array(words.utf8)
        memory.withLock { $0.states[line] = (session, "") }
        return line
    }
}

extension SessionRegistry {
    /// A registry over a store in memory.
    convenience init(
        catalog: any DatasetCatalog, limits: Limits = Limits(), clock: SessionClock,
        store: (any SessionStore)? = nil
    ) {
        self.init(
            catalog: catalog, store: store ?? MemorySessionStore(clock: clock), format: RememberingFormat(),
            limits: limits, clock: clock)
    }

    /// Creates a session.
    func create(
        showing datasets: [String], ownedBy owner: SessionOwner? = nil,
        _ make: (_ id: String, _ tables: [Table]) throws -> Session
    ) async throws -> Created {
        let format = dependencies.format as? RememberingFormat
        return try await create(showing: datasets, ownedBy: owner, line: { format?.head(of: $0) ?? [] }, make)
    }

    /// Changes a session in a store that commits at once.
    func update<Result>(_ cell: SessionCell, _ body: (inout Session) throws -> Result) throws -> Result {
        try change(cell, as: Change(.postEvents, of: "main"), body).value
    }
}
