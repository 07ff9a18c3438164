/// Selects series: with a tap the topmost one whose line is close, with a marquee every one with a point inside.
///
/// A tap beside every series deselects them in the mode `replace` and changes nothing in the others.
public struct SeriesSelectionModifier: SelectionModifier {
    /// `seriesSelection`.
    public static let typeName = "seriesSelection"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// What the client has set.
    public var parameters: SelectionParameters
    /// Nothing: the selection is the chart's.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: SelectionParameters) {
        self.parameters = parameters
    }

    /// Selects what the tap or the final rectangle hits.
    public func select(_ target: SelectionTarget, mode: SelectionMode, on chart: inout Chart) {
        switch target {
        case .tap(let location):
            let hit = chart.topmostHit(at: location, within: parameters.hitTestRadius, isInterpolated: true)
            chart.select(series: hit.map { [$0.series.id] } ?? [], mode: mode)
        case .marquee(let rect):
            chart.select(series: chart.series(in: rect), mode: mode)
        }
    }
}
