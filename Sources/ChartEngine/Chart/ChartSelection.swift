import ChartSeries
public import Gestures

/// What is selected on a chart.
extension Chart {
    /// Selects one row of the surface's dataset and no other, and of other datasets the rows that are nearest to its x.
    ///
    /// - Parameter row: A row index of the table; an index beyond the rows selects nothing.
    /// - Returns: Whether the row was selected before.
    @discardableResult
    public mutating func selectRow(_ row: Int) -> Bool {
        let wasSelected = selection.rows.contains(row)
        select(row >= 0 && row < table.rowCount ? rows(at: row, of: SeriesSource()) : [], mode: .replace)
        return wasSelected
    }

    /// A row of a source, and of each other part the row nearest to its x.
    ///
    /// - Parameters:
    ///   - row: An index of the rows.
    ///   - source: The source.
    /// - Returns: The rows.
    func rows(at row: Int, of source: SeriesSource) -> [SelectedRows] {
        guard hasParts else { return [SelectedRows(of: source, [row])] }
        let (x, axis) = (part(of: source).table.x[row], xAxes[0])
        var found = parts.compactMap { part -> SelectedRows? in
            let rows = 0..<part.chart.table.rowCount
            let nearest = part.source == source ? row : part.chart.nearestRow(to: x, along: axis, in: rows)
            return nearest.map { SelectedRows(of: part.source, [$0]) }
        }
        if !found.contains(where: { $0.source == source }) { found.append(SelectedRows(of: source, [row])) }
        return found
    }

    /// The row of the window nearest to a point along the first x axis, in each part.
    func nearestVisibleRows(toPoint point: Double) -> [SelectedRows] {
        parts.compactMap { part in
            part.chart.nearestVisibleRow(toPoint: point).map { SelectedRows(of: part.source, [$0]) }
        }
    }

    /// Deselects every row.
    public mutating func deselectAllRows() { select([], mode: .replace) }

    /// Deselects every series.
    public mutating func deselectAllSeries() { select(series: [], mode: .replace) }

    /// Deselects every annotation.
    public mutating func deselectAllAnnotations() { select(annotations: [], mode: .replace) }

    /// Combines annotations with the selection, which keeps them in the order in which they were selected.
    ///
    /// - Parameters:
    ///   - ids: The ids of annotations; an unknown id selects nothing.
    ///   - mode: How they combine with the selection.
    public mutating func select(annotations ids: [String], mode: SelectionMode) {
        let known = ids.filter { annotations.index(of: $0) != nil }
        let old = selection.annotations
        let chosen =
            switch mode {
            case .replace: known
            case .union: old + known.filter { !old.contains($0) }
            case .invert: old.filter { !known.contains($0) } + known.filter { !old.contains($0) }
            }
        guard chosen != old else { return }
        suspendUpdates { $0.selection.annotations = chosen }
    }

    /// Drops annotations that are gone from the selection.
    mutating func keepSelectedAnnotations() {
        guard !selection.annotations.isEmpty else { return }
        select(annotations: selection.annotations, mode: .replace)
    }

    /// Combines rows of the surface's dataset, in ascending order, with the selection.
    public mutating func select(rows: [Int], mode: SelectionMode) {
        select([SelectedRows(of: SeriesSource(), rows)], mode: mode)
    }

    /// Combines rows with the selection.
    ///
    /// - Parameters:
    ///   - hits: The rows, each source at most once; of one that is left out there are none.
    ///   - mode: How they combine.
    public mutating func select(_ hits: [SelectedRows], mode: SelectionMode) {
        suspendUpdates { chart in
            let before = chart.selection
            var sources = [SeriesSource()]
            for one in before.others + hits where !sources.contains(one.source) { sources.append(one.source) }
            for source in sources {
                let hit = hits.first { $0.source == source }?.rows ?? []
                let old = before.rows(of: source)
                let combined = mode.combine(old, hit)
                guard combined != old else { continue }
                chart.selection.set(Array(combined.prefix(Selection.maximumRows)), of: source)
            }
            guard chart.selection != before else { return }
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
    /// - Parameters:
    ///   - dataset: The dataset whose rows have changed; `nil` for the surface's.
    ///   - before: The rows before the change.
    mutating func moveSelection(of dataset: String?, from before: Table) {
        for source in [SeriesSource()] + selection.others.map(\.source) where source.dataset == dataset {
            moveSelection(of: source, from: before, to: table(of: dataset))
        }
        selection.label = selectionLabel
    }

    private mutating func moveSelection(of source: SeriesSource, from before: Table, to table: Table) {
        var rows: [Int] = []
        for row in selection.rows(of: source) where row < before.rowCount {
            let x = before.x[row]
            let equal = table.rows(in: x...x)
            guard !equal.isEmpty else { continue }
            // Of several rows with that x, the one with the same number among them.
            let number = row - before.rows(in: x...x).lowerBound
            rows.append(min(equal.lowerBound + number, equal.upperBound - 1))
        }
        selection.set(rows.reduce(into: []) { if $0.last != $1 { $0.append($1) } }, of: source)
    }

    mutating func dropSelectionBeyondRows() {
        for source in [SeriesSource()] + selection.others.map(\.source) {
            let (rows, count) = (selection.rows(of: source), table(of: source.dataset).rowCount)
            if let last = rows.last, last >= count { selection.set(rows.filter { $0 < count }, of: source) }
        }
        selection.label = selectionLabel
    }
}
