import ChartSessions
import CoreTestSupport
import Testing

/// Damaged and invented states.
struct DamagedStateTests {
    private static let digits = Array(#"0123456789-+.eE"truefalsn{}[],:"#.utf8)

    /// Damages some bytes: truncates, changes, overwrites or repeats them.
    private func damaged(_ state: [UInt8], _ cases: inout SeededCases) -> [UInt8] {
        var state = state
        let place = cases.integer(in: 0...(state.count - 1))
        switch cases.integer(in: 0...9) {
        case 0: state.removeSubrange(place...)
        case 1: state[place] ^= 1 << UInt8(cases.integer(in: 0...7))
        case 2: state.remove(at: place)
        case 3: state.insert(cases.element(of: Self.digits), at: place)
        case 4: state.insert(contentsOf: state[place..<min(place + 40, state.count)], at: place)
        default:
            // A digit replaces a digit, so that the text stays JSON with another state.
            let numbers = state.indices.filter { (48...57).contains(state[$0]) }
            let place = cases.element(of: numbers)
            if cases.isTrue() {
                state[place] = UInt8(cases.integer(in: 48...57))
            } else {
                state.insert(contentsOf: cases.element(of: ["9999999", "-", "1e", "e300", "e-300"]).utf8, at: place)
            }
        }
        return state
    }

    @Test(arguments: 0..<4) func `a damaged state is refused or continues, and nothing traps`(part: Int) throws {
        var refused = 0
        for seed in stride(from: part, to: 100, by: 4) {
            let random = EventfulSession(seed)
            var session = random.session
            for step in random.steps.prefix(6) { _ = session.play(step) }
            let state = try session.encodedState()
            var cases = SeededCases(seed: UInt64(seed) &+ 99)
            for _ in 0..<20 {
                do throws(SessionStateError) {
                    var odd = try Session(
                        state: damaged(state, &cases), dependencies: random.dependencies)
                    for step in random.steps.dropFirst(6) { _ = odd.play(step) }
                    _ = odd.stateHash
                } catch {
                    refused += 1
                }
            }
        }
        #expect(refused > 100)
    }
}
