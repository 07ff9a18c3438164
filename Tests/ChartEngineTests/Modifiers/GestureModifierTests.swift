import ChartEngine
import Gestures
import Testing

struct GestureModifierTests {
    private func probe(_ id: String, _ set: (inout GestureProbeModifier.Parameters) -> Void = { _ in })
        -> AttachedModifier
    {
        .of(GestureProbeModifier.self, id: id) {
            $0.name = id
            set(&$0)
        }
    }

    private static let drag = "1↓(100,100) 1→(140,100) 1↑(140,100)"

    @Test func `a modifier receives each state of the gesture that it has won`() throws {
        var driver = SampleChart().driver([probe("a"), probe("b")])
        try driver.touch(Self.drag)
        #expect(driver.chart.journal == ["a pan began 0", "a pan ended 0"])
    }

    @Test func `two fingers drive the pan and the companion pinch of a modifier`() throws {
        var driver = SampleChart().driver([probe("a")])
        try driver.touch("1↓(100,100) 2↓(200,100) 2→(240,100) 2↑(240,100) 1↑(100,100)")
        #expect(
            driver.chart.journal == ["a pan began 0", "a pinch began 1", "a pan ended 0", "a pinch ended 1"])
    }

    @Test func `a recognizer that may not begin fails, and other recognizers get the touches`() throws {
        var driver = SampleChart().driver([probe("a") { $0.begins = false }, probe("b")])
        try driver.touch(Self.drag)
        #expect(driver.chart.journal == ["b pan began 0", "b pan ended 0"])
    }

    @Test func `other recognizers get a touch that a recognizer does not receive`() throws {
        var driver = SampleChart().driver([probe("a") { $0.receives = false }, probe("b")])
        try driver.touch(Self.drag)
        #expect(driver.chart.journal == ["b pan began 0", "b pan ended 0"])
    }

    @Test func `disabling a modifier cancels its gesture and blocks new ones`() throws {
        var driver = SampleChart().driver([probe("a")])
        try driver.touch("1↓(100,100) 1→(140,100)")
        let modifier = driver.surface.modifiers[0]
        var options = modifier.options
        options.isEnabled = false
        driver.surface.changeModifier("a", options: options, to: modifier.modifier)
        #expect(driver.chart.journal == ["a pan began 0", "a pan cancelled 0"])
        #expect(driver.surface.gestures.isEmpty)
        try driver.touch("1→(180,100) 1↑(180,100)")
        try driver.touch(Self.drag)
        #expect(driver.chart.journal.count == 2)
        options.isEnabled = true
        driver.surface.changeModifier("a", options: options, to: modifier.modifier)
        try driver.touch(Self.drag)
        #expect(driver.chart.journal.suffix(2) == ["a pan began 0", "a pan ended 0"])
    }

    @Test func `a drag that a change has cancelled does not affect the next one`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100)")
        let before = driver.surface.modifiers[0]
        driver.surface.changeModifier(before.id, options: before.options, to: before.modifier)
        try driver.touch("1↑(140,100) 1↓(100,100) 1→(140,100)")
        expect(driver.x, 12, 52)
    }

    @Test func `removing a modifier cancels its gesture, then detaches it`() throws {
        var driver = SampleChart().driver([probe("a")])
        try driver.touch("1↓(100,100) 1→(140,100)")
        driver.surface.removeModifier("a")
        #expect(driver.chart.journal == ["a pan began 0", "a pan cancelled 0", "detach a"])
        #expect(driver.surface.gestures.isEmpty)
        try driver.touch("1→(180,100) 1↑(180,100)")
        #expect(driver.chart.journal.count == 3)
    }

    @Test func `removing a modifier removes its overlays`() throws {
        var driver = SampleChart().driver([.of(MarqueeModifier.self), .of(CursorModifier.self)])
        try driver.hover(.moved, at: Point(x: 10, y: 10))
        try driver.touch("1↓(100,100) 1→(140,140)")
        #expect(driver.chart.overlays.map(\.modifier) == ["marquee", "cursor"])
        driver.surface.removeModifier("marquee")
        #expect(driver.chart.overlays.map(\.modifier) == ["cursor"])
        driver.surface.removeModifier("cursor")
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `disabling a modifier removes its overlays`() throws {
        var driver = SampleChart().driver([.of(CursorModifier.self)])
        try driver.hover(.moved, at: Point(x: 10, y: 10))
        var options = AttachedModifier.Options()
        options.isEnabled = false
        driver.surface.changeModifier("cursor", options: options, to: CursorModifier(parameters: .init()))
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `removing a modifier does not affect the gestures of other modifiers`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(PinchZoomModifier.self), .of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100)")
        driver.surface.removeModifier("pinchZoom")
        try driver.touch("1→(180,100)")
        expect(driver.x, 12, 52)
    }

    @Test func `changed parameters apply to the next gesture`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        sample.yRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(ZoomPanModifier.self)])
        var parameters = ZoomPanModifier.Parameters()
        parameters.direction = .y
        driver.surface.changeModifier(
            "zoomPan", options: .init(), to: ZoomPanModifier(parameters: parameters))
        try driver.touch("1↓(100,100) 1→(140,120)")
        expect(driver.x, 20, 60)
        expect(driver.y, 24, 64)
    }

    @Test func `a gesture that requires another to fail waits for it`() throws {
        var options = AttachedModifier.Options()
        options.requireFailureOf = ["double"]
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([
            .of(ZoomExtentsModifier.self, id: "single", options: options) {
                $0.executeOn = .singleTap
                $0.range = .range(min: 1, max: 2)
            },
            .of(ZoomExtentsModifier.self, id: "double") { $0.range = .range(min: 3, max: 4) },
        ])
        try driver.touch("1↓(100,100) 1↑(100,100)")
        expect(driver.x, 20, 60)
        try driver.tick(after: 351)
        expect(driver.x, 1, 2)
        try driver.touch("1↓(100,100) 1↑(100,100) 1↓(100,100) 1↑(100,100)")
        expect(driver.x, 3, 4)
        try driver.tick(after: 1_000)
        expect(driver.x, 3, 4)
    }

    @Test func `two gestures are simultaneous when either modifier allows it`() throws {
        for side in [0, 1] {
            var options = [AttachedModifier.Options(), AttachedModifier.Options()]
            options[side].simultaneousWith = [side == 0 ? "b" : "a"]
            var driver = SampleChart().driver([
                .of(GestureProbeModifier.self, id: "a", options: options[0]) { $0.name = "a" },
                .of(GestureProbeModifier.self, id: "b", options: options[1]) { $0.name = "b" },
            ])
            try driver.touch("1↓(100,100) 1→(140,100)")
            #expect(driver.chart.journal == ["a pan began 0", "b pan began 0"])
        }
    }
}
