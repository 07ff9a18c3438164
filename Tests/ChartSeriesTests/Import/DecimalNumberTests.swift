import CoreTestSupport
import Testing

@testable import ChartSeries

struct DecimalNumberTests {
    private func outcome(_ text: String) -> DecimalNumber.Outcome {
        DecimalNumber.read(Array(text.utf8).span)
    }

    @Test(arguments: [
        "0", "-0", "+7", "007", "12.8", ".5", "5.", "-.25", "0.1", "1e3", "18446744073709551617",
        "0.018446744073709551617", "1E-3", "2.5e+2", "123456789012345",
        "9007199254740992", "9007199254740993", "9007199254740991e22", "1e22", "1e23", "1e-22", "1e-23", "8.5e-22",
        "0.30000000000000004", "3.141592653589793238462643383279", "12345678901234567890", "99999999999999999999999",
        "2.2250738585072014e-308", "4.9e-324", "1e-400", "-1e-400", "1.7976931348623157e308", "0e999999999999",
        "0.000000000000000000000000000001", "1234567890123456789.", "9007199254740993.0000000000000000000000000001",
    ])
    func `text becomes the nearest double, and zero has no sign`(text: String) throws {
        let expected = try #require(Double(text))
        #expect(outcome(text) == .value(expected))
        if case .value(let value) = outcome(text) { #expect(value.sign == (expected == 0 ? .plus : expected.sign)) }
    }

    @Test(arguments: seeds(20))
    func `random text becomes the nearest double`(seed: Int) throws {
        var random = SeededCases(seed: UInt64(seed))
        for _ in 0..<500 {
            var text = ["", "-", "+"][random.integer(in: 0...2)]
            for _ in 0..<random.integer(in: 1...(seed + 1)) { text += String(random.integer(in: 0...9)) }
            if random.integer(in: 0...1) == 1 {
                text += "."
                for _ in 0..<random.integer(in: 0...(seed + 1)) { text += String(random.integer(in: 0...9)) }
            }
            if random.integer(in: 0...2) == 2 { text += "e\(random.integer(in: -30...30))" }
            #expect(outcome(text) == .value(try #require(Double(text))))
        }
    }

    @Test(arguments: seeds(2000))
    func `the shortest text of a double becomes that double`(seed: Int) {
        var random = SeededCases(seed: UInt64(seed))
        let value = Double(bitPattern: random.next())
        guard value.isFinite else { return }
        #expect(outcome("\(value)") == .value(value))
    }

    @Test(arguments: ["nan", "NaN", "-inf", "Infinity", "+INF", "1e309", "-1e400", "1e99999999999999999999"])
    func `NaN, infinities and numbers too large for a double are not finite`(text: String) {
        #expect(outcome(text) == .notFinite)
    }

    @Test(arguments: [
        "", "-", ".", "-.", "e5", "1e", "1e+", "1.2.3", "1 2", "0x10", "1,5", "12a", "--1", "1e5.0", "nano", "\u{661}",
        "snan", "nan(0)",
    ])
    func `anything else is not a number`(text: String) {
        #expect(outcome(text) == .notANumber)
    }

    @Test func `a scan ends after the number`() {
        let bytes = Array("a-1.50,2".utf8)
        let found = DecimalNumber.scan(bytes.span, from: 1)
        #expect(found?.value == -1.5)
        #expect(found?.end == 6)
    }
}
