import Gestures

/// A crosshair that reads out the series under the pointer.
///
/// The radius counts along the x axis.
public struct CursorModifier: ReadingModifier {
    /// `cursor`.
    public static let typeName = "cursor"
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

    /// Shows the crosshair with what the series say under it now.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let location = state.location else {
            chart.setOverlays([], of: id)
            return
        }
        let items = chart.readings(
            at: .location(location), of: parameters.sourceMode, isInterpolated: parameters.useInterpolation,
            within: parameters.hitTestRadius)
        chart.setOverlays([Overlay(modifier: id, kind: "crosshair", location: location, items: items)], of: id)
    }
}
