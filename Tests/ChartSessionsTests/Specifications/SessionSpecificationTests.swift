import ChartWire
import Testing

@testable import ChartSessions

/// What a client says of a session is read once, and refused where it stands.
@Suite struct SessionSpecificationTests {
    private static let body: JSONObject = [
        "surfaces": [["dataset": "users", "size": ["width": 300, "height": 200]], ["id": "empty"]],
        "links": [["axes": ["main/x", "empty/x"], "kind": "same"]],
        "timeZone": "Europe/Berlin", "locale": "de-CH", "idleTimeout": 5_000, "meta": ["who": "me"],
    ]

    @Test func `what was read is written as it came`() throws {
        var session = SessionSpecification()
        try session.take(Self.body, in: .new, at: .root)
        #expect(session.members() == Self.body)
        #expect(session.datasets == ["users"] && session.pointer(ofDataset: 0).description == "/surfaces/0/dataset")
    }

    @Test(
        arguments: [
            ([:], "/surfaces", ProblemCode.propertyMissing), (["surfaces": [1]], "/surfaces/0", .propertyInvalid),
            (["surfaces": [], "idleTimeout": 0.5], "/idleTimeout", .propertyInvalid),
            (["surfaces": [], "idleTimeout": 31_536_000_001], "/idleTimeout", .propertyInvalid),
            (["surfaces": [], "timeZone": "Mars/Olympus"], "/timeZone", .propertyInvalid),
            (["surfaces": [], "locale": "no_tag"], "/locale", .propertyInvalid),
            (["surfaces": [], "links": [["axes": ["a/x", "b/x"]]]], "/links/0/kind", .propertyMissing),
            (["surfaces": [], "links": [["axes": [], "kind": "near"]]], "/links/0/kind", .propertyInvalid),
            (["surfaces": [], "more": 1], "/more", .propertyUnknown),
        ] as [(JSONObject, String, ProblemCode)])
    func `a bad member of a new session is refused`(body: JSONObject, pointer: String, code: ProblemCode) {
        var session = SessionSpecification()
        let problem = #expect(throws: Problem.self) { try session.take(body, in: .new, at: .root) }
        #expect(problem?.pointer == pointer && problem?.code == code)
    }

    @Test func `a session that is there changes its links and its locale alone`() throws {
        var session = SessionSpecification()
        try session.take(["locale": "fr"], in: .present, at: .root)
        #expect(session.locale == "fr" && session.links == nil)
        for name in SessionSpecification.fixedNames {
            let problem = #expect(throws: Problem.self) {
                try session.take([name: Self.body[name] ?? .null], in: .present, at: .root)
            }
            #expect(problem?.pointer == "/\(name)" && problem?.code == .propertyUnknown)
        }
    }
}
