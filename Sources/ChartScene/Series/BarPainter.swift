import ChartEngine
import Gestures

/// Draws series as bars, side by side or stacked, and candlesticks.
struct BarPainter {
    let scene: SeriesScene

    private static let fadedOpacity = 0.35
    private static let wickWidth = 1.25

    /// Draws the bars of a series from zero, or from the series below it in its stack.
    ///
    /// Series without a common stack stand side by side. The bars of rows that are not selected fade.
    func drawBars(of series: Series, into items: inout [SceneItem]) {
        let points = scene.points(of: series)
        let scales = points.scales
        let selected = scene.rows.selected(by: scene.chart.selection)
        let hasSelection = selected.contains(true)
        var strong = scene.path()
        var faded = scene.path()
        for (row, span) in spans(of: series, scales).enumerated() where row < points.count {
            guard let span, !points.tops[row].isNaN else { continue }
            let (from, to) = (scales.along(base: points.base(of: row)), scales.along(base: points.tops[row]))
            let bar = scales.rectangle(x: span, y: min(from, to)...max(from, to))
            if hasSelection && !selected[row] || scene.isFaded(series) {
                faded.rectangle(bar)
            } else {
                strong.rectangle(bar)
            }
        }
        items.fill(strong, scene.ink(of: series))
        items.fill(faded, scene.ink(of: series), opacity: Self.fadedOpacity)
        guard let width = series.width else { return }
        items.stroke(strong, scene.lineInk(of: series), width: width)
        items.stroke(faded, scene.lineInk(of: series), width: width, isFaded: true)
    }

    /// Draws a line from low to high, and a body from open to close: hollow where the close is above the open.
    ///
    /// The candlesticks of rows that are not selected fade.
    func draw(_ candles: [Candle], of series: Series, into items: inout [SceneItem]) {
        let scales = scene.scales(of: series)
        let selected = scene.rows.selected(by: scene.chart.selection)
        let hasSelection = selected.contains(true)
        var strong = CandlePaths(in: scene)
        var faded = CandlePaths(in: scene)
        for (row, span) in spans(of: series, scales).enumerated() where row < candles.count {
            let candle = candles[row]
            guard let span, candle.isWhole, scales.yAxis.scale.contains(candle.low) else { continue }
            let middle = (span.lowerBound + span.upperBound) / 2
            let ends = [candle.open, candle.close].map(scales.y.apply).sorted()
            let wick = (
                low: scales.point(along: middle, scales.y.apply(candle.low)),
                high: scales.point(along: middle, scales.y.apply(candle.high))
            )
            let body = scales.rectangle(x: span, y: ends[0]...max(ends[1], ends[0] + 1))
            let isRising = candle.close > candle.open
            if hasSelection && !selected[row] || scene.isFaded(series) {
                faded.add(wick, body, isRising: isRising)
            } else {
                strong.add(wick, body, isRising: isRising)
            }
        }
        let width = series.width ?? Self.wickWidth
        draw(strong, scene.ink(of: series), width: width, isFaded: false, into: &items)
        draw(faded, scene.ink(of: series), width: width, isFaded: true, into: &items)
    }

    private func draw(
        _ paths: CandlePaths, _ ink: SeriesInk, width: Double, isFaded: Bool, into items: inout [SceneItem]
    ) {
        let (ground, outline) = (SeriesInk(color: .ground), SeriesInk(color: ink.color))
        items.stroke(paths.wicks, outline, width: width, isFaded: isFaded)
        // The ground covers the wick behind a body, and lets a falling body fade to one colour.
        items.fill(paths.rising, ground)
        items.stroke(paths.rising, outline, width: width, isFaded: isFaded)
        items.fill(paths.falling, isFaded ? ground : ink)
        if isFaded { items.fill(paths.falling, ink, opacity: SeriesScene.fadedOpacity) }
        items.stroke(paths.falling, outline, width: width, isFaded: isFaded)
    }

    /// The span along x of the bar of each row; `nil` for a row that the axis does not show.
    private func spans(of series: Series, _ scales: SeriesScales) -> [ClosedRange<Double>?] {
        let centres = scene.rows.places(on: scales.xAxis).map { place in
            scales.xAxis.scale.contains(place) ? scales.x.apply(place) : nil
        }
        let room = scene.barRooms.room(of: series, length: scales.x.length)
        return centres.map { centre in
            guard let centre, centre.isFinite else { return nil }
            return room.span(at: centre)
        }
    }
}

/// Candlesticks of one strength.
private struct CandlePaths {
    var wicks: ScenePath
    var rising: ScenePath
    var falling: ScenePath

    init(in scene: SeriesScene) {
        (wicks, rising, falling) = (scene.path(), scene.path(), scene.path())
    }

    mutating func add(_ wick: (low: Point, high: Point), _ body: Rect, isRising: Bool) {
        wicks.move(to: wick.low)
        wicks.line(to: wick.high)
        if isRising { rising.rectangle(body) } else { falling.rectangle(body) }
    }
}
