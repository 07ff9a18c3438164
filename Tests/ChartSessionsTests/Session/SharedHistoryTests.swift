import ChartEngine
import ChartSeries
import ChartSessions
import Gestures
import Testing

/// Undo and redo of actions that move several surfaces, or share a batch.
struct SharedHistoryTests {
    private static func drag(from start: Int64, by points: Double = 50) -> [InputEvent] {
        [
            .touch(.began, at: start), .touch(.moved, x: 100 + points, at: start + 16),
            .touch(.ended, x: 100 + points, at: start + 32),
        ]
    }

    private static func session(_ names: [String] = ["a", "b"], linking axes: [String] = ["a/x", "b/x"]) throws
        -> Session
    {
        let plain = SampleSession.session(names.map { SampleSession.surface($0) })
        let members = try axes.map { try #require(AxisReference($0)) }
        let link = try #require(AxisLink(members, kind: .same) { plain.axis($0) })
        return Session(id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: plain.surfaces, links: [link])
    }

    private static func moved(by distance: Double) throws -> AxisRange {
        try #require(AxisRange(min: 20 - distance, max: 60 - distance))
    }

    @Test func `two drags in one batch are undone one by one, with what is linked`() throws {
        var session = try Self.session()
        try session.send(Self.drag(from: 0) + Self.drag(from: 1_000), to: "a")
        #expect(session.revision == 1)
        for (direction, distance) in [(Session.HistoryDirection.undo, 5.0), (.undo, 0), (.redo, 5), (.redo, 10)] {
            try session.travel(direction, fromSurface: "a")
            #expect(try session.x("a") == Self.moved(by: distance))
            #expect(try session.x("b") == Self.moved(by: distance))
        }
    }

    @Test func `a touch that begins anew ends the drag before it in the middle of an event`() throws {
        var session = try Self.session()
        try session.send(Array(Self.drag(from: 0).prefix(2)) + Self.drag(from: 1_000), to: "a")
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("a") == Self.moved(by: 5))
        #expect(try session.x("b") == Self.moved(by: 5))
    }

    @Test func `a change during a drag is undone without the drag, with what is linked`() throws {
        var session = try Self.session()
        try session.send(Array(Self.drag(from: 0).prefix(2)), to: "a")
        try session.changeSurface("a") { try $0.perform(.zoomExtents(.x)) }
        try session.changeSurface("a") { try $0.perform(.cancelGestures) }
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("a") == Self.moved(by: 5))
        #expect(try session.x("b") == Self.moved(by: 5))
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("b") == Self.moved(by: 0))
    }

    @Test func `an action that ends during one of a linked surface is undone to where it began`() throws {
        var session = try Self.session()
        let (first, second) = (Self.drag(from: 0), Self.drag(from: 0, by: 100))
        try session.send(Array(first.prefix(2)), to: "a")
        try session.send(second, to: "b")
        try session.send(Array(first.suffix(1)), to: "a")
        let last = (try session.x("a"), try session.x("b"))
        #expect(try last == (Self.moved(by: 15), Self.moved(by: 15)))
        while (try? session.travel(.undo, fromSurface: "a")) != nil {}
        #expect(try (session.x("a"), session.x("b")) == (Self.moved(by: 0), Self.moved(by: 0)))
        while (try? session.travel(.redo, fromSurface: "a")) != nil {}
        #expect(try (session.x("a"), session.x("b")) == last)
    }

    @Test func `a gesture that brings back what an action of another surface has changed is undone by itself`() throws {
        var session = try Self.session()
        try session.send([.touch(.began, at: 0)], to: "b")
        try session.send(Self.drag(from: 0), to: "a")
        try session.send([.touch(.moved, x: 50, at: 16), .touch(.ended, x: 50, at: 32)], to: "b")
        #expect(try session.x("a") == Self.moved(by: 0))
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("a") == Self.moved(by: 5))
        #expect(try session.x("b") == Self.moved(by: 5))
        try session.travel(.redo, fromSurface: "a")
        #expect(try session.x("b") == Self.moved(by: 0))
    }

    @Test func `axes of one surface that are linked are undone together`() throws {
        var session = try Self.session(["a"], linking: ["a/x", "a/y"])
        try session.send(Self.drag(from: 0) + Self.drag(from: 1_000), to: "a")
        let y = { (session: Session) in session.surface("a")?.surface.chart.yAxes[0].visibleRange }
        #expect(try session.x("a") == Self.moved(by: 10) && y(session) == Self.moved(by: 10))
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("a") == Self.moved(by: 5) && y(session) == Self.moved(by: 5))
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("a") == Self.moved(by: 0) && y(session) == Self.moved(by: 0))
    }

    @Test func `what modifiers report stays until the end of a batch with two drags`() throws {
        var session = try Self.session()
        var parameters = GestureObserverModifier.Parameters()
        parameters.gesture = .pan
        var options = AttachedModifier.Options()
        options.simultaneousWith = ["zoomPan"]
        try session.changeSurface("a") { surface in
            surface.add(
                AttachedModifier(
                    id: "observer", modifier: GestureObserverModifier(parameters: parameters), options: options))
        }
        try session.send(Self.drag(from: 0) + Self.drag(from: 1_000), to: "a")
        let states = try #require(session.surface("a")).surface.chart.recognized.map(\.gesture.state)
        #expect(states == [.began, .ended, .began, .ended])
        try session.send(Self.drag(from: 0), to: "b")
        #expect(session.surface("a")?.surface.chart.recognized.isEmpty == true)
    }

    @Test func `adding an overview is no action, and a disabled one moves nothing`() throws {
        var session = SampleSession.session([SampleSession.surface("a"), SampleSession.surface("b")])
        var parameters = OverviewModifier.Parameters()
        parameters.of = AxisReference("a/x")
        var options = AttachedModifier.Options()
        options.isEnabled = false
        let modifier = OverviewModifier(parameters: parameters)
        try session.changeSurface("b") { $0.add(AttachedModifier(id: "o", modifier: modifier, options: options)) }
        #expect(try session.x("b") == Self.moved(by: 0))
        options.isEnabled = true
        try session.changeSurface("b") { $0.changeModifier("o", options: options, to: modifier) }
        #expect(try session.x("b") == AxisRange(min: 0, max: 100))
        try session.changeSurface("b") { $0.add(AttachedModifier(id: "p", modifier: modifier)) }
        try session.send(Self.drag(from: 0), to: "a")
        try session.travel(.undo, fromSurface: "b")
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "b") }
    }
}
