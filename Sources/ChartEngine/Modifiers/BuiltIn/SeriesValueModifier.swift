import ChartSeries

/// A marker a series on its y axis, at the last value of the series that the window holds.
///
/// A series without a value in the window, or with one that its y axis does not show, has no marker.
public struct SeriesValueModifier: ChartModifier {
    /// `seriesValue`.
    public static let typeName = "seriesValue"
    /// Updates.
    public static let needs: ModifierNeeds = [.updates]

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// Which series have a marker.
        public var sourceMode = SourceMode.allVisibleSeries

        /// Creates the defaults.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// Shows the markers at once.
    public mutating func attach(to chart: inout Chart, as id: String) { onUpdate(of: &chart, as: id) }

    /// Shows the markers, in drawing order.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        let markers = chart.series(of: parameters.sourceMode).compactMap { series -> Overlay.Item? in
            guard let last = chart.lastPlace(of: series), let axis = chart.axis(series.yAxis)
            else { return nil }
            let base = chart.stackBase(of: series, under: last.y, at: last.x, isInterpolated: false)
            guard let point = chart.edgePoint(of: axis, at: base + last.y) else { return nil }
            return Overlay.Item(
                series: series.id, name: series.name, x: last.x, y: last.y, point: point, axis: axis.id,
                color: series.color)
        }
        let overlays = markers.isEmpty ? [] : [Overlay(modifier: id, kind: "seriesValue", items: markers)]
        chart.setOverlays(overlays, of: id)
    }
}
