import ChartSeries
public import Gestures

extension Chart {
    /// Selects one row and no other.
    ///
    /// - Parameter row: A row index of the table; an index beyond the rows selects nothing.
    /// - Returns: Whether the row was selected before.
    @discardableResult
    public mutating func selectRow(_ row: Int) -> Bool {
        let wasSelected = selection.rows.contains(row)
        select(rows: row >= 0 && row < table.rowCount ? [row] : [], mode: .replace)
        return wasSelected
    }

    /// Deselects every row.
    public mutating func deselectAllRows() { select(rows: [], mode: .replace) }

    /// Deselects every series.
    public mutating func deselectAllSeries() { select(series: [], mode: .replace) }

    /// Combines rows, in ascending order, with the selection.
    public mutating func select(rows: [Int], mode: SelectionMode) {
        suspendUpdates { chart in
            let combined = mode.combine(chart.selection.rows, rows)
            guard combined != chart.selection.rows else { return }
            chart.selection.rows = Array(combined.prefix(Selection.maximumRows))
            chart.selection.label = chart.selectionLabel
        }
    }

    /// Combines series with the selection, which keeps them in drawing order.
    ///
    /// - Parameters:
    ///   - ids: The ids of series; an unknown id selects nothing.
    ///   - mode: How they combine with the selection.
    public mutating func select(series ids: [String], mode: SelectionMode) {
        suspendUpdates { chart in
            let indices = chart.series.indices
            let old = indices.filter { chart.selection.series.contains(chart.series[$0].id) }
            let hits = indices.filter { ids.contains(chart.series[$0].id) }
            chart.selection.series = mode.combine(old, hits).map { chart.series[$0].id }
        }
    }

    /// The location of a value of a series, in points; `nil` for an x or a value off its axis's scale.
    ///
    /// - Parameters:
    ///   - x: The x along the x axis, such as ``x(ofRow:)``.
    ///   - y: The value.
    ///   - series: The series.
    /// - Returns: The location, in the plot area or outside of it.
    public func location(x: Double, y: Double, of series: Series) -> Point? {
        guard let xAxis = xAxes.first(where: { $0.id == series.xAxis }),
            let yAxis = yAxes.first(where: { $0.id == series.yAxis }), xAxis.scale.contains(x),
            yAxis.scale.contains(y)
        else { return nil }
        let (along, across) = (viewport(of: xAxis).apply(x), viewport(of: yAxis).apply(y))
        return xAxis.isVertical ? Point(x: across, y: along) : Point(x: along, y: across)
    }

    /// Selects the rows that stand at the x of the rows that were selected; those whose x is gone are not selected.
    ///
    /// - Parameter before: The rows before the change.
    mutating func moveSelection(from before: Table) {
        var rows: [Int] = []
        for row in selection.rows where row < before.rowCount {
            let x = before.x[row]
            let equal = table.rows(in: x...x)
            guard !equal.isEmpty else { continue }
            // Of several rows with that x, the one with the same number among them.
            let number = row - before.rows(in: x...x).lowerBound
            rows.append(min(equal.lowerBound + number, equal.upperBound - 1))
        }
        selection.rows = rows.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        selection.label = selectionLabel
    }

    mutating func dropSelectionBeyondRows() {
        guard let last = selection.rows.last, last >= table.rowCount else {
            selection.label = selectionLabel
            return
        }
        selection.rows.removeAll { $0 >= table.rowCount }
        selection.label = selectionLabel
    }
}
