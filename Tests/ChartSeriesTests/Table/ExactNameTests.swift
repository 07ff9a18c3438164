import ChartSeries
import Testing

/// Names are their bytes: Unicode's equal texts are different names.
struct ExactNameTests {
    /// Pairs of texts that are equal as `String`: é as one code point and as two, the Kelvin sign, and Å.
    private static let pairs = [
        ("\u{E9}", "e\u{301}"), ("K", "\u{212A}"), ("\u{C5}", "\u{212B}"), ("a\u{E9}z", "ae\u{301}z"),
    ]

    @Test(arguments: pairs) func `two texts of other code points are two names`(one: String, other: String) throws {
        #expect(one == other)
        #expect(ExactName(one) != ExactName(other))
        #expect(Set([ExactName(one), ExactName(other), ExactName(one)]).count == 2)
        #expect((ExactName(one) < ExactName(other)) != (ExactName(other) < ExactName(one)))
        let table = try Table(
            xName: "x", xKind: .number, x: [0], columns: [(name: one, values: [1]), (name: other, values: [2])])
        #expect(table.column(named: one)?.values[0] == 1 && table.column(named: other)?.values[0] == 2)
        let read = try CSVImporter.table(from: Array("x,\(one),\(other)\n0,3,4\n".utf8))
        #expect(read.column(named: one)?.values[0] == 3 && read.column(named: other)?.values[0] == 4)
    }

    @Test func `a text begins with bytes, also where a combining character follows them`() {
        #expect(!"csk_\u{200D}".hasPrefix("csk_"))
        #expect(ExactName.begins("csk_\u{200D}", with: "csk_") && !ExactName.begins("csk", with: "csk_"))
    }
}
