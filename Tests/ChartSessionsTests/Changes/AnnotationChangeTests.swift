import ChartSessions
import Testing

@testable import SessionTestSupport

/// Changes of annotations, and what answers tell of them.
@Suite struct AnnotationChangeTests {
    private static let deploy = #"{"kind":"verticalLine","points":[{"x":20}],"text":"Deploy 4.2"}"#

    private static func session(_ members: String = "") async throws -> HostedSession {
        try await SessionHost().openLine(#""dataset":"line""# + members)
    }

    @Test func `two clients drag two annotations at once, and the log replays it`() async throws {
        let session = try await Self.session(#","modifiers":[{"type":"zoomPan"},{"type":"annotationEdit"}]"#)
        for (id, x) in [("a", 25), ("b", 75)] {
            let body = #"{"kind":"verticalLine","points":[{"x":\#(x)}]}"#
            try await session.change(.putAnnotation, body, of: id)
        }
        func touch(_ client: String, _ sequence: Int, _ phase: String, x: Int) async throws -> HostAnswer {
            try await session.post(
                #"{"type":"touch","phase":"\#(phase)","time":\#(sequence),"touches":[{"id":1,"x":\#(x),"y":200}]}"#,
                numbered: #""client":"\#(client)","sequence":\#(sequence),"#)
        }
        #expect(try await touch("one", 1, "began", x: 200).status == 200)
        #expect(try await touch("two", 1, "began", x: 400).code == "session.driver-busy")
        #expect(try await touch("two", 1, "began", x: 600).status == 200)
        for (client, x) in [("one", 240), ("two", 560)] {
            #expect(try await touch(client, 2, "moved", x: x).text.contains(#""annotations":[{"#))
        }
        for (client, x) in [("two", 520), ("one", 280)] {
            #expect(try await touch(client, 3, "ended", x: x).status == 200)
        }
        let list = try await session.surface()
        let places = (0...1).map { list["annotations/\($0)/points/0/x"] as? Double }
        #expect(places == [35, 65])
        let replay = try await session.replay()
        #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
    }

    @Test func `what an annotation cannot be is refused at its place`() async throws {
        let session = try await Self.session()
        func body(_ members: String) -> String {
            #"{"kind":"line","points":[{"x":1,"y":1},{"x":2,"y":2}]\#(members)}"#
        }
        func refusal(_ name: String, _ members: String, _ pointer: String, _ code: String = "body.invalid-value")
            -> BadBody
        {
            .annotation(name, body(members), code, pointer)
        }
        try await session.refuses([
            .annotation("nothing", "{}", "body.missing-property", "/kind"),
            .annotation("no points", #"{"kind":"text"}"#, "body.missing-property", "/points"),
            .annotation(
                "one point", #"{"kind":"line","points":[{"x":1,"y":1}]}"#, "body.invalid-value",
                "/points"),
            .annotation(
                "a y", #"{"kind":"verticalLine","points":[{"x":1,"y":1}]}"#, "body.invalid-value",
                "/points/0/y"),
            .annotation("no y", #"{"kind":"text","points":[{"x":1}]}"#, "body.missing-property", "/points/0/y"),
            .annotation(
                "z", #"{"kind":"text","points":[{"x":1,"y":1,"z":1}]}"#, "body.unknown-property",
                "/points/0/z"),
            .annotation("kind", #"{"kind":"cloud","points":[]}"#, "body.invalid-value", "/kind"),
            refusal("axis", #","xAxis":"q""#, "/xAxis", "specification.unknown-reference"),
            refusal("lines", #","text":"a\nb""#, "/text"), refusal("control", #","text":"a\u0007""#, "/text"),
            refusal("long", #","text":"\#(String(repeating: "a", count: 1_025))""#, "/text"),
            refusal("levels", #","levels":[]"#, "/levels"), refusal("dash", #","dash":[-1]"#, "/dash"),
            refusal("shape", #","shape":"none""#, "/shape"), refusal("extend", #","extend":"up""#, "/extend"),
            refusal("meta", #","meta":"\#(String(repeating: "a", count: 4_100))""#, "/meta"),
            refusal("colour", #","colour":1"#, "/colour", "body.unknown-property"),
            .session(
                "points", #"{"surfaces":[{"annotations":[{"id":"..","kind":"text","points":[{"x":1,"y":1}]}]}]}"#,
                "specification.invalid", ""),
            .annotation("id", body(""), "specification.invalid", "", of: "a b"),
            .patch("list", #"{"annotations":[]}"#, "body.unknown-property", "/annotations"),
        ])
    }

    @Test func `a specification has annotations with ids, and counts them where they ask for it`() async throws {
        let note = #"{"id":"target","kind":"horizontalLine","points":[{"y":500}],"counts":true}"#
        let session = try await Self.session(#","annotations":[\#(note)],"annotationLayers":["surface"]"#)
        let state = try await session.surface().text
        #expect(state.contains(#""id":"target""#) && state.contains(#""annotationLayers":["surface"]"#))
        #expect(state.contains(#""dataRange":[0,500]"#))
        try await session.change(.deleteAnnotation, of: "target")
        #expect(
            try await session.surface().text.contains(#""dataRange":[0,500]"#) == false)
    }

    @Test func `a client is told the list where it is not the one that it was told`() async throws {
        let session = try await Self.session(#","annotations":[\#(Self.deploy)]"#)
        func hover(_ client: String, _ sequence: Int, _ query: String = "") async throws -> Bool {
            let event = #"{"type":"hover","phase":"moved","time":\#(sequence),"x":5,"y":5}"#
            let batch = #"{"client":"\#(client)","sequence":\#(sequence),"events":[\#(event)]}"#
            let answer = try await session.change(.postEvents, batch, query: "window=none\(query)")
            #expect(answer.text.contains(#""annotationsVersion":"#))
            return answer.text.contains(#""annotations":[{"#)
        }
        #expect(try await hover("a", 1))
        #expect(try await !hover("a", 2))
        #expect(try await hover("b", 1))
        #expect(try await hover("a", 3, "&annotations=full"))
        let patched = try await session.change(.patchAnnotation, #"{"text":"x"}"#, of: "verticalLine")
        #expect(patched.text.contains(#""annotations":[{"#))
        #expect(try await hover("a", 4))
        #expect(try await !hover("b", 2, "&annotations=none"))
        #expect(try await hover("b", 3))
    }

    @Test func `a surface has at most 1,000 annotations`() async throws {
        let notes = (0..<1_000).map { #"{"id":"a\#($0)","kind":"verticalLine","points":[{"x":1}]}"# }.joined(
            separator: ",")
        let session = try await Self.session(#","annotations":[\#(notes)]"#)
        let more = try await session.change(.putAnnotation, Self.deploy, of: "b")
        #expect(more.status == 422 && more.code == "limits.annotations")
        #expect(
            try await session.change(.putAnnotation, Self.deploy, of: "a7").status == 200)
    }
}
