import ChartEngine
import ChartSeries

/// Draws the line of a series without antialiasing, on whole pixels of a plot area.
///
/// A pixel holds the places from its start, and those at the far edge of the plot area belong to the last one. A line is
/// kept as the pixels of each column across the x axis that it passes through: a bit each, so there are at most 62.
struct LineRaster: Equatable {
    /// The pixels across the x axis, for each pixel along it.
    private(set) var spans: [UInt64]

    private let width: Double
    private let height: Double

    /// Draws the line through some rows.
    init(_ rows: [Int], of series: Series, on chart: Chart) {
        guard let xAxis = chart.axis(series.xAxis), let yAxis = chart.axis(series.yAxis) else {
            preconditionFailure("the series has no axes")
        }
        width = chart.length(of: xAxis)
        height = xAxis.isVertical ? chart.size.width : chart.size.height
        spans = Array(repeating: 0, count: Int(width))
        let along = PixelPlace(of: xAxis, length: width, on: chart)
        let across = PixelPlace(of: yAxis, length: height, on: chart)
        let values = chart.table.columns[series.column].values
        var previous: (p: Double, q: Double)?
        for row in rows {
            let x = chart.x(ofRow: row)
            guard !values[row].isNaN, xAxis.scale.contains(x), yAxis.scale.contains(values[row]) else {
                previous = nil
                continue
            }
            let point = (p: along(x), q: across(values[row]))
            draw(from: previous ?? point, to: point)
            previous = point
        }
    }

    private mutating func draw(from one: (p: Double, q: Double), to other: (p: Double, q: Double)) {
        let (start, end) = one.p <= other.p ? (one, other) : (other, one)
        guard end.p >= 0, start.p <= width else { return }
        let last = spans.count - 1
        let columns = min(Int(max(start.p, 0)), last)...min(Int(min(end.p, width)), last)
        func q(at p: Double) -> Double {
            if p <= start.p { return start.q }
            if p >= end.p { return end.q }
            return start.q + (end.q - start.q) * ((p - start.p) / (end.p - start.p))
        }
        for column in columns {
            let left = start.p == end.p ? start.q : q(at: max(Double(column), 0))
            let right = start.p == end.p ? end.q : q(at: min(Double(column + 1), width))
            let (low, high) = (pixel(min(left, right)), pixel(max(left, right)))
            spans[column] |= (UInt64.max << low) & (UInt64.max >> (63 - high))
        }
    }

    /// The pixel of a place, from 1; 0 and the last are those outside of the plot area.
    private func pixel(_ q: Double) -> Int { Int(min(max(q, -1), height).rounded(.down)) + 1 }
}

/// Where values lie in pixels, whole ones exactly.
private struct PixelPlace {
    private let scale: AxisScale
    private let origin: Double
    private let extent: Double
    private let length: Double
    private let isReversed: Bool

    init(of axis: Axis, length: Double, on chart: Chart) {
        scale = axis.scale
        origin = scale.position(of: axis.visibleRange.min)
        extent = scale.position(of: axis.visibleRange.max) - origin
        self.length = length
        isReversed = chart.viewport(of: axis).isReversed
    }

    func callAsFunction(_ axisValue: Double) -> Double {
        let distance = scale.position(of: axisValue) - origin
        // The ends lie on the edges, without rounding.
        if distance == 0 { return isReversed ? length : 0 }
        if distance == extent { return isReversed ? 0 : length }
        return length * (isReversed ? extent - distance : distance) / extent
    }
}
