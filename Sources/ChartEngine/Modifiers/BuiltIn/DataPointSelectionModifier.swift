/// Selects rows: with a tap the row of the nearest point of the topmost series that has one close, with a marquee every
/// row with a point inside.
///
/// A tap beside every point deselects the rows in the mode `replace` and changes nothing in the others.
public struct DataPointSelectionModifier: SelectionModifier {
    /// `dataPointSelection`.
    public static let typeName = "dataPointSelection"
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
            let hit = chart.topmostHit(at: location, within: parameters.hitTestRadius, isInterpolated: false)
            chart.select(rows: hit.map { [$0.row] } ?? [], mode: mode)
        case .marquee(let rect):
            chart.select(rows: chart.rows(in: rect), mode: mode)
        }
    }
}
