public import ChartJSON
import ChartSeries

/// Shows a marker on one axis, at a fixed value or at the last value of the data.
///
/// On an x axis the last value is the last row's x. On a y axis it is the last present value of the topmost series of
/// ``Parameters/sourceMode`` there. A value outside the visible range has no marker.
public struct AxisMarkerModifier: OverlayModifier {
    /// `axisMarker`.
    public static let typeName = "axisMarker"
    /// What it does.
    public static let meaning = "Marks a fixed value, or the last one, on an axis."

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var axis: String?, value: Double?, label: String?, sourceMode = SourceMode.allVisibleSeries,
            series: [String]?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .text("axis", \.axis, "The id of the axis; `null` is the first y axis."),
            .position(
                "value", \.value, on: { $0.axis },
                "The value that it marks, a date in milliseconds since 1970; `null` is the last value of the data."),
            .text(
                "label", \.label, bytes: 0...256,
                "A text to show before the value, and the `name` of the item; `null` is the name of the series, or the axis's id where none is read, and shows the value alone."
            ),
            .word("sourceMode", \.sourceMode, "The series that may give the last value."),
            .series(
                \.series, "The ids of the series that may give the last value, of those of `sourceMode`; `null` is all."
            ),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Returns the marker at its value, if the axis shows the value.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        guard let axis = parameters.axis.map(chart.axis) ?? chart.yAxes[0], let item = marker(on: axis, of: chart),
            let point = item.point
        else { return [] }
        return [Overlay(modifier: id, kind: "axisMarker", location: point, items: [item])]
    }

    private func marker(on axis: Axis, of chart: Chart) -> Overlay.Item? {
        if let fixed = parameters.value { return item(on: axis, of: chart, at: fixed) }
        switch axis.dimension {
        case .x:
            return chart.extentOfX.flatMap { item(on: axis, of: chart, at: $0.high) }
        case .y:
            let candidates = chart.series(of: parameters.sourceMode, named: parameters.series).filter {
                $0.yAxis == axis.id
            }
            for series in candidates.reversed() {
                let (part, own) = chart.part(of: series)
                guard let row = part.lastPresentRow(of: own, in: 0..<part.table.rowCount) else { continue }
                let last = part.table.columns[own.column].values[row]
                return item(on: axis, of: chart, at: last, series: series, x: part.x(ofRow: row))
            }
            return nil
        }
    }

    private func item(
        on axis: Axis, of chart: Chart, at marked: Double, series: Series? = nil, x: Double? = nil
    ) -> Overlay.Item? {
        chart.edgePoint(of: axis, at: marked).map { point in
            Overlay.Item(
                series: series?.id, name: parameters.label ?? series?.name ?? axis.id, x: x, y: marked, point: point,
                axis: axis.id, color: series?.color)
        }
    }
}
