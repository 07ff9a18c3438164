import ChartSeries
package import ChartStores
import Synchronization

/// Keeps the rows of datasets that several processes share: the truth in a database, and a copy in local files.
///
/// The local files are a cache. They are filled on demand, checked against the hashes of the segments before anything
/// of them is shown, and fetched again when they turn out to be altered, cut or gone.
package final class SharedDatasets: Sendable {
    /// What the cache has done.
    package struct Figures: Sendable, Equatable {
        /// The bytes of the local files.
        package var cachedBytes = 0
        /// How often rows had to be fetched.
        package var misses = 0
        /// The bytes of the fetched segments.
        package var fetchedBytes = 0

        /// Creates the figures of an unused cache.
        package init(cachedBytes: Int = 0, misses: Int = 0, fetchedBytes: Int = 0) {
            self.cachedBytes = cachedBytes
            self.misses = misses
            self.fetchedBytes = fetchedBytes
        }
    }

    fileprivate struct Content {
        /// The rows of open local files, by their local names.
        var open: [String: Table] = [:]
        /// When each local dataset was used last: the number of the use.
        var uses: [String: Int] = [:]
        var clock = 0
        var misses = 0
        var fetchedBytes = 0
    }

    /// The catalog of all processes.
    let catalog: any CatalogStore
    let segments: any SegmentStore
    private let local: any DatasetStore
    private let mostBytes: Int
    private let turns = KeyedTurns()
    private let content = Mutex(Content())

    /// Creates the shared datasets of a process.
    ///
    /// - Parameters:
    ///   - catalog: The catalog of all processes.
    ///   - segments: The segments of all processes.
    ///   - local: The files of this process, which no other one uses.
    ///   - cached: The local names of the datasets that are in the files already.
    ///   - mostBytes: The largest number of bytes of the files that no session of this process shows.
    package init(
        catalog: any CatalogStore, segments: any SegmentStore, local: any DatasetStore, cached: [String] = [],
        mostBytes: Int = .max
    ) {
        self.catalog = catalog
        self.segments = segments
        self.local = local
        self.mostBytes = mostBytes
        content.withLock { content in
            for name in cached { content.uses[name] = 0 }
        }
    }

    /// What the cache has done.
    package var figures: Figures {
        let (names, misses, bytes) = content.withLock { (Array($0.uses.keys), $0.misses, $0.fetchedBytes) }
        return Figures(
            cachedBytes: names.reduce(0) { $0 + local.bytes(of: $1) }, misses: misses, fetchedBytes: bytes)
    }

    /// Runs a body that nothing else of the dataset runs beside.
    func withTurn<Result, Failure: Error>(
        _ name: String, _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await turns.withTurn(name, body)
    }

    /// Starts the local files of new rows.
    func makeDraft(
        for name: String, shape: RowShape, owner: String?
    ) throws(DatasetStoreError) -> any DatasetDraft {
        let generation = AccessToken.randomDigits(bytes: 8)
        let draft = try local.makeDraft(for: "\(name)@\(generation)", shape: shape, owner: owner)
        return SharedDraft(draft, generation: generation)
    }

    /// Takes the local files of an import.
    func adopt(_ table: Table, as dataset: SharedDataset) {
        content.withLock { content in
            content.open[dataset.localName] = table
            content.use(dataset.localName)
        }
    }

    /// Stores rows as segments.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - some: The rows to store; `nil` for all.
    ///   - columns: The names of its columns beside x, in order.
    ///   - first: The number of its first row in the dataset.
    /// - Returns: The segments.
    /// - Throws: `DatasetStoreError`.
    func upload(
        _ table: Table, rows some: Range<Int>? = nil, columns: [String], from first: Int
    ) async throws(DatasetStoreError) -> [DatasetSegment] {
        let step = DatasetSegment.fullRows(columns: columns.count)
        var uploaded: [DatasetSegment] = []
        let some = some ?? 0..<table.rowCount
        for start in stride(from: some.lowerBound, to: some.upperBound, by: step) {
            let rows = start..<min(some.upperBound, start + step)
            let bytes = DatasetSegment.encode(table, rows, columns: columns)
            if table.soundness?.isDamaged == true { throw .foundDamaged }
            let segment = DatasetSegment(bytes, firstRow: first + start, rows: rows.count)
            try await catalog.note([segment])
            try await segments.put(bytes, named: segment.hash)
            uploaded.append(segment)
        }
        return uploaded
    }

    /// Returns all rows of a dataset from the local files, which it completes first; the caller has the turn.
    ///
    /// - Parameter dataset: The dataset, at the version to return.
    /// - Returns: Its rows.
    /// - Throws: `DatasetStoreError`, `damaged` where the shared segments themselves are.
    func load(_ dataset: SharedDataset) async throws(DatasetStoreError) -> Table {
        do throws(DatasetStoreError) {
            return try await complete(dataset)
        } catch {
            // The database cannot be asked, or the system refuses files: other files would not help.
            guard [.damaged, .unavailable, .unsynced].contains(error.kind) else { throw error }
            drop(dataset.localName)
            return try await complete(dataset)
        }
    }

    private func complete(_ dataset: SharedDataset) async throws(DatasetStoreError) -> Table {
        let name = dataset.localName
        let wanted = dataset.summary.rows
        var table = content.withLock { $0.open[name] }
        if table?.soundness?.isDamaged == true { throw .foundDamaged }
        if table == nil { table = try await reopened(dataset) }
        // Files without rows may have another kind of x than the first rows, and others lack columns that were added.
        if let held = table, held.rowCount == 0 && wanted > 0 || held.columns.count < dataset.summary.columns.count {
            drop(name)
            table = nil
        }
        if table?.rowCount ?? -1 < wanted { table = try await fetch(dataset, behind: table) }
        guard let table else { throw DatasetStoreError(.damaged, "\(name) has no rows") }
        content.withLock { content in
            content.open[name] = table
            content.use(name)
        }
        if table.rowCount == wanted { return dataset.marking(table) }
        guard let prefix = table.prefix(rows: wanted, version: dataset.version) else {
            throw DatasetStoreError(.damaged, "\(name) has fewer rows than its catalog says")
        }
        return dataset.marking(prefix)
    }

    /// Opens local files of an earlier use, and compares them with the segments; `nil` where there are none.
    private func reopened(_ dataset: SharedDataset) async throws(DatasetStoreError) -> Table? {
        let name = dataset.localName
        guard content.withLock({ $0.uses[name] }) != nil else { return nil }
        let table = try local.open(name, TableSoundness())
        let columns = dataset.summary.shape.columns
        let isShape =
            table.xName == dataset.summary.xName && columns.starts(with: table.columns.map(\.name))
        guard isShape, table.rowCount <= dataset.summary.rows else {
            throw DatasetStoreError(.damaged, "\(name) has other rows than its catalog says")
        }
        for segment in try await catalog.segments(of: dataset.generation, from: 0) where segment.end <= table.rowCount {
            let names = Array(columns.prefix(segment.columnCount))
            let bytes = DatasetSegment.encode(table, segment.firstRow..<segment.end, columns: names)
            guard DatasetSegment.hash(of: bytes) == segment.hash else { throw segment.damage }
        }
        if table.soundness?.isDamaged == true { throw .foundDamaged }
        return table
    }

    /// Fetches the rows behind those that are there.
    private func fetch(_ dataset: SharedDataset, behind table: Table?) async throws(DatasetStoreError) -> Table {
        let (name, shape) = (dataset.localName, dataset.summary.shape)
        let missing = try await catalog.segments(of: dataset.generation, from: table?.rowCount ?? 0)
        content.withLock { $0.misses += 1 }
        var next = table?.rowCount ?? 0
        var grown = table
        let draft = table == nil ? try local.makeDraft(for: name, shape: shape, owner: dataset.owner) : nil
        for segment in missing where segment.end > next {
            guard segment.firstRow <= next else { break }
            let rows = try await read(segment, shape, skipping: next - segment.firstRow)
            if let draft {
                try draft.append(RowBlock(rows))
            } else if let held = grown {
                let longer = try local.append(AppendedRows(rows), to: held, named: name)
                guard longer.rowCount == segment.end else {
                    throw DatasetStoreError(.damaged, "\(name) has other rows than its files")
                }
                // The files keep these rows, also where a later segment cannot be read.
                content.withLock { $0.open[name] = longer }
                grown = longer
            }
            next = segment.end
        }
        guard next >= dataset.summary.rows else {
            throw DatasetStoreError(.damaged, "segments of \(dataset.name) are missing in the catalog")
        }
        if let draft {
            try draft.prepare()
            grown = try draft.commit(version: 1)
        }
        guard let grown else { preconditionFailure("a fetch without a draft has rows before") }
        return grown
    }

    func read(
        _ segment: DatasetSegment, _ shape: RowShape, skipping skipped: Int
    ) async throws(DatasetStoreError) -> Table {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(segment.bytes)
        // What is longer than the segment is not its bytes, whatever follows.
        let isThere = try await segments.read(segment.hash) { if bytes.count <= segment.bytes { bytes += $0 } }
        guard isThere else { throw segment.damage }
        let count = bytes.count
        content.withLock { $0.fetchedBytes += count }
        return try segment.decode(bytes, shape: shape, skipping: skipped)
    }

    /// Appends the rows of a committed append to the local files, if they have all rows before; the caller has the turn.
    ///
    /// - Returns: All rows; `nil` where they have to be fetched.
    func grow(_ dataset: SharedDataset, by rows: AppendedRows) -> Table? {
        let before = dataset.summary.rows - rows.rowCount
        guard before > 0, let held = content.withLock({ $0.open[dataset.localName] }), held.rowCount == before,
            held.columns.count == dataset.summary.columns.count, held.soundness?.isDamaged != true,
            let grown = try? local.append(rows, to: held, named: dataset.localName)
        else { return nil }
        adopt(grown, as: dataset)
        return dataset.marking(grown)
    }

    /// Unmaps the local files of a dataset, which stay.
    func close(_ dataset: SharedDataset) {
        content.withLock { _ = $0.open.removeValue(forKey: dataset.localName) }
        local.close(dataset.localName)
    }

    /// Starts a check of the local files.
    func inspection(of dataset: SharedDataset) -> (any DatasetInspection)? { local.inspection(of: dataset.localName) }

    /// Looks for a local file that was cut.
    func shortFile(of dataset: SharedDataset) -> DatasetStoreError? { local.shortFile(of: dataset.localName) }

    /// Creates a spool for appended rows that exceed the memory.
    func makeSpool() throws(DatasetStoreError) -> (any RowSpool)? { try local.makeSpool() }

    /// Removes local files; rows that callers hold stay mapped.
    func drop(_ localName: String) {
        content.withLock { content in
            content.open[localName] = nil
            content.uses[localName] = nil
        }
        // Files that cannot be removed are replaced when they are needed again.
        try? local.remove(localName)
    }

    /// Removes the least recently used local files beyond the bound.
    ///
    /// - Parameter kept: The local names of the datasets that sessions show.
    /// - Returns: The local names of the removed ones.
    func trim(keeping kept: Set<String>) -> Set<String> {
        guard mostBytes < .max else { return [] }
        var dropped: Set<String> = []
        let names = content.withLock { $0.uses.sorted { ($0.value, $0.key) < ($1.value, $1.key) } }.map(\.key)
        var bytes = names.reduce(0) { $0 + local.bytes(of: $1) }
        for name in names where bytes > mostBytes && !kept.contains(name) {
            bytes -= local.bytes(of: name)
            drop(name)
            dropped.insert(name)
        }
        return dropped
    }
}

