import ChartEngine
import Gestures

/// Draws the lines at the ticks inside the plot area.
struct GridPainter {
    let layout: PictureLayout
    let chart: Chart
    let palette: PictureTheme.Palette

    /// Draws lines at the ticks of the y axes, and fainter ones at the major ticks of the x axes.
    func draw(into writer: inout SVGWriter) {
        for axis in chart.xAxes + chart.yAxes {
            let ticks = layout.axes.first { $0.axis.id == axis.id }?.ticks ?? chart.ticks(of: axis)
            if axis.dimension == .y { draw(ticks.minor, of: axis, palette.minorGrid, into: &writer) }
            draw(ticks.major, of: axis, axis.dimension == .y ? palette.grid : palette.minorGrid, into: &writer)
        }
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
