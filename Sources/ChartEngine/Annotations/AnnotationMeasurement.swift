import ChartSeries
import Gestures

/// What a `measure` tells: the differences of its points, and what the rows between them amount to.
public struct AnnotationMeasurement: Sendable, Hashable {
    /// The last x minus the first, in the unit of x, milliseconds for dates.
    public let dx: Double
    /// The last y minus the first.
    public let dy: Double
    /// ``dy`` in percent of the magnitude of the first y; `nil` for 0.
    public let percent: Double?
    /// What the rows of the first visible series on its axes amount to, from x to x; `nil` without such a series.
    public let rows: Rows?

    /// What rows amount to.
    public struct Rows: Sendable, Hashable {
        /// The series.
        public let series: Series
        /// The number of rows.
        public let count: Int
        /// The smallest and the largest value; `nil` without values.
        public let minimum: Double?, maximum: Double?
        /// The mean of the values; `nil` without values, and where their sum is no double.
        public let mean: Double?
    }
}

extension Chart {
    /// What a `measure` tells; `nil` for another kind.
    ///
    /// - Complexity: O(log rows).
    public func measurement(of annotation: Annotation) -> AnnotationMeasurement? {
        guard annotation.kind == .measure, let last = annotation.last, let x1 = annotation.first.x,
            let x2 = last.x, let y1 = annotation.first.y, let y2 = last.y
        else { return nil }
        let dy = y2 - y1
        return AnnotationMeasurement(
            dx: x2 - x1, dy: dy, percent: y1 == 0 ? nil : dy / abs(y1) * 100,
            rows: series.first { one in
                one.isVisible && one.xAxis == annotation.xAxis && one.yAxis == annotation.yAxis
            }.map { one in
                let (part, own) = part(of: one)
                let rows = part.table.rows(in: min(x1, x2)...max(x1, x2))
                let summary = part.table.summary(ofColumn: own.column, rows: rows)
                let extremes = summary.extremes
                return AnnotationMeasurement.Rows(
                    series: one, count: rows.count, minimum: extremes?.minimum, maximum: extremes?.maximum,
                    mean: summary.mean)
            })
    }

    /// Whether something of an annotation is drawn inside the plot area.
    public func isInView(_ annotation: Annotation) -> Bool {
        guard let shape = shape(of: annotation) else { return false }
        let plot = Rect(x: 0, y: 0, width: size.width, height: size.height)
        return shape.lines.contains { $0.cut(at: plot) != nil } || shape.points.contains(where: contains)
            || shape.area?.meets(plot) ?? false
    }
}

extension Rect {
    /// Whether two rectangles have a point in common.
    func meets(_ other: Rect) -> Bool {
        x <= other.x + other.width && other.x <= x + width && y <= other.y + other.height && other.y <= y + height
    }
}
