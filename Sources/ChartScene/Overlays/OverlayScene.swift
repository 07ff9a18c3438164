import ChartEngine
import Gestures

/// What all overlays of a scene share.
struct OverlayScene {
    let series: SeriesScene
    let layout: PictureLayout
    let texts: PictureTexts

    var chart: Chart { series.chart }

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

    /// The colour and the pattern of an item's series.
    func ink(of item: Overlay.Item, or other: SceneColor) -> SeriesInk {
        series(item.series).map(series.ink) ?? SeriesInk(color: other)
    }

    /// The sample beside the name of an item's series.
    func sample(of item: Overlay.Item) -> SeriesSample {
        series(item.series).map { SeriesScene.sample(of: $0, on: chart) } ?? SeriesSample()
    }

    /// The name of an item's series, or the item's own.
    func name(of item: Overlay.Item) -> String {
        item.series.flatMap { texts.seriesNames[$0] } ?? item.name
    }
}
