@testable import ChartSeries

/// M4 over one series, row by row without an index.
struct M4Scan {
    /// The gaps of which the first row is kept.
    enum Gaps {
        /// Every gap.
        case every
        /// The last of the gaps that end in the same pixel column.
        case lastOfPixelColumn
    }

    let gaps: Gaps
    /// The kept rows, ascending and without duplicates.
    private(set) var kept: [Int] = []
    /// Whether a pixel column has present values on both sides of a gap.
    private(set) var splitsPixelColumn = false
    /// The first row of the missing values since the last present one.
    private var gapStart: Int?
    private var hasSeenValue = false
    private var endedGaps: [Int] = []
    private var candidates: [Int] = []

    init(gaps: Gaps) {
        self.gaps = gaps
    }

    /// Takes the value of the row before the window, if there is one.
    mutating func take(before value: Double?) {
        hasSeenValue = value.map { !$0.isNaN } ?? false
    }

    /// Takes the rows of the next pixel column that has rows.
    mutating func take(_ run: Range<Int>, of values: [Double]) {
        var first: Int?
        var last = run.lowerBound
        var smallest = (row: run.lowerBound, value: Double.infinity)
        var largest = (row: run.lowerBound, value: -Double.infinity)
        endedGaps.removeAll(keepingCapacity: true)
        for row in run {
            let value = values[row]
            if value.isNaN {
                if hasSeenValue && gapStart == nil { gapStart = row }
                continue
            }
            if let gap = gapStart {
                endedGaps.append(gap)
                gapStart = nil
                splitsPixelColumn = splitsPixelColumn || first != nil
            }
            hasSeenValue = true
            if first == nil { first = row }
            last = row
            if value < smallest.value { smallest = (row, value) }
            if value > largest.value { largest = (row, value) }
        }
        guard let first else { return }
        candidates.removeAll(keepingCapacity: true)
        candidates.append(contentsOf: [first, smallest.row, largest.row, last])
        switch gaps {
        case .every: candidates.append(contentsOf: endedGaps)
        case .lastOfPixelColumn: candidates.append(contentsOf: endedGaps.suffix(1))
        }
        candidates.sort()
        candidates.removeRepeats()
        kept.append(contentsOf: candidates)
    }

    /// Takes the value of the row after the window, if there is one.
    mutating func take(after value: Double?) {
        guard let value, !value.isNaN, let gap = gapStart else { return }
        kept.append(gap)
        gapStart = nil
    }
}

extension M4Scan {
    /// Chooses the rows of several series as `M4Selection` does.
    static func select(
        _ series: [[Double]], in window: Range<Int>, x: [Double], grid: PixelGrid, gaps: Gaps
    ) -> (rows: [Int], splitsPixelColumn: Bool) {
        var rows: Set<Int> = []
        var splitsPixelColumn = false
        for values in series {
            var scan = M4Scan(gaps: gaps)
            scan.take(before: window.lowerBound > 0 ? values[window.lowerBound - 1] : nil)
            var start = window.lowerBound
            while start < window.upperBound {
                let column = grid.column(of: x[start])
                let end = (start..<window.upperBound).first { grid.column(of: x[$0]) != column } ?? window.upperBound
                scan.take(start..<end, of: values)
                start = end
            }
            scan.take(after: window.upperBound < values.count ? values[window.upperBound] : nil)
            splitsPixelColumn = splitsPixelColumn || scan.splitsPixelColumn
            rows.formUnion(scan.kept)
        }
        return (rows.sorted(), splitsPixelColumn)
    }
}
