import ChartEngine
import ChartSeries
import ChartSessions
import Gestures
import Testing

/// The digest for replays.
struct StateHashTests {
    private func hashes(_ random: EventfulSession) -> [UInt64] {
        var session = random.session
        return random.steps.map { step in
            _ = session.play(step)
            return session.stateHash
        }
    }

    @Test func `two replays of a log have the same digest at every revision`() {
        for seed in 0..<200 { #expect(hashes(EventfulSession(seed)) == hashes(EventfulSession(seed)), "case \(seed)") }
    }

    @Test func `the digest of a known session is the same in every run`() {
        #expect(DefaultSession.session.stateHash == 98_434_488_702_693_000)
    }

    /// A drag, a turn of the wheel and a touch that stays, with one variation.
    private func digest(
        x: Double = 150, time: Int64 = 32, id: Int = 1, delta: Double = 40, hasTick: Bool = false,
        _ change: (inout Session) throws -> Void = { _ in }
    ) throws -> UInt64 {
        var session = DefaultSession.session
        try session.send([.touch(.began, x: 100, at: 0, id: id), .touch(.moved, x: 180, at: 16, id: id)])
        try session.send([.touch(.moved, x: x, at: time, id: id)])
        let wheel = WheelEvent(
            time: Timestamp(microseconds: 100_000), location: Point(x: 20, y: 20), deltaX: 0, deltaY: delta)
        try session.send([.wheel(wheel)])
        if hasTick { try session.send([.tick(at: 101)]) }
        try change(&session)
        return session.stateHash
    }

    @Test func `one difference in a log gives another digest`() throws {
        var options = AxisOptions(type: .date)
        options.growBy = GrowBy(min: 0.1, max: 0)
        let more = try #require(DefaultSession.table.prefix(rows: 99, version: 1))
        let digests = try [
            digest(), digest(x: 150.125), digest(time: 31), digest(id: 2), digest(delta: 41), digest(hasTick: true),
            digest { try $0.send([.touch(.ended, x: 150, at: 110)]) },
            digest { try $0.send([.touch(.began, x: 10, at: 110, id: 7)]) },
            digest { try $0.send([.touch(.began, x: 11, at: 110, id: 7)]) },
            digest { try $0.changeSurface("main") { try $0.perform(.zoomExtents(.xy)) } },
            digest { try $0.changeSurface("main") { try $0.perform(.selectRow(3)) } },
            digest { try $0.changeSurface("main") { try $0.perform(.selectRow(4)) } },
            digest { try $0.changeSurface("main") { $0.resize(ChartSize(width: 391, height: 260)) } },
            digest { try $0.changeSurface("main") { _ = $0.setVisible(false, series: "new") } },
            digest { try $0.changeSurface("main") { _ = $0.setVisible(false, series: "total") } },
            digest { try $0.changeSurface("main") { $0.setTable(more) } },
            digest { try $0.changeSurface("main") { $0.changeAxis("x", options: options, visibleRange: nil) } },
            digest { try $0.changeSurface("main") { $0.removeModifier("cursor") } },
            digest {
                try $0.changeSurface("main") { surface in
                    var options = AttachedModifier.Options()
                    options.isEnabled = false
                    surface.changeModifier("cursor", options: options, to: CursorModifier(parameters: .init()))
                }
            },
            digest {
                try $0.changeSurface("main") { try $0.perform(.zoomExtents(.xy)) }
                try $0.changeSurface("main") { surface in
                    let axis = surface.chart.xAxes[0]
                    let range = axis.visibleRange.zoomed(by: 2, about: axis.visibleRange.centre)
                    surface.changeAxis("x", options: axis.options, visibleRange: range)
                }
                try $0.travel(.undo, fromSurface: "main")
            },
        ]
        for (index, one) in digests.enumerated() {
            for (other, two) in digests.enumerated().dropFirst(index + 1) where one == two {
                Issue.record("the digests \(index) and \(other) are the same")
            }
        }
    }

    @Test func `a selection and a deselection restore the digest`() throws {
        var plain = DefaultSession.session
        var other = plain
        try plain.changeSurface("main") { try $0.perform(.deselectAllRows) }
        try plain.changeSurface("main") { try $0.perform(.deselectAllRows) }
        try other.changeSurface("main") { try $0.perform(.selectRow(3)) }
        try other.changeSurface("main") { try $0.perform(.deselectAllRows) }
        #expect(plain.stateHash == other.stateHash)
    }
}
