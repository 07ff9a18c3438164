/// Selects series by a tap or a marquee.
///
/// A tap selects the topmost series whose line is within the radius. A marquee selects every series with a point
/// inside. A tap that hits no line deselects the series in the mode `replace` and changes nothing in the other modes.
public struct SeriesSelectionModifier: SelectionModifier {
    /// `seriesSelection`.
    public static let typeName = "seriesSelection"
    /// What it does.
    public static let meaning =
        "Selects the topmost series within `hitTestRadius`, or those with a point inside; Control adds, Shift inverts."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []

    /// The values that the client set.
    public var parameters: SelectionParameters

    /// Creates a modifier.
    public init(parameters: SelectionParameters) { self.parameters = parameters }

    /// Selects the series that the tap or the final rectangle hits.
    public func select(_ target: SelectionTarget, mode: SelectionMode, on chart: inout Chart) {
        let candidates = chart.series(of: .allVisibleSeries, named: parameters.series)
        switch target {
        case .tap(let location):
            let hit = chart.topmostHit(
                of: candidates, at: location, within: parameters.hitTestRadius, isInterpolated: true)
            chart.select(series: hit.map { [$0.series.id] } ?? [], mode: mode)
        case .marquee(let rect):
            chart.select(series: chart.series(in: rect, of: candidates), mode: mode)
        }
    }
}
