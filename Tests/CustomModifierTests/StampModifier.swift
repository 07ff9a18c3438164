import ChartEngine
import ChartJSON
import Gestures

/// A gesture modifier of an application: each double tap puts a stamp on the chart.
struct StampModifier: GestureModifier {
    static let typeName = "stamp"

    struct Parameters: ModifierParameters {
        var maximumStamps = 2

        static let properties: [Property<Parameters>] = [
            .integer("maximumStamps", \.maximumStamps, 1...1_000, "How many stamps stay on the chart.")
        ]
    }

    struct State: ModifierState {
        var stamps: [Point] = []
    }

    var parameters: Parameters
    var state = State()

    init(parameters: Parameters) {
        self.parameters = parameters
    }

    func makeGestureRecognizer(on chart: Chart) -> TapGestureRecognizer { TapGestureRecognizer(taps: 2) }

    mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        state.stamps = (state.stamps + [gesture.location]).suffix(parameters.maximumStamps)
        args.isHandled = true
    }

    mutating func onUpdate(of chart: inout Chart, as id: String) {
        chart.setOverlays(
            state.stamps.map { Overlay(modifier: id, kind: "stamp", location: $0) }, of: id)
    }
}
