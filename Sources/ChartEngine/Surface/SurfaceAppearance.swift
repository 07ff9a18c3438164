import Gestures

/// The parts of a surface that a client sees, to find out whether they have changed.
public struct SurfaceAppearance: Sendable, Hashable {
    private let axes: [AxisAppearance]
    private let series: [Series]
    private let caption: ChartCaption
    private let selection: Selection
    private let overlays: [Overlay]
    private let recognized: [RecognizedGesture]
    private let gestures: [GestureAppearance]

    private struct AxisAppearance: Sendable, Hashable {
        let range: AxisRange
        let options: AxisOptions
    }

    private struct GestureAppearance: Sendable, Hashable {
        let modifier: String
        let kind: GestureKind
        let state: GestureState
    }

    /// Whether modifiers have just reported gestures.
    public var hasNews: Bool { !recognized.isEmpty }

    /// Creates the appearance of a surface.
    public init(of surface: Surface) {
        var axes: [AxisAppearance] = []
        axes.reserveCapacity(surface.chain.chart.xAxes.count + surface.chain.chart.yAxes.count)
        Self.append(surface.chain.chart.xAxes, to: &axes)
        Self.append(surface.chain.chart.yAxes, to: &axes)
        self.axes = axes
        series = surface.chain.chart.series
        caption = surface.chain.chart.caption
        selection = surface.chain.chart.selection
        overlays = surface.chain.chart.overlays
        recognized = surface.chain.chart.recognized
        gestures = Self.gestures(of: surface)
    }

    private static func gestures(of surface: Surface) -> [GestureAppearance] {
        var gestures = surface.arena.activeRecognizers.map {
            GestureAppearance(modifier: $0.owner, kind: $0.kind, state: $0.state)
        }
        for one in surface.recognizedByClient {
            for modifier in one.modifiers {
                gestures.append(
                    GestureAppearance(modifier: modifier, kind: one.gesture.kind, state: one.gesture.state))
            }
        }
        for one in surface.followed {
            gestures.append(
                GestureAppearance(modifier: one.modifier, kind: one.gesture.kind, state: one.gesture.state))
        }
        return gestures
    }

    private static func append(_ axes: [Axis], to appearances: inout [AxisAppearance]) {
        for index in axes.indices {
            appearances.append(AxisAppearance(range: axes[index].visibleRange, options: axes[index].options))
        }
    }
}
