import ChartSeries

/// What a series says at one x.
struct SeriesReading: Sendable, Hashable {
    /// The x that is read: the one asked for when interpolated, otherwise the row's.
    var x: Double
    /// The value; `nil` where it is missing.
    var y: Double?
    /// The x of the nearest row.
    var nearestX: Double
}

extension Chart {
    /// What a series says at a place along its x axis: between two rows on the line that joins them, straight on the
    /// screen, or at the nearest row.
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

    /// Replaces what a modifier shows over the series.
    public mutating func setOverlays(_ replacement: [Overlay], of modifier: String) {
        let position = overlays.firstIndex { $0.modifier == modifier } ?? overlays.endIndex
        overlays.removeAll { $0.modifier == modifier }
        overlays.insert(contentsOf: replacement, at: min(position, overlays.endIndex))
    }
    /// Puts the overlays into the order of the modifiers, whoever showed his first; those of nobody come last.
    mutating func sortOverlays(by modifiers: [String]) {
        let ranks = overlays.map { overlay in modifiers.firstIndex(of: overlay.modifier) ?? modifiers.endIndex }
        let order = overlays.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        overlays = order.map { overlays[$0] }
    }
}
