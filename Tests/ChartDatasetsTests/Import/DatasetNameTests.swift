import Testing

@testable import ChartDatasets

struct DatasetNameTests {
    @Test(arguments: [
        ("users", true), ("A.b_c-9", true), (String(repeating: "x", count: 64), true), ("", false), (".a", false),
        ("-a", false), ("a/b", false), ("a b", false), ("ä", false), (String(repeating: "x", count: 65), false),
        ("..", false),
    ])
    func `a name has letters, digits and a few marks`(name: String, isValid: Bool) {
        #expect(DatasetName.isValid(name) == isValid)
    }
}
