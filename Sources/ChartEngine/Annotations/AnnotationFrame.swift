import ChartSeries
import Gestures

/// Where the axes of a chart draw the values of annotations.
///
/// On an axis of categories an x is that of a row; between two rows it stands between them in proportion.
struct AnnotationFrame {
    struct Direction {
        let id: String
        let scale: Annotation.Scale
        let viewport: AxisViewport
        let isVertical: Bool
        private let keptRows: RareValue<Table>
        /// As far from the plot area a place may lie, in points; what lies further is drawn as if it lay there.
        private static let farthest = 1e12

        @inline(__always)
        init(of axis: borrowing Axis, on chart: borrowing Chart) {
            let type = axis.options.type
            (id, scale, isVertical) = (axis.id, Annotation.Scale(of: type), axis.isVertical)
            viewport = axis.viewport(length: axis.isVertical ? chart.size.height : chart.size.width)
            keptRows = type == .category && axis.dimension == .x ? .some(chart.table) : .none
        }

        /// The rows whose x are the values; `nil` where the axis shows values themselves.
        var rows: Table? { keptRows.value }

        /// Whether it shows values of a scale, of any for `nil`.
        @inline(__always)
        func shows(_ scale: Annotation.Scale?) -> Bool { scale == nil || scale == self.scale }

        /// The point along the axis that draws a value; `nil` for a value that the axis cannot show.
        @inline(__always)
        func point(of value: Double) -> Double? {
            guard let rows else {
                guard viewport.scale == .linear || viewport.scale.contains(value) else { return nil }
                return Swift.min(Swift.max(viewport.apply(value), -Self.farthest), Self.farthest)
            }
            return rows.position(ofX: value).map(viewport.apply)
        }

        /// The value at a point along the axis; `nil` where there is none.
        func value(at point: Double) -> Double? {
            let value = viewport.invert(point)
            guard value.isFinite else { return nil }
            guard let rows else { return value + 0 }
            return rows.x(atPosition: value)
        }
    }

    let xAxes: [Direction]
    let yAxes: [Direction]
    let size: ChartSize
    /// The share of the plot area by which lines across it go on beyond it.
    let overscan: Double

    init(of chart: Chart, beyond overscan: Double = 0) {
        (size, self.overscan) = (chart.size, overscan)
        xAxes = chart.xAxes.map { Direction(of: $0, on: chart) }
        yAxes = chart.yAxes.map { Direction(of: $0, on: chart) }
    }

    /// The x axis of an annotation; `nil` where it is gone, or shows other values than those that were written.
    @inline(__always)
    func x(of annotation: Annotation) -> Direction? {
        find(annotation.xAxis, in: xAxes, annotation.kind.hasX ? annotation.xScale : nil)
    }

    /// The y axis of an annotation, likewise.
    @inline(__always)
    func y(of annotation: Annotation) -> Direction? {
        find(annotation.yAxis, in: yAxes, annotation.kind.hasY ? annotation.yScale : nil)
    }

    @inline(__always)
    private func find(_ id: String, in axes: [Direction], _ scale: Annotation.Scale?) -> Direction? {
        // An event of the data stands on the first axes.
        if id.isEmpty { return axes.first }
        for axis in axes where axis.id == id { return axis.shows(scale) ? axis : nil }
        return nil
    }

    /// The place of a point; coordinates that the annotation has not are 0.
    @inline(__always)
    static func place(of point: Annotation.Point, _ x: Direction, _ y: Direction) -> Point? {
        guard let along = point.x.map({ x.point(of: $0) }) ?? 0, let across = point.y.map({ y.point(of: $0) }) ?? 0
        else { return nil }
        return x.isVertical ? Point(x: across, y: along) : Point(x: along, y: across)
    }

    /// The values at a place, of the coordinates that an annotation has.
    func values(at place: Point, of annotation: Annotation) -> Annotation.Point {
        guard let x = x(of: annotation), let y = y(of: annotation) else { return .init() }
        let (along, across) = x.isVertical ? (place.y, place.x) : (place.x, place.y)
        return .init(
            x: annotation.kind.hasX ? x.value(at: along) : nil, y: annotation.kind.hasY ? y.value(at: across) : nil)
    }

    /// Whether an axis cannot show one of its values.
    func isMissing(_ annotation: Annotation) -> Bool {
        guard let x = x(of: annotation), let y = y(of: annotation) else { return true }
        return annotation.points.contains { Self.place(of: $0, x, y) == nil }
    }
}

extension Table {
    /// Where an x stands among the rows, in rows; `nil` before the first row and behind the last.
    func position(ofX value: Double) -> Double? {
        guard rowCount > 0, value >= x[0], value <= x[rowCount - 1] else { return nil }
        let after = rows(in: value...Double.greatestFiniteMagnitude, at: .x).lowerBound
        guard after < rowCount else { return nil }
        let next = x[after]
        guard next != value, after > 0 else { return Double(after) }
        let before = x[after - 1]
        return Double(after - 1) + (value - before) / (next - before)
    }

    /// The x at a place among the rows, in rows, where the nearest row counts beyond them; `nil` without rows.
    func x(atPosition position: Double) -> Double? {
        guard rowCount > 0 else { return nil }
        let held = Swift.min(Swift.max(position, 0), Double(rowCount - 1))
        let before = Int(held)
        guard held != Double(before) else { return x[before] }
        return x[before] + (held - Double(before)) * (x[before + 1] - x[before])
    }
}
