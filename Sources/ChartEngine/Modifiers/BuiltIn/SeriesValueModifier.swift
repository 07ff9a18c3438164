public import ChartJSON
import ChartSeries

/// Shows a marker for each series on its y axis, at the last value of the series in the window.
///
/// A series has no marker if it has no value in the window, or if its y axis does not show the value.
public struct SeriesValueModifier: OverlayModifier {
    /// `seriesValue`.
    public static let typeName = "seriesValue"
    /// What it does.
    public static let meaning = "Marks the last value in the window of each series on its y axis."

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var sourceMode = SourceMode.allVisibleSeries, series: [String]?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("sourceMode", \.sourceMode, "The series that have a marker."),
            .series(\.series, "The ids of the series that have a marker, of those of `sourceMode`; `null` is all."),
        ]

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