extension SharedDatasets.Content {
    /// Notes the use of a local dataset.
    fileprivate mutating func use(_ name: String) {
        clock += 1
        uses[name] = clock
    }
}

/// The local files of an import, which the shared catalog does not know yet.
final class SharedDraft: DatasetDraft {
    /// The name that the rows get.
    let generation: String
    private let draft: any DatasetDraft

    init(_ draft: any DatasetDraft, generation: String) {
        self.draft = draft
        self.generation = generation
    }

    var owner: String? { draft.owner }

    func append(_ block: RowBlock) throws(DatasetStoreError) { try draft.append(block) }

    func prepare() throws(DatasetStoreError) { try draft.prepare() }

    func commit(version: Int, life: DatasetLife) throws(DatasetStoreError) -> Table {
        try draft.commit(version: version, life: life)
    }
}

/// Work on the shared segments that no caller waits for; any process may do it, also several at once.
extension SharedDatasets {
    /// The number of small segments from which on they are merged.
    private static let mostSmall = 64
    /// The most segments that one merge reads.
    private static let mostMerged = 4_096

    /// Merges small segments, and removes those that nothing names.
    ///
    /// - Parameter age: How long a segment stays that no dataset names: longer than an import or a fetch takes.
    /// - Throws: `DatasetStoreError`; the next call goes on.
    func maintain(removingAfter age: Duration) async throws(DatasetStoreError) {
        for dataset in try await catalog.scattered(count: Self.mostSmall) {
            try await merge(dataset)
        }
        let unnamed = try await catalog.takeUnnamed(after: age)
        guard !unnamed.isEmpty else { return }
        try await segments.remove(unnamed) { hashes async throws(DatasetStoreError) in
            try await catalog.noted(hashes)
        }
    }

