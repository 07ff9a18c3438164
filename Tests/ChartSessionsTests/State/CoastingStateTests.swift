import ChartEngine
import ChartSeries
import ChartSessions
import Gestures
import Testing

/// Sessions encoded and decoded while content coasts, here and in an event group.
struct CoastingStateTests {
    private static let rows = SampleSession.rows(0...1_000)

    /// Two surfaces of an event group with motion after a pan; an overview watches the second one.
    private func session() -> Session {
        var surfaces = ["a", "b"].map { GroupedSession.surface($0, table: Self.rows) }
        surfaces.append(GroupedSession.overview(of: "b/x"))
        var session = SampleSession.session(surfaces)
        for id in ["a", "b"] {
            try? session.changeSurface(id) { surface in
                var parameters = ZoomPanModifier.Parameters()
                parameters.inertia = true
                parameters.direction = .x
                surface.changeModifier("zoomPan", options: .init(), to: ZoomPanModifier(parameters: parameters))
                surface.changeAxis("x", options: AxisOptions(), visibleRange: AxisRange(min: 500, max: 540))
            }
        }
        return session
    }

    private var dependencies: SessionStateDependencies {
        SessionStateDependencies { rows in
            rows.surface == "overview" ? SampleSession.table : Self.rows.prefix(rows: rows.count, version: rows.version)
        }
    }

    /// A fling, ticks while the content moves, then a touch elsewhere that stops it, and another fling there.
    private var events: [(surface: String, event: InputEvent)] {
        func fling(on surface: String, at start: Int64) -> [(String, InputEvent)] {
            (0...6).map { index in
                let phase: TouchPhase = index == 0 ? .began : index == 6 ? .ended : .moved
                return (surface, .touch(phase, x: 300 - 25 * Double(index), at: start + Int64(index) * 16))
            }
        }
        let ticks = (0..<8).map { ("a", InputEvent.tick(at: 130 + $0 * 40)) }
        return fling(on: "a", at: 0) + ticks + fling(on: "b", at: 20) + [("b", .tick(at: 400)), ("a", .tick(at: 900))]
    }

    @Test func `a restored session behaves alike from any step`() throws {
        var session = session()
        var isMoved = (here: false, inGroup: false)
        for cut in events.indices {
            try session.send([events[cut].event], to: events[cut].surface)
            let state = try session.encodedState()
            isMoved.here = isMoved.here || String(decoding: state, as: UTF8.self).contains(#""inertia":"#)
            isMoved.inGroup = isMoved.inGroup || String(decoding: state, as: UTF8.self).contains(#""coastsWithGroup":"#)
            var original = session
            var again = try Session(state: state, dependencies: dependencies)
            for (surface, event) in events[(cut + 1)...] {
                try original.send([event], to: surface)
                try again.send([event], to: surface)
                #expect(again.visible == original.visible && again.stateHash == original.stateHash, "after \(cut)")
                #expect(try again.encodedState() == original.encodedState(), "after \(cut)")
            }
        }
        #expect(isMoved.here && isMoved.inGroup)
    }
}
