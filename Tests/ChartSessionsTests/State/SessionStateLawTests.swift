import ChartEngine
import ChartSessions
import Gestures
import Testing

/// A session that was written and read goes on as if nothing had been.
struct SessionStateLawTests {
    private static let caseCount = 1_200

    @Test(arguments: 0..<6) func `it goes on alike from any moment on`(part: Int) throws {
        for seed in stride(from: part, to: Self.caseCount, by: 6) {
            let random = EventfulSession(seed)
            let cut = 1 + seed / 6 % (random.steps.count - 1)
            var session = random.session
            for step in random.steps.prefix(cut) { _ = session.play(step) }
            let state = try session.encodedState()
            var again = try Session(state: state, environment: random.environment)
            #expect(try again.encodedState() == state, "case \(seed)")
            #expect(again.visible == session.visible, "case \(seed)")
            for step in random.steps.dropFirst(cut) {
                let outcome = session.play(step)
                #expect(again.play(step) == outcome, "case \(seed)")
                try #require(again.visible == session.visible, "case \(seed)")
            }
            let (end, endAgain) = (try session.encodedState(), try again.encodedState())
            try #require(endAgain == end, "case \(seed)")
        }
    }

    @Test func `among the cases every modifier remembers something when the session is written`() throws {
        func remembers<Modifier: ChartModifier>(_ modifier: Modifier) -> Bool { modifier.state != .init() }
        func isForgetful<Modifier: ChartModifier>(_ type: Modifier.Type) -> Bool { Modifier.State.self == Nothing.self }
        var seen: Set<String> = []
        for seed in 0..<Self.caseCount {
            let random = EventfulSession(seed)
            let cut = 1 + seed / 6 % (random.steps.count - 1)
            var session = random.session
            for step in random.steps.prefix(cut) { _ = session.play(step) }
            for modifier in session.surfaces.flatMap(\.surface.modifiers).map(\.modifier) where remembers(modifier) {
                seen.insert(type(of: modifier).typeName)
            }
        }
        let registry = ModifierRegistry.builtIn
        #expect(registry.names.count == 25)
        let memories = registry.names.filter { name in registry[name].map { !isForgetful($0) } ?? false }
        #expect(memories.filter { !seen.contains($0) } == [])
    }
}
