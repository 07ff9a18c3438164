import ChartEngine
import ChartSeries
import ChartSessions
import CoreTestSupport
import Gestures
import StoreTestSupport
import Testing

struct SessionEventGroupTests {
    private static let pair = ["a": "all", "b": "all"]

    private static func touches(_ text: String, from start: Double = -16) -> [InputEvent] {
        TouchScript(text, from: start).events
    }

    private static func wheel(_ delta: Double, at milliseconds: Int64) -> InputEvent {
        .wheel(
            WheelEvent(
                time: Timestamp(microseconds: milliseconds * 1_000), location: Point(x: 200, y: 100), deltaX: 0,
                deltaY: delta))
    }

    private static let drag = "1↓(200,100) 1→(220,100) 1→(250,100) 1↑(250,100)"
    private let first = AxisRange(min: 20, max: 60)

    @Test func `a gesture on one surface moves those of its event group, and the answer shows them in order`() throws {
        var session = GroupedSession.session(["a": "all", "b": "all", "c": "other", "d": "all"])
        try session.send(Self.touches(Self.drag), to: "b")
        for name in ["a", "b", "d"] { #expect(try session.x(name) == AxisRange(min: 15, max: 55)) }
        #expect(try session.x("c") == first)
        #expect(session.surfacesChanged(with: "b").map(\.id) == ["b", "a", "d"])
    }

    @Test func `a slave acts on its own axes by the same points`() throws {
        var session = SampleSession.session([
            GroupedSession.surface("a"), GroupedSession.surface("b", table: SampleSession.rows(0...1_000)),
        ])
        try session.changeSurface("b") { surface in
            surface.changeAxis(
                "x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 200, max: 600))
        }
        try session.send(Self.touches(Self.drag), to: "a")
        #expect(try session.x("b") == AxisRange(min: 150, max: 550))
    }

    @Test func `over the edge of a slave's data and back returns exactly, also in batches of one event`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.changeSurface("b") { surface in
            surface.changeAxis("x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 1, max: 41))
        }
        try session.touch(Self.touches("1↓(200,100) 1→(260,100)"), on: "a")
        #expect(try session.x("b") == AxisRange(min: 0, max: 40))
        try session.touch(Self.touches("1→(200,100)", from: 100), on: "a")
        #expect(try session.x("b") == AxisRange(min: 1, max: 41))
        try session.touch(Self.touches("1→(260,100) 1↑(260,100) 1↓(200,100) 1→(190,100)", from: 200), on: "a")
        #expect(try session.x("b") == AxisRange(min: 1, max: 41))
    }

    @Test func `what happens over surfaces of a group is one entry of the history`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.touch(Self.touches(Self.drag), on: "a")
        try session.send([Self.wheel(-100, at: 1_000), .tick(at: 2_000)], to: "b")
        try session.travel(.undo, fromSurface: "a")
        for name in ["a", "b"] { #expect(try session.x(name) == AxisRange(min: 15, max: 55)) }
        try session.travel(.undo, fromSurface: "a")
        for name in ["a", "b"] { #expect(try session.x(name) == first) }
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "a") }
        try session.travel(.redo, fromSurface: "b")
        for name in ["a", "b"] { #expect(try session.x(name) == AxisRange(min: 15, max: 55)) }
    }

    @Test func `a gesture that moves a slave alone is an entry too`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.changeSurface("a") { surface in
            var options = surface.chart.xAxes[0].options
            options.autoRange = .always
            surface.changeAxis("x", options: options, visibleRange: nil)
        }
        let ranged = try session.x("a")
        try session.touch(Self.touches(Self.drag), on: "a")
        #expect(try session.x("a") == ranged)
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("b") == first)
        #expect(try session.x("a") == ranged)
    }

