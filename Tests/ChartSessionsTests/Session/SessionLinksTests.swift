import ChartEngine
import ChartSeries
import ChartSessions
import Gestures
import Testing

struct SessionLinksTests {
    private static let names = ["a", "b", "c", "d"]

    private static func session(
        _ kinds: [(AxisLink.Kind, [String])], ranges: [String: AxisRange] = [:], tables: [String: Table] = [:]
    ) throws -> Session {
        var surfaces = names.map { SampleSession.surface($0, table: tables[$0] ?? SampleSession.table) }
        var plain = SampleSession.session(surfaces)
        for (name, range) in ranges {
            try plain.changeSurface(name) { surface in
                surface.changeAxis("x", options: surface.chart.xAxes[0].options, visibleRange: range)
            }
        }
        surfaces = plain.surfaces
        let links = try kinds.map { kind, members in
            try #require(
                AxisLink(members.map { AxisLink.Member(surface: $0, axis: "x") }, kind: kind) { plain.axis($0) })
        }
        return Session(id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: surfaces, links: links)
    }

    private static func drag(_ points: Double, from start: Int64 = 0) -> [InputEvent] {
        [
            .touch(.began, x: 200, at: start), .touch(.moved, x: 200 + points, at: start + 16),
            .touch(.ended, x: 200 + points, at: start + 32),
        ]
    }

    @Test func `axes of one kind same show one range, also by a chain of links`() throws {
        var session = try Self.session([(.same, ["a", "b"]), (.same, ["b", "c"])])
        try session.send(Self.drag(50), to: "a")
        #expect(try session.x("a") == AxisRange(min: 15, max: 55))
        #expect(try session.x("b") == session.x("a"))
        #expect(try session.x("c") == session.x("a"))
        #expect(try session.x("d") == AxisRange(min: 20, max: 60))
        #expect(session.surfacesChanged(with: "a").map(\.id) == ["a", "b", "c"])
    }

    @Test func `a link of the kind offset keeps the difference of the minima`() throws {
        var session = try Self.session(
            [(.offset, ["a", "b"])], ranges: ["b": try #require(AxisRange(min: 40, max: 80))])
        try session.send(Self.drag(100), to: "a")
        #expect(try session.x("a") == AxisRange(min: 10, max: 50))
        #expect(try session.x("b") == AxisRange(min: 30, max: 70))
        try session.send(Self.drag(-50), to: "b")
        #expect(try session.x("a") == AxisRange(min: 15, max: 55))
    }

    @Test func `a link of the kind proportional shows the same fraction of either's data`() throws {
        var session = try Self.session(
            [(.proportional, ["a", "b"])], tables: ["b": SampleSession.rows(0...200)])
        #expect(try session.x("b") == AxisRange(min: 40, max: 120))
        try session.send(Self.drag(100), to: "a")
        #expect(try session.x("b") == AxisRange(min: 20, max: 100))
    }

    @Test func `an action over linked surfaces is one entry of the history`() throws {
        var session = try Self.session([(.same, ["a", "b", "c"])])
        for event in Self.drag(50) { try session.send([event], to: "b") }
        try session.travel(.undo, fromSurface: "c")
        for name in ["a", "b", "c"] { #expect(try session.x(name) == AxisRange(min: 20, max: 60)) }
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "a") }
        try session.travel(.redo, fromSurface: "a")
        for name in ["a", "b", "c"] { #expect(try session.x(name) == AxisRange(min: 15, max: 55)) }
    }

    @Test func `undo during a gesture takes linked surfaces back too`() throws {
        var session = try Self.session([(.same, ["a", "b"])])
        try session.send(Array(Self.drag(50).prefix(2)), to: "a")
        #expect(try session.x("b") == AxisRange(min: 15, max: 55))
        try session.travel(.undo, fromSurface: "a")
        #expect(try session.x("a") == AxisRange(min: 20, max: 60))
        #expect(try session.x("b") == AxisRange(min: 20, max: 60))
    }

    @Test func `ten thousand random gestures over four linked surfaces neither loop nor drift`() throws {
        var session = try Self.session(
            [(.same, ["a", "b"]), (.offset, ["b", "c"]), (.same, ["b", "a"]), (.proportional, ["d", "a"])],
            ranges: ["c": try #require(AxisRange(min: 25, max: 65))])
        var random: UInt64 = 0x2545_F491_4F6C_DD1D
        func next(_ count: UInt64) -> UInt64 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random % count
        }
        for turn in 0..<10_000 {
            let name = Self.names[Int(next(4))]
            let start = Int64(turn) * 1_000
            if next(2) == 0 {
                try session.send(Self.drag(Double(next(200)) - 100, from: start), to: name)
            } else {
                let wheel = WheelEvent(
                    time: Timestamp(microseconds: start * 1_000), location: Point(x: Double(next(400)), y: 100),
                    deltaX: 0, deltaY: Double(next(200)) - 100)
                try session.send([.wheel(wheel), .tick(at: start + 500)], to: name)
            }
            let (a, b, c, d) = (
                try session.x("a"), try session.x("b"), try session.x("c"), try session.x("d")
            )
            #expect(a == b)
            #expect(abs(c.min - b.min - 5) <= 1e-9)
            #expect(abs(c.span - b.span) <= 1e-9)
            #expect(abs(d.min - a.min) <= 1e-9)
            #expect(abs(d.max - a.max) <= 1e-9)
        }
    }
}
