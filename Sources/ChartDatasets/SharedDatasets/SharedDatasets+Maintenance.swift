import ChartSeries
import ChartStores

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
