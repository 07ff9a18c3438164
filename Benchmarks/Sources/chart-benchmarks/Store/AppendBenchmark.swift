import ChartDatasets
import ChartSeries
import ChartStorage
import ChartStores
import Foundation

/// Measures appends to stored rows while another thread takes windows and checks that each has one version's rows.
struct AppendBenchmark {
    /// The number of rows before the first append.
    let rowCount: Int

    private static let batch = 1000
    private static let appends = 1000
    private static let synchronousAppends = 200
    private static let appendsPerFeeder = 200

    /// Runs the benchmark and prints the result.
    func run() async throws {
        print(
            """

            Append: \(Self.batch) rows at a time to \(rowCount) stored rows, by the catalog of the server into data.dir, while
              another thread takes M4 windows of 1000 pixel columns of all rows; milliseconds that pass
            """)
        let walk = RandomWalk(seed: 1).table(rows: rowCount + Self.appends * Self.batch)
        try await measure("kept when the process is killed", isSynchronous: false, appends: Self.appends, of: walk)
        try await measure("kept when the power is cut", isSynchronous: true, appends: Self.synchronousAppends, of: walk)
        print("  a row at a time, to one dataset and by each feeder to a dataset of its own")
        for isSynchronous in [false, true] {
            for feeders in [1, 16] {
                try await measure(feeders: feeders, datasets: 1, isSynchronous: isSynchronous)
                if feeders > 1 { try await measure(feeders: feeders, datasets: feeders, isSynchronous: isSynchronous) }
            }
        }
    }

    /// Measures appends of one row each by several feeders at once.
    private func measure(feeders: Int, datasets: Int, isSynchronous: Bool) async throws {
        let folder = try ScratchFolder()
        let catalog = LocalDatasetCatalog(
            store: try DatasetDirectory(dataDirectory: folder.file("data"), isSynchronous: isSynchronous))
        for number in 0..<datasets { _ = try await catalog.put(Self.row, as: "d\(number)") }
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup { group in
            for feeder in 0..<feeders {
                group.addTask { () throws -> [Double] in
                    var times: [Double] = []
                    for _ in 0..<Self.appendsPerFeeder {
                        let start = ContinuousClock.now
                        _ = try await catalog.commit(AppendedRows(Self.row), to: "d\(feeder % datasets)")
                        times.append((ContinuousClock.now - start) / .milliseconds(1))
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print(
            """
                \(isSynchronous ? "full" : "commit"), \(feeders) feeders, \(datasets) datasets   \
            \(Figure.text(Double(times.count) / seconds, decimals: 0)) appends/s, median \
            \(Figure.text(Spread(times).median, decimals: 3)), 99th of 100 \
            \(Figure.text(Spread(times).percentile99, decimals: 3))
            """)
    }

    /// A row that fits behind itself.
    private static var row: Table {
        get throws { try Table(xName: "x", xKind: .number, x: [1], columns: [(name: "y", values: [2])]) }
    }

    private func measure(_ name: String, isSynchronous: Bool, appends: Int, of walk: Table) async throws {
        let folder = try ScratchFolder()
        let directory = try DatasetDirectory(dataDirectory: folder.file("data"), isSynchronous: isSynchronous)
        let catalog = LocalDatasetCatalog(store: directory)
        _ = try await catalog.put(Self.rows(0..<rowCount, of: walk), as: StoredWalk.name)
        let reader = WindowReader(catalog: catalog, walk: walk, firstRows: rowCount, batch: Self.batch)
        Thread.detachNewThread { reader.run() }
        let batches = try (0..<appends).map { batch in
            let start = rowCount + batch * Self.batch
            return try Self.rows(start..<start + Self.batch, of: walk)
        }
        var times: [Double] = []
        for batch in batches {
            let start = ContinuousClock.now
            _ = try await catalog.commit(AppendedRows(batch), to: StoredWalk.name)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
        }
        let seen = try reader.stop()
        print(
            """
              \(name), \(appends) appends
                an append   median \(Figure.text(Spread(times).median, decimals: 3)), 99th of 100 \
            \(Figure.text(Spread(times).percentile99, decimals: 3)), all up to \
            \(Figure.text(times.max() ?? 0, decimals: 3))
                meanwhile   \(seen.windows) windows of \(seen.versions) versions, none torn: each has the rows and the values of \
            its version
            """)
    }

    private static func rows(_ range: Range<Int>, of walk: Table) throws -> Table {
        try Table(
            xName: walk.xName, xKind: walk.xKind, x: Array(walk.x[range]),
            columns: [(name: walk.columns[0].name, values: Array(walk.columns[0].values[range]))])
    }
}
