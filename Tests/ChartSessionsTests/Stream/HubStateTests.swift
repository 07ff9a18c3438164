import ChartEngine
import ChartSeries
import Testing

@testable import ChartSessions

struct HubStateTests {
    private func session(_ method: WindowMethod, revision: Int) throws -> Session {
        var session = SampleSession.session()
        for _ in 0..<revision {
            try session.changeSurface("main") { surface in
                var options = surface.chart.windowOptions
                options.method = method
                surface.setWindowOptions(options)
            }
        }
        return session
    }

    @Test func `the effort of a viewer's next step is that of its windows`() throws {
        let quick = try session(.auto, revision: 1)
        var state = HubState(latest: try session(.lttb, revision: 1), leftAt: 0)
        let viewer = state.add(PlainFormat().view, knowing: nil)
        #expect(state.effort(of: viewer) == .long, "the newest state comes first")
        _ = state.step(of: viewer)
        #expect(state.effort(of: viewer) == .short, "there is nothing to write")
        state.note(try session(.lttb, revision: 2), after: quick, changing: "main", limits: StreamLimits())
        state.note(quick, after: quick, changing: "main", limits: StreamLimits())
        #expect(state.effort(of: viewer) == .long)
        _ = state.step(of: viewer)
        #expect(state.effort(of: viewer) == .short)
        #expect(state.effort(of: viewer + 1) == .short, "it has left")
    }
}
