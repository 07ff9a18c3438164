import ChartEngine
import ChartSeries
import ChartWire
import CoreTestSupport
import Testing

@testable import ChartSessions

/// Answers whose writing needs no lock on the session.
@Suite struct AnswerDraftTests {
    private func session(_ surface: RandomSurface) -> Session {
        Session(
            id: "s", timeZone: "UTC", idleTimeout: 60_000,
            surfaces: [SessionSurface(surface: surface.surface, dataset: "rows")])
    }

    private func report(_ session: Session, _ view: SurfaceView) -> ChangeReport {
        ChangeReport(of: session, surfaces: session.surfaces, view: view)
    }

    @Test(arguments: RowLayout.allCases)
    func `an answer that is certainly within a limit is within it`(layout: RowLayout) throws {
        var sure = 0
        for seed in 0..<300 {
            var cases = SeededCases(seed: UInt64(seed))
            let session = session(RandomSurface(&cases))
            var view = SurfaceView(layout: layout, hasSpecification: false)
            let bytes = try AnswerDraft.change(report(session, view)).writeWithinLimit()
            view.answerBytes = bytes.count - 1
            #expect(!report(session, view).isSurelyWithinLimit, "case \(seed)")
            #expect(throws: Problem.self) { try AnswerDraft.change(report(session, view)).writeWithinLimit() }
            view.answerBytes = 1 << 20
            if report(session, view).isSurelyWithinLimit { sure += 1 }
        }
        #expect(sure > 250, "for most answers the bound is enough")
    }

    @Test func `only writing an explanation tells its length`() {
        var cases = SeededCases(seed: 1)
        let session = session(RandomSurface(&cases))
        let report = ChangeReport(
            of: session, surfaces: session.surfaces, view: SurfaceView(window: .none), trace: TraceReport())
        #expect(!report.isSurelyWithinLimit)
    }

    @Test func `the answer to an applied change omits the rows when it is too long with them`() throws {
        var cases = SeededCases(seed: 2)
        let session = session(RandomSurface(&cases))
        let bare = try AnswerDraft.change(report(session, SurfaceView(window: .none))).write()
        let short = report(session, SurfaceView(answerBytes: bare.count))
        #expect(try AnswerDraft.change(short).write() == bare)
        #expect(try AnswerDraft.numbered(short.kept, short).write() == bare)
    }

    @Test func `an answer takes as long as its windows`() throws {
        let table = RandomWalk(seed: 1).table(rows: 100_001)
        func surface(_ id: String, _ method: WindowMethod) -> SessionSurface {
            let chart = Chart(
                id: id, size: ChartSize(width: 400, height: 200),
                xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions())],
                yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())],
                series: [Series(id: "v", column: 0, xAxis: "x", yAxis: "y", name: "v")], table: table,
                windowOptions: WindowOptions(method: method))
            return SessionSurface(surface: Surface(chart: chart), dataset: "walk")
        }
        func effort(_ surfaces: [SessionSurface], _ window: SurfaceView.Policy) -> WindowEffort {
            let session = Session(id: "s", timeZone: "UTC", idleTimeout: 60_000, surfaces: surfaces)
            return AnswerDraft.change(report(session, SurfaceView(window: window))).effort
        }
        #expect(effort([surface("a", .auto)], .full) == .short)
        #expect(effort([surface("a", .lttb)], .full) == .long)
        #expect(effort([surface("a", .lttb)], .none) == .short)
        #expect(effort([surface("a", .lttb)], .auto) == .short, "the window is the one of the last answer")
        #expect(effort([surface("a", .auto), surface("b", .auto)], .full) == .short)
        #expect(effort([surface("a", .auto), surface("b", .auto), surface("c", .auto)], .full) == .usual)
        #expect(
            AnswerDraft.surface(surface("a", .auto), SurfaceView(window: .none)).effort == .usual, "a specification")
    }
}
