import Foundation
import Testing

/// What is written from the code says what the code says.
@Suite(.serialized) struct GeneratedDocumentationTests {
    /// Whether the tests write the parts before they compare them, for `make describe`.
    private static let writes = ProcessInfo.processInfo.environment["DESCRIBE"] == "write"

    @Test(arguments: GeneratedPart.all)
    func `a generated part of a file is what the code says`(part: GeneratedPart) throws {
        if Self.writes { try part.write() }
        let text = try part.text()
        #expect(try part.replaced(in: text) == text, "\(part) is stale. Run make describe.")
    }

    @Test func `a part is written between its lines, with their indentation, and nothing else changes`() throws {
        let part = GeneratedPart(path: "a.yaml", name: "words", lines: ["- b", "", "- c"])
        let old = "a:\n  # make describe writes this: words\n  - old\n  # end of words\nd: e\n"
        let new = "a:\n  # make describe writes this: words\n  - b\n\n  - c\n  # end of words\nd: e\n"
        #expect(try part.replaced(in: old) == new)
        #expect(try part.replaced(in: new) == new)
        #expect(throws: GeneratedPart.Missing.self) { try part.replaced(in: "a: b\n") }
    }
}
