import ChartEngine
import ChartSessions
import Testing

/// Links that settle update a surface once, for all its linked axes.
struct LinkedUpdateTests {
    /// Counts the updates of its surface.
    private struct UpdateCounter: ChartModifier {
        static let typeName = "updateCounter"
        static let needs: ModifierNeeds = [.updates]
        struct State: ModifierState { var updates = 0 }
        var parameters: NoParameters
        var state = State()

        init(parameters: NoParameters) { self.parameters = parameters }

        mutating func onUpdate(of chart: inout Chart, as id: String) { state.updates += 1 }
    }

    private func updates(_ session: Session) throws -> Int {
        let entry = try #require(session.surface("many")?.surface.modifiers.first { $0.id == "counter" })
        return try #require(entry.modifier as? UpdateCounter).state.updates
    }

    @Test func `one update shows ten axes that follow one`() throws {
        let chart = Chart(
            id: "many", size: ChartSize(width: 400, height: 200),
            xAxes: (0..<10).map { Axis(id: "x\($0)", dimension: .x, options: AxisOptions()) },
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())], series: [], table: SampleSession.table)
        var surface = Surface(chart: chart)
        surface.add(AttachedModifier(id: "counter", modifier: UpdateCounter(parameters: .init())))
        let surfaces = [SampleSession.surface(), SessionSurface(surface: surface, dataset: nil)]
        let plain = SampleSession.session(surfaces)
        let members =
            [AxisReference(surface: "main", axis: "x")]
            + (0..<10).map { AxisReference(surface: "many", axis: "x\($0)") }
        let link = try #require(AxisLink(members, kind: .same) { plain.axis($0) })
        var session = Session(id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: surfaces, links: [link])
        let before = try updates(session)
        try session.changeSurface("main") { surface in
            surface.changeAxis("x", options: AxisOptions(), visibleRange: AxisRange(min: 30, max: 50))
        }
        let many = try #require(session.surface("many")).surface.chart
        #expect(many.xAxes.allSatisfy { $0.visibleRange == AxisRange(min: 30, max: 50) })
        #expect(try updates(session) == before + 1)
    }
}
