import Gestures

/// What a client sees of a surface, to tell whether it has changed.
public struct SurfaceAppearance: Sendable, Hashable {
    private let ranges: [AxisRange]
    private let options: [AxisOptions]
    private let series: [Series]
    private let selection: Selection
    private let overlays: [Overlay]
    private let recognized: [RecognizedGesture]
    private let gestures: [[String]]

    /// Whether it tells of gestures that modifiers have reported just now.
    public var hasNews: Bool { !recognized.isEmpty }

    /// Reads it off a surface.
    public init(of surface: Surface) {
        let chart = surface.chart
        ranges = chart.ranges
        options = (chart.xAxes + chart.yAxes).map(\.options)
        series = chart.series
        selection = chart.selection
        overlays = chart.overlays
        recognized = chart.recognized
        gestures = surface.gestures.map { [$0.modifier, $0.gesture.kind.rawValue, $0.gesture.state.rawValue] }
    }
}
