import ChartEngine
import ChartSessions
import Gestures
import Testing

struct SessionDriverTests {
    @Test func `while one client's touches are down, another one is refused`() throws {
        var session = SampleSession.session()
        try session.send([.touch(.began, at: 1)], from: "a", 1)
        #expect(throws: SessionError.driverBusy) { try session.send([.tick(at: 1)], from: "b", 1) }
        #expect(throws: SessionError.driverBusy) { try session.send([.tick(at: 1)]) }
        try session.send([.touch(.ended, at: 2)], from: "a", 2)
        try session.send([.tick(at: 1)], from: "b", 1)
    }

    @Test func `posts without a name are one client`() throws {
        var session = SampleSession.session()
        try session.send([.touch(.began, at: 1)])
        try session.send([.touch(.moved, x: 140, at: 2)])
        #expect(try session.x() == AxisRange(min: 16, max: 56))
        #expect(throws: SessionError.driverBusy) { try session.send([.tick(at: 1)], from: "b", 1) }
    }

    @Test func `another surface has a driver of its own`() throws {
        var session = SampleSession.session([SampleSession.surface(), SampleSession.surface("other")])
        try session.send([.touch(.began, at: 1)], from: "a", 1)
        try session.send([.touch(.began, at: 1)], from: "b", 1, to: "other")
        #expect(session.revision == 2)
    }

    @Test func `time does not run backwards for one client on one surface`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 100)], from: "a", 1)
        #expect(throws: SessionError.batch(BatchError(event: 0, reason: .timeReversed))) {
            var copy = session
            try copy.send([.tick(at: 99)], from: "a", 2)
        }
        try session.send([.tick(at: 100), .tick(at: 100)], from: "a", 2)
    }

    @Test func `each client has a clock of its own, also when it comes back`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 100)], from: "a", 1)
        try session.send([.tick(at: 5)], from: "b", 1)
        #expect(throws: SessionError.batch(BatchError(event: 0, reason: .timeReversed))) {
            var copy = session
            try copy.send([.tick(at: 99)], from: "a", 2)
        }
        try session.send([.tick(at: 101)], from: "a", 2)
        #expect(throws: SessionError.batch(BatchError(event: 0, reason: .timeReversed))) {
            var copy = session
            try copy.send([.tick(at: 4)], from: "b", 2)
        }
    }

    @Test func `each surface has its clocks`() throws {
        var session = SampleSession.session([SampleSession.surface(), SampleSession.surface("other")])
        try session.send([.tick(at: 100)], from: "a", 1)
        try session.send([.tick(at: 5)], from: "a", 2, to: "other")
        #expect(session.revision == 2)
    }

    @Test func `a driver whose clock lies ahead does not hold another one's gestures`() throws {
        var session = SampleSession.session()
        try session.send([.touch(.began, at: 900_000), .touch(.ended, at: 900_001)], from: "a", 1)
        try session.send([.touch(.began, at: 5), .touch(.moved, x: 140, at: 10)], from: "b", 1)
        #expect(try session.x() == AxisRange(min: 16, max: 56))
    }

    @Test func `a wheel gesture of one driver ends when another one comes`() throws {
        var session = SampleSession.session()
        let turn = WheelEvent(
            time: Timestamp(microseconds: 1_000), location: Point(x: 100, y: 50), deltaX: 0, deltaY: 9)
        try session.send([.wheel(turn)], from: "a", 1)
        #expect(session.surface("main")?.surface.gestures.count == 1)
        try session.send([.tick(at: 1)], from: "b", 1)
        #expect(session.surface("main")?.surface.gestures.isEmpty == true)
    }

    @Test func `a change from outside is accepted while touches are down, and the gesture goes on`() throws {
        var session = SampleSession.session()
        try session.send([.touch(.began, at: 1), .touch(.moved, x: 140, at: 2)], from: "a", 1)
        try session.changeSurface("main") { surface in
            surface.changeAxis(
                "x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 40, max: 80))
        }
        try session.send([.touch(.moved, x: 150, at: 3)], from: "a", 2)
        #expect(try session.x() == AxisRange(min: 39, max: 79))
        #expect(session.revision == 3)
    }
}
