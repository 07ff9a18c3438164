/// Selects rows by a tap or a marquee.
///
/// A tap selects the row of the nearest point within the radius, of the topmost series that has one there. A marquee
/// selects every row with a point inside. A tap that hits no point deselects the rows in the mode `replace` and changes
/// nothing in the other modes.
public struct DataPointSelectionModifier: SelectionModifier {
    /// `dataPointSelection`.
    public static let typeName = "dataPointSelection"
    /// What it does.
    public static let meaning = "The same for rows."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []

    /// The values that the client set.
    public var parameters: SelectionParameters

    /// Creates a modifier.
    public init(parameters: SelectionParameters) { self.parameters = parameters }

    /// Selects the rows that the tap or the final rectangle hits.
    public func select(_ target: SelectionTarget, mode: SelectionMode, on chart: inout Chart) {
        let candidates = chart.series(of: .allVisibleSeries, named: parameters.series)
        switch target {
        case .tap(let location):
            let hit = chart.topmostHit(
                of: candidates, at: location, within: parameters.hitTestRadius, isInterpolated: false)
            chart.select(hit.map { [SelectedRows(of: chart.source(of: $0.series), [$0.row])] } ?? [], mode: mode)
        case .marquee(let rect):
            chart.select(chart.selectedRows(in: rect, of: candidates), mode: mode)
        }
    }
}
