import ChartDatasets
import ChartSeries
import ChartStorage
import Foundation
import Synchronization

/// Takes windows of a growing dataset on its own thread and checks that each has the rows of one version.
final class WindowReader: Sendable {
    private struct State {
        var isStopped = false
        var hasEnded = false
        var windows = 0
        var versions: Set<Int> = []
        var fault: String?
    }

    private let catalog: any DatasetCatalog
    private let walk: Table
    private let firstRows: Int
    private let batch: Int
    private let state = Mutex(State())

    /// Makes a reader that has not started.
    ///
    /// - Parameters:
    ///   - catalog: The catalog of the dataset.
    ///   - walk: All rows that the dataset will ever have.
    ///   - firstRows: The number of rows of version 1.
    ///   - batch: The number of rows that each further version adds.
    init(catalog: any DatasetCatalog, walk: Table, firstRows: Int, batch: Int) {
        self.catalog = catalog
        self.walk = walk
        self.firstRows = firstRows
        self.batch = batch
    }

    /// Takes windows until the reader is stopped or a window is wrong.
    func run() {
        while !state.withLock({ $0.isStopped || $0.fault != nil }) {
            let fault: String?
            var version = 0
            if let table = catalog.table(StoredWalk.name) {
                version = table.version
                fault = self.fault(of: table)
            } else {
                fault = "the dataset is not there"
            }
            state.withLock { state in
                state.windows += 1
                state.versions.insert(version)
                state.fault = fault
            }
        }
        state.withLock { $0.hasEnded = true }
    }

    /// Stops the reader and waits for its last window.
    ///
    /// - Returns: The number of windows, and the number of versions seen.
    /// - Throws: ``BenchmarkFailure`` if a window was wrong.
    func stop() throws -> (windows: Int, versions: Int) {
        state.withLock { $0.isStopped = true }
        while !state.withLock({ $0.hasEnded }) { usleep(1000) }
        let state = state.withLock { $0 }
        if let fault = state.fault { throw BenchmarkFailure("a window is torn: \(fault)") }
        guard state.versions.count > 1 else { throw BenchmarkFailure("no window was taken between two appends") }
        return (state.windows, state.versions.count)
    }

    /// Checks a window of all rows; returns `nil` or what is wrong.
    private func fault(of table: Table) -> String? {
        let expected = firstRows + (table.version - 1) * batch
        let end = walk.x[walk.rowCount - 1]
        let window = table.window(
            WindowRequest(from: walk.x[0], to: end, columns: [0], method: .m4, width: 1000, maximumRows: 4000))
        guard window.sourceRows == expected, table.rowCount == expected else {
            return "version \(table.version) has \(window.sourceRows) rows and not \(expected)"
        }
        let rows = window.rows
        guard rows.last == expected - 1 else { return "the last row is \(rows.last ?? -1) and not \(expected - 1)" }
        for row in rows
        where table.x[row] != walk.x[row] || table.columns[0].values[row] != walk.columns[0].values[row] {
            return "row \(row) of version \(table.version) has other values"
        }
        return nil
    }
}
