import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ServerTestSupport

/// Groups of modifiers, event groups and overviews, over HTTP.
@Suite struct EventGroupTests {
    private static let pan = #"{"type":"zoomPan","direction":"x"}"#

    /// A surface that shows 20…60 of the line; a point is 0.05 of x.
    private static func surface(_ id: String, _ modifiers: String) -> String {
        #"{"id":"\#(id)","dataset":"line","xAxes":[{"id":"x","visibleRange":[20,60]}],"modifiers":[\#(modifiers)]}"#
    }

    private static func group(_ members: String = "", children: String = pan) -> String {
        #"{"type":"group","eventGroup":"all","children":[\#(children)]\#(members)}"#
    }

    private static let drag = [
        TouchEvents.touch("began", 0, (1, 200, 100)), TouchEvents.touch("moved", 16, (1, 300, 100)),
        TouchEvents.touch("ended", 32, (1, 300, 100)),
    ].joined(separator: ",")

    private static func withSession(
        _ surfaces: [String], links: String = "", _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        let specification = #"{"surfaces":[\#(surfaces.joined(separator: ","))],"links":[\#(links)]}"#
        try await Service.run(["limits.modifiersPerSurface": "6"]) { service in
            try await service.importLine()
            try await body(try await service.open(body: specification))
        }
    }

