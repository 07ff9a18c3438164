import Gestures

/// A line across the plot area under the pointer, and what each series says on it.
///
/// The line runs across the first x axis. The radius counts along the x axis.
public struct RolloverModifier: ReadingModifier {
    /// `rollover`.
    public static let typeName = "rollover"
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

    /// Shows the line with what the series say on it now.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let location = state.location else {
            chart.setOverlays([], of: id)
            return
        }
        let axis = chart.xAxes[0]
        let items = chart.readings(
            at: .location(location), of: parameters.sourceMode, isInterpolated: parameters.useInterpolation,
            within: parameters.hitTestRadius)
        let line = chart.crossing(axis, at: chart.coordinate(of: location, along: axis))
        chart.setOverlays(
            [Overlay(modifier: id, kind: "rollover", location: location, rect: line, items: items)], of: id)
    }
}
