import ChartEngine

/// Draws the visible series of a chart in their order, each by its kind.
struct SeriesPainter {
    let scene: SeriesScene

    func draw(into writer: inout SVGWriter) {
        // The caller drops a picture whose task was cancelled.
        for one in scene.chart.series where one.isVisible && !Task.isCancelled {
            let shape = scene.shape(of: one)
            switch shape.kind {
            case .line, .step, .area, .scatter: LinePainter(scene: scene).draw(one, kind: shape.kind, into: &writer)
            case .bar: BarPainter(scene: scene).drawBars(of: one, into: &writer)
            case .band: BandPainter(scene: scene).draw(one, into: &writer)
            case .candlestick:
                // Four series are one row of candlesticks.
                guard shape.series.id == one.id, let candles = scene.rows.candles(of: one, in: shape) else { continue }
                BarPainter(scene: scene).draw(candles, of: one, into: &writer)
            }
        }
    }
}
