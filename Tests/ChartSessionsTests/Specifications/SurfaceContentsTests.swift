import Testing

@testable import SessionTestSupport

/// Surfaces whose dataset, axes and series change later.
@Suite struct SurfaceContentsTests {
    private static func session(_ members: String = #""dataset":"line""#) async throws -> HostedSession {
        let host = SessionHost()
        try await host.putLine()
        try await host.put("t,v,w\n0,5,1\n10,6,2\n500,7,3\n", as: "wide")
        try await host.put("d,v\n1970-01-01,1\n1970-02-01,2\n", as: "days")
        return try await host.open(members)
    }

    @Test func `another dataset keeps axes, ranges and matching series, and no selected row`() async throws {
        let session = try await Self.session()
        _ = try await session.patchAxis("x", #"{"visibleRange":[5,60]}"#)
        _ = try await session.command("selectRow", #","row":3"#)
        let reply = try await session.patch(#"{"dataset":"wide"}"#)
        #expect(reply.status == 200 && reply.xRange == [5, 60], "\(reply.text)")
        #expect(reply.count("surfaces/0/window/rows") == 1)
        #expect(reply.count("surfaces/0/selection/rows") == 0)
        #expect(reply.numbers("surfaces/0/xAxes/0/dataRange") == [0, 500])
        let state = try await session.surface()
        #expect(state.string("dataset") == "wide" && state.count("series") == 1)
    }

    @Test func `rows of another kind change the type and the range of the x axis`() async throws {
        let session = try await Self.session()
        let reply = try await session.patch(#"{"dataset":"days"}"#)
        #expect(reply.string("surfaces/0/xAxes/0/type") == "date")
        #expect(reply.xRange == [0, 2_678_400_000])
    }

    @Test func `a list of axes keeps the state and the links of the axes that stay`() async throws {
        let other = #"{"id":"other","dataset":"line","xAxes":[{"id":"x"}]}"#
        let main = #"{"id":"main","dataset":"line","xAxes":[{"id":"x"},{"id":"top"}]}"#
        let session = try await SessionHost().openLine(
            body: #"{"surfaces":[\#(main),\#(other)],"links":[{"axes":["main/top","other/x"],"kind":"same"}]}"#)
        _ = try await session.patchAxis("x", #"{"visibleRange":[5,60]}"#)
        let reply = try await session.patch(#"{"xAxes":[{"id":"x","flipped":true},{"id":"new","visibleRange":[1,2]}]}"#)
        #expect(reply.status == 200 && reply.xRange == [5, 60], "\(reply.text)")
        #expect(reply["surfaces/0/xAxes/0/flipped"] as? Bool == true)
        #expect(reply.numbers("surfaces/0/xAxes/1/visibleRange") == [1, 2])
        #expect(try await session.read().count("links") == 0)
        #expect(try await session.command("undo").status == 409, "the history of other axes is forgotten")
    }

    @Test func `ranges that a list of axes sets are one action`() async throws {
        let session = try await Self.session()
        let body = #"{"xAxes":[{"id":"x","visibleRange":[5,60]}],"yAxes":[{"id":"y","visibleRange":[1,2]}]}"#
        let there = try await session.patch(body)
        #expect(there.xRange == [5, 60] && there.numbers("surfaces/0/yAxes/0/visibleRange") == [1, 2])
        let back = try await session.command("undo")
        #expect(back.xRange == [0, 100] && back.numbers("surfaces/0/yAxes/0/visibleRange") == [-10, 110])
        #expect(try await session.command("undo").status == 409)
    }

    @Test func `series are changed by id, or replaced by a list with a column`() async throws {
        let session = try await Self.session(#""dataset":"wide""#)
        let changed = try await session.patch(
            #"{"series":[{"id":"w","kind":"bar","stack":"s"},{"id":"v","kind":"bar","stack":"s"}]}"#)
        #expect(changed.numbers("surfaces/0/yAxes/0/dataRange") == [0, 10], "\(changed.text)")
        _ = try await session.patch(#"{"series":[{"y":"w","name":"Width"},{"id":"two","y":"v"}]}"#)
        let state = try await session.surface()
        #expect(state.count("series") == 2)
        #expect(state.string("series/0/id") == "w" && state.string("series/0/kind") == "bar")
        #expect(state.string("series/0/name") == "Width" && state.string("series/1/id") == "two")
    }

    @Test func `a gesture continues when series change, and ends when axes do`() async throws {
        let session = try await Self.session()
        let down = #"{"type":"touch","phase":"began","time":0,"touches":[{"id":1,"x":400,"y":200}]}"#
        let moved = #"{"type":"touch","phase":"moved","time":16,"touches":[{"id":1,"x":440,"y":200}]}"#
        try await session.post("\(down),\(moved)")
        let hidden = try await session.patch(#"{"series":[{"id":"v","visible":false}]}"#)
        #expect(hidden.string("surfaces/0/gestures/0/gesture") == "pan", "\(hidden.text)")
        let ended = try await session.patch(#"{"yAxes":[{"id":"right"}]}"#)
        #expect(ended.status == 422, "a series stands on y: \(ended.text)")
        let body = #"{"yAxes":[{"id":"right"}],"series":[{"id":"v","yAxis":"right"}]}"#
        #expect(try await session.patch(body).count("surfaces/0/gestures") == 0)
    }

    @Test func `a log with changed contents can be replayed`() async throws {
        let session = try await Self.session()
        for body in [
            #"{"dataset":"wide"}"#, #"{"series":[{"y":"w","kind":"area"}],"xAxes":[{"id":"x"},{"id":"x2"}]}"#,
        ] {
            #expect(try await session.patch(body).status == 200)
        }
        let reply = try await session.replay()
        #expect(reply.status == 200 && reply["firstDifference"] == nil, "\(reply.text)")
        #expect(reply.integer("revisions") == 2)
    }

    @Test func `invalid contents are refused with their place`() async throws {
        let session = try await Self.session(#""dataset":"wide""#)
        for (body, code, pointer) in [
            (#"{"dataset":"none"}"#, "specification.unknown-dataset", "/dataset"),
            (#"{"dataset":"line"}"#, "specification.unknown-column", "/dataset"),
            (#"{"series":[{"id":"no","visible":false}]}"#, "specification.unknown-reference", "/series/0/id"),
            (#"{"series":[{"y":"v"},{"visible":false}]}"#, "specification.unknown-reference", "/series/1/id"),
            (#"{"series":[{"id":"n","y":"no"}]}"#, "specification.unknown-column", "/series/0/y"),
            (#"{"series":[{"y":"v"},{"y":"v"}]}"#, "specification.duplicate-id", "/series/1/id"),
            (#"{"series":[{"id":"v","kind":"pie"}]}"#, "body.invalid-value", "/series/0/kind"),
            (#"{"xAxes":[]}"#, "specification.invalid", "/xAxes"),
            (#"{"xAxes":[{"id":"z"}]}"#, "specification.unknown-reference", "/xAxes"),
            (#"{"yAxes":[{"id":"x"}],"series":[{"y":"v"}]}"#, "specification.duplicate-id", "/yAxes/0/id"),
            (#"{"yAxes":[{"id":"y","autoRange":"often"}]}"#, "body.invalid-value", "/yAxes/0/autoRange"),
        ] {
            let reply = try await session.patch(body)
            #expect(reply.code == code, "\(body) \(reply.text)")
            #expect(reply.pointer == pointer, "\(body) \(reply.text)")
        }
        let state = try await session.read()
        #expect(state.integer("revision") == 0)
    }
}
