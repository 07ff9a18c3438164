import ChartSeries
import Gestures

/// The encoded state of a selection: the rows are the number of the first row and the length of each run.
struct SelectionState: Codable, Equatable {
    var runs: [Int]?
    var series: [String]?
    var label: String?

    /// Encodes a selection.
    ///
    /// - Parameters:
    ///   - selection: The selection.
    ///   - firstRow: The number of the table's first row.
    init(of selection: Selection, from firstRow: Int) {
        var runs: [Int] = []
        for row in selection.rows {
            if let last = runs.last, runs[runs.count - 2] + last == firstRow + row {
                runs[runs.count - 1] += 1
            } else {
                runs += [firstRow + row, 1]
            }
        }
        self.runs = runs.unlessEmpty
        series = selection.series.unlessEmpty
        label = selection.label
    }

    /// Creates the selection.
    ///
    /// - Parameter table: The rows; where some were dropped from the front since, those are not selected any more.
    /// - Returns: The selection.
    /// - Throws: ``UnsoundState`` for rows that do not exist, and for too many or unordered ones.
    func selection(of table: Table) throws(UnsoundState) -> Selection {
        let runs = runs ?? []
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
        var selection = Selection()
        selection.rows = rows
        selection.series = series ?? []
        selection.label = label
        return selection
    }
}
