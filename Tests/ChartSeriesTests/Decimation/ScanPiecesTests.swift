import Synchronization
import Testing

@testable import ChartSeries

/// Tests that scans check for cancellation between pieces, and that pieces do not change results.
struct ScanPiecesTests {
    /// A series that counts the values read, and cancels the task that reads more than a limit.
    private final class CountedSeries: RowQueries {
        private let series: ScannedSeries
        private let limit: Int
        private let count = Mutex(0)

        init(_ values: ColumnValues, cancelsAfter limit: Int) {
            series = ScannedSeries(values)
            self.limit = limit
        }

        var lentCount: Int { count.withLock(\.self) }

        subscript(row: Int) -> Double { series[row] }

        func withValues(of rows: Range<Int>, _ body: (Span<Double>) -> Void) {
            let lent = count.withLock { count in
                count += rows.count
                return count
            }
            if lent > limit { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            series.withValues(of: rows, body)
        }

        func extremes(of rows: Range<Int>) -> Extremes? { series.extremes(of: rows) }
        func firstMissing(in rows: Range<Int>) -> Int? { series.firstMissing(in: rows) }
        func firstPresent(in rows: Range<Int>) -> Int? { series.firstPresent(in: rows) }
        func lastPresent(in rows: Range<Int>) -> Int? { series.lastPresent(in: rows) }
        func total(of rows: Range<Int>) -> (sum: Double, count: Int) { series.total(of: rows) }
    }

    private func inTask<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> [Result] {
        await withTaskGroup(of: Result.self) { group in
            group.addTask { work() }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `lttb with few points stops within a piece of its one bucket`() async {
        let count = 1_000_000
        let series = CountedSeries(ColumnValues((0..<count).map { Double($0 % 17) }), cancelsAfter: 100_000)
        let x = ColumnValues(start: 0, step: 1, count: count)
        _ = await inTask { lttb(x: x, series: series, rows: 0..<count, points: 3) }
        #expect(series.lentCount <= 100_000 + 2 * ScanPieces.rows)
    }

    @Test func `lttb in pieces chooses the rows that its slow twin chooses`() {
        let count = 3 * ScanPieces.rows + 12_345
        let x = (0..<count).map { Double($0) * 1.5 }
        let values = (0..<count).map { row -> Double in row % 11 == 0 ? .nan : Double(row * 7_919 % 10_007) / 3 }
        for points in [3, 4, 7] {
            let rows = lttb(
                x: ColumnValues(x), series: ScannedSeries(ColumnValues(values)), rows: 0..<count, points: points)
            #expect(rows == slowLTTB(x: x, values: values, rows: 0..<count, points: points))
        }
    }

    @Test func `bars of civil time stop when their task is cancelled`() async {
        let x = ColumnValues(start: 0, step: 1_000, count: 100_000)
        let buckets = await inTask {
            calendarBuckets(x: x, rows: 0..<100_000, step: CalendarStep(.second), limit: .max) { instant, _ in
                if instant >= 50_000 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
                return (instant, instant + 1_000)
            }
        }
        #expect(buckets[0]?.count == 50)
    }

    @Test func `the sum of a bar without an index stops within a piece`() async {
        let values = ColumnValues(Array(repeating: 1, count: 1_000_000))
        let sums = await inTask {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return ScannedSeries(values).total(of: 0..<1_000_000)
        }
        #expect(sums[0].count == 0)
        #expect(ScannedSeries(values).total(of: 0..<1_000_000).count == 1_000_000)
    }

    @Test func `the extremes of a logarithmic axis stop within a piece, and are the same in pieces`() async throws {
        let count = 3 * ScanPieces.rows
        let values = (0..<count).map { row -> Double in
            let size = Double(row * 7_919 % 10_007)
            return row % 2 == 0 ? size : -size
        }
        let column = column(values)
        let whole = try #require(column.withReader { $0.extremes(of: 5..<count - 5, in: .positive) })
        #expect(column.withReader { $0.extremesOfPieces(of: 5..<count - 5, in: .positive) } == whole)
        let cut = await inTask {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return column.withReader { $0.extremesOfPieces(of: 5..<count - 5, in: .positive).isEmpty }
        }
        #expect(cut == [true])
    }

    @Test func `a cancelled task gives four numbers for each bar that it has`() async throws {
        let table = try Samples.table(seed: 1, rows: 2_000, columns: 2)
        let wanted = WindowRequest(
            from: table.x[0], to: table.x[1_999], columns: [0, 1], method: .calendar, width: 400, maximumRows: 4_000,
            aggregate: .ohlc,
            civil: { instant, _ in
                let start = (instant / 100).rounded(.down) * 100
                return (start, start + 100)
            })
        let numbers = await inTask {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return table.window(wanted).aggregation?.values(ofColumn: 1).allSatisfy { $0.count == 4 }
        }
        #expect(numbers == [true])
    }
}
