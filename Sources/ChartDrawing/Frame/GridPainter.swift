import ChartEngine
import Gestures

/// Draws the lines at the ticks inside the plot area.
struct GridPainter {
    let layout: PictureLayout
    let chart: Chart
    let palette: PictureTheme.Palette

    /// The smallest distance at which minor lines do not blur into a grey ground.
    private static let leastSpacing = 8.0

    /// Draws lines at the ticks of the first y axis, and fainter ones at the major ticks of the first x axis.
    ///
    /// The grids of several axes would not tell which line belongs to which.
    func draw(into writer: inout SVGWriter) {
        for axis in [chart.xAxes.first, chart.yAxes.first].compactMap(\.self) {
            let ticks = layout.axes.first { $0.axis.id == axis.id }?.ticks ?? chart.ticks(of: axis)
            if axis.dimension == .y, spacing(of: ticks.minor + ticks.major, on: axis) >= Self.leastSpacing {
                draw(ticks.minor, of: axis, palette.minorGrid, into: &writer)
            }
            draw(ticks.major, of: axis, axis.dimension == .y ? palette.grid : palette.minorGrid, into: &writer)
        }
    }

    /// The smallest distance between ticks, in points.
    private func spacing(of values: [Double], on axis: Axis) -> Double {
        let viewport = axis.viewport(inWidth: layout.plot.width, height: layout.plot.height)
        let places = values.map(viewport.apply).sorted()
        return zip(places, places.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.min() ?? .infinity
    }

    private func draw(_ values: [Double], of axis: Axis, _ color: String, into writer: inout SVGWriter) {
        let viewport = axis.viewport(inWidth: layout.plot.width, height: layout.plot.height)
        var path = StraightLines()
        for value in values {
            let along = viewport.apply(value)
            guard along >= -1, along <= viewport.length + 1 else { continue }
            let place = along.crisp
            if axis.isVertical {
                path.line(fromX: 0, y: place, toX: layout.plot.width, y: place)
            } else {
                path.line(fromX: place, y: 0, toX: place, y: layout.plot.height)
            }
        }
        path.stroke(color, into: &writer)
    }
}

extension Double {
    /// The nearest middle between two points, at which a line of one point fills whole pixels.
    var crisp: Double { (self - 0.5).rounded() + 0.5 }
}

/// Horizontal and vertical lines of one style.
struct StraightLines {
    private var path: [UInt8] = []

    mutating func line(fromX: Double, y fromY: Double, toX: Double, y toY: Double) {
        for (letter, number) in [("M", fromX), (" ", fromY), ("L", toX), (" ", toY)] {
            path += Array(letter.utf8)
            path.appendNumber(number)
        }
    }

    func stroke(
        _ color: String, width: Double = 1, dash: [Double]? = nil, opacity: Double = 1, into writer: inout SVGWriter
    ) {
        guard !path.isEmpty else { return }
        writer.raw("<path")
        writer.attribute("d", String(decoding: path, as: UTF8.self))
        writer.raw(" fill=\"none\"")
        writer.attribute("stroke", color)
        if width != 1 { writer.attribute("stroke-width", width) }
        if let dash { writer.dash(dash) }
        if opacity < 1 { writer.attribute("stroke-opacity", opacity) }
        writer.raw("/>")
    }
}
