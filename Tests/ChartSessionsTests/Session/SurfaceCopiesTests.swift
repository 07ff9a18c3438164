import ChartEngine
import ChartSessions
import Gestures
import Testing

/// A pan modifier that counts how often its surface was copied: a copy that is alive shares the object in its state.
private struct CopyCountingPan: GestureModifier {
    static let typeName = "copyCountingPan"
    static let needs: ModifierNeeds = []

    final class Witness: Sendable {}

    struct State: ModifierState {
        var copies = 0
        var moves = 0
        var witness = Witness()

        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
        static func == (one: State, other: State) -> Bool { one.moves == other.moves }
        func hash(into hasher: inout Hasher) { hasher.combine(moves) }
    }

    var parameters: NoParameters
    var state = State()

    init(parameters: NoParameters) { self.parameters = parameters }

    func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer { PanGestureRecognizer() }

    mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        state.moves += 1
        if !isKnownUniquelyReferenced(&state.witness) {
            state.copies += 1
            state.witness = Witness()
        }
    }
}

struct SurfaceCopiesTests {
    private func state(of session: Session, _ surface: String = "main") throws -> CopyCountingPan.State {
        let modifiers = try #require(session.surface(surface)).surface.modifiers
        return try #require(modifiers.first { $0.id == "counting" }?.modifier as? CopyCountingPan).state
    }

    private func surface(_ id: String) -> SessionSurface {
        var surface = SampleSession.surface(id).surface
        var options = AttachedModifier.Options()
        options.simultaneousWith = ["zoomPan"]
        let pan = CopyCountingPan(parameters: NoParameters())
        surface.add(AttachedModifier(id: "counting", modifier: pan, options: options))
        return SessionSurface(surface: surface, dataset: nil)
    }

    @Test func `a batch copies its surface once, whatever it holds`() throws {
        var session = SampleSession.session([surface("main"), surface("other")])
        try session.send([.touch(.began, at: 1), .touch(.moved, x: 130, at: 2)])
        for (number, count) in [1, 8, 100].enumerated() {
            // As a change does, which keeps the session until it has gone well.
            let (kept, before) = (session, try state(of: session))
            let start = Int64(1_000 * (number + 1))
            try session.send((0..<count).map { .touch(.moved, x: 130 + Double($0), at: start + Int64($0)) })
            let after = try state(of: session)
            #expect(after.moves - before.moves == count)
            #expect(after.copies - before.copies == 1)
            #expect(try state(of: kept) == before)
        }
        #expect(try state(of: session, "other").copies == 0)
    }

    @Test func `what only reads a surface keeps no copy of it`() throws {
        var session = SampleSession.session([surface("main")])
        try session.send([.touch(.began, at: 1), .touch(.moved, x: 130, at: 2)])
        let before = try state(of: session).copies
        _ = (session.stateHash, session.hasAwayRows, session.datasets)
        try session.send([.touch(.moved, x: 140, at: 3)])
        // The state that this test reads is itself a copy, which is gone by then.
        #expect(try state(of: session).copies == before)
    }
}
