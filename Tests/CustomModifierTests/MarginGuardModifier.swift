import ChartEngine
import ChartJSON
import Gestures

/// A raw modifier of an application: it handles all touches in the left margin of the plot area.
struct MarginGuardModifier: ChartModifier {
    static let typeName = "marginGuard"

    struct Parameters: ModifierParameters {
        var margin = 100.0

        static let properties: [Property<Parameters>] = [
            .number("margin", \.margin, from: 0, "The width of the margin, in points.")
        ]
    }

    struct State: ModifierState {
        var guarded: [Int] = []
    }

    var parameters: Parameters
    var state = State()

    init(parameters: Parameters) {
        self.parameters = parameters
    }

    mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .input(.touch(let touch)) = args.event else { return }
        if touch.phase == .began {
            state.guarded += touch.contacts.filter { $0.location.x < parameters.margin }.map(\.id)
        }
        args.isHandled = touch.contacts.contains { state.guarded.contains($0.id) }
        if touch.phase == .ended || touch.phase == .cancelled {
            state.guarded.removeAll { id in touch.contacts.contains { $0.id == id } }
        }
    }
}
