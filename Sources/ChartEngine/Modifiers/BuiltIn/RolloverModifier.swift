import Gestures

/// Shows a line across the plot area at the pointer, with the values of the series on it.
///
/// The line runs across the first x axis. The hit-test radius counts along the x axis.
public struct RolloverModifier: ReadingModifier, OverlayModifier {
    /// `rollover`.
    public static let typeName = "rollover"
    /// What it does.
    public static let meaning = "A line under the pointer that reads out every series."

    /// The values that the client set.
    public var parameters: ReadingParameters
    /// The location of the pointer.
    public var state = PointerState()

    /// Creates a modifier.
    public init(parameters: ReadingParameters) { self.parameters = parameters }

    /// Returns the line with the values of the series on it, while the pointer is in the plot area.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        guard let location = state.location else { return [] }
        let axis = chart.xAxes[0]
        let items = chart.readings(
            at: .location(location), of: chart.series(of: parameters.sourceMode, named: parameters.series),
            isInterpolated: parameters.useInterpolation, within: parameters.hitTestRadius)
        let line = chart.crossing(axis, at: chart.coordinate(of: location, along: axis))
        return [Overlay(modifier: id, kind: "rollover", location: location, rect: line, items: items)]
    }
}
