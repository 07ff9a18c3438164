import Testing

@testable import SessionTestSupport

/// Batches that a session must refuse as a whole.
@Suite struct BadEventTests {
    private static let tick = TouchEvents.tick(1_000)

    private static func refuse(_ bodies: [BadBody]) async throws {
        try await SessionHost().openLine().refuses(bodies)
    }

    private static func touch(_ members: String) -> String {
        #"{"type":"touch","phase":"began","time":1,"touches":[{"id":1,"x":1,"y":1\#(members)}]}"#
    }

    @Test func `a body that is not one JSON object is refused with its place`() async throws {
        let nested = { (levels: Int) in
            #"{"events":"# + String(repeating: "[", count: levels) + String(repeating: "]", count: levels) + "}"
        }
        try await Self.refuse([
            .batch("empty", "", "body.malformed"),
            .batch("cut off", #"{"events":[{"type":"tick","time":1}"#, "body.malformed"),
            .batch("two documents", #"{"events":[]} {}"#, "body.malformed"),
            .batch("NaN", #"{"events":[{"type":"tick","time":NaN}]}"#, "body.malformed"),
            .batch("Infinity", #"{"events":[{"type":"tick","time":Infinity}]}"#, "body.malformed"),
            .batch("minus infinity", #"{"events":[{"type":"tick","time":-Infinity}]}"#, "body.malformed"),
            .batch(
                "1e400", #"{"events":[{"type":"tick","time":1e400}]}"#, "body.number-out-of-range", "/events/0/time"),
            .batch("100 levels", nested(100), "body.too-deep"),
            .batch(
                "duplicate key", #"{"events":[{"type":"tick","time":1,"time":2}]}"#, "body.duplicate-key",
                "/events/0/time"),
            .batch("duplicate key at the top", #"{"events":[],"events":[]}"#, "body.duplicate-key", "/events"),
            .batch("list for object", "[]", "body.invalid-value", ""),
            .batch("text for object", #""events""#, "body.invalid-value", ""),
            .batch("null for object", "null", "body.invalid-value", ""),
            .batch("a byte-order mark within", "{\"events\":\u{FEFF}[]}", "body.malformed"),
        ])
    }

    @Test func `members of the wrong kind are refused with their pointer`() async throws {
        try await Self.refuse([
            .batch("nothing", "{}", "body.missing-property", "/events"),
            .batch("object for list", #"{"events":{}}"#, "body.invalid-value", "/events"),
            .batch("null for list", #"{"events":null}"#, "body.invalid-value", "/events"),
            .events("empty", "", "batch.empty", "/events"),
            .events("list for event", "[]", "body.invalid-value", "/events/0"),
            .events("null for event", "\(Self.tick),null", "body.invalid-value", "/events/1"),
            .events("no type", #"{"time":1}"#, "body.missing-property", "/events/0/type"),
            .events("unknown type", #"{"type":"poke","time":1}"#, "body.invalid-value", "/events/0/type"),
            .events("number as text", #"{"type":"tick","time":"1"}"#, "body.invalid-value", "/events/0/time"),
            .events("null number", #"{"type":"tick","time":null}"#, "body.invalid-value", "/events/0/time"),
            .events("no time", #"{"type":"tick"}"#, "body.missing-property", "/events/0/time"),
            .events("time without end", #"{"type":"tick","time":1e300}"#, "body.invalid-value", "/events/0/time"),
            .events(
                "text as number", #"{"type":"touch","phase":7,"time":1,"touches":[]}"#, "body.invalid-value",
                "/events/0/phase"),
            .events(
                "no touches", #"{"type":"touch","phase":"began","time":1,"touches":[]}"#, "body.invalid-value",
                "/events/0/touches"),
            .events(
                "object for touches", #"{"type":"touch","phase":"began","time":1,"touches":{}}"#,
                "body.invalid-value", "/events/0/touches"),
            .events(
                "null touch", #"{"type":"touch","phase":"began","time":1,"touches":[null]}"#, "body.invalid-value",
                "/events/0/touches/0"),
            .events(
                "broken id", Self.touch("").replacing(#""id":1"#, with: #""id":1.5"#), "body.invalid-value",
                "/events/0/touches/0/id"),
            .events(
                "far away", Self.touch("").replacing(#""x":1"#, with: #""x":1e12"#), "body.invalid-value",
                "/events/0/touches/0/x"),
            .events("kind", Self.touch(#","kind":"toe""#), "body.invalid-value", "/events/0/touches/0/kind"),
            .events(
                "no direction", TouchEvents.gesture("swipe", "ended", 1, #""location":{"x":1,"y":1}"#),
                "body.missing-property", "/events/0/direction"),
            .events(
                "scale 0", TouchEvents.gesture("pinch", "changed", 1, #""scale":0"#), "body.invalid-value",
                "/events/0/scale"),
            .events(
                "scale beyond all ratios", TouchEvents.gesture("pinch", "changed", 1, #""scale":1e101"#),
                "body.invalid-value", "/events/0/scale"),
            .events(
                "tap that goes on", TouchEvents.gesture("tap", "changed", 1, #""taps":1"#), "body.invalid-value",
                "/events/0/state"),
            .events(
                "key", #"{"type":"wheel","time":1,"x":1,"y":1,"deltaY":1,"modifiers":["fn"]}"#,
                "body.invalid-value", "/events/0/modifiers/0"),
        ])
    }

    @Test func `unknown properties are refused at every level`() async throws {
        try await Self.refuse([
            .batch("top", #"{"events":[\#(Self.tick)],"evnts":[]}"#, "body.unknown-property", "/evnts"),
            .events("event", #"{"type":"tick","time":1,"tiem":2}"#, "body.unknown-property", "/events/0/tiem"),
            .events("touch", Self.touch(#","z":1"#), "body.unknown-property", "/events/0/touches/0/z"),
            .events("tapCount", Self.touch(#","tapCount":2"#), "body.unknown-property", "/events/0/touches/0/tapCount"),
            .events(
                "point", TouchEvents.gesture("pan", "began", 1, #""location":{"x":1,"y":1,"z":1}"#),
                "body.unknown-property", "/events/0/location/z"),
            .events(
                "another gesture's", TouchEvents.gesture("pan", "began", 1, #""scale":2"#), "body.unknown-property",
                "/events/0/scale"),
        ])
    }

    @Test func `batches beyond the limits are refused`() async throws {
        let many = (1...17).map { #"{"id":\#($0),"x":1,"y":1}"# }
        let began = { (touches: ArraySlice<String>) in
            #"{"type":"touch","phase":"began","time":1,"touches":[\#(touches.joined(separator: ","))]}"#
        }
        try await Self.refuse([
            .events(
                "1025 events", Array(repeating: Self.tick, count: 1_025).joined(separator: ","),
                "batch.too-many-events", "/events"),
            .events("17 touches", began(many[...]), "touch.too-many", "/events/0/touches/16"),
            .events(
                "17 touches in two events", began(many[..<9]) + "," + began(many[9...]), "touch.too-many",
                "/events/1/touches/7"),
            .events(
                "one touch twice", began([many[0], many[1], many[0]][...]), "touch.repeated", "/events/0/touches/2/id"),
        ])
    }

    @Test func `client and sequence are given both or neither, and from 1`() async throws {
        let body = { (members: String) in #"{\#(members),"events":[\#(Self.tick)]}"# }
        try await Self.refuse([
            .batch("client alone", body(#""client":"a""#), "batch.sequence-incomplete", "/client"),
            .batch("sequence alone", body(#""sequence":1"#), "batch.sequence-incomplete", "/sequence"),
            .batch("sequence 0", body(#""client":"a","sequence":0"#), "body.invalid-value", "/sequence"),
            .batch("negative", body(#""client":"a","sequence":-1"#), "body.invalid-value", "/sequence"),
            .batch("half", body(#""client":"a","sequence":1.5"#), "body.invalid-value", "/sequence"),
            .batch("no name", body(#""client":"","sequence":1"#), "body.invalid-value", "/client"),
            .batch("number as name", body(#""client":1,"sequence":1"#), "body.invalid-value", "/client"),
            .batch("gap at the start", body(#""client":"a","sequence":2"#), "batch.sequence-gap", "/sequence"),
        ])
    }

    @Test func `times do not decrease, neither inside a batch nor between batches`() async throws {
        let host = SessionHost()
        try await host.putLine()
        let session = try await host.open()
        try await session.refuses([
            .events(
                "inside", [2_000, 1_999.999].map { TouchEvents.tick($0) }.joined(separator: ","),
                "batch.time-reversed", "/events/1/time")
        ])
        try await session.post(TouchEvents.tick(5_000))
        try await session.refuses([
            .events("from batch to batch", TouchEvents.tick(4_999), "batch.time-reversed", "/events/0/time"),
            .events("wheel", TouchEvents.wheel(4_000, deltaY: 1), "batch.time-reversed", "/events/0/time"),
        ])
        #expect(try await session.post(TouchEvents.tick(5_000)).status == 200)
        let other = try await session.post(TouchEvents.tick(1), numbered: #""client":"b","sequence":1,"#)
        #expect(other.status == 200, "each client has its own clock")
    }

    @Test func `a failing event in the middle undoes its whole batch`() async throws {
        let host = SessionHost()
        try await host.putLine()
        let (session, twin) = (try await host.open(), try await host.open())
        for one in [session, twin] { try await one.post(TouchEvents.dragRight[..<2].joined(separator: ",")) }
        let rest = TouchEvents.dragRight[2...].joined(separator: ",")
        try await session.refuses([
            .events(
                "a good part and a bad one", "\(rest),\(TouchEvents.tick(1))", "batch.time-reversed",
                "/events/3/time"),
            .events(
                "a touch twice at the end",
                "\(rest),\(TouchEvents.touch("began", 9_000, (4, 1, 1), (4, 2, 2)))", "touch.repeated",
                "/events/3/touches/1/id"),
            .events("malformed", rest + ",{", "body.malformed", nil),
        ])
        let (answer, expected) = (try await session.post(rest), try await twin.post(rest))
        #expect(answer.settledText == expected.settledText, "the gesture goes on as if nothing had been refused")
        #expect(try await session.state() == twin.state())
    }
}
