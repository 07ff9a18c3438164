import ChartEngine
import ChartSessions
import Gestures
import Testing

/// A decoded session behaves like the original.
struct SessionStateLawTests {
    private static let caseCount = 1_200

    /// The steps before the encoding.
    private func cut(_ random: EventfulSession, _ seed: Int) -> Int { 1 + seed / 6 % (random.steps.count - 1) }

    @Test(arguments: 0..<6) func `a restored session behaves alike from any step`(part: Int) throws {
        for seed in stride(from: part, to: Self.caseCount, by: 6) {
            let random = EventfulSession(seed)
            let cut = cut(random, seed)
            var session = random.session
            for step in random.steps.prefix(cut) { _ = session.play(step) }
            let state = try session.encodedState()
            var again = try Session(state: state, dependencies: random.dependencies)
            #expect(try again.encodedState() == state, "case \(seed)")
            #expect(again.visible == session.visible, "case \(seed)")
            #expect(again.stateHash == session.stateHash, "case \(seed)")
            for step in random.steps.dropFirst(cut) {
                let outcome = session.play(step)
                #expect(again.play(step) == outcome, "case \(seed)")
                try #require(again.visible == session.visible, "case \(seed)")
                try #require(again.stateHash == session.stateHash, "case \(seed)")
            }
            let (end, endAgain) = (try session.encodedState(), try again.encodedState())
            try #require(endAgain == end, "case \(seed)")
        }
    }

    @Test func `every modifier has a memory in some encoded session`() throws {
        func remembers<Modifier: ChartModifier>(_ modifier: Modifier) -> Bool { modifier.state != .init() }
        func isForgetful<Modifier: ChartModifier>(_ type: Modifier.Type) -> Bool { Modifier.State.self == NoState.self }
        let registry = ModifierRegistry.builtIn
        #expect(registry.names.count == 27)
        var unseen = registry.names.filter { name in registry[name].map { !isForgetful($0) } ?? false }
        #expect(unseen.count > 12)
        for seed in 0..<Self.caseCount where !unseen.isEmpty {
            let random = EventfulSession(seed)
            var session = random.session
            for step in random.steps.prefix(cut(random, seed)) { _ = session.play(step) }
            for modifier in session.surfaces.flatMap(\.surface.modifiers).map(\.modifier) where remembers(modifier) {
                unseen.removeAll { $0 == type(of: modifier).typeName }
            }
        }
        #expect(unseen == [])
    }
}
