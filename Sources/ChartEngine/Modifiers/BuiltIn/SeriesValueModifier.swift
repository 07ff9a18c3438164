import ChartSeries

/// Shows a marker for each series on its y axis, at the last value of the series in the window.
///
/// A series has no marker if it has no value in the window, or if its y axis does not show the value.
public struct SeriesValueModifier: OverlayModifier {
    /// `seriesValue`.
    public static let typeName = "seriesValue"

    /// The properties that a client can set.
    public struct Parameters: SeriesParameters {
        /// The series that have a marker.
        public var sourceMode = SourceMode.allVisibleSeries
        /// The ids of the series that have a marker, of those of ``sourceMode``; `nil` is all.
        public var series: [String]?

        /// Creates the defaults.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Returns the markers in drawing order.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        let markers = chart.series(of: parameters.sourceMode, named: parameters.series).compactMap {
            series -> Overlay.Item? in
            guard let last = chart.lastMark(of: series), let axis = chart.axis(series.yAxis),
                let point = chart.edgePoint(of: axis, at: chart.drawnValue(of: last, series))
            else { return nil }
            return Overlay.Item(
                series: series.id, name: series.name, x: last.place, y: chart.value(of: last, series), point: point,
                axis: axis.id,
                color: series.color)
        }
        return markers.isEmpty ? [] : [Overlay(modifier: id, kind: "seriesValue", items: markers)]
    }
}
