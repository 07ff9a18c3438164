public import Gestures

/// Selects rows: with a tap the row of the nearest point of the topmost series that has one close, with a marquee every
/// row with a point inside.
///
/// A tap beside every point deselects the rows in the mode `replace` and changes nothing in the others.
public struct DataPointSelectionModifier: GestureModifier {
    /// `dataPointSelection`.
    public static let typeName = "dataPointSelection"

    /// What the client has set.
    public var parameters: SelectionParameters
    /// Nothing: the selection is the chart's.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: SelectionParameters) {
        self.parameters = parameters
    }

    /// One tap.
    public func makeGestureRecognizer(on chart: Chart) -> TapGestureRecognizer { TapGestureRecognizer() }

    /// A marquee, when one selects.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] { parameters.companions }

    /// Selects what the tap or the final rectangle hits.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard let request = SelectionRequest(gesture, args: &args, on: &chart) else { return }
        let hits: [Int]
        switch request {
        case .tap(let location):
            let hit = chart.topmostHit(at: location, within: parameters.hitTestRadius, isInterpolated: false)
            hits = hit.map { [$0.row] } ?? []
        case .marquee(let rect):
            hits = chart.rows(in: rect)
        }
        chart.select(rows: hits, mode: parameters.mode.overridden(by: gesture.modifiers))
    }
}
