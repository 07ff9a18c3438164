import ChartEngine
import ChartJSON
import Gestures

/// A plain modifier that notes what it sees and, when told to, handles the events of one kind.
struct ProbeModifier: ChartModifier {
    static let typeName = "probe"

    enum Handled: String, Hashable, Codable, CaseIterable {
        case nothing
        case touches
        case pinches
        case commands
    }

    struct Parameters: ModifierParameters {
        var handles = Handled.nothing
        var name = "probe"

        static let properties: [Property<Parameters>] = [
            .word("handles", \.handles, "The events that it handles."),
            Property("name", \.name, Schema(.string), "The name in the journal."),
        ]
    }

    struct State: ModifierState {
        /// What `isHandled` was when each event came.
        var sawHandled: [Bool] = []
        var inBounds: [Bool] = []
        var sources: [String] = []
        var modifiers: [String] = []
        var updates = 0
    }

    var parameters: Parameters
    var state = State()

    init(parameters: Parameters) {
        self.parameters = parameters
    }

    mutating func attach(to chart: inout Chart) { chart.note("attach \(parameters.name)") }

    mutating func detach(from chart: inout Chart) { chart.note("detach \(parameters.name)") }

    mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
        state.sawHandled.append(args.isHandled)
        state.inBounds.append(args.isInSourceBounds)
        state.sources.append(args.isMaster ? args.source : "another surface")
        state.modifiers.append(args.modifier)
        switch args.event {
        case .input(.touch): if parameters.handles == .touches { args.isHandled = true }
        case .input(.gesture): if parameters.handles == .pinches { args.isHandled = true }
        case .command: if parameters.handles == .commands { args.isHandled = true }
        case .input, .gesture: break
        }
    }

    mutating func onUpdate(of chart: inout Chart, as id: String) { state.updates += 1 }
}

extension Chart {
    /// What the probes have noted, in order.
    var journal: [String] { overlays.filter { $0.modifier == "journal" }.map(\.kind) }

    mutating func note(_ entry: String) {
        setOverlays((journal + [entry]).map { Overlay(modifier: "journal", kind: $0) }, of: "journal")
    }
}
