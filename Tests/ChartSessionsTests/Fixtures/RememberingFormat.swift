import ChartSeries
import Synchronization

@testable import ChartSessions

/// Writes lines that only name a revision, and keeps the states in memory.
final class RememberingFormat: SessionFormat {
    private let states = Mutex<[String: Session]>([:])

    func line(of record: ChangeRecord, in session: Session) -> [UInt8] {
        remember(session)
        return Array("\(session.id) \(session.revision) \(record.kind.rawValue)".utf8)
    }

    func head(of session: Session) -> [UInt8] {
        remember(session)
        return Array("\(session.id) 0".utf8)
    }

    func snapshot(of session: Session) throws(SessionReplayError) -> StoredSnapshot {
        StoredSnapshot(revision: session.revision, state: Array("\(session.id) \(session.revision)".utf8))
    }

    func session(from stored: StoredSession, catalog: DatasetCatalog) throws(SessionReplayError) -> Session {
        let revision = stored.entries.last?.revision ?? stored.snapshot?.revision ?? 0
        guard let session = states.withLock({ $0["\(stored.head.id) \(revision)"] }) else {
            throw SessionReplayError(revision: revision, reason: "the state is unknown")
        }
        return session
    }

    private func remember(_ session: Session) {
        states.withLock { $0["\(session.id) \(session.revision)"] = session }
    }
}

extension SessionRegistry {
    /// A registry over a store in memory.
    convenience init(
        catalog: DatasetCatalog, limits: Limits = Limits(), clock: SessionClock,
        store: any SessionStore = MemorySessionStore()
    ) throws {
        try self.init(
            catalog: catalog, store: store, format: RememberingFormat(), limits: limits, clock: clock)
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
        try change(cell, as: ChangeRecord(kind: .batch, surface: "main"), body).value
    }
}
