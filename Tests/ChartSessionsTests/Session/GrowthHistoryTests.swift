import ChartEngine
import ChartSessions
import Gestures
import Testing

/// Undo of drags on a y axis with automatic ranging: they change its `growBy`.
struct GrowthHistoryTests {
    private static func session() -> Session {
        var options = AxisOptions(growBy: GrowBy(min: 0.1, max: 0.1))
        options.autoRange = .always
        let chart = Chart(
            id: "main", size: ChartSize(width: 400, height: 200),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions())],
            yAxes: [Axis(id: "y", dimension: .y, options: options)],
            series: [Series(id: "level", column: 0, xAxis: "x", yAxis: "y", name: "Level")],
            table: SampleSession.table)
        var surface = Surface(chart: chart)
        surface.add(AttachedModifier(id: "yAxisDrag", modifier: YAxisDragModifier(parameters: .init())))
        return SampleSession.session([SessionSurface(surface: surface, dataset: nil)])
    }

    /// A drag of the upper half, 20 points outwards and further: the upper growth of 0.1 becomes 0, then −0.1.
    private static func drag(at start: Int64, phases: [TouchPhase] = [.began, .moved, .moved, .ended]) -> [InputEvent] {
        zip(phases, [50.0, 30, 10, 10]).enumerated().map { index, step in
            .touch(
                TouchEvent(
                    phase: step.0, time: Timestamp(microseconds: (start + Int64(index) * 16) * 1_000),
                    contacts: [TouchEvent.Contact(id: 1, location: Point(x: -10, y: step.1))]))
        }
    }

    private func expectGrowth(_ session: Session, _ growth: Double, _ max: Double) throws {
        let axis = try #require(session.surface("main")).surface.chart.yAxes[0]
        #expect(abs(axis.options.growBy.max - growth) < 1e-12 && axis.options.growBy.min == 0.1)
        #expect(abs(axis.visibleRange.max - max) < 1e-9)
    }

    @Test func `one drag is one entry that restores the growth, and redo brings it back`() throws {
        var session = Self.session()
        try session.send(Self.drag(at: 0))
        try expectGrowth(session, -0.1, 90)
        try session.travel(.undo, fromSurface: "main")
        try expectGrowth(session, 0.1, 110)
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "main") }
        try session.travel(.redo, fromSurface: "main")
        try expectGrowth(session, -0.1, 90)
    }

    @Test func `undo during the drag restores the growth`() throws {
        var session = Self.session()
        try session.send(Array(Self.drag(at: 0).prefix(3)))
        try expectGrowth(session, -0.1, 90)
        try session.travel(.undo, fromSurface: "main")
        try expectGrowth(session, 0.1, 110)
    }

    @Test func `after new rows the restored growth holds for all of them`() throws {
        var session = Self.session()
        try session.send(Self.drag(at: 0))
        try session.changeSurface("main") { $0.setTable(SampleSession.rows(0...200)) }
        try expectGrowth(session, -0.1, 180)
        try session.travel(.undo, fromSurface: "main")
        try expectGrowth(session, 0.1, 220)
    }

    @Test func `undo of an earlier action keeps a later growth`() throws {
        var session = SampleSession.session()
        try session.send([.touch(.began, at: 0), .touch(.moved, x: 150, at: 16), .touch(.ended, x: 150, at: 32)])
        try session.changeSurface("main") { surface in
            var options = surface.chart.xAxes[0].options
            options.growBy = GrowBy(min: 0, max: 0.5)
            surface.changeAxis("x", options: options, visibleRange: nil)
        }
        try session.travel(.undo, fromSurface: "main")
        let axis = try #require(session.surface("main")).surface.chart.xAxes[0]
        #expect(axis.visibleRange == AxisRange(min: 20, max: 60))
        #expect(axis.options.growBy == GrowBy(min: 0, max: 0.5))
    }

    @Test func `a tap while the data moves an axis is no action`() throws {
        var session = Self.session()
        try session.send([.touch(.began, at: 0)])
        try session.changeSurface("main") { $0.setTable(SampleSession.rows(0...200)) }
        try session.send([.touch(.ended, at: 100)])
        #expect(throws: SessionError.historyEmpty) { try session.travel(.undo, fromSurface: "main") }
    }
}
