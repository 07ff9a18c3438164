import ChartSeries

/// The reading of a series at one x.
struct SeriesReading: Sendable, Hashable {
    /// The x asked for when interpolated, otherwise the x of the row.
    var x: Double
    /// The value; `nil` where it is missing.
    var y: Double?
    /// The x of the nearest row.
    var nearestX: Double
}

extension Chart {
    /// The reading of a series at an x: at the nearest row, or on the line between two rows, straight on the screen.
    ///
    /// - Returns: `nil` without rows, and outside of them when interpolated.
    func reading(of series: Series, at x: Double, isInterpolated: Bool) -> SeriesReading? {
        if showsBars { return barReading(of: series, at: x, isInterpolated: isInterpolated) }
        let all = 0..<table.rowCount
        guard let xAxis = axis(series.xAxis), let yScale = axis(series.yAxis)?.scale,
            let nearest = nearestRow(to: x, along: xAxis, in: all)
        else { return nil }
        let values = table.columns[series.column].values
        let nearestX = self.x(ofRow: nearest)
        guard isInterpolated, x != nearestX else {
            return SeriesReading(
                x: nearestX, y: values[nearest].isNaN ? nil : values[nearest], nearestX: nearestX)
        }
        let after = table.rows(in: x...Double.greatestFiniteMagnitude, at: rowPosition).lowerBound
        guard after > 0, after < table.rowCount else { return nil }
        let (x0, x1) = (self.x(ofRow: after - 1), self.x(ofRow: after))
        guard xAxis.scale.contains(x0), yScale.contains(values[after - 1]), yScale.contains(values[after]) else {
            return SeriesReading(x: x, y: nil, nearestX: nearestX)
        }
        let (p0, p1) = (xAxis.scale.position(of: x0), xAxis.scale.position(of: x1))
        let (y0, y1) = (yScale.position(of: values[after - 1]), yScale.position(of: values[after]))
        let way = p0 < p1 ? (xAxis.scale.position(of: x) - p0) / (p1 - p0) : 0
        let y = yScale.value(at: y0 + (y1 - y0) * way)
        return SeriesReading(x: x, y: y.isFinite ? y : nil, nearestX: nearestX)
    }

    /// Replaces the overlays of a modifier.
    public mutating func setOverlays(_ replacement: [Overlay], of modifier: String) {
        let position = overlays.firstIndex { $0.modifier == modifier } ?? overlays.endIndex
        overlays.removeAll { $0.modifier == modifier }
        overlays.insert(contentsOf: replacement, at: min(position, overlays.endIndex))
    }
    /// Sorts the overlays by the order of the modifiers; overlays of other modifiers come last.
    mutating func sortOverlays(by modifiers: [String]) {
        let ranks = overlays.map { overlay in modifiers.firstIndex(of: overlay.modifier) ?? modifiers.endIndex }
        let order = overlays.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        overlays = order.map { overlays[$0] }
    }
}
