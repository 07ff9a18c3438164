import ChartEngine
import ChartSeries
import ChartSessions
import Gestures
import Testing

struct SessionHistoryTests {
    private static func drag(from start: Int64, by points: Double = 50) -> [InputEvent] {
        [
            .touch(.began, at: start), .touch(.moved, x: 100 + points / 2, at: start + 16),
            .touch(.moved, x: 100 + points, at: start + 32), .touch(.ended, x: 100 + points, at: start + 48),
        ]
    }

    private static func wheel(at milliseconds: Int64) -> InputEvent {
        .wheel(
            WheelEvent(
                time: Timestamp(microseconds: milliseconds * 1_000), location: Point(x: 200, y: 100), deltaX: 0,
                deltaY: -50))
    }

    private let first = AxisRange(min: 20, max: 60)

    @Test func `a drag is undone as one action and redone`() throws {
        var session = SampleSession.session()
        try session.send(Self.drag(from: 0))
        let dragged = try session.x()
        #expect(dragged == AxisRange(min: 15, max: 55))
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
        try session.travel(.redo, fromSurface: "main")
        #expect(try session.x() == dragged)
        #expect(session.revision == 3)
    }

    @Test func `each touch sequence of a batch is an action of its own`() throws {
        var session = SampleSession.session()
        try session.send(Self.drag(from: 0) + Self.drag(from: 1_000))
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == AxisRange(min: 15, max: 55))
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
    }

    @Test func `a drag over several batches is one action`() throws {
        var session = SampleSession.session()
        for event in Self.drag(from: 0) { try session.send([event]) }
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "main") }
    }

    @Test func `a wheel gesture is one action until it has been idle for 150 milliseconds`() throws {
        var session = SampleSession.session()
        try session.send([Self.wheel(at: 0), Self.wheel(at: 100), Self.wheel(at: 400), .tick(at: 1_000)])
        let both = try session.x()
        try session.travel(.undo, fromSurface: "main")
        let afterFirst = try session.x()
        #expect(afterFirst != both)
        #expect(afterFirst != first)
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
    }

    @Test func `what changed no range is no action`() throws {
        var session = SampleSession.session()
        try session.send([.touch(.began, at: 0), .touch(.ended, at: 20), .tick(at: 900)])
        try session.changeSurface("main") { try $0.perform(.deselectAllRows) }
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "main") }
        #expect(throws: SessionError.historyEmpty) { try session.travel(.redo, fromSurface: "main") }
    }

    @Test func `a command and a changed axis are actions`() throws {
        var session = SampleSession.session()
        try session.changeSurface("main") { try $0.perform(.zoomExtents(.x)) }
        try session.changeSurface("main") { surface in
            surface.changeAxis(
                "x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 1, max: 2))
        }
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == AxisRange(min: 0, max: 100))
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
    }

    @Test func `a new action clears what could be redone`() throws {
        var session = SampleSession.session()
        try session.send(Self.drag(from: 0))
        try session.travel(.undo, fromSurface: "main")
        try session.send(Self.drag(from: 1_000, by: 20))
        #expect(throws: SessionError.historyEmpty) { try session.travel(.redo, fromSurface: "main") }
    }

    @Test func `undo during a gesture cancels it and takes back what it changed, and no more`() throws {
        var session = SampleSession.session()
        try session.send(Self.drag(from: 0))
        let settled = try session.x()
        try session.send(Array(Self.drag(from: 1_000).prefix(3)))
        #expect(try session.x() != settled)
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == settled)
        #expect(session.surface("main")?.surface.gestures.isEmpty == true)
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x() == first)
    }

    @Test func `the history is the session's, whichever surface the command names`() throws {
        var session = SampleSession.session([SampleSession.surface(), SampleSession.surface("other")])
        try session.send(Self.drag(from: 0), to: "other")
        try session.travel(.undo, fromSurface: "main")
        #expect(try session.x("other") == first)
        #expect(session.surfacesChanged(with: "main").map(\.id) == ["main", "other"])
    }

    @Test func `a hundred actions are kept`() throws {
        var session = SampleSession.session()
        for count in 0..<120 { try session.send(Self.drag(from: Int64(count) * 1_000, by: count % 2 == 0 ? 50 : -50)) }
        for _ in 0..<100 { try session.travel(.undo, fromSurface: "main") }
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "main") }
    }

    @Test func `what the data does to a range is no action`() throws {
        var session = SampleSession.session()
        try session.changeSurface("main") { $0.setTable(SampleSession.rows(0...200)) }
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "main") }
    }
}