    @Test func `undo during a gesture takes the slaves back and cancels theirs`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.touch(Self.touches("1↓(200,100) 1→(250,100)"), on: "a")
        #expect(try session.gestures("b") == ["zoomPan pan began"])
        try session.travel(.undo, fromSurface: "b")
        for name in ["a", "b"] {
            #expect(try session.x(name) == first)
            #expect(try session.gestures(name).isEmpty)
        }
        try session.touch(Self.touches(Self.drag, from: 500), on: "a")
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
    }

    @Test func `a surface that is driven itself follows no gesture of its group`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.touch(Self.touches("1↓(200,100) 1→(250,100)"), on: "b")
        session.startTrace()
        try session.send(Self.touches("1↓(200,100) 1→(180,100)"), to: "a")
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
        let reasons = session.takeTrace(ofSurface: "a").compactMap { entry -> String? in
            guard entry.surface == "b", case .ignored("zoomPan", .event(1), let reason) = entry.kind else { return nil }
            return reason
        }
        #expect(reasons == ["the surface is driven itself, so it follows no gesture of a"])
        try session.touch(Self.touches("1↑(250,100)", from: 100), on: "b")
        try session.touch(Self.touches("1→(190,100) 1↑(190,100)", from: 200), on: "a")
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
    }

    @Test func `its own touch ends what a slave follows, which begins again with the next gesture`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.touch(Self.touches("1↓(200,100) 1→(250,100)"), on: "a")
        try session.touch(Self.touches("1↓(100,100) 1↑(100,100)"), on: "b")
        #expect(try session.gestures("b").isEmpty)
        try session.touch(Self.touches("1→(300,100) 1↑(300,100)", from: 100), on: "a")
        #expect(try session.x("a") == AxisRange(min: 10, max: 50))
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
        try session.touch(Self.touches("1↓(200,100) 1→(220,100) 1↑(220,100)", from: 200), on: "a")
        #expect(try session.x("b") == AxisRange(min: 13, max: 53))
    }

    @Test func `a third surface cannot take a slave from the first`() throws {
        var session = GroupedSession.session(["a": "all", "b": "all", "c": "all"])
        try session.touch(Self.touches("1↓(200,100) 1→(250,100)"), on: "a")
        try session.touch(Self.touches("1↓(200,100) 1→(180,100)"), on: "c")
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
        #expect(try session.x("c") == AxisRange(min: 17, max: 57))
    }

    @Test func `modifiers pair by their tag, and by their id where several have it`() throws {
        func pan(_ id: String, tag: String?, _ direction: ModifierDirection = .x) -> AttachedModifier {
            var parameters = ZoomPanModifier.Parameters()
            parameters.direction = direction
            var options = AttachedModifier.Options()
            options.eventsGroupTag = tag
            return AttachedModifier(id: id, modifier: ZoomPanModifier(parameters: parameters), options: options)
        }
        func session(_ master: [AttachedModifier], _ slave: [AttachedModifier]) throws -> AxisRange {
            var surfaces = ["a", "b"].map { GroupedSession.surface($0) }
            for (index, modifiers) in [master, slave].enumerated() {
                var plain = SampleSession.session([surfaces[index]])
                try plain.changeSurface(surfaces[index].id) { surface in
                    surface.removeModifier("zoomPan")
                    for modifier in modifiers { surface.add(modifier) }
                }
                surfaces[index] = plain.surfaces[0]
            }
            var session = SampleSession.session(surfaces)
            try session.send(Self.touches(Self.drag), to: "a")
            return try session.x("b")
        }
        let moved = AxisRange(min: 15, max: 55)
        #expect(try session([pan("p", tag: "one")], [pan("q", tag: "one")]) == moved)
        #expect(try session([pan("p", tag: "one")], [pan("p", tag: "two")]) == first)
        #expect(try session([pan("p", tag: nil)], [pan("q", tag: "zoomPan")]) == moved)
        #expect(try session([pan("p", tag: nil), pan("q", tag: nil)], [pan("q", tag: nil)]) == first)
        #expect(try session([pan("p", tag: nil), pan("q", tag: nil)], [pan("r", tag: nil)]) == moved)
    }

    @Test func `a surface that leaves the event group during a gesture cancels it`() throws {
        for leaver in ["a", "b"] {
            var session = GroupedSession.session(Self.pair)
            try session.touch(Self.touches("1↓(200,100) 1→(250,100)"), on: "a")
            try session.changeGroup(of: leaver, to: nil)
            #expect(try session.gestures("b").isEmpty)
            try session.touch(Self.touches("1→(300,100) 1↑(300,100)", from: 100), on: "a")
            #expect(try session.x("b") == AxisRange(min: 15, max: 55))
            #expect(try session.x("a") == AxisRange(min: 10, max: 50))
        }
    }

    @Test func `removing the surface of a gesture ends it on the others, as one entry`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.touch(Self.touches("1↓(200,100) 1→(250,100)"), on: "a")
        _ = try session.removeSurface("a")
        #expect(try session.gestures("b").isEmpty)
        try session.travel(.undo, fromSurface: "b")
        #expect(try session.x("b") == first)
    }

    @Test func `a removed slave modifier hears that its gesture is cancelled, and no more`() throws {
        var session = GroupedSession.session(Self.pair)
        try session.touch(Self.touches("1↓(200,100) 1→(250,100)"), on: "a")
        try session.changeSurface("b") { $0.removeModifier("zoomPan") }
        #expect(try session.gestures("b").isEmpty)
        try session.touch(Self.touches("1→(300,100) 1↑(300,100)", from: 100), on: "a")
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
    }

    @Test func `coasting content moves on the slaves until the master's stops`() throws {
        var surfaces: [SessionSurface] = []
        for id in ["a", "b"] {
            var plain = SampleSession.session([
                GroupedSession.surface(id, table: SampleSession.rows(0...(id == "a" ? 1_000 : 10_000)))
            ])
            try plain.changeSurface(id) { surface in
                var parameters = ZoomPanModifier.Parameters()
                parameters.inertia = true
                surface.changeModifier("zoomPan", options: .init(), to: ZoomPanModifier(parameters: parameters))
                surface.changeAxis(
                    "x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 400, max: 440))
            }
            surfaces.append(plain.surfaces[0])
        }
        var session = SampleSession.session(surfaces)
        try session.touch(
            Self.touches("1↓(100,100) 1→(120,100) 1→(140,100) 1→(160,100) 1→(180,100) 1↑(180,100)"), on: "a")
        let released = try session.x("b")
        try session.send([.tick(at: 300)], to: "a")
        #expect(try session.x("b") != released)
        #expect(try session.x("b") == session.x("a"))
        try session.send([.tick(at: 5)], from: "other", 1, to: "b")
        #expect(try session.x("b") == session.x("a"))
        try session.send([.tick(at: 20_000)], to: "a")
        #expect(try session.x("b") == session.x("a"))
        try session.travel(.undo, fromSurface: "b")
        for name in ["a", "b"] { #expect(try session.x(name) == AxisRange(min: 400, max: 440)) }
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "b") }
    }

    @Test func `a pointer over one surface is read out on the others, in bounds of their own`() throws {
        let cursor = AttachedModifier(id: "cursor", modifier: CursorModifier(parameters: .init()))
        var session = SampleSession.session(["a", "b"].map { GroupedSession.surface($0, [cursor]) })
        func hover(_ phase: HoverEvent.Phase, x: Double, at milliseconds: Int64) -> InputEvent {
            .hover(
                HoverEvent(
                    phase: phase, time: Timestamp(microseconds: milliseconds * 1_000), location: Point(x: x, y: 50)))
        }
        func crosshair() throws -> Point? {
            try #require(session.surface("b")).surface.chart.overlays.first { $0.kind == "crosshair" }?.location
        }
        try session.send([hover(.entered, x: 100, at: 0)], to: "a")
        #expect(try crosshair() == Point(x: 100, y: 50))
        #expect(session.surfacesChanged(with: "a").map(\.id) == ["a", "b"])
        try session.changeSurface("b") { $0.resize(ChartSize(width: 80, height: 200)) }
        try session.send([hover(.moved, x: 90, at: 10)], to: "a")
        #expect(try crosshair() == nil)
        try session.send([hover(.moved, x: 70, at: 20)], to: "a")
        #expect(try crosshair() == Point(x: 70, y: 50))
        try session.send([hover(.exited, x: 70, at: 30)], to: "a")
        #expect(try crosshair() == nil)
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "a") }
    }

    @Test func `a gesture that the client recognized reaches the slaves too`() throws {
        var session = GroupedSession.session(Self.pair)
        func pan(_ state: GestureState, _ dx: Double, at milliseconds: Int64) -> InputEvent {
            .gesture(
                Gesture(
                    state: state, time: Timestamp(microseconds: milliseconds * 1_000), location: Point(x: 200, y: 100),
                    values: .pan(translation: Vector(dx: dx, dy: 0), velocity: .zero)))
        }
        try session.send([pan(.changed, 20, at: 0), pan(.changed, 50, at: 16), pan(.ended, 50, at: 32)], to: "a")
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
        try session.send([pan(.ended, 20, at: 100)], to: "a")
        #expect(try session.x("a") == AxisRange(min: 13, max: 53))
        #expect(try session.x("b") == session.x("a"))
    }

    @Test func `an axis linked with one that its master's axis and its own modifier move alike follows too`() throws {
        let plain = SampleSession.session([
            GroupedSession.surface("a"), GroupedSession.surface("b"), SampleSession.surface("c"),
        ])
        let links = try [["a", "b"], ["b", "c"]].map { names in
            try #require(
                AxisLink(names.map { AxisReference(surface: $0, axis: "x") }, kind: .same) { plain.axis($0) })
        }
        var session = Session(
            id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: plain.surfaces, links: links)
        try session.send(Self.touches(Self.drag), to: "a")
        for name in ["a", "b", "c"] { #expect(try session.x(name) == AxisRange(min: 15, max: 55)) }
        try session.travel(.undo, fromSurface: "c")
        for name in ["a", "b", "c"] { #expect(try session.x(name) == first) }
    }

    @Test func `a slave cannot lead its master over a link`() throws {
        let plain = SampleSession.session([
            GroupedSession.surface("a"), GroupedSession.surface("b", table: SampleSession.rows(-500...500)),
        ])
        let link = try #require(
            AxisLink(["b", "a"].map { AxisReference(surface: $0, axis: "x") }, kind: .same) { plain.axis($0) })
        var session = Session(
            id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: plain.surfaces, links: [link])
        try session.touch(Self.touches("1↓(100,100) 1→(300,100) 1→(350,100) 1→(390,100) 1↑(390,100)"), on: "a")
        for name in ["a", "b"] { #expect(try session.x(name) == AxisRange(min: 0, max: 40)) }
    }
}
