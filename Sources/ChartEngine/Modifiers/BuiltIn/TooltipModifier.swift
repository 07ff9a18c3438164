import Gestures

/// What the one series says that is nearest to the pointer.
///
/// The nearest place is looked for in the plot area, along the series' line when values are interpolated, otherwise among its
/// rows; the radius counts in every direction. Of equally near series the last drawn one is read.
public struct TooltipModifier: ReadingModifier {
    /// `tooltip`.
    public static let typeName = "tooltip"
    /// Updates.
    public static let needs: ModifierNeeds = [.updates]

    /// What the client has set.
    public var parameters: ReadingParameters
    /// Where the pointer is.
    public var state = PointerState()

    /// Creates a modifier.
    public init(parameters: ReadingParameters) {
        self.parameters = parameters
    }

    /// A search in each series for the place nearest to the pointer.
    public func readings(ofSeries count: Int) -> Int { SeriesHit.readings * count }

    /// Shows the nearest place of a series, which stands at the overlay's location, or nothing.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let hit = state.location.flatMap({ nearest(to: $0, on: chart) }) else {
            chart.setOverlays([], of: id)
            return
        }
        let item = Overlay.Item(
            series: hit.series.id, name: hit.series.name, x: hit.x, y: hit.y, point: hit.point)
        chart.setOverlays([Overlay(modifier: id, kind: "tooltip", location: hit.point, items: [item])], of: id)
    }

    private func nearest(to location: Point, on chart: Chart) -> SeriesHit? {
        var nearest: SeriesHit?
        for series in chart.series(of: parameters.sourceMode) {
            let radius = parameters.hitTestRadius == 0 ? Double.infinity : parameters.hitTestRadius
            let hit = chart.hit(
                of: series, at: location, within: min(nearest?.distance ?? radius, radius),
                isInterpolated: parameters.useInterpolation)
            if let hit { nearest = hit }
        }
        return nearest
    }
}