    /// Merges the small segments of a dataset, run by run.
    private func merge(_ dataset: SharedDataset) async throws(DatasetStoreError) {
        var run: [DatasetSegment] = []
        var bytes = 0
        for segment in try await catalog.segments(of: dataset.generation, from: 0) {
            let isFull = bytes + segment.bytes > DatasetSegment.mostBytes || run.count == Self.mostMerged
            if segment.bytes >= DatasetSegment.smallBytes || isFull {
                try await merge(run, of: dataset)
                (run, bytes) = ([], 0)
            }
            guard segment.bytes < DatasetSegment.smallBytes else { continue }
            run.append(segment)
            bytes += segment.bytes
        }
        try await merge(run, of: dataset)
    }

    private func merge(_ run: [DatasetSegment], of dataset: SharedDataset) async throws(DatasetStoreError) {
        guard run.count > 1, let first = run.first else { return }
        let shape = dataset.summary.shape
        var rows = try await read(first, shape, skipping: 0)
        for segment in run.dropFirst() {
            let next = try await read(segment, shape, skipping: 0)
            do throws(TableError) { try rows.append(next) } catch { throw segment.damage }
        }
        let encoded = DatasetSegment.encode(rows, 0..<rows.rowCount, columns: shape.columns)
        let merged = DatasetSegment(encoded, firstRow: first.firstRow, rows: rows.rowCount)
        try await catalog.note([merged])
        try await segments.put(encoded, named: merged.hash)
        // Another process may have merged them meanwhile; what it has not named is removed later.
        _ = try await catalog.merge(run, into: merged, of: dataset.generation)
    }
}