    private static func refuse(_ surfaces: [String], _ status: Int, _ code: String, _ pointer: String) async throws {
        let specification = #"{"surfaces":[\#(surfaces.joined(separator: ","))]}"#
        try await Service.run(["limits.modifiersPerSurface": "6"]) { service in
            try await service.importLine()
            let reply = try await service.send(.post, "/v1/sessions", specification)
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply.string("code") == code, "\(reply.text)")
            #expect(reply.string("pointer") == pointer, "\(reply.text)")
        }
    }

    private func x(_ reply: Reply, _ index: Int) -> [Double]? {
        reply["surfaces/\(index)/xAxes/0/visibleRange"] as? [Double]
    }

    @Test func `a drag moves every surface of the group, in one answer and one entry of the history`() async throws {
        let surfaces = ["main", "b", "c"].map { Self.surface($0, $0 == "c" ? Self.pan : Self.group()) }
        try await Self.withSession(surfaces) { session in
            let reply = try await session.post(Self.drag, query: "?explain=true")
            #expect(reply.count("surfaces") == 2, "\(reply.text)")
            #expect(reply.string("surfaces/1/id") == "b")
            #expect(x(reply, 0) == [15, 55])
            #expect(x(reply, 1) == [15, 55])
            let traced = (0..<(reply.count("trace") ?? 0)).filter {
                reply.string("trace/\($0)/kind") == "handled" && reply.string("trace/\($0)/surface") == "b"
            }
            #expect(traced.map { reply.string("trace/\($0)/pointer") } == ["/events/1", "/events/2"], "\(reply.text)")
            let undone = try await session.command("undo")
            #expect(undone.count("surfaces") == 2, "\(undone.text)")
            #expect(x(undone, 1) == [20, 60])
        }
    }

    @Test func `a link overrides the event group`() async throws {
        let surfaces = [
            Self.surface("main", Self.group()),
            Self.surface("b", Self.group(children: #"{"type":"zoomPan","clipModeX":"none"}"#)),
        ]
        try await Self.withSession(surfaces, links: #"{"axes":["b/x","main/x"],"kind":"same"}"#) { session in
            let far = [
                TouchEvents.touch("began", 0, (1, 100, 100)), TouchEvents.touch("moved", 16, (1, 700, 100)),
                TouchEvents.touch("ended", 32, (1, 700, 100)),
            ].joined(separator: ",")
            let reply = try await session.post(far)
            #expect(x(reply, 0) == [0, 40])
            #expect(x(reply, 1) == [0, 40], "\(reply.text)")
        }
    }

    @Test func `the answer has a group with its children, and each modifier with its tag`() async throws {
        let group = Self.group(children: Self.pan + #",{"id":"zoom","type":"pinchZoom","eventsGroupTag":"z"}"#)
        try await Self.withSession([Self.surface("main", group)]) { session in
            let place = "surfaces/0/modifiers"
            #expect(session.reply.count(place) == 1, "\(session.reply.text)")
            #expect(session.reply.string("\(place)/0/eventGroup") == "all")
            #expect(session.reply.string("\(place)/0/eventsGroupTag") == "group")
            #expect(session.reply.string("\(place)/0/children/0/id") == "zoomPan")
            #expect(session.reply.string("\(place)/0/children/0/eventsGroupTag") == "zoomPan")
            #expect(session.reply.string("\(place)/0/children/1/eventsGroupTag") == "z")
        }
    }

    @Test func `the list of a group changes, adds, orders and removes its children`() async throws {
        let group = Self.group(children: Self.pan + #",{"type":"pinchZoom"}"#)
        try await Self.withSession([Self.surface("main", group)]) { session in
            let path = "\(session.surface)/modifiers/group"
            let list = #"{"children":[{"type":"cursor"},{"id":"zoomPan","minimumTouches":2}]}"#
            let reply = try await session.service.send(.patch, path, list)
            #expect(reply.status == 200, "\(reply.text)")
            let surface = try await session.service.send(.get, session.surface)
            #expect(surface.count("modifiers/0/children") == 2, "\(surface.text)")
            #expect(surface.string("modifiers/0/children/0/id") == "cursor")
            #expect(surface["modifiers/0/children/1/minimumTouches"] as? Int == 2)
            #expect(surface.string("modifiers/0/children/1/direction") == "x")
        }
    }

    @Test func `a child is changed and removed by its id, and a removed group takes its children along`() async throws {
        let group = Self.group(children: Self.pan + #",{"type":"pinchZoom","requireFailureOf":["zoomPan"]}"#)
        try await Self.withSession([Self.surface("main", group)]) { session in
            let path = "\(session.surface)/modifiers"
            let patched = try await session.service.send(.patch, "\(path)/zoomPan", #"{"isEnabled":false}"#)
            #expect(patched.status == 200, "\(patched.text)")
            #expect(x(try await session.post(Self.drag), 0) == [20, 60])
            #expect(try await session.service.send(.delete, "\(path)/zoomPan").status == 204)
            let surface = try await session.service.send(.get, session.surface)
            #expect(surface.count("modifiers/0/children") == 1, "\(surface.text)")
            #expect(surface.count("modifiers/0/children/0/requireFailureOf") == 0)
            #expect(try await session.service.send(.delete, "\(path)/group").status == 204)
            #expect(try await session.service.send(.get, session.surface).count("modifiers") == 0)
        }
    }

    @Test func `a disabled group moves nothing on its own surface or on others`() async throws {
        let surfaces = ["main", "b"].map { Self.surface($0, Self.group()) }
        try await Self.withSession(surfaces) { session in
            let path = "\(session.path)/surfaces/b/modifiers/group"
            #expect(try await session.service.send(.patch, path, #"{"isEnabled":false}"#).status == 200)
            let reply = try await session.post(Self.drag)
            #expect(reply.count("surfaces") == 1, "\(reply.text)")
            #expect(x(reply, 0) == [15, 55])
        }
    }

    @Test(arguments: [
        (#"{"type":"group","children":[{"type":"group"}]}"#, 422, "specification.invalid", "/children/0/type"),
        (#"{"type":"group","children":[{"type":"wand"}]}"#, 422, "specification.unknown-modifier", "/children/0/type"),
        (
            #"{"type":"group","children":[{"type":"cursor"},{"type":"cursor"}]}"#, 422, "specification.duplicate-id",
            "/children/1/id"
        ),
        (
            #"{"type":"group","children":[{"type":"cursor","requireFailureOf":["group"]}]}"#, 422,
            "specification.unknown-reference", "/children/0/requireFailureOf/0"
        ),
        (#"{"type":"group","eventGroup":""}"#, 422, "body.invalid-value", "/eventGroup"),
        (#"{"type":"zoomPan","eventsGroupTag":""}"#, 422, "body.invalid-value", "/eventsGroupTag"),
        (#"{"type":"zoomPan","children":[]}"#, 422, "body.unknown-property", "/children"),
        (#"{"type":"overview"}"#, 422, "body.missing-property", "/of"),
        (#"{"type":"overview","of":"x"}"#, 422, "body.invalid-value", "/of"),
        (#"{"type":"overview","of":"main/z"}"#, 422, "specification.unknown-reference", "/of"),
        (#"{"type":"overview","of":"main/x"}"#, 422, "specification.unknown-reference", "/of"),
        (
            #"{"type":"group","children":[{"type":"overview","of":"gone/x"}]}"#, 422, "specification.unknown-reference",
            "/children/0/of"
        ),
    ])
    func `an invalid specification is refused with the place of its error`(
        modifier: String, status: Int, code: String, pointer: String
    ) async throws {
        try await Self.refuse([Self.surface("main", modifier)], status, code, "/surfaces/0/modifiers/0" + pointer)
    }

    @Test func `children count among the modifiers of a surface`() async throws {
        let children = (1...6).map { #"{"id":"c\#($0)","type":"cursor"}"# }.joined(separator: ",")
        try await Self.refuse(
            [Self.surface("main", Self.group(children: children))], 422, "surface.too-many-modifiers",
            "/surfaces/0/modifiers")
        try await Self.withSession([Self.surface("main", Self.group())]) { session in
            let reply = try await session.service.send(
                .patch, "\(session.surface)/modifiers/group", #"{"children":[\#(children)]}"#)
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.string("pointer") == "/children")
        }
    }

    @Test func `children over the limit are refused before the first of them is added`() async throws {
        let children = (1...2_000).map { #"{"id":"c\#($0)","type":"cursor"}"# }.joined(separator: ",")
        try await Self.withSession([Self.surface("main", Self.group())]) { session in
            for (method, name) in [(HTTPRequest.Method.patch, "group"), (.put, "group"), (.put, "other")] {
                let reply = try await session.service.send(
                    method, "\(session.surface)/modifiers/\(name)", #"{"type":"group","children":[\#(children)]}"#)
                reply.isProblem("surface.too-many-modifiers", "\(reply.text)")
                #expect(reply.string("pointer") == "/children")
            }
        }
    }

    @Test(arguments: [
        ("zoomPan", "?before=cursor", #"{"type":"zoomPan"}"#, 400), ("rollover", "?before=zoomPan", "{}", 400),
        ("zoomPan", "", #"{"type":"group"}"#, 422), ("cursor", "?before=group", #"{"type":"cursor"}"#, 200),
        ("zoomPan", "", #"{"type":"zoomPan","minimumTouches":2}"#, 200),
        ("late", "", #"{"type":"overview","of":"gone/x"}"#, 422),
    ])
    func `a modifier takes its place, but not between the children of a group`(
        id: String, query: String, body: String, status: Int
    ) async throws {
        try await Self.withSession([Self.surface("main", Self.group() + #",{"type":"cursor"}"#)]) { session in
            let reply = try await session.service.send(.put, "\(session.surface)/modifiers/\(id)\(query)", body)
            #expect(reply.status == status, "\(reply.text)")
        }
    }

    private static let strip =
        #"{"id":"strip","size":{"width":400,"height":40},"dataset":"line","modifiers":[{"type":"overview","of":"main/x"}]}"#

    @Test func `an overview shows the window of another surface and moves it`() async throws {
        try await Self.withSession([Self.strip, Self.surface("main", Self.pan)]) { session in
            let overlay = "surfaces/0/overlays/0"
            #expect(session.reply.string("\(overlay)/kind") == "overview", "\(session.reply.text)")
            #expect(session.reply["\(overlay)/rect/x"] as? Double == 80)
            #expect(session.reply["\(overlay)/rect/width"] as? Double == 160)
            #expect(session.reply["\(overlay)/from"] as? Double == 20)
            #expect(session.reply["\(overlay)/to"] as? Double == 60)
            let dragged = [
                TouchEvents.touch("began", 0, (1, 160, 20)), TouchEvents.touch("moved", 16, (1, 200, 20)),
                TouchEvents.touch("ended", 32, (1, 200, 20)),
            ].joined(separator: ",")
            let reply = try await session.service.send(
                .post, "\(session.path)/surfaces/strip/events", #"{"events":[\#(dragged)]}"#)
            #expect(reply.count("surfaces") == 2, "\(reply.text)")
            #expect(reply.string("surfaces/1/id") == "main")
            #expect(x(reply, 1) == [30, 70])
            #expect(reply["\(overlay)/from"] as? Double == 30)
            let back = try await session.command("undo")
            #expect(back.string("surfaces/0/id") == "main")
            #expect(x(back, 0) == [20, 60])
            #expect(back["surfaces/1/overlays/0/from"] as? Double == 20, "\(back.text)")
        }
    }

    @Test func `an overview without its axis stays and says so`() async throws {
        try await Self.withSession([Self.strip, Self.surface("main", Self.pan)]) { session in
            #expect(try await session.service.send(.delete, session.surface).status == 204)
            let strip = try await session.service.send(.get, "\(session.path)/surfaces/strip")
            #expect(
                strip.text.contains(
                    #""overlays":[{"modifier":"overview","kind":"overview","items":[],"missing":true}]"#))
            #expect(strip["overlays/0/rect"] == nil)
        }
    }
}
