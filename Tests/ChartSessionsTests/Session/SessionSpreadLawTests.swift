import ChartEngine
import ChartSeries
import ChartSessions
import Gestures
import Testing

/// Laws of surfaces in event groups and links.
///
/// `a`, `b` and `c` share events, `d` shares them with `a` alone by another group; `a/x` and `b/x` are the same, `c/x` is
/// offset from `b/x`, and `d` shows more rows. `overview` moves `c/x`.
struct SessionSpreadLawTests {
    private static let names = ["a", "b", "c", "d", "overview"]

    private static func session() throws -> Session {
        var surfaces = ["a", "b", "c"].map { GroupedSession.surface($0) }
        surfaces.append(GroupedSession.surface("d", group: "some", table: SampleSession.rows(0...500)))
        surfaces.append(GroupedSession.overview(of: "c/x", height: 200))
        var second = GroupModifier.Parameters()
        second.eventGroup = "some"
        var plain = SampleSession.session(surfaces)
        try plain.changeSurface("a") { surface in
            surface.add(AttachedModifier(id: "second", modifier: GroupModifier(parameters: second)))
        }
        try plain.changeSurface("c") { surface in
            surface.changeAxis("x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 25, max: 65))
            surface.add(AttachedModifier(id: "pinch", modifier: PinchZoomModifier(parameters: .init())))
        }
        let links = try [(AxisLink.Kind.same, ["a", "b"]), (.offset, ["b", "c"]), (.same, ["b", "a"])].map {
            kind, names in
            try #require(
                AxisLink(names.map { AxisReference(surface: $0, axis: "x") }, kind: kind) { plain.axis($0) })
        }
        return Session(id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: plain.surfaces, links: links)
    }

    /// The generator of SplitMix64.
    private struct Random {
        var state: UInt64

        mutating func next(_ count: UInt64) -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return (mixed ^ (mixed >> 31)) % count
        }

        mutating func gesture(from start: Int64) -> [InputEvent] {
            let x = Double(next(400))
            switch next(4) {
            case 0:
                let wheel = WheelEvent(
                    time: Timestamp(microseconds: start * 1_000), location: Point(x: x, y: 20), deltaX: 0,
                    deltaY: Double(next(400)) - 200)
                return [.wheel(wheel), .tick(at: start + 500)]
            case 1: return [.touch(.began, x: x, at: start), .touch(.ended, x: x, at: start + 16)]
            case 2:
                let other = x + 40 + Double(next(100))
                return [
                    .touch(.began, x: x, at: start), .touch(.began, x: other, at: start + 16, id: 2),
                    .touch(.moved, x: other + Double(next(200)) - 30, at: start + 32, id: 2),
                    .touch(.ended, x: x, at: start + 48), .touch(.ended, x: other, at: start + 64, id: 2),
                ]
            default:
                let end = x + Double(next(400)) - 200
                return [
                    .touch(.began, x: x, at: start), .touch(.moved, x: (x + end) / 2, at: start + 16),
                    .touch(.moved, x: end, at: start + 32), .touch(.ended, x: end, at: start + 48),
                ]
            }
        }
    }

    /// Plays random gestures, whole or event by event, with some undos.
    private static func play(_ turns: Int, seed: UInt64, _ look: (Session) throws -> Void) throws -> [AxisRange] {
        var session = try session()
        var random = Random(state: seed)
        for turn in 0..<turns {
            let name = names[Int(random.next(5))]
            let events = random.gesture(from: Int64(turn) * 1_000)
            if random.next(2) == 0 {
                try session.send(events, to: name)
            } else {
                try session.touch(events, on: name)
            }
            try look(session)
            if random.next(10) == 0, (try? session.travel(.undo, fromSurface: name)) != nil { try look(session) }
        }
        return session.surfaces.flatMap(\.surface.chart.ranges)
    }

    @Test func `ten thousand random gestures over surfaces in groups and links neither loop nor drift`() throws {
        _ = try Self.play(10_000, seed: 1) { session in
            let (a, b, c) = (try session.x("a"), try session.x("b"), try session.x("c"))
            #expect(a == b)
            #expect(abs(c.min - b.min - 5) <= 1e-9 && abs(c.span - b.span) <= 1e-9)
            #expect(try session.thumb().range == c)
            #expect(session.surfaces.allSatisfy { $0.surface.gestures.isEmpty })
        }
    }

    @Test(arguments: [2, 3] as [UInt64]) func `the same gestures give the same ranges`(seed: UInt64) throws {
        let first = try Self.play(1_000, seed: seed) { _ in }
        #expect(try Self.play(1_000, seed: seed) { _ in } == first)
    }
}
