import Testing

@testable import ChartSessions
@testable import SessionTestSupport

/// Groups of modifiers, event groups and overviews.
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

    private static func host() async throws -> SessionHost {
        let host = SessionHost(bounds: { $0.modifiersPerSurface = 6 })
        try await host.putLine()
        return host
    }

    private static func session(_ surfaces: [String], links: String = "") async throws -> HostedSession {
        try await host().open(body: #"{"surfaces":[\#(surfaces.joined(separator: ","))],"links":[\#(links)]}"#)
    }

    private static func refuse(_ surface: String, _ code: String, _ pointer: String) async throws {
        let reply = try await host().create(#"{"surfaces":[\#(surface)]}"#)
        reply.expectProblem(code)
        #expect(reply.status == 422 && reply.pointer == pointer, "\(reply.text)")
    }

    private func x(_ reply: HostAnswer, _ index: Int) -> [Double]? {
        reply["surfaces/\(index)/xAxes/0/visibleRange"] as? [Double]
    }

    @Test func `a drag moves every surface of the group, in one answer and one entry of the history`() async throws {
        let surfaces = ["main", "b", "c"].map { Self.surface($0, $0 == "c" ? Self.pan : Self.group()) }
        let session = try await Self.session(surfaces)
        let reply = try await session.post(Self.drag, query: "explain=true")
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

    @Test func `a link overrides the event group`() async throws {
        let surfaces = [
            Self.surface("main", Self.group()),
            Self.surface("b", Self.group(children: #"{"type":"zoomPan","clipModeX":"none"}"#)),
        ]
        let session = try await Self.session(surfaces, links: #"{"axes":["b/x","main/x"],"kind":"same"}"#)
        let far = [
            TouchEvents.touch("began", 0, (1, 100, 100)), TouchEvents.touch("moved", 16, (1, 700, 100)),
            TouchEvents.touch("ended", 32, (1, 700, 100)),
        ].joined(separator: ",")
        let reply = try await session.post(far)
        #expect(x(reply, 0) == [0, 40])
        #expect(x(reply, 1) == [0, 40], "\(reply.text)")
    }

    @Test func `the answer has a group with its children, and each modifier with its tag`() async throws {
        let group = Self.group(children: Self.pan + #",{"id":"zoom","type":"pinchZoom","eventsGroupTag":"z"}"#)
        let session = try await Self.session([Self.surface("main", group)])
        let place = "surfaces/0/modifiers"
        #expect(session.opening.count(place) == 1, "\(session.opening.text)")
        #expect(session.opening.string("\(place)/0/eventGroup") == "all")
        #expect(session.opening.string("\(place)/0/eventsGroupTag") == "group")
        #expect(session.opening.string("\(place)/0/children/0/id") == "zoomPan")
        #expect(session.opening.string("\(place)/0/children/0/eventsGroupTag") == "zoomPan")
        #expect(session.opening.string("\(place)/0/children/1/eventsGroupTag") == "z")
    }

    @Test func `the list of a group changes, adds, orders and removes its children`() async throws {
        let group = Self.group(children: Self.pan + #",{"type":"pinchZoom"}"#)
        let session = try await Self.session([Self.surface("main", group)])
        let list = #"{"children":[{"type":"cursor"},{"id":"zoomPan","minimumTouches":2}]}"#
        let reply = try await session.change(.patchModifier, list, of: "group")
        #expect(reply.status == 200, "\(reply.text)")
        let surface = try await session.surface()
        #expect(surface.count("modifiers/0/children") == 2, "\(surface.text)")
        #expect(surface.string("modifiers/0/children/0/id") == "cursor")
        #expect(surface["modifiers/0/children/1/minimumTouches"] as? Int == 2)
        #expect(surface.string("modifiers/0/children/1/direction") == "x")
    }

    @Test func `a child is changed and removed by its id, and a removed group takes its children along`() async throws {
        let group = Self.group(children: Self.pan + #",{"type":"pinchZoom","requireFailureOf":["zoomPan"]}"#)
        let session = try await Self.session([Self.surface("main", group)])
        let patched = try await session.change(.patchModifier, #"{"isEnabled":false}"#, of: "zoomPan")
        #expect(patched.status == 200, "\(patched.text)")
        #expect(x(try await session.post(Self.drag), 0) == [20, 60])
        #expect(try await session.change(.deleteModifier, of: "zoomPan").status == 204)
        let surface = try await session.surface()
        #expect(surface.count("modifiers/0/children") == 1, "\(surface.text)")
        #expect(surface.count("modifiers/0/children/0/requireFailureOf") == 0)
        #expect(try await session.change(.deleteModifier, of: "group").status == 204)
        #expect(try await session.surface().count("modifiers") == 0)
    }

    @Test func `a disabled group moves nothing on its own surface or on others`() async throws {
        let surfaces = ["main", "b"].map { Self.surface($0, Self.group()) }
        let session = try await Self.session(surfaces)
        #expect(
            try await session.change(.patchModifier, #"{"isEnabled":false}"#, of: "group", on: "b").status == 200)
        let reply = try await session.post(Self.drag)
        #expect(reply.count("surfaces") == 1, "\(reply.text)")
        #expect(x(reply, 0) == [15, 55])
    }

    @Test(arguments: [
        (#"{"type":"group","children":[{"type":"group"}]}"#, "specification.invalid", "/children/0/type"),
        (#"{"type":"group","children":[{"type":"wand"}]}"#, "specification.unknown-modifier", "/children/0/type"),
        (
            #"{"type":"group","children":[{"type":"cursor"},{"type":"cursor"}]}"#, "specification.duplicate-id",
            "/children/1/id"
        ),
        (
            #"{"type":"group","children":[{"type":"cursor","requireFailureOf":["group"]}]}"#,
            "specification.unknown-reference", "/children/0/requireFailureOf/0"
        ),
        (#"{"type":"group","eventGroup":""}"#, "body.invalid-value", "/eventGroup"),
        (#"{"type":"zoomPan","eventsGroupTag":""}"#, "body.invalid-value", "/eventsGroupTag"),
        (#"{"type":"zoomPan","children":[]}"#, "body.unknown-property", "/children"),
        (#"{"type":"overview"}"#, "body.missing-property", "/of"),
        (#"{"type":"overview","of":"x"}"#, "body.invalid-value", "/of"),
        (#"{"type":"overview","of":"main/z"}"#, "specification.unknown-reference", "/of"),
        (#"{"type":"overview","of":"main/x"}"#, "specification.unknown-reference", "/of"),
        (
            #"{"type":"group","children":[{"type":"overview","of":"gone/x"}]}"#, "specification.unknown-reference",
            "/children/0/of"
        ),
    ])
    func `an invalid specification is refused with the place of its error`(
        modifier: String, code: String, pointer: String
    ) async throws {
        try await Self.refuse(Self.surface("main", modifier), code, "/surfaces/0/modifiers/0" + pointer)
    }

    @Test func `children count among the modifiers of a surface`() async throws {
        let children = (1...6).map { #"{"id":"c\#($0)","type":"cursor"}"# }.joined(separator: ",")
        try await Self.refuse(
            Self.surface("main", Self.group(children: children)), "surface.too-many-modifiers",
            "/surfaces/0/modifiers")
        let session = try await Self.session([Self.surface("main", Self.group())])
        let reply = try await session.change(.patchModifier, #"{"children":[\#(children)]}"#, of: "group")
        reply.expectProblem("surface.too-many-modifiers")
        #expect(reply.status == 422 && reply.pointer == "/children")
    }

    @Test func `children over the limit are refused before the first of them is added`() async throws {
        let children = (1...2_000).map { #"{"id":"c\#($0)","type":"cursor"}"# }.joined(separator: ",")
        let session = try await Self.session([Self.surface("main", Self.group())])
        for (operation, id) in [
            (ChangeOperation.patchModifier, "group"), (.putModifier, "group"), (.putModifier, "other"),
        ] {
            let reply = try await session.change(operation, #"{"type":"group","children":[\#(children)]}"#, of: id)
            reply.expectProblem("surface.too-many-modifiers", "\(reply.text)")
            #expect(reply.pointer == "/children")
        }
    }

    @Test(arguments: [
        ("zoomPan", "before=cursor", #"{"type":"zoomPan"}"#, 400),
        ("rollover", "before=zoomPan", "{}", 400),
        ("zoomPan", "", #"{"type":"group"}"#, 422),
        ("cursor", "before=group", #"{"type":"cursor"}"#, 200),
        ("zoomPan", "", #"{"type":"zoomPan","minimumTouches":2}"#, 200),
        ("late", "", #"{"type":"overview","of":"gone/x"}"#, 422),
    ])
    func `a modifier takes its place, but not between the children of a group`(
        id: String, query: String, body: String, status: Int
    ) async throws {
        let session = try await Self.session([Self.surface("main", Self.group() + #",{"type":"cursor"}"#)])
        let reply = try await session.change(.putModifier, body, of: id, query: query)
        #expect(reply.status == status, "\(reply.text)")
    }

    private static let strip =
        #"{"id":"strip","size":{"width":400,"height":40},"dataset":"line","modifiers":[{"type":"overview","of":"main/x"}]}"#

    @Test func `an overview shows the window of another surface and moves it`() async throws {
        let session = try await Self.session([Self.strip, Self.surface("main", Self.pan)])
        let overlay = "surfaces/0/overlays/0"
        #expect(session.opening.string("\(overlay)/kind") == "overview", "\(session.opening.text)")
        #expect(session.opening["\(overlay)/rect/x"] as? Double == 80)
        #expect(session.opening["\(overlay)/rect/width"] as? Double == 160)
        #expect(session.opening["\(overlay)/from"] as? Double == 20)
        #expect(session.opening["\(overlay)/to"] as? Double == 60)
        let dragged = [
            TouchEvents.touch("began", 0, (1, 160, 20)), TouchEvents.touch("moved", 16, (1, 200, 20)),
            TouchEvents.touch("ended", 32, (1, 200, 20)),
        ].joined(separator: ",")
        let reply = try await session.post(dragged, on: "strip")
        #expect(reply.count("surfaces") == 2, "\(reply.text)")
        #expect(reply.string("surfaces/1/id") == "main")
        #expect(x(reply, 1) == [30, 70])
        #expect(reply["\(overlay)/from"] as? Double == 30)
        let back = try await session.command("undo")
        #expect(back.string("surfaces/0/id") == "main")
        #expect(x(back, 0) == [20, 60])
        #expect(back["surfaces/1/overlays/0/from"] as? Double == 20, "\(back.text)")
    }

    @Test func `an overview without its axis stays and says so`() async throws {
        let session = try await Self.session([Self.strip, Self.surface("main", Self.pan)])
        #expect(try await session.change(.deleteSurface).status == 204)
        let strip = try await session.surface("strip")
        #expect(
            strip.text.contains(
                #""overlays":[{"modifier":"overview","kind":"overview","items":[],"missing":true}]"#))
        #expect(strip["overlays/0/rect"] == nil)
    }
}
