package import ChartStores
import Synchronization

/// Stores the shared catalog of datasets, and by default their segments, in PostgreSQL.
///
/// Its connections are its own, so that the transfer of rows does not delay the reads of sessions.
package final class PostgresCatalogStore: CatalogStore, SegmentStore {
    /// How long notes of changes stay: longer than any node is in doubt about one.
    static let noteAge = Duration.seconds(3_600)
    /// How often the outcome of a change in doubt is asked for.
    private static let mostQuestions = 20

    private let pool: ReaderPool
    private let node: Int64
    private let outlet: HintOutlet
    private let chunkBytes: Int
    private let counter = Atomic<Int64>(0)
    private let heardHints = Atomic(0)

    init(_ connector: PostgresConnector, wait: Duration, outlet: HintOutlet, chunkBytes: Int) {
        pool = ReaderPool(connector, size: 3, wait: wait) { _ in }
        node = connector.node
        self.outlet = outlet
        self.chunkBytes = chunkBytes
    }

    deinit { pool.stop() }

    /// Closes the connections.
    package func close() async { await pool.close() }

    /// Returns all datasets; see `CatalogStore.datasets()`.
    package func datasets() async throws(DatasetStoreError) -> [SharedDataset] {
        try await read(CatalogStatements.all) { result in
            try (0..<result.count).map { try CatalogRows.dataset(result, $0) }
        }
    }

    /// Returns the version of each name; see `CatalogStore.versions()`.
    package func versions() async throws(DatasetStoreError) -> [String: Int] {
        try await read(BackgroundStatement.datasetVersions.text) { result in
            var versions: [String: Int] = [:]
            for row in 0..<result.count {
                guard let name = result.text(row, 0) else { continue }
                versions[name] = result.integer(row, 1).map(Int.init)
            }
            return versions
        }
    }

    /// Returns a dataset; see `CatalogStore.dataset(_:)`.
    package func dataset(_ name: String) async throws(DatasetStoreError) -> SharedDataset? {
        try await read(CatalogStatements.one, { $0.add(name) }, CatalogRows.first)
    }

    /// Returns events; see `CatalogStore.events(of:)`.
    package func events(of name: String) async throws(DatasetStoreError) -> [UInt8]? {
        try await read(CatalogStatements.events, { $0.add(name) }, { $0.count > 0 ? $0.bytes(0, 0) : nil })
    }

    /// Returns replaced rows; see `CatalogStore.replaced(_:at:)`.
    package func replaced(_ name: String, at version: Int) async throws(DatasetStoreError) -> SharedDataset? {
        try await read(
            CatalogStatements.replaced,
            { parameters in
                parameters.add(name)
                parameters.add(Int64(version))
            }, CatalogRows.first)
    }

    /// Returns segments; see `CatalogStore.segments(of:from:)`.
    package func segments(of generation: String, from row: Int) async throws(DatasetStoreError) -> [DatasetSegment] {
        try await read(
            CatalogStatements.segments,
            { parameters in
                parameters.add(generation)
                parameters.add(Int64(row))
            }, CatalogRows.segments)
    }

    /// Notes segments; see `CatalogStore.note(_:)`.
    package func note(_ segments: [DatasetSegment]) async throws(DatasetStoreError) {
        try await read(
            CatalogStatements.note,
            { parameters in
                parameters.addArray(segments.map(\.hash))
                parameters.addArray(segments.map { Int64($0.bytes) })
            }, { _ in })
    }

    /// Makes a change; see `CatalogStore.commit(_:)`.
    ///
    /// A connection that is lost sends the change once more. The repetition finds another version if the first one was
    /// committed, and then its own note of the change.
    package func commit(_ change: CatalogChange) async throws(DatasetStoreError) -> CatalogOutcome {
        let counter = counter.add(1, ordering: .relaxed).newValue
        let plan = CatalogPlan(change, node: node, counter: counter)
        let isSent = SentMark()
        let outcome: CatalogOutcome
        do throws(SessionStoreError) {
            outcome = try await pool.read { connection, deadline in
                isSent.set()
                let results = try connection.run(plan.statements, until: deadline)
                guard results[plan.changing].count == 0 else { return .committed }
                let checks = try connection.run(plan.checks, until: deadline)
                if checks[0].truth(0, 0) == true { return .committed }
                return plan.mayBeInUse && checks[1].truth(0, 0) == true && checks[2].integer(0, 0) == plan.expected
                    ? .inUse : .conflict
            }
        } catch {
            guard isSent.isSet, !error.isRefusal else { throw DatasetStoreError(error) }
            outcome = try await outcomeInDoubt(of: plan)
        }
        if outcome == .committed { outlet.publish(dataset: plan.name, version: plan.expected.map { Int($0) + 1 } ?? 1) }
        return outcome
    }

    /// Looks for a change whose answer was lost or late.
    ///
    /// - Throws: `DatasetStoreError`, `inDoubt` as long as the change is not there: it may be committed later.
    private func outcomeInDoubt(of plan: CatalogPlan) async throws(DatasetStoreError) -> CatalogOutcome {
        for _ in 0..<Self.mostQuestions {
            do throws(SessionStoreError) {
                let isMine = try await pool.read { connection, deadline in
                    try connection.run(plan.checks[0], until: deadline).truth(0, 0) == true
                }
                if isMine { return .committed }
            } catch {
                // The database may answer again in time.
            }
            do { try await Task.sleep(for: .milliseconds(200)) } catch { break }
        }
        throw DatasetStoreError(.inDoubt, "the database has not told whether \(plan.name) was changed")
    }

    /// Waits for a hint, or for a second; see `CatalogStore.waitForChange()`.
    package func waitForChange() async -> Bool {
        for _ in 0..<20 {
            do { try await Task.sleep(for: .milliseconds(50)) } catch { return false }
            let heard = outlet.datasetHints
            if heardHints.exchange(heard, ordering: .relaxed) != heard { return true }
        }
        return true
    }

    /// Stores a segment in chunks; see `SegmentStore.put(_:named:)`.
    package func put(_ bytes: [UInt8], named hash: [UInt8]) async throws(DatasetStoreError) {
        let size = chunkBytes
        for start in stride(from: 0, to: max(1, bytes.count), by: size) {
            try await read(
                CatalogStatements.put,
                { parameters in
                    parameters.add(hash)
                    parameters.add(Int64(start / size))
                    parameters.add(Array(bytes[start..<min(bytes.count, start + size)]))
                }, { _ in })
        }
    }

    /// Reads a segment chunk by chunk; see `SegmentStore.read(_:_:)`.
    package func read(_ hash: [UInt8], _ take: ([UInt8]) -> Void) async throws(DatasetStoreError) -> Bool {
        var ordinal: Int64 = 0
        while true {
            let number = ordinal
            let chunk = try await read(
                CatalogStatements.chunk,
                { parameters in
                    parameters.add(hash)
                    parameters.add(number)
                }, { $0.count > 0 ? $0.bytes(0, 0) : nil })
            guard let chunk else { return ordinal > 0 }
            take(chunk)
            ordinal += 1
            if chunk.count < chunkBytes { return true }
        }
    }

    /// Does nothing: the chunks go with the note of their segment; see `SegmentStore.remove(_:unless:)`.
    package func remove(
        _ hashes: [[UInt8]], unless noted: ([[UInt8]]) async throws(DatasetStoreError) -> Set<[UInt8]>
    ) async throws(DatasetStoreError) {}

    /// Takes datasets with many small segments; see `CatalogStore.scattered(count:)`.
    package func scattered(count: Int) async throws(DatasetStoreError) -> [SharedDataset] {
        try await read(
            BackgroundStatement.datasetScattered.text, { $0.add(Int64(count)) },
            { result in try (0..<result.count).map { try CatalogRows.dataset(result, $0) }.filter(\.isLive) })
    }

    /// Replaces neighbouring segments; see `CatalogStore.merge(_:into:of:)`.
    package func merge(
        _ segments: [DatasetSegment], into merged: DatasetSegment, of generation: String
    ) async throws(DatasetStoreError) -> Bool {
        try await read(
            CatalogStatements.merge,
            { parameters in
                parameters.add(generation)
                parameters.add(Int64(merged.firstRow))
                parameters.add(Int64(merged.rows))
                parameters.add(merged.hash)
                parameters.add(Int64(merged.bytes))
                parameters.add(Int64(segments.count))
            }, { $0.changes > 0 })
    }

    /// Forgets replaced rows; see `CatalogStore.forgetReplaced(_:before:after:)`.
    package func forgetReplaced(
        _ name: String, before version: Int, after age: Duration
    ) async throws(DatasetStoreError) {
        try await read(
            CatalogStatements.forgetDropped,
            { parameters in
                parameters.add(name)
                parameters.add(Int64(version))
                parameters.add(Int64(age / .milliseconds(1)))
            }, { _ in })
    }

    /// Removes what no dataset and no session needs; see `CatalogStore.takeUnnamed(after:)`.
    package func takeUnnamed(after age: Duration) async throws(DatasetStoreError) -> [[UInt8]] {
        let milliseconds = Int64(age / .milliseconds(1))
        try await read(BackgroundStatement.datasetForget.text, { $0.add(milliseconds) }, { _ in })
        try await read(
            BackgroundStatement.datasetForgetNotes.text, { $0.add(Int64(Self.noteAge / .milliseconds(1))) }, { _ in })
        return try await read(
            BackgroundStatement.segmentUnnamed.text, { $0.add(milliseconds) },
            { result in (0..<result.count).compactMap { result.bytes($0, 0) } })
    }

    /// Returns those segments that are noted; see `CatalogStore.noted(_:)`.
    package func noted(_ hashes: [[UInt8]]) async throws(DatasetStoreError) -> Set<[UInt8]> {
        try await read(
            CatalogStatements.noted, { $0.addArray(hashes) },
            { result in Set((0..<result.count).compactMap { result.bytes($0, 0) }) })
    }

    private func read<Answer: Sendable>(
        _ text: PostgresText, _ fill: (inout PostgresParameters) -> Void = { _ in },
        _ decode: @escaping @Sendable (PostgresResult) throws -> Answer
    ) async throws(DatasetStoreError) -> Answer {
        let statement = PostgresStatement(text, fill)
        do throws(SessionStoreError) {
            return try await pool.read { connection, deadline in
                try decode(connection.run(statement, until: deadline))
            }
        } catch {
            throw DatasetStoreError(error)
        }
    }
}

/// Whether a change has been sent.
private final class SentMark: Sendable {
    private let mark = Atomic(false)

    var isSet: Bool { mark.load(ordering: .relaxed) }

    func set() { mark.store(true, ordering: .relaxed) }
}

extension SessionStoreError {
    /// Whether the database has refused the statement, which has changed nothing.
    fileprivate var isRefusal: Bool { self == .full }
}

extension DatasetStoreError {
    /// Creates the error of datasets for an error of the database.
    init(_ error: SessionStoreError) {
        switch error {
        case .full: self.init(.full, "the disk of the database is full")
        case .damagedSession(let reason), .damaged(let reason): self.init(.damaged, reason)
        default: self.init(.unreachable, "the datasets of the database cannot be used: \(error)")
        }
    }
}
