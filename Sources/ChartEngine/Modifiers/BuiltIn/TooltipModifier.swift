import Gestures

/// Shows the value of the series nearest to the pointer.
///
/// With interpolation the nearest place is on the line of a series, otherwise on one of its rows; it is in the plot
/// area. The hit-test radius counts in every direction. Of equally near series the modifier reads the one drawn last.
public struct TooltipModifier: ReadingModifier, OverlayModifier {
    /// `tooltip`.
    public static let typeName = "tooltip"
    /// What it does.
    public static let meaning = "Reads out the one series whose line (or row, without `useInterpolation`) is nearest."

    /// The values that the client set.
    public var parameters: ReadingParameters
    /// The location of the pointer.
    public var state = PointerState()

    /// Creates a modifier.
    public init(parameters: ReadingParameters) { self.parameters = parameters }

    /// Counts one search in each series for the place nearest to the pointer.
    public func readings(ofSeries count: Int) -> Int { SeriesHit.readings * count }
    /// True: it shows the nearest point.
    public var searchesNearestPoint: Bool { true }

    /// Returns the tooltip at the nearest place of a series, if one is within the radius.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        guard let hit = state.location.flatMap({ nearest(to: $0, on: chart) }) else { return [] }
        let item = Overlay.Item(
            series: hit.series.id, name: hit.series.name, x: hit.x, y: hit.y, point: hit.point)
        return [Overlay(modifier: id, kind: "tooltip", location: hit.point, items: [item])]
    }

    private func nearest(to location: Point, on chart: Chart) -> SeriesHit? {
        chart.nearestHit(
            of: chart.series(of: parameters.sourceMode, named: parameters.series), at: location,
            within: parameters.hitTestRadius == 0 ? .infinity : parameters.hitTestRadius,
            isInterpolated: parameters.useInterpolation)
    }
}
