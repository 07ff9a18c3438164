import ChartSeries
import Gestures

extension Chart {
    /// The last of some rows in which a series has a value.
    func lastPresentRow(of series: Series, in rows: Range<Int>) -> Int? {
        table.lastPresentRow(ofColumn: series.column, in: rows)
    }

    /// The point of a value on its axis, at the edge of the plot area.
    ///
    /// - Returns: `nil` for a value outside the visible range.
    func edgePoint(of axis: Axis, at axisValue: Double) -> Point? {
        guard axis.visibleRange.contains(axisValue) else { return nil }
        let along = viewport(of: axis).apply(axisValue)
        switch axis.alignment {
        case .left: return Point(x: 0, y: along)
        case .right: return Point(x: size.width, y: along)
        case .top: return Point(x: along, y: 0)
        case .bottom: return Point(x: along, y: size.height)
        case .auto: preconditionFailure("an axis stands on a side")
        }
    }
}
