import ChartEngine
import ChartSessions
import Testing

struct EventWorkTests {
    private func session(rows: Int, _ modifiers: (inout Surface) -> Void) -> Session {
        var surface = SampleSession.surface(table: SampleSession.rows(0...rows - 1), xRange: nil).surface
        modifiers(&surface)
        return SampleSession.session([SessionSurface(surface: surface, dataset: nil)])
    }

    private func tooltips(_ count: Int) -> (inout Surface) -> Void {
        { surface in
            for number in 0..<count {
                surface.add(AttachedModifier(id: "t\(number)", modifier: TooltipModifier(parameters: .init())))
            }
        }
    }

    @Test func `a batch after which many modifiers search many rows takes long`() {
        #expect(session(rows: 40_000, tooltips(60)).mayTakeLong(events: 1, gestures: 1, on: "main"))
        #expect(!session(rows: 40_000, tooltips(3)).mayTakeLong(events: 8, gestures: 1, on: "main"))
        #expect(!session(rows: 100, tooltips(60)).mayTakeLong(events: 1, gestures: 1, on: "main"))
    }

    @Test func `each tap of a batch has those that select search again`() {
        let session = session(rows: 40_000) { surface in
            var parameters = SelectionParameters()
            parameters.selectsByMarquee = false
            surface.add(AttachedModifier(id: "s", modifier: SeriesSelectionModifier(parameters: parameters)))
        }
        #expect(!session.mayTakeLong(events: 8, gestures: 1, on: "main"))
        #expect(session.mayTakeLong(events: 64, gestures: 33, on: "main"))
    }
}
