import ChartEngine

/// Draws each visible series by its kind.
struct SeriesPainter {
    let scene: SeriesScene

    /// The key of the layer of a series.
    static func key(of series: Series) -> String { "series/\(series.id)" }

    /// The layer of a series; `nil` for one that another one draws in its shape, and where there is nothing to draw.
    func layer(of series: Series) -> SceneLayer? {
        var items: [SceneItem] = []
        draw(series, into: &items)
        guard !items.isEmpty else { return nil }
        return SceneLayer(
            key: Self.key(of: series), role: .series, id: series.id, axes: (series.xAxis, series.yAxis),
            isClipped: true, items: items)
    }

    private func draw(_ series: Series, into items: inout [SceneItem]) {
        // The caller drops a scene whose task was cancelled.
        guard series.isVisible, !Task.isCancelled else { return }
        let shape = scene.shape(of: series)
        switch shape.kind {
        case .line, .step, .area, .scatter: LinePainter(scene: scene).draw(series, kind: shape.kind, into: &items)
        case .bar: BarPainter(scene: scene).drawBars(of: series, into: &items)
        case .band: BandPainter(scene: scene).draw(series, into: &items)
        case .candlestick:
            // Four series are one row of candlesticks.
            guard shape.series.id == series.id, let candles = scene.rows.candles(of: series, in: shape) else { return }
            BarPainter(scene: scene).draw(candles, of: series, into: &items)
        }
    }
}
