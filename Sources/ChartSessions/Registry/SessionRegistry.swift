public import ChartSeries
import Synchronization

/// The live sessions, and the tombstones of those that have ended.
public final class SessionRegistry: Sendable {
    /// What bounds the registry.
    public struct Limits: Sendable {
        /// The most live sessions.
        public var sessions: Int
        /// After how many milliseconds a driver that is silent with touches down is cancelled.
        public var gestureTimeout: Double
        /// For how many milliseconds an ended session answers that it is gone; as many of them do as may live.
        public var tombstone: Double

        /// Creates limits.
        public init(sessions: Int = 100_000, gestureTimeout: Double = 10_000, tombstone: Double = 86_400_000) {
            self.sessions = sessions
            self.gestureTimeout = gestureTimeout
            self.tombstone = tombstone
        }
    }

    /// A session as its creator learns of it.
    public struct Created: Sendable {
        /// The session.
        public let session: Session
        /// Lets its bearer look and change.
        public let driverToken: AccessToken
        /// Lets its bearer look.
        public let viewerToken: AccessToken
        /// When the session expires if nobody comes, in milliseconds since 1970.
        public let expiresAt: Int64
    }

    private struct Shelf: Sendable {
        var cells: [String: SessionCell] = [:]
        var tombstones: Tombstones
    }

    /// The datasets that sessions show.
    public let catalog: DatasetCatalog
    private let limits: Limits
    private let clock: SessionClock
    private let shelf: Mutex<Shelf>

    /// Creates a registry without sessions.
    public init(catalog: DatasetCatalog, limits: Limits = Limits(), clock: SessionClock) {
        self.catalog = catalog
        self.limits = limits
        self.clock = clock
        shelf = Mutex(Shelf(tombstones: Tombstones(capacity: limits.sessions)))
    }

    /// The number of live sessions.
    public var count: Int { shelf.withLock { $0.cells.count } }

    /// Milliseconds since 1970 of the session clock.
    public var now: Int64 { clock.now() }

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - datasets: The datasets that its surfaces will show, once for each surface; they are in use from now on.
    ///   - make: Makes the session of a name from the tables, in the order of the datasets.
    /// - Returns: The session with its tokens.
    /// - Throws: ``SessionError/tooManySessions``, ``UnknownDataset``, or what `make` throws.
    public func create(
        showing datasets: [String], _ make: (_ id: String, _ tables: [Table]) throws -> Session
    ) throws -> Created {
        guard count < limits.sessions else { throw SessionError.tooManySessions }
        let tables = try retain(datasets)
        let (driver, viewer) = (AccessToken(), AccessToken())
        do {
            let session = try make(AccessToken.randomDigits(bytes: 16), tables)
            let cell = SessionCell(
                session: session, tokens: AccessTokens(driver: driver, viewer: viewer), now: clock.now())
            try shelf.withLock { shelf throws(SessionError) in
                guard shelf.cells.count < limits.sessions else { throw .tooManySessions }
                shelf.cells[session.id] = cell
            }
            return Created(
                session: session, driverToken: driver, viewerToken: viewer, expiresAt: cell.expiresAt)
        } catch {
            for name in datasets { catalog.release(name) }
            throw error
        }
    }

    /// A dataset that a specification names and that does not exist.
    public struct UnknownDataset: Error, Sendable, Hashable {
        /// Its position among the named ones.
        public let index: Int
        /// Its name.
        public let name: String
    }

    /// Marks datasets as shown by a live session, all or none.
    ///
    /// - Parameter datasets: Their names.
    /// - Returns: Their tables.
    /// - Throws: ``UnknownDataset``.
    public func retain(_ datasets: [String]) throws(UnknownDataset) -> [Table] {
        var tables: [Table] = []
        for (index, name) in datasets.enumerated() {
            guard let table = catalog.retain(name) else {
                for name in datasets.prefix(index) { catalog.release(name) }
                throw UnknownDataset(index: index, name: name)
            }
            tables.append(table)
        }
        return tables
    }

    /// The cell of a live session.
    ///
    /// - Throws: ``SessionError/gone`` for one that has ended, ``SessionError/unknown`` for none.
    public func cell(_ id: String) throws(SessionError) -> SessionCell {
        let now = clock.now()
        let (cell, endedAt) = shelf.withLock { ($0.cells[id], $0.tombstones[id]) }
        guard let cell else {
            throw endedAt.map { Double(now - $0) <= limits.tombstone } == true ? .gone : .unknown
        }
        guard !cell.isExpired(now: now) else {
            end(id)
            throw .gone
        }
        return cell
    }

    /// Looks at a session with the rows that its datasets have now.
    ///
    /// The session itself takes over new rows with its next change, so that its state depends on its changes alone and not
    /// on who has looked in between.
    public func read<Result>(_ cell: SessionCell, _ body: (Session) throws -> Result) throws -> Result {
        try cell.withSession(now: clock.now()) { session in
            var shown = session
            shown.refresh(from: catalog)
            return try body(shown)
        }
    }

    /// Changes a session, whole or not at all.
    public func update<Result>(_ cell: SessionCell, _ body: (inout Session) throws -> Result) throws -> Result {
        try cell.withSession(now: clock.now()) { session in
            session.refresh(from: catalog)
            session.cancelSilentDrivers(now: clock.now(), timeout: limits.gestureTimeout)
            var copy = session
            let result = try body(&copy)
            session = copy
            return result
        }
    }

    /// Makes a change on a copy of a session that is thrown away: the session has not changed, and no revision is counted.
    public func tryOut<Result>(_ cell: SessionCell, _ body: (inout Session) throws -> Result) throws -> Result {
        try read(cell) { session in
            var copy = session
            copy.cancelSilentDrivers(now: clock.now(), timeout: limits.gestureTimeout)
            return try body(&copy)
        }
    }

    /// Ends a session and leaves its tombstone.
    public func end(_ id: String) {
        let removed = shelf.withLock { shelf in
            guard let cell = shelf.cells.removeValue(forKey: id) else { return SessionCell?.none }
            shelf.tombstones.add(id, at: clock.now())
            return cell
        }
        for name in removed?.end() ?? [] { catalog.release(name) }
    }

    /// Ends the sessions that have expired, cancels silent drivers and clears old tombstones.
    public func sweep() {
        let now = clock.now()
        let cells = shelf.withLock { shelf in
            shelf.tombstones.forget(olderThan: limits.tombstone, now: now)
            return shelf.cells
        }
        for (id, cell) in cells {
            if cell.isExpired(now: now) {
                end(id)
            } else {
                cell.cancelSilentDrivers(now: now, timeout: limits.gestureTimeout)
            }
        }
    }
}
