import Testing

@testable import SessionTestSupport

/// Invalid cases, and cases whose expectations fail.
@Suite struct ConformanceCaseTests {
    private static let head = "title: t\nsurface: {\"dataset\":\"line\"}\n"

    static let faults: [(text: String, line: Int, reason: String)] = [
        ("", 1, "the case is empty"), ("# nothing\n\n", 1, "the case is empty"),
        ("surface: {}\n", 1, "a case starts with its title"), ("title: t\n", 1, "there is no surface"),
        ("title:\n", 1, "title says nothing"), ("title: t\ntitle: u\n", 2, "the case has a title"),
        ("| t\n", 1, "there is no entry to go on with"), ("title: t\nrange x\n", 2, "expected keyword: value"),
        (head, 2, "there is no expectation"), (head + "play: 1v(1,1)\n", 3, "the action has no expectation"),
        (head + "play: 1v(1,1)\nplay: 1^(1,1)\nrows: none\n", 3, "the action has no expectation"),
        (head + "expect x: 1 2\n", 3, "there is no keyword \"expect\""),
        (head + "rows: none\nsurface: {}\n", 4, "the session is open by now"),
        (head + "range x: 1\n", 3, "expected two numbers or dates"),
        (head + "range x: 1 2 ± a lot\n", 3, "no tolerance after ± "),
        (head + "range: 1 2\n", 3, "range names nothing before the colon"),
        (head + "axis x: 1\n", 3, "expected axis AXIS PROPERTY: JSON"),
        (head + "gestures: zoomPan pan\n", 3, "expected modifier gesture state in \"zoomPan pan\""),
        (head + "rows: one\n", 3, "one is no row"), (head + "problem: no.such\n", 3, "expected a problem code"),
        ("title: t\nsurface: []\n", 2, "a surface is an object"),
        ("title: t\nplay: 1v(1,1)\n", 2, "there is no surface yet"),
    ]

    @Test(arguments: faults.indices)
    func `an invalid case is reported with its line`(index: Int) {
        let fault = Self.faults[index]
        let error = #expect(throws: ConformanceCaseError.self) { try ConformanceCase(fault.text) }
        #expect(error?.line == fault.line && error?.reason == fault.reason, "\(error?.description ?? "")")
    }

    /// Expectations that a fresh surface with the default modifiers, touched once, does not meet.
    static let unmet = [
        "range x: 0 99", "range x: 0 101 ± 0.5", "range main/z: 0 100", "axis x zoomState: \"userZooming\"",
        "gestures: zoomPan pan began", "recognized: zoomPan pan began", "overlays: cursor crosshair", "rows: 1",
        "series: v", "label: t", "ignored: /events/0/touches/0", "problem: batch.empty", "value /surfaces/1: null",
        "range other/x: 0 100",
    ]

    @Test(arguments: unmet)
    func `an unmet expectation is an issue`(expectation: String) async throws {
        let met = try ConformanceCase(Self.head + "play: 1v(1,1)\nrange x: 0 100\n")
        try await met.checkInProcess()
        let unmet = try ConformanceCase(Self.head + "play: 1v(1,1)\n\(expectation)\n")
        await withKnownIssue { try await unmet.checkInProcess() }
    }

    @Test func `an unexpected problem is an issue`() async throws {
        let text = Self.head + "post: {\"events\":[]}\nrange x: 0 100\n"
        let refused = try ConformanceCase(text + "problem: batch.empty /events\n")
        try await refused.checkInProcess()
        await withKnownIssue { try await ConformanceCase(text).checkInProcess() }
    }

    @Test func `a document's blocks are read as cases`() throws {
        let text = "# A\n```case\n\(Self.head)rows: none\n```\nmore\n```json\n{}\n```\n"
        #expect(try ConformanceCase.blocks(inMarkdown: text).map(\.title) == ["t"])
        #expect(throws: ConformanceCaseError.self) { try ConformanceCase.blocks(inMarkdown: "```case\nx\n```") }
    }
}
