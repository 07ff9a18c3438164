import Gestures

/// Shows a crosshair at the pointer, with the values of the series there.
///
/// The hit-test radius counts along the x axis.
public struct CursorModifier: ReadingModifier, OverlayModifier {
    /// `cursor`.
    public static let typeName = "cursor"
    /// What it does.
    public static let meaning = "A crosshair that reads out the series."

    /// The values that the client set.
    public var parameters: ReadingParameters
    /// The location of the pointer.
    public var state = PointerState()

    /// Creates a modifier.
    public init(parameters: ReadingParameters) { self.parameters = parameters }

    /// Returns the crosshair with the values of the series under it, while the pointer is in the plot area.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        guard let location = state.location else { return [] }
        let items = chart.readings(
            at: .location(location), of: chart.series(of: parameters.sourceMode, named: parameters.series),
            isInterpolated: parameters.useInterpolation, within: parameters.hitTestRadius)
        return [Overlay(modifier: id, kind: "crosshair", location: location, items: items)]
    }
}
