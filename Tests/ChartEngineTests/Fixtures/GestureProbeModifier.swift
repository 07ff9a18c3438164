import ChartEngine
import ChartJSON
import Gestures

/// A gesture modifier that notes the states of its pan or pinch in the chart's journal.
struct GestureProbeModifier: GestureModifier {
    static let typeName = "gestureProbe"

    struct Parameters: ModifierParameters {
        var name = "probe"
        var begins = true
        var receives = true
        var handles = false

        static let properties: [Property<Parameters>] = [
            Property("name", \.name, Schema(.string), "The name in the journal."),
            .flag("begins", \.begins, "Whether its gestures begin."),
            .flag("receives", \.receives, "Whether it receives touches."),
            .flag("handles", \.handles, "Whether it handles its gestures."),
        ]
    }

    var parameters: Parameters

    func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer { PanGestureRecognizer() }

    func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        [CompanionRecognizer(PinchGestureRecognizer())]
    }

    func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool { parameters.receives }

    func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool { parameters.begins }

    mutating func detach(from chart: inout Chart) { chart.note("detach \(parameters.name)") }

    mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        chart.note("\(parameters.name) \(gesture.kind) \(gesture.state) \(args.recognizerRole)")
        args.isHandled = parameters.handles
    }
}
