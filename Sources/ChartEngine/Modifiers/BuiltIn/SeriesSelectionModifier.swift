public import Gestures

/// Selects series: with a tap the topmost one whose line is close, with a marquee every one with a point inside.
///
/// A tap beside every series deselects them in the mode `replace` and changes nothing in the others.
public struct SeriesSelectionModifier: GestureModifier {
    /// `seriesSelection`.
    public static let typeName = "seriesSelection"

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
        let hits: [String]
        switch request {
        case .tap(let location):
            let hit = chart.topmostHit(at: location, within: parameters.hitTestRadius, isInterpolated: true)
            hits = hit.map { [$0.series.id] } ?? []
        case .marquee(let rect):
            hits = chart.series(in: rect)
        }
        chart.select(series: hits, mode: parameters.mode.overridden(by: gesture.modifiers))
    }
}
