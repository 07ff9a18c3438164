import ChartSeries

/// A marker on one axis: at a fixed value, or at the last value of the data.
///
/// The last value on an x axis is the last row's x, on a y axis the last present value of the topmost series that
/// ``Parameters/sourceMode`` names there. A value that the axis does not show has no marker.
public struct AxisMarkerModifier: ChartModifier {
    /// `axisMarker`.
    public static let typeName = "axisMarker"
    /// Updates.
    public static let needs: ModifierNeeds = [.updates]

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// The id of the axis; `nil` is the first y axis.
        public var axis: String?
        /// The value that is marked, a date in milliseconds since 1970; `nil` is the last one of the data.
        public var value: Double?
        /// The text of the marker; `nil` is the name of the series, or the axis's id where none is read.
        public var label: String?
        /// Which series may give the last value.
        public var sourceMode = SourceMode.allVisibleSeries

        /// Creates the defaults.
        public init() {}

        /// Refuses a text that is no label.
        public func validate() throws(ModifierError) {
            guard label?.utf8.count ?? 0 <= 256 else {
                throw ModifierError(property: "label", reason: "The label has at most 256 bytes.")
            }
        }
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// Shows the marker at once.
    public mutating func attach(to chart: inout Chart, as id: String) { onUpdate(of: &chart, as: id) }

    /// Shows the marker where its value is now.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let axis = parameters.axis.map(chart.axis) ?? chart.yAxes[0], let item = marker(on: axis, of: chart),
            let point = item.point
        else {
            chart.setOverlays([], of: id)
            return
        }
        chart.setOverlays([Overlay(modifier: id, kind: "axisMarker", location: point, items: [item])], of: id)
    }

    private func marker(on axis: Axis, of chart: Chart) -> Overlay.Item? {
        if let fixed = parameters.value { return item(on: axis, of: chart, at: fixed) }
        switch axis.dimension {
        case .x:
            return chart.table.x.last.flatMap { item(on: axis, of: chart, at: $0) }
        case .y:
            let candidates = chart.series(of: parameters.sourceMode).filter { $0.yAxis == axis.id }
            for series in candidates.reversed() {
                guard let row = chart.lastPresentRow(of: series, in: 0..<chart.table.rowCount) else { continue }
                let last = chart.table.columns[series.column].values[row]
                return item(on: axis, of: chart, at: last, series: series, x: chart.x(ofRow: row))
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
