import HTTPTypes
import Testing

@testable import ServerTestSupport

/// What people leave on a surface, over HTTP.
@Suite struct AnnotationTests {
    private static let deploy = #"{"kind":"verticalLine","points":[{"x":20}],"text":"Deploy 4.2"}"#

    private static func withSession(
        _ members: String = "", _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await body(try await service.open(#""dataset":"line""# + members))
        }
    }

    @Test func `a surface that never had one says nothing of annotations`() async throws {
        try await Self.withSession { session in
            let state = try await session.service.send(.get, session.surface).text
            #expect(!state.contains("annotation"))
            let list = try await session.service.send(.get, "\(session.surface)/annotations").text
            #expect(list == #"{"annotations":[],"annotationsVersion":0}"#)
        }
    }

    @Test func `one is made, read, put again as it was read, changed and removed`() async throws {
        try await Self.withSession { session in
            let path = "\(session.surface)/annotations/deploy"
            let made = try await session.service.send(.put, path, Self.deploy)
            #expect(made.status == 201 && made.text.contains(#""annotationsVersion":1"#))
            let read = try await session.service.send(.get, path)
            #expect(read.text.contains(#""points":[{"x":20,"y":null}],"text":"Deploy 4.2","extend":"none""#))
            let again = try await session.service.send(.put, path, read.text)
            #expect(again.status == 200 && again.text.contains(#""annotationsVersion":1"#))
            #expect(!again.text.contains(#""annotations":[{"#), "nothing has changed")
            let changed = try await session.service.send(.patch, path, #"{"text":null,"color":"red"}"#)
            #expect(changed.status == 200 && changed.text.contains(#""color":"red""#))
            #expect(try await session.service.send(.get, path).text.contains("text") == false)
            #expect(try await session.service.send(.delete, path).status == 204)
            #expect(try await session.service.send(.get, path).status == 404)
            #expect(
                try await session.service.send(.post, "\(session.surface)/commands", #"{"command":"undo"}"#).status
                    == 200)
            #expect(try await session.service.send(.get, path).text.contains(#""color":"red""#))
        }
    }

    @Test func `two clients drag two annotations at once, and the log replays it`() async throws {
        try await Self.withSession(#","modifiers":[{"type":"zoomPan"},{"type":"annotationEdit"}]"#) { session in
            for (id, x) in [("a", 25), ("b", 75)] {
                let body = #"{"kind":"verticalLine","points":[{"x":\#(x)}]}"#
                _ = try await session.service.send(.put, "\(session.surface)/annotations/\(id)", body)
            }
            func touch(_ client: String, _ sequence: Int, _ phase: String, x: Int) async throws -> Reply {
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
            let list = try await session.service.send(.get, "\(session.surface)/annotations")
            let places = (0...1).map { list["annotations/\($0)/points/0/x"] as? Double }
            #expect(places == [35, 65])
            let log = try await session.service.send(.get, "\(session.path)/log").text
            let replay = try await session.service.send(.post, "/v1/replays", log, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
        }
    }

    @Test func `the tags of an annotation are its own`() async throws {
        try await Self.withSession { session in
            let path = "\(session.surface)/annotations/deploy"
            let tag = try #require(try await session.service.send(.put, path, Self.deploy).headers[.eTag])
            _ = try await session.service.send(.put, "\(session.surface)/annotations/other", Self.deploy)
            #expect(try await session.service.send(.patch, path, "{}", headers: [.ifMatch: tag]).status == 200)
            let next = try await session.service.send(.patch, path, #"{"text":"x"}"#, headers: [.ifMatch: tag])
            #expect(next.status == 200 && next.headers[.eTag] != tag)
            #expect(try await session.service.send(.delete, path, headers: [.ifMatch: tag]).status == 412)
            #expect(
                try await session.service.send(.get, path, headers: [.ifNoneMatch: next.headers[.eTag] ?? ""]).status
                    == 304)
            let taken = try await session.service.send(.put, path, Self.deploy, headers: [.ifNoneMatch: "*"])
            #expect(taken.status == 412)
        }
    }

    @Test func `one goes before another, and one that is replaced keeps its place`() async throws {
        try await Self.withSession { session in
            let list = "\(session.surface)/annotations"
            for id in ["a", "b"] { _ = try await session.service.send(.put, "\(list)/\(id)", Self.deploy) }
            _ = try await session.service.send(.put, "\(list)/c?before=b", Self.deploy)
            _ = try await session.service.send(.put, "\(list)/a", #"{"kind":"xBand","points":[{"x":1},{"x":2}]}"#)
            #expect(try await session.service.send(.put, "\(list)/d?before=q", Self.deploy).status == 400)
            let text = try await session.service.send(.get, "\(list)?format=csv").text
            #expect(
                text == """
                    id,kind,xAxis,yAxis,x1,y1,x2,y2,text,color,locked,author
                    a,xBand,x,y,1,,2,,,,false,
                    c,verticalLine,x,y,20,,,,Deploy 4.2,,false,
                    b,verticalLine,x,y,20,,,,Deploy 4.2,,false,

                    """)
        }
    }

    @Test func `what an annotation cannot be is refused at its place`() async throws {
        try await Self.withSession { session in
            func body(_ members: String) -> String {
                #"{"kind":"line","points":[{"x":1,"y":1},{"x":2,"y":2}]\#(members)}"#
            }
            let path = "~/annotations/a"
            func refusal(_ name: String, _ members: String, _ pointer: String, _ code: String = "body.invalid-value")
                -> BadRequest
            {
                .call(name, .put, path, body(members), code, pointer)
            }
            try await session.refuses([
                .call("nothing", .put, path, "{}", "body.missing-property", "/kind"),
                .call("no points", .put, path, #"{"kind":"text"}"#, "body.missing-property", "/points"),
                .call(
                    "one point", .put, path, #"{"kind":"line","points":[{"x":1,"y":1}]}"#, "body.invalid-value",
                    "/points"),
                .call(
                    "a y", .put, path, #"{"kind":"verticalLine","points":[{"x":1,"y":1}]}"#, "body.invalid-value",
                    "/points/0/y"),
                .call(
                    "no y", .put, path, #"{"kind":"text","points":[{"x":1}]}"#, "body.missing-property", "/points/0/y"),
                .call(
                    "z", .put, path, #"{"kind":"text","points":[{"x":1,"y":1,"z":1}]}"#, "body.unknown-property",
                    "/points/0/z"),
                .call("kind", .put, path, #"{"kind":"cloud","points":[]}"#, "body.invalid-value", "/kind"),
                refusal("axis", #","xAxis":"q""#, "/xAxis", "specification.unknown-reference"),
                refusal("lines", #","text":"a\nb""#, "/text"), refusal("control", #","text":"a\u0007""#, "/text"),
                refusal("long", #","text":"\#(String(repeating: "a", count: 1_025))""#, "/text"),
                refusal("levels", #","levels":[]"#, "/levels"), refusal("dash", #","dash":[-1]"#, "/dash"),
                refusal("shape", #","shape":"none""#, "/shape"), refusal("extend", #","extend":"up""#, "/extend"),
                refusal("meta", #","meta":"\#(String(repeating: "a", count: 4_100))""#, "/meta"),
                refusal("colour", #","colour":1"#, "/colour", "body.unknown-property"),
                .call(
                    "points", .post, "/v1/sessions",
                    #"{"surfaces":[{"annotations":[{"id":"..","kind":"text","points":[{"x":1,"y":1}]}]}]}"#,
                    "specification.invalid", ""),
                .call("id", .put, "~/annotations/a%20b", body(""), "specification.invalid", ""),
                .call("list", .patch, "~", #"{"annotations":[]}"#, "body.unknown-property", "/annotations"),
            ])
        }
    }

    @Test func `a coordinate that the axis cannot show is taken, and missing while it is so`() async throws {
        try await Self.withSession(#","yAxes":[{"id":"y","type":"log"}]"#) { session in
            let path = "\(session.surface)/annotations/zero"
            let made = try await session.service.send(.put, path, #"{"kind":"horizontalLine","points":[{"y":0}]}"#)
            #expect(made.status == 201 && made.text.contains(#""missing":true"#))
            _ = try await session.service.send(.patch, session.surface, #"{"yAxes":[{"id":"y","type":"number"}]}"#)
            #expect(try await session.service.send(.get, path).text.contains("missing") == false)
            _ = try await session.service.send(
                .patch, session.surface, #"{"yAxes":[{"id":"z"}],"series":[{"y":"v","yAxis":"z"}]}"#)
            #expect(try await session.service.send(.get, path).text.contains(#""missing":true"#))
        }
    }

    @Test func `a specification has annotations with ids, and counts them where they ask for it`() async throws {
        let note = #"{"id":"target","kind":"horizontalLine","points":[{"y":500}],"counts":true}"#
        try await Self.withSession(#","annotations":[\#(note)],"annotationLayers":["surface"]"#) { session in
            let state = try await session.service.send(.get, session.surface).text
            #expect(state.contains(#""id":"target""#) && state.contains(#""annotationLayers":["surface"]"#))
            #expect(state.contains(#""dataRange":[0,500]"#))
            _ = try await session.service.send(.delete, "\(session.surface)/annotations/target")
            #expect(
                try await session.service.send(.get, session.surface).text.contains(#""dataRange":[0,500]"#) == false)
        }
    }

    @Test func `a client is told the list where it is not the one that it was told`() async throws {
        try await Self.withSession(#","annotations":[\#(Self.deploy)]"#) { session in
            func hover(_ client: String, _ sequence: Int, _ query: String = "") async throws -> Bool {
                let event = #"{"type":"hover","phase":"moved","time":\#(sequence),"x":5,"y":5}"#
                let batch = #"{"client":"\#(client)","sequence":\#(sequence),"events":[\#(event)]}"#
                let answer = try await session.service.send(
                    .post, "\(session.surface)/events?window=none\(query)", batch)
                #expect(answer.text.contains(#""annotationsVersion":"#))
                return answer.text.contains(#""annotations":[{"#)
            }
            #expect(try await hover("a", 1))
            #expect(try await !hover("a", 2))
            #expect(try await hover("b", 1))
            #expect(try await hover("a", 3, "&annotations=full"))
            let path = "\(session.surface)/annotations/verticalLine"
            let patched = try await session.service.send(.patch, path, #"{"text":"x"}"#)
            #expect(patched.text.contains(#""annotations":[{"#))
            #expect(try await hover("a", 4))
            #expect(try await !hover("b", 2, "&annotations=none"))
            #expect(try await hover("b", 3))
        }
    }

    @Test func `a surface has at most 1,000 annotations`() async throws {
        let notes = (0..<1_000).map { #"{"id":"a\#($0)","kind":"verticalLine","points":[{"x":1}]}"# }.joined(
            separator: ",")
        try await Self.withSession(#","annotations":[\#(notes)]"#) { session in
            let more = try await session.service.send(.put, "\(session.surface)/annotations/b", Self.deploy)
            #expect(more.status == 422 && more.text.contains("limits.annotations"))
            #expect(
                try await session.service.send(.put, "\(session.surface)/annotations/a7", Self.deploy).status == 200)
        }
    }

    @Test func `commands select, and a viewer tries out what would be`() async throws {
        try await Self.withSession { session in
            let path = "\(session.surface)/annotations/deploy"
            let tried = try await session.service.send(.put, "\(path)?dryRun=true", Self.deploy)
            #expect(tried.status == 201 && tried.text.contains("Deploy 4.2"))
            #expect(try await session.service.send(.get, path).status == 404)
            _ = try await session.service.send(.put, path, Self.deploy)
            let commands = "\(session.surface)/commands"
            let chosen = try await session.service.send(
                .post, commands, #"{"command":"selectAnnotation","annotation":"deploy"}"#)
            #expect(chosen.text.contains(#""annotations":["deploy"],"label""#))
            let unknown = try await session.service.send(
                .post, commands, #"{"command":"selectAnnotation","annotation":"q"}"#)
            #expect(unknown.status == 404 && unknown.text.contains("annotation.unknown"))
            let none = try await session.service.send(.post, commands, #"{"command":"deselectAllAnnotations"}"#)
            #expect(none.text.contains(#""annotations":[],"label""#))
        }
    }
}
