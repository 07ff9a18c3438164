import Testing

@testable import ChartSeries

struct NumberPatternTests {
    private func read(_ text: String, _ pattern: String) throws -> Double? {
        if case .value(let number) = try NumberPattern(pattern).read(Array(text.utf8).span) { number } else { nil }
    }

    @Test(arguments: [
        ("1.234,56", "1.234,56", 1234.56), ("1.234,56", "-1.234.567,8", -1_234_567.8), ("1.234,56", "1234,5", 1234.5),
        ("1.234,56", "0,5", 0.5), ("1.234,56", "12", 12), ("1.234,56", "1,5e3", 1500), ("1.234,56", "2,5E-1", 0.25),
        ("1'234.56", "1'234.5", 1234.5), ("1 234,56", "1\u{202F}234,5", 1234.5), ("1 234,56", "1\u{A0}234", 1234),
        ("$1,234.56", "$1,234.56", 1234.56), ("$1,234.56", "-$1,234", -1234), ("$1,234.56", "$-5", -5),
        ("$1,234.56", "7.25", 7.25), ("1.234,56 €", "1.234,5 €", 1234.5), ("1.234,56 €", "3€", 3),
        ("€ 1.234,56", "€1", 1), ("1234,56", "1234,56", 1234.56), ("1234,56", ",5", 0.5), ("1234.56%", "12.5 %", 12.5),
        ("1,234", "1,234,567", 1_234_567), ("1.234,56", "\u{2212}3,5", -3.5),
    ])
    func `a cell of the form is a number`(pattern: String, text: String, number: Double) throws {
        #expect(try read(text, pattern) == number)
    }

    @Test(arguments: [
        ("1.234,56", "1,234.56"), ("1.234,56", "1.23,4"), ("1.234,56", "1234.567,0"), ("1.234,56", "1.2345"),
        ("1.234,56", "two"), ("1.234,56", ""), ("1.234,56", "-"), ("1.234,56", "--1"), ("1.234,56", "1,2,3"),
        ("1.234,56", "1 €"), ("$1,234.56", "€1"), ("$1,234.56", "$"), ("1234,56", "1.234,5"), ("1,234", "1.5"),
        ("1.234,56", ".123"), ("1.234,56", "5e"),
    ])
    func `a cell of another form is none`(pattern: String, text: String) throws {
        #expect(try read(text, pattern) == nil)
    }

    @Test func `an infinite number is not finite`() throws {
        #expect(try NumberPattern("1.234,56").read(Array("1e999".utf8).span) == .notFinite)
        #expect(try NumberPattern("1.234,56").read(Array("nan".utf8).span) == .notFinite)
    }

    @Test(arguments: ["", "1", "1.234.56", "12.345,6", "x", "1x234", "1,234,56", "-1.234,56", "1.234,57", "1 1234"])
    func `a pattern that is not the number 1234,56 is refused`(pattern: String) {
        #expect(throws: FormatError.self) { try NumberPattern(pattern) }
    }

    @Test(arguments: [
        ("1,5", "1.234,56"), ("1,234.5", "1,234.56"), ("$1,234", "$1,234.56"), ("3,5 €", "1.234,56 €"),
        ("1'000", "1'234.56"), ("EUR 2,5", "EUR 1.234,56"), ("12 %", "1,234.56 %"),
    ])
    func `a common form is guessed`(text: String, pattern: String) {
        #expect(NumberPattern.guess(of: text)?.pattern == pattern)
    }

    @Test(arguments: ["two", "", "Q1", "2024-10-15", "10:30", "1;2"])
    func `other text is no number of a common form`(text: String) {
        #expect(NumberPattern.guess(of: text) == nil)
    }
}
