import ChartEngine
import Gestures

/// What all overlays of a picture share.
struct OverlayScene {
    let series: SeriesScene
    let layout: PictureLayout
    let texts: PictureTexts

    var chart: Chart { series.chart }
    var palette: PictureTheme.Palette { series.palette }

    /// A point that a modifier gave, in the plot area of this picture.
    func scaled(_ point: Point) -> Point {
        Point(
            x: point.x * layout.plot.width / chart.size.width, y: point.y * layout.plot.height / chart.size.height)
    }

    /// A rectangle that a modifier gave, in the plot area of this picture.
    func scaled(_ rect: Rect) -> Rect {
        let start = scaled(Point(x: rect.x, y: rect.y))
        let end = scaled(Point(x: rect.x + rect.width, y: rect.y + rect.height))
        return Rect(x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y)
    }

    /// A rectangle of the plot area, in points of the picture.
    func onPicture(_ rect: Rect) -> Rect {
        Rect(x: rect.x + layout.plot.x, y: rect.y + layout.plot.y, width: rect.width, height: rect.height)
    }

    func series(_ id: String?) -> Series? { id.flatMap { id in chart.series.first { $0.id == id } } }

    /// The colour of an item's series.
    func color(of item: Overlay.Item, or other: String) -> String {
        series(item.series).map(series.color) ?? other
    }

    /// The dashes of the sample beside the name of an item's series.
    func sampleDash(of item: Overlay.Item) -> [Double]? {
        series(item.series).flatMap { SeriesScene.sampleDash(of: $0, on: chart) }
    }

    /// The name of an item's series, or the item's own.
    func name(of item: Overlay.Item) -> String {
        item.series.flatMap { texts.seriesNames[$0] } ?? item.name
    }
}

extension SVGWriter {
    /// Draws a rectangle with round corners.
    mutating func box(
        _ rect: Rect, radius: Double, fill: PictureTheme.Ink, stroke: String? = nil, strokeWidth: Double = 1
    ) {
        raw("<rect")
        attribute("x", rect.x)
        attribute("y", rect.y)
        attribute("width", max(0, rect.width))
        attribute("height", max(0, rect.height))
        if radius > 0 { attribute("rx", max(0, min(radius, rect.width / 2, rect.height / 2))) }
        attribute("fill", fill.color)
        if fill.opacity < 1 { attribute("fill-opacity", fill.opacity) }
        if let stroke {
            attribute("stroke", stroke)
            if strokeWidth != 1 { attribute("stroke-width", strokeWidth) }
        }
        raw("/>")
    }
}
