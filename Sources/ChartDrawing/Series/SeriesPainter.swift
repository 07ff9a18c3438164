import ChartEngine

/// Draws the visible series of a chart in their order, each by its kind.
struct SeriesPainter {
    let scene: SeriesScene

    func draw(into writer: inout SVGWriter) {
        // The caller drops a picture whose task was cancelled.
        for one in scene.chart.series where one.isVisible && !Task.isCancelled {
            let kind = scene.chart.kind(of: one)
            switch kind {
            case .line, .step, .area, .scatter: LinePainter(scene: scene).draw(one, kind: kind, into: &writer)
            case .bar: BarPainter(scene: scene).drawBars(of: one, into: &writer)
            case .band: BandPainter(scene: scene).draw(one, into: &writer)
            case .candlestick:
                let group = scene.group(of: one)
                guard let candles = scene.rows.candles(of: one, in: group) else {
                    LinePainter(scene: scene).draw(one, kind: .scatter, into: &writer)
                    continue
                }
                // Columns of four names are one row of candles.
                if group.first?.id == one.id { BarPainter(scene: scene).draw(candles, of: one, into: &writer) }
            }
        }
    }
}
