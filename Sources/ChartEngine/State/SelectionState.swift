import ChartSeries
import Gestures

/// The encoded state of a selection.
struct SelectionState: Codable, Equatable {
    var runs: RowRuns?
    var others: [Other]?
    var series: [String]?
    var annotations: [String]?
    var label: String?

    /// The rows of another source than the surface's dataset.
    struct Other: Codable, Equatable {
        var source: SeriesSource
        var runs: RowRuns
    }

    /// Encodes the selection of a chart.
    init(of chart: Chart) {
        let selection = chart.selection
        runs = selection.rows.isEmpty ? nil : RowRuns(selection.rows, of: chart.table)
        others =
            selection.others.map { one in
                Other(source: one.source, runs: RowRuns(one.rows, of: chart.table(of: one.source.dataset)))
            }.unlessEmpty
        series = selection.series.unlessEmpty
        annotations = selection.annotations.unlessEmpty
        label = selection.label
    }

    /// Creates the selection.
    ///
    /// - Parameter chart: The chart; rows that were dropped from the front of its tables are not selected any more.
    /// - Returns: The selection.
    /// - Throws: ``UnsoundState`` for rows that do not exist, and for too many or unordered ones.
    func selection(on chart: Chart) throws(UnsoundState) -> Selection {
        var selection = Selection()
        selection.rows = try runs?.rows(of: chart.table) ?? []
        for one in others ?? [] {
            let dataset = one.source.dataset
            try UnsoundState.require(
                dataset == nil || chart.others.contains { $0.dataset == dataset },
                "selected rows of a dataset that is not shown")
            try UnsoundState.require(
                one.source != SeriesSource() && selection.rows(of: one.source).isEmpty, "selected rows twice")
            selection.set(try one.runs.rows(of: chart.table(of: dataset)), of: one.source)
        }
        selection.series = series ?? []
        selection.annotations = annotations ?? []
        selection.label = label
        return selection
    }
}

/// The encoded form of some rows of a table: the number of the first row and the length of each run.
struct RowRuns: Codable, Equatable {
    private var runs: [Int] = []

    /// Encodes rows, in ascending order.
    init(_ rows: [Int], of table: Table) {
        for row in rows {
            if let last = runs.last, runs[runs.count - 2] + last == table.firstRow + row {
                runs[runs.count - 1] += 1
            } else {
                runs += [table.firstRow + row, 1]
            }
        }
    }

    /// Decodes the list of numbers.
    init(from decoder: any Decoder) throws { runs = try [Int](from: decoder) }

    /// Encodes the list of numbers.
    func encode(to encoder: any Encoder) throws { try runs.encode(to: encoder) }

    /// The rows, without those that were dropped.
    func rows(of table: Table) throws(UnsoundState) -> [Int] {
        try UnsoundState.require(runs.count.isMultiple(of: 2), "half a run of selected rows")
        let there = table.firstRow..<(table.firstRow + table.rowCount)
        var (rows, count, end) = ([Int](), 0, 0)
        for index in stride(from: 0, to: runs.count, by: 2) {
            let (first, length) = (runs[index], runs[index + 1])
            try UnsoundState.require(
                first >= end && length > 0 && length <= Selection.maximumRows && first <= Int.max - length,
                "selected rows out of order")
            let run = first..<(first + length)
            try UnsoundState.require(
                run.upperBound <= there.upperBound || table.firstRow > 0, "selected rows that are not there")
            (count, end) = (count + length, run.upperBound)
            try UnsoundState.require(count <= Selection.maximumRows, "too many selected rows")
            rows += run.clamped(to: there).map { $0 - table.firstRow }
        }
        return rows
    }
}
