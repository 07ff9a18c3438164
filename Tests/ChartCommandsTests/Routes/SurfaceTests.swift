import HTTPTypes
import Testing

@testable import SessionTestSupport

/// Reading and changing surfaces.
@Suite struct SurfaceTests {
    private static func withSession(
        _ members: String = #""dataset":"line""#, _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await body(try await service.open(members))
        }
    }

    @Test func `an entity tag is valid until the surface or its data change`() async throws {
        try await Self.withSession { session in
            let service = session.service
            func tag() async throws -> String {
                try #require(try await service.send(.get, session.surface).headers[.eTag])
            }
            let first = try await tag()
            for field in [first, "W/\(first)", "\"x\", \(first)", "*"] {
                let reply = try await service.send(.get, session.surface, headers: [.ifNoneMatch: field])
                #expect(reply.status == 304 && reply.text.isEmpty && reply.headers[.eTag] == first, "\(field)")
            }
            try await session.post(TouchEvents.tick(1))
            let second = try await tag()
            let reply = try await service.send(.get, session.surface, headers: [.ifNoneMatch: first])
            #expect(reply.status == 200 && second != first)
            try await service.send(.post, "/v1/datasets/line/rows", "t,v\n101,1\n", type: "text/csv")
            #expect(try await tag() != second)
        }
    }

    @Test func `a patch of a range in numbers is one revision`() async throws {
        try await Self.withSession { session in
            let reply = try await session.patchAxis("x", #"{"visibleRange":[20,60]}"#)
            #expect(reply.status == 200 && reply.xRange == [20, 60] && reply.integer("revision") == 1)
            #expect(reply.string("surfaces/0/xAxes/0/zoomState") == "userZooming")
            #expect(reply.count("surfaces/0/window/rows") == 41)
            #expect(reply.integer("surfaces/0/window/firstIndex") == 20)
            let back = try await session.patchAxis("x", #"{"visibleRange":[0,100]}"#)
            #expect(back.string("surfaces/0/xAxes/0/zoomState") == "atExtents")
        }
    }

    @Test func `a patch of a range takes dates in the session's time zone`() async throws {
        try await Service.run { service in
            try await service.send(.put, "/v1/datasets/days", "d,v\n1970-01-01,1\n1970-02-01,2\n", type: "text/csv")
            let session = try await service.open(
                body: #"{"surfaces":[{"dataset":"days"}],"timeZone":"Asia/Tokyo"}"#)
            let reply = try await session.patchAxis("x", #"{"visibleRange":["1970-01-02","1970-01-03T00:00:00Z"]}"#)
            #expect(reply.xRange == [54_000_000, 172_800_000], "\(reply.text)")
            try await session.refuses([
                .call(
                    "no date", .patch, "~/axes/x", #"{"visibleRange":["soon",1]}"#, "body.invalid-value",
                    "/visibleRange/0")
            ])
        }
    }

    @Test func `null removes a limit`() async throws {
        try await Self.withSession { session in
            let held = try await session.patchAxis(
                "x", #"{"minimumSpan":10,"maximumSpan":50,"tickCount":3,"visibleRange":[40,41]}"#)
            #expect(held.xRange == [35.5, 45.5], "held to the span about its centre: \(held.text)")
            let free = try await session.patchAxis(
                "x", #"{"minimumSpan":null,"maximumSpan":null,"tickCount":null,"visibleRange":[40,41]}"#)
            #expect(free.xRange == [40, 41])
            let axis = try await session.service.send(.get, session.surface)
            #expect(axis["xAxes/0/minimumSpan"] == nil && axis["xAxes/0/tickCount"] == nil)
            try await session.patchAxis("x", #"{"visibleRangeLimit":[10,90],"hardLimit":true,"visibleRange":[0,20]}"#)
            let limited = try await session.service.send(.get, session.surface)
            #expect(limited.numbers("xAxes/0/visibleRange") == [10, 30], "shifted first")
            let open = try await session.patchAxis("x", #"{"visibleRangeLimit":[null,null],"visibleRange":[0,20]}"#)
            #expect(open.xRange == [0, 20])
        }
    }

    @Test func `size, window and visibility`() async throws {
        try await Self.withSession { session in
            let reply = try await session.service.send(
                .patch, session.surface,
                #"{"size":{"width":10,"height":20},"window":{"method":"m4","maxRows":30},"#
                    + #""series":[{"id":"v","visible":false}]}"#)
            #expect(reply.status == 200 && reply.integer("revision") == 1, "\(reply.text)")
            let surface = try await session.service.send(.get, session.surface)
            #expect(surface.text.contains(#""size":{"width":10,"height":20}"#))
            #expect(
                surface.text.contains(
                    #""windowOptions":{"method":"m4","maxRows":30,"rowUnit":"instant","points":null,"#
                        + #""aggregate":"sum","unit":null,"unitCount":1,"weekStart":"monday"}"#))
            #expect(surface["series/0/visible"] as? Bool == false)
            #expect(surface.text.contains(#""columns":["t"],"#), "a hidden series is not answered")
        }
    }

    @Test func `maxRows has an upper limit`() async throws {
        try await Service.run(["limits.rowsPerWindow": "50"]) { service in
            try await service.importLine()
            let session = try await service.open(#""dataset":"line","window":{"maxRows":1000000}"#)
            #expect(session.reply.integer("surfaces/0/windowOptions/maxRows") == 50)
            #expect((session.reply.integer("surfaces/0/window/returnedRows") ?? 99) <= 50)
        }
    }

    @Test func `modifiers are added in order, changed and removed`() async throws {
        try await Self.withSession(#""dataset":"line","modifiers":[{"type":"zoomPan"},{"type":"cursor"}]"#) { session in
            let service = session.service
            func order() async throws -> [String] {
                let reply = try await service.send(.get, session.surface)
                return (reply["modifiers"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            }
            let path = "\(session.surface)/modifiers"
            let added = try await service.send(.put, "\(path)/turn", #"{"type":"rotateChart"}"#)
            #expect(added.status == 201 && added.headers[.location] == "\(path)/turn")
            #expect(try await order() == ["zoomPan", "cursor", "turn"])
            #expect(try await service.send(.put, "\(path)/pinchZoom?before=cursor", "{}").status == 201)
            #expect(try await order() == ["zoomPan", "pinchZoom", "cursor", "turn"])
            let moved = try await service.send(.put, "\(path)/turn?before=zoomPan", #"{"type":"rotateChart"}"#)
            #expect(moved.status == 200)
            #expect(try await order() == ["turn", "zoomPan", "pinchZoom", "cursor"])
            let patched = try await service.send(
                .patch, "\(path)/pinchZoom", #"{"direction":"x","isEnabled":false,"requireFailureOf":["zoomPan"]}"#)
            #expect(patched.status == 200, "\(patched.text)")
            let surface = try await service.send(.get, session.surface)
            #expect(
                surface.text.contains(
                    #"{"id":"pinchZoom","type":"pinchZoom","isEnabled":false,"receiveHandledEvents":false,"#
                        + #""requireFailureOf":["zoomPan"],"simultaneousWith":[],"direction":"x""#))
            try await session.refuses([
                .call(
                    "circle", .patch, "~/modifiers/zoomPan", #"{"requireFailureOf":["pinchZoom"]}"#,
                    "specification.cycle", "/requireFailureOf")
            ])
            #expect(try await service.send(.delete, "\(path)/turn").status == 204)
            #expect(try await order() == ["zoomPan", "pinchZoom", "cursor"])
            #expect(try await service.send(.get, session.path).integer("revision") == 5)
        }
    }

    @Test func `a repeated relation counts once`() async throws {
        let cursor =
            #"{"type":"cursor","simultaneousWith":["zoomPan","zoomPan"],"requireFailureOf":["zoomPan","zoomPan"]}"#
        try await Self.withSession(#""dataset":"line","modifiers":[{"type":"zoomPan"},\#(cursor)]"#) { session in
            let surface = try await session.service.send(.get, session.surface)
            #expect(surface.text.contains(#""requireFailureOf":["zoomPan"],"simultaneousWith":["zoomPan"]"#))
        }
    }

    @Test func `removing a modifier removes it from the relations of the others`() async throws {
        let cursor = #"{"type":"cursor","requireFailureOf":["zoomPan"],"simultaneousWith":["zoomPan","pinchZoom"]}"#
        try await Self.withSession(
            #""dataset":"line","modifiers":[{"type":"zoomPan"},{"type":"pinchZoom"},\#(cursor)]"#
        ) { session in
            let path = "\(session.surface)/modifiers"
            #expect(try await session.service.send(.delete, "\(path)/zoomPan").status == 204)
            let surface = try await session.service.send(.get, session.surface)
            #expect(surface.text.contains(#""requireFailureOf":[],"simultaneousWith":["pinchZoom"]"#))
            let patched = try await session.service.send(.patch, "\(path)/cursor", #"{"isEnabled":false}"#)
            #expect(patched.status == 200, "\(patched.text)")
        }
    }

    @Test func `commands`() async throws {
        try await Self.withSession(
            #""dataset":"line","modifiers":[{"type":"rotateChart"}],"xAxes":[{"follow":"shift"}]"#
        ) { session in
            try await session.patchAxis("x", #"{"visibleRange":[20,60]}"#)
            try await session.patchAxis("y", #"{"visibleRange":[1,2]}"#)
            let x = try await session.command("zoomExtentsX")
            #expect(x.xRange == [0, 100] && x.yRange == [1, 2] && x.integer("revision") == 3)
            #expect(try await session.command("zoomExtentsY").yRange == [-10, 110])
            try await session.patchAxis("y", #"{"visibleRange":[1,2]}"#)
            #expect(try await session.command("zoomExtents").yRange == [-10, 110])
            let selected = try await session.command("selectRow", #","row":7"#)
            #expect(selected["surfaces/0/selection/rows"] as? [Int] == [7])
            #expect(selected.string("surfaces/0/selection/label") != nil)
            let deselected = try await session.command("deselectAllRows")
            #expect(deselected.count("surfaces/0/selection/rows") == 0)
            for (x, y) in [("left", "bottom"), ("top", "left"), ("right", "top"), ("bottom", "left")] {
                let turned = try await session.command("rotate")
                #expect(turned.string("surfaces/0/xAxes/0/alignment") == x, "\(turned.text)")
                #expect(turned.string("surfaces/0/yAxes/0/alignment") == y)
            }
            let away = try await session.patchAxis("x", #"{"visibleRange":[20,60]}"#)
            #expect(away.string("surfaces/0/xAxes/0/followState") == "paused")
            let following = try await session.command("follow")
            #expect(following.xRange == [60, 100] && following.string("surfaces/0/xAxes/0/followState") == "following")
        }
    }

    @Test func `cancelGestures ends what is in progress`() async throws {
        try await Self.withSession { session in
            let moving = try await session.post(TouchEvents.dragRight[..<4].joined(separator: ","))
            #expect(moving.string("surfaces/0/gestures/0/gesture") == "pan")
            let cancelled = try await session.command("cancelGestures")
            #expect(cancelled.count("surfaces/0/gestures") == 0)
            let after = try await session.post(TouchEvents.dragRight[4])
            #expect(after.count("ignored") == 1, "the touch is forgotten: \(after.text)")
        }
    }
}
