import Gestures

/// The encoded state of a selection: the rows are the first row and the length of each run.
struct SelectionState: Codable, Equatable {
    var runs: [Int]?
    var series: [String]?
    var label: String?

    init(of selection: Selection) {
        var runs: [Int] = []
        for row in selection.rows {
            if let last = runs.last, runs[runs.count - 2] + last == row {
                runs[runs.count - 1] += 1
            } else {
                runs += [row, 1]
            }
        }
        self.runs = runs.unlessEmpty
        series = selection.series.unlessEmpty
        label = selection.label
    }

    /// Creates the selection.
    ///
    /// - Parameter rowCount: The number of rows of the table.
    /// - Returns: The selection.
    /// - Throws: ``UnsoundState`` for rows that do not exist, and for too many or unordered ones.
    func selection(ofRows rowCount: Int) throws(UnsoundState) -> Selection {
        let runs = runs ?? []
        try UnsoundState.require(runs.count.isMultiple(of: 2), "half a run of selected rows")
        var rows: [Int] = []
        for index in stride(from: 0, to: runs.count, by: 2) {
            let (first, count) = (runs[index], runs[index + 1])
            try UnsoundState.require(
                first > rows.last ?? -1 && first < rowCount && count > 0 && count <= rowCount - first,
                "selected rows that are not there")
            try UnsoundState.require(rows.count + count <= Selection.maximumRows, "too many selected rows")
            rows += first..<(first + count)
        }
        var selection = Selection()
        selection.rows = rows
        selection.series = series ?? []
        selection.label = label
        return selection
    }
}
