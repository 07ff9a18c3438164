import ChartEngine
import CoreTestSupport
import Gestures
import Testing

/// A pan modifier that counts its calls and stores the last velocity of a pan in progress.
private struct CountingPan<Needs: NeedsOfPan>: GestureModifier {
    static var typeName: String { "countingPan" }
    static var needs: ModifierNeeds { Needs.needs }
    var presentNeeds: ModifierNeeds { Needs.presentNeeds }

    struct State: ModifierState {
        var events = 0
        var updates = 0
        var rangeCalls = 0
        var velocity: Vector?
        var lastVelocity: Vector?
    }

    var parameters: NoParameters
    var state = State()

    init(parameters: NoParameters) { self.parameters = parameters }

    func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer { PanGestureRecognizer() }

    mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) { state.events += 1 }
    mutating func keepRanges(of chart: inout Chart, as id: String) { state.rangeCalls += 1 }
    mutating func onUpdate(of chart: inout Chart, as id: String) { state.updates += 1 }

    mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(_, let velocity) = gesture.values else { return }
        if gesture.state == .changed { state.velocity = velocity } else { state.lastVelocity = velocity }
        chart.pan(by: Vector(dx: 1, dy: 0), axes: .x, clipX: RangeClip(), clipY: RangeClip())
    }
}

private protocol NeedsOfPan: Sendable {
    static var needs: ModifierNeeds { get }
    static var presentNeeds: ModifierNeeds { get }
}

extension NeedsOfPan {
    static var presentNeeds: ModifierNeeds { needs }
}

private enum NoNeeds: NeedsOfPan { static var needs: ModifierNeeds { [] } }
private enum AllNeeds: NeedsOfPan { static var needs: ModifierNeeds { .all } }
private enum NoPresentNeeds: NeedsOfPan {
    static var needs: ModifierNeeds { .all }
    static var presentNeeds: ModifierNeeds { [] }
}
private enum MorePresentNeeds: NeedsOfPan {
    static var needs: ModifierNeeds { [] }
    static var presentNeeds: ModifierNeeds { .all }
}

struct ModifierNeedsTests {
    private static let drag: TouchScript = "1↓(100,100) 1→(120,100) 1→(140,100) 1→(160,100)"

    private func state<Needs: NeedsOfPan>(
        of needs: Needs.Type, after script: TouchScript, isTraced: Bool = false
    ) throws -> CountingPan<Needs>.State {
        var surface = SampleChart().surface([
            AttachedModifier(id: "pan", modifier: CountingPan<Needs>(parameters: NoParameters()))
        ])
        if isTraced { surface.startTrace() }
        _ = try surface.apply(script.events)
        let velocities = surface.gestures.map(\.gesture.values).filter {
            if case .pan(_, let velocity) = $0 { velocity != .zero } else { false }
        }
        #expect(velocities.count == surface.gestures.count, "the gesture has its velocity in any case")
        let modifier = try #require(surface.modifiers[0].modifier as? CountingPan<Needs>)
        return modifier.state
    }

    @Test func `the surface makes every call that a modifier needs`() throws {
        let state = try state(of: AllNeeds.self, after: Self.drag)
        #expect(state.events == 4)
        #expect(state.rangeCalls > 3)
        #expect(state.updates == 1)
        #expect(try #require(state.velocity) != .zero)
    }

    @Test func `the surface makes no call that a modifier does not need`() throws {
        try expectNoCalls(of: NoNeeds.self)
    }

    @Test func `the surface makes no call that a modifier does not need with its parameters`() throws {
        try expectNoCalls(of: NoPresentNeeds.self)
    }

    @Test func `a modifier's present needs never exceed those of its type`() throws {
        try expectNoCalls(of: MorePresentNeeds.self)
    }

    private func expectNoCalls<Needs: NeedsOfPan>(of needs: Needs.Type) throws {
        let state = try state(of: needs, after: Self.drag)
        #expect(state.events == 0)
        #expect(state.rangeCalls == 0)
        #expect(state.updates == 0)
        #expect(state.velocity == .zero)
    }

    @Test(arguments: [false, true])
    func `a pan needs ranges and updates only for its inertia`(inertia: Bool) {
        var parameters = ZoomPanModifier.Parameters()
        parameters.inertia = inertia
        #expect(ZoomPanModifier(parameters: parameters).presentNeeds == (inertia ? [.ranges, .updates] : []))
    }

    @Test func `a pan ends with a velocity even without the need`() throws {
        let lifted: TouchScript = "1↓(100,100) 1→(120,100) 1→(140,100) 1→(160,100) 1↑(180,100)"
        let state = try state(of: NoNeeds.self, after: lifted)
        #expect(try #require(state.lastVelocity) != .zero)
    }

    @Test func `a trace contains every velocity`() throws {
        let state = try state(of: NoNeeds.self, after: Self.drag, isTraced: true)
        #expect(try #require(state.velocity) != .zero)
    }
}
