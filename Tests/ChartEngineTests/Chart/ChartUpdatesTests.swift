import ChartEngine
import CoreTestSupport
import Gestures
import Testing

struct ChartUpdatesTests {
    private struct Refusal: Error {}

    @Test func `nested scopes publish one update, at the end of the outermost`() {
        var chart = SampleChart().make()
        let before = chart.publishedUpdates
        chart.suspendUpdates { chart in
            chart.suspendUpdates { $0.zoomExtents() }
            chart.suspendUpdates { _ = $0.selectRow(3) }
            #expect(chart.publishedUpdates == before)
        }
        #expect(chart.publishedUpdates == before + 1)
    }

    @Test func `a change outside of any scope is an update of its own`() {
        var chart = SampleChart().make()
        let before = chart.publishedUpdates
        chart.zoomExtents()
        chart.selectRow(3)
        #expect(chart.publishedUpdates == before + 2)
    }

    @Test func `a scope that throws ends`() throws {
        var chart = SampleChart().make()
        let before = chart.publishedUpdates
        #expect(throws: Refusal.self) {
            try chart.suspendUpdates { (_: inout Chart) throws(Refusal) -> Void in throw Refusal() }
        }
        chart.zoomExtents()
        #expect(chart.publishedUpdates == before + 2)
    }

    @Test func `a batch is one update, whatever its length`() throws {
        for text in ["1↓(100,100)", "1↓(100,100) 1→(140,120) 1→(180,140) 1↑(200,150)"] {
            var surface = SampleChart().surface([.of(ZoomPanModifier.self), .of(CursorModifier.self)])
            let before = surface.chart.publishedUpdates
            _ = try surface.apply(TouchScript(text).events)
            #expect(surface.chart.publishedUpdates == before + 1)
        }
    }

    @Test func `a batch of two fingers' pan and pinch on two axes is one update`() throws {
        var surface = SampleChart().surface([.of(ZoomPanModifier.self), .of(PinchZoomModifier.self)])
        let before = surface.chart.publishedUpdates
        let script: TouchScript = "1↓(150,100) 2↓(250,100) 1→(100,80)+2→(320,140) 1→(90,80)"
        _ = try surface.apply(script.events)
        #expect(surface.chart.publishedUpdates == before + 1)
    }
}
