import CoreTestSupport
import Gestures
import Testing

@Suite struct TouchScriptLawTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a written script reads back as the same events`(seed: UInt64) throws {
        var random = RandomTouchScript(seed: seed)
        for length in 0..<250 {
            let text = random.text(words: length % 20)
            let script = try TouchScript(parsing: text)
            let written = script.description
            #expect(try TouchScript(parsing: written) == script, "\(text)")
            #expect(try TouchScript(parsing: written).description == written)
        }
    }

    @Test(
        arguments: [
            -9_007_199_254_740_992, -9_007_199_254_740_991, -4_503_599_627_370_497, -1_001, -1, 1, 999, 1_010,
            4_503_599_627_370_497, 9_007_199_254_740_991, 9_007_199_254_740_992,
        ] as [Int64])
    func `a moment keeps each microsecond`(microseconds: Int64) throws {
        let before = try TouchScript(parsing: "@\(microseconds)e-3")
        #expect(before.events.count == 1)
        let tick = InputEvent.tick(Timestamp(microseconds: microseconds))
        let milliseconds = microseconds.magnitude / 1_000
        let rest = String(1_000 + microseconds.magnitude % 1_000).dropFirst()
        let script = try TouchScript(parsing: "@\(microseconds < 0 ? "-" : "")\(milliseconds).\(rest)")
        #expect(script.events == [tick])
        #expect(try TouchScript(parsing: script.description).events == [tick])
    }
}
