import ChartEngine

/// Draws the visible series of a chart in their order, each by its kind.
struct SeriesPainter {
    let scene: SeriesScene

    func draw(into writer: inout SVGWriter) {
        let visible = scene.chart.series.filter(\.isVisible)
        var candlesOf: Set<[String]> = []
        for one in visible {
            let kind = scene.chart.kind(of: one)
            switch kind {
            case .line, .step, .area, .scatter: LinePainter(scene: scene).draw(one, kind: kind, into: &writer)
            case .bar: BarPainter(scene: scene).drawBars(of: one, into: &writer)
            case .band: BandPainter(scene: scene).draw(one, into: &writer)
            case .candlestick:
                let others = visible.filter {
                    $0.xAxis == one.xAxis && $0.yAxis == one.yAxis && scene.chart.kind(of: $0) == .candlestick
                }
                guard let candles = scene.rows.candles(of: one, among: others) else {
                    LinePainter(scene: scene).draw(one, kind: .scatter, into: &writer)
                    continue
                }
                // Columns of four names are one row of candles.
                let isOwn = scene.rows.hasCandles(one)
                if isOwn || candlesOf.insert([one.xAxis, one.yAxis]).inserted {
                    BarPainter(scene: scene).draw(candles, of: one, into: &writer)
                }
            }
        }
    }
}
