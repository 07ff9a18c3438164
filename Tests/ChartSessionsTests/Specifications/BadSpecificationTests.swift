import Testing

@testable import ChartSessions
@testable import SessionTestSupport

/// Specifications of sessions, surfaces, axes and modifiers that the server must refuse.
@Suite struct BadSpecificationTests {
    private static func refuse(_ bodies: [BadBody]) async throws {
        try await SessionHost().openLine().refuses(bodies)
    }

    @Test func `sessions`() async throws {
        let surfaces = (0..<65).map { #"{"id":"s\#($0)"}"# }.joined(separator: ",")
        try await Self.refuse([
            .session("no surfaces", "{}", "body.missing-property", "/surfaces"),
            .session("null", #"{"surfaces":null}"#, "body.invalid-value", "/surfaces"),
            .session("object for list", #"{"surfaces":{}}"#, "body.invalid-value", "/surfaces"),
            .session("typo", #"{"surfaces":[],"timezone":"UTC"}"#, "body.unknown-property", "/timezone"),
            .session(
                "typo within", #"{"surfaces":[{"datset":"line"}]}"#, "body.unknown-property", "/surfaces/0/datset"),
            .session("time zone", #"{"surfaces":[],"timeZone":"Mars/Olympus"}"#, "body.invalid-value", "/timeZone"),
            .session("timeout", #"{"surfaces":[],"idleTimeout":0}"#, "body.invalid-value", "/idleTimeout"),
            .session("endless timeout", #"{"surfaces":[],"idleTimeout":1e300}"#, "body.invalid-value", "/idleTimeout"),
            .session("meta", #"{"surfaces":[],"meta":[]}"#, "body.invalid-value", "/meta"),
            .session("too many", #"{"surfaces":[\#(surfaces)]}"#, "session.too-many-surfaces", "/surfaces"),
            .session(
                "one id twice", #"{"surfaces":[{"id":"a"},{"id":"a"}]}"#, "specification.duplicate-id",
                "/surfaces/1/id"),
            .session(
                "dataset", #"{"surfaces":[{},{"id":"b","dataset":"nowhere"}]}"#, "specification.unknown-dataset",
                "/surfaces/1/dataset"),
        ])
    }

    @Test func `surfaces and their series`() async throws {
        let axes = (0..<17).map { #"{"id":"a\#($0)"}"# }.joined(separator: ",")
        let series = { (members: String) in #"{"id":"b","dataset":"line","series":[{\#(members)}]}"# }
        try await Self.refuse([
            .surface("dataset", #"{"id":"b","dataset":"nowhere"}"#, "specification.unknown-dataset", "/dataset"),
            .surface("dataset of another kind", #"{"id":"b","dataset":7}"#, "body.invalid-value", "/dataset"),
            .surface("id", #"{"id":"b/c"}"#, "specification.invalid", "/id"),
            .surface("empty id", #"{"id":""}"#, "specification.invalid", "/id"),
            .surface(
                "long id", #"{"id":"\#(String(repeating: "b", count: 65))"}"#, "specification.invalid", "/id"),
            .surface("taken id", #"{"dataset":"line"}"#, "surface.exists", "/id"),
            .surface(
                "negative size", #"{"id":"b","size":{"width":-1,"height":9}}"#, "body.invalid-value",
                "/size/width"),
            .surface("no size", #"{"id":"b","size":{"width":9,"height":0}}"#, "body.invalid-value", "/size/height"),
            .surface("half a size", #"{"id":"b","size":{"width":9}}"#, "body.missing-property", "/size/height"),
            .surface("column", series(#""y":"w""#), "specification.unknown-column", "/series/0/y"),
            .surface("x column", series(#""x":"v","y":"v""#), "specification.unknown-column", "/series/0/x"),
            .surface("x axis", series(#""y":"v","xAxis":"y""#), "specification.unknown-reference", "/series/0/xAxis"),
            .surface("y axis", series(#""y":"v","yAxis":"no""#), "specification.unknown-reference", "/series/0/yAxis"),
            .surface(
                "series twice", #"{"id":"b","dataset":"line","series":[{"y":"v"},{"y":"v"}]}"#,
                "specification.duplicate-id", "/series/1/id"),
            .surface("no axes", #"{"id":"b","xAxes":[]}"#, "specification.invalid", "/xAxes"),
            .surface("17 axes", #"{"id":"b","yAxes":[\#(axes)]}"#, "specification.invalid", "/yAxes"),
            .surface(
                "axis twice", #"{"id":"b","xAxes":[{"id":"a"},{"id":"a"}]}"#, "specification.duplicate-id",
                "/xAxes/1/id"),
            .surface(
                "axis of both kinds", #"{"id":"b","xAxes":[{"id":"a"}],"yAxes":[{"id":"a"}]}"#,
                "specification.duplicate-id", "/yAxes/0/id"),
            .surface("axis type", #"{"id":"b","xAxes":[{"type":"roman"}]}"#, "body.invalid-value", "/xAxes/0/type"),
            .surface(
                "profile", #"{"id":"b","gestures":{"profile":"windows"}}"#, "body.invalid-value",
                "/gestures/profile"),
            .surface(
                "threshold", #"{"id":"b","gestures":{"panHysterisis":1}}"#, "body.unknown-property",
                "/gestures/panHysterisis"),
            .surface(
                "negative threshold", #"{"id":"b","gestures":{"panHysteresis":-1}}"#, "body.invalid-value",
                "/gestures/panHysteresis"),
            .surface(
                "text as threshold", #"{"id":"b","gestures":{"tapSlop":"9"}}"#, "body.invalid-value",
                "/gestures/tapSlop"),
            .surface("method", #"{"id":"b","window":{"method":"m5"}}"#, "body.invalid-value", "/window/method"),
            .surface("no rows", #"{"id":"b","window":{"maxRows":0}}"#, "body.invalid-value", "/window/maxRows"),
            .surface("unit", #"{"id":"b","window":{"rowUnit":"week"}}"#, "body.invalid-value", "/window/rowUnit"),
            .surface("few points", #"{"id":"b","window":{"points":2}}"#, "body.invalid-value", "/window/points"),
            .surface(
                "aggregate", #"{"id":"b","window":{"aggregate":"avg"}}"#, "body.invalid-value", "/window/aggregate"),
            .surface("bar", #"{"id":"b","window":{"unit":"decade"}}"#, "body.invalid-value", "/window/unit"),
            .surface(
                "units without a name", #"{"id":"b","window":{"unitCount":2}}"#, "body.invalid-value",
                "/window/unitCount"),
            .surface(
                "bars of no unit", #"{"id":"b","window":{"unit":"day","unitCount":0}}"#, "body.invalid-value",
                "/window/unitCount"),
            .surface(
                "start of weeks", #"{"id":"b","window":{"weekStart":"friday"}}"#, "body.invalid-value",
                "/window/weekStart"),
            .surface(
                "aggregate of a series", #"{"id":"b","dataset":"line","series":[{"y":"v","aggregate":"avg"}]}"#,
                "body.invalid-value", "/series/0/aggregate"),
            .surface(
                "bars of numbers", #"{"id":"b","dataset":"line","window":{"method":"calendar"}}"#, "body.invalid-value",
                "/window/method"),
            .patch(
                "patched to bars of numbers", #"{"window":{"method":"calendar"}}"#, "body.invalid-value",
                "/window/method"),
        ])
    }

    @Test func `axes and their ranges`() async throws {
        try await Self.refuse([
            .axis("min above max", #"{"visibleRange":[2,1]}"#, "range.invalid", "/visibleRange"),
            .axis("no span", #"{"visibleRange":[1,1]}"#, "range.invalid", "/visibleRange"),
            .axis("overflow", #"{"visibleRange":[-1.5e308,1.5e308]}"#, "range.invalid", "/visibleRange"),
            .axis("1e400", #"{"visibleRange":[0,1e400]}"#, "body.number-out-of-range", "/visibleRange/1"),
            .axis("one end", #"{"visibleRange":[1]}"#, "body.invalid-value", "/visibleRange"),
            .axis("three ends", #"{"visibleRange":[1,2,3]}"#, "body.invalid-value", "/visibleRange"),
            .axis("null end", #"{"visibleRange":[null,2]}"#, "body.invalid-value", "/visibleRange/0"),
            .axis("a number for a list", #"{"visibleRange":7}"#, "body.invalid-value", "/visibleRange"),
            .axis(
                "a date on numbers", #"{"visibleRange":["2024-01-01",9]}"#, "body.invalid-value",
                "/visibleRange/0"),
            .axis("limit", #"{"visibleRangeLimit":[2,1]}"#, "range.invalid", "/visibleRangeLimit"),
            .axis("growth", #"{"growBy":[-0.5,0]}"#, "body.invalid-value", "/growBy/0"),
            .axis("three growths", #"{"growBy":[0,0,0]}"#, "body.invalid-value", "/growBy"),
            .axis("span", #"{"minimumSpan":0}"#, "range.invalid", "/minimumSpan"),
            .axis("negative span", #"{"maximumSpan":-1}"#, "range.invalid", "/maximumSpan"),
            .axis("spans", #"{"minimumSpan":2,"maximumSpan":1}"#, "range.invalid", "/maximumSpan"),
            .axis("ticks", #"{"tickCount":0}"#, "body.invalid-value", "/tickCount"),
            .axis("half a tick", #"{"tickCount":1.5}"#, "body.invalid-value", "/tickCount"),
            .axis("parts", #"{"minorsPerMajor":0}"#, "body.invalid-value", "/minorsPerMajor"),
            .axis("word", #"{"autoRange":"sometimes"}"#, "body.invalid-value", "/autoRange"),
            .axis("flag as text", #"{"flipped":"yes"}"#, "body.invalid-value", "/flipped"),
            .axis("rule", #"{"ticks":{"rule":"roman"}}"#, "body.invalid-value", "/ticks/rule"),
            .axis("type", #"{"type":"date"}"#, "body.invalid-value", "/type"),
            .axis("id", #"{"id":"z"}"#, "body.invalid-value", "/id"),
            .axis("typo", #"{"visibleRanges":[1,2]}"#, "body.unknown-property", "/visibleRanges"),
            .axis("typo within", #"{"ticks":{"rul":"x"}}"#, "body.unknown-property", "/ticks/rul"),
            .patch("size", #"{"size":{"width":1e9,"height":1}}"#, "body.invalid-value", "/size/width"),
            .patch(
                "good size, bad series",
                #"{"size":{"width":99,"height":99},"series":[{"id":"w","visible":false}]}"#,
                "specification.unknown-reference", "/series/0/id"),
            .patch("patch typo", #"{"siez":{}}"#, "body.unknown-property", "/siez"),
        ])
    }

    @Test func `modifiers and their relations`() async throws {
        let many = (0..<65).map { #"{"id":"m\#($0)","type":"cursor"}"# }.joined(separator: ",")
        try await Self.refuse([
            .modifier("no such type", #"{"type":"zoomPam"}"#, "specification.unknown-modifier", "/type"),
            .modifier("type of another kind", #"{"type":7}"#, "body.invalid-value", "/type"),
            .modifier("id of the path", #"{"type":"cursor","id":"x"}"#, "specification.invalid", "/id"),
            .modifier("typo", #"{"type":"cursor","isEnable":true}"#, "body.unknown-property", "/isEnable"),
            .modifier("flag", #"{"type":"cursor","isEnabled":1}"#, "body.invalid-value", "/isEnabled"),
            .modifier("direction", #"{"type":"pinchZoom","direction":"z"}"#, "body.invalid-value", "/direction"),
            .modifier("null", #"{"type":"pinchZoom","scaleFactor":null}"#, "body.invalid-value", "/scaleFactor"),
            .modifier(
                "no such id", #"{"type":"cursor","requireFailureOf":["tap"]}"#,
                "specification.unknown-reference", "/requireFailureOf/0"),
            .modifier(
                "no such friend", #"{"type":"cursor","simultaneousWith":["cursor","tap"]}"#,
                "specification.unknown-reference", "/simultaneousWith/1"),
            .modifier(
                "itself", #"{"type":"zoomPan","requireFailureOf":["other"]}"#, "specification.cycle",
                "/requireFailureOf"),
            .modifier("bad id", #"{"type":"cursor"}"#, "specification.invalid", "/id", of: "a b"),
            .modifier(
                "type of a patch", #"{"type":"zoomPan"}"#, "body.invalid-value", "/type", of: "cursor",
                by: .patchModifier),
            .modifier(
                "id of a patch", #"{"id":"c"}"#, "body.invalid-value", "/id", of: "cursor", by: .patchModifier),
            .modifier("before nobody", #"{"type":"cursor"}"#, "query.invalid", query: "before=no"),
            .modifier(
                "before itself", #"{"type":"cursor"}"#, "query.invalid", of: "cursor", query: "before=cursor"),
            .surface(
                "circle",
                #"{"id":"b","modifiers":[{"type":"zoomPan","requireFailureOf":["pinchZoom"]},"#
                    + #"{"type":"pinchZoom","requireFailureOf":["zoomPan"]}]}"#,
                "specification.cycle", "/modifiers/0/requireFailureOf"),
            .surface("65", #"{"id":"b","modifiers":[\#(many)]}"#, "surface.too-many-modifiers", "/modifiers"),
            .surface(
                "twice", #"{"id":"b","modifiers":[{"type":"cursor"},{"type":"cursor"}]}"#,
                "specification.duplicate-id", "/modifiers/1/id"),
            .surface("no type", #"{"id":"b","modifiers":[{}]}"#, "body.missing-property", "/modifiers/0/type"),
        ])
    }

    @Test func `commands`() async throws {
        try await Self.refuse([
            .command("none", "{}", "body.missing-property", "/command"),
            .command("unknown", #"{"command":"explode"}"#, "command.unknown", "/command"),
            .command("no row", #"{"command":"selectRow"}"#, "body.missing-property", "/row"),
            .command("row too far", #"{"command":"selectRow","row":101}"#, "row.unknown", "/row"),
            .command("negative row", #"{"command":"selectRow","row":-1}"#, "row.unknown", "/row"),
            .command("huge row", #"{"command":"selectRow","row":1e300}"#, "body.invalid-value", "/row"),
            .command("half a row", #"{"command":"selectRow","row":0.5}"#, "body.invalid-value", "/row"),
            .command("row elsewhere", #"{"command":"zoomExtents","row":1}"#, "body.unknown-property", "/row"),
            .command("typo", #"{"command":"zoomExtents","spede":1}"#, "body.unknown-property", "/spede"),
            .command("typo of what must be there", #"{"comand":"zoomExtents"}"#, "body.missing-property", "/command"),
            .command("rotate without rotateChart", #"{"command":"rotate"}"#, "modifier.missing", nil),
            .command("nothing follows", #"{"command":"follow"}"#, "modifier.missing", nil),
        ])
    }

    @Test func `the first surface and the first modifier over the limit`() async throws {
        let host = SessionHost(bounds: { ($0.surfacesPerSession, $0.modifiersPerSurface) = (2, 5) })
        let session = try await host.openLine()
        try await session.change(.createSurface, #"{"id":"b"}"#)
        try await session.refuses([
            .surface("third surface", #"{"id":"c","dataset":"line"}"#, "session.too-many-surfaces", nil),
            .modifier("sixth modifier", #"{"type":"rotateChart"}"#, "surface.too-many-modifiers"),
        ])
    }
}
