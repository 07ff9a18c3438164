import ChartEngine
import ChartSessions
import Gestures
import Testing

/// The trace of a session's surfaces.
struct SessionTraceTests {
    @Test func `the entries of the requested surface come first`() throws {
        var session = SampleSession.session([SampleSession.surface("main"), SampleSession.surface("b")])
        session.startTrace()
        for id in ["main", "b"] {
            try session.send([.touch(.began, at: 1), .touch(.moved, x: 200, at: 2)], to: id)
        }
        let surfaces = session.takeTrace(ofSurface: "b").map(\.surface)
        let count = surfaces.count { $0 == "b" }
        #expect(count > 0 && surfaces == Array(repeating: "b", count: count) + Array(repeating: "main", count: count))
        #expect(session.takeTrace(ofSurface: "b").isEmpty)
    }

    @Test func `another driver's first batch names the position that it resolves`() throws {
        var session = SampleSession.session()
        try session.send([.wheel(at: 1)])
        session.startTrace()
        try session.send([.tick(at: 9)], from: "other", 1)
        let handled = session.takeTrace(ofSurface: "main").compactMap { entry -> TraceEntry.Place? in
            guard case .handled(_, let place, _) = entry.kind else { return nil }
            return place
        }
        #expect(handled == [.event(0)])
    }

    @Test func `a handled entry names the source of its event`() throws {
        var session = GroupedSession.session(["a": "all", "b": "all"])
        try session.changeSurface("b") { $0.resize(ChartSize(width: 50, height: 50)) }
        session.startTrace()
        try session.touch([.touch(.began, at: 1), .touch(.moved, x: 200, at: 2)], on: "a")
        let handled = session.takeTrace(ofSurface: "a").compactMap { entry -> String? in
            guard case .handled(let modifier, _, let origin) = entry.kind else { return nil }
            return "\(entry.surface) \(modifier) \(origin.source) \(origin.isMaster) \(origin.isInSourceBounds)"
        }
        #expect(Set(handled) == ["a zoomPan a true true", "b zoomPan a false false"])
    }
}

extension InputEvent {
    fileprivate static func wheel(at milliseconds: Int64) -> InputEvent {
        .wheel(
            WheelEvent(
                time: Timestamp(microseconds: milliseconds * 1_000), location: Point(x: 100, y: 100), deltaX: 0,
                deltaY: 1))
    }
}
