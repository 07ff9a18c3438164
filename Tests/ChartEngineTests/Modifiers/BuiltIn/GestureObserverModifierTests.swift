import ChartEngine
import CoreTestSupport
import Gestures
import Testing

struct GestureObserverModifierTests {
    private static func observer(
        _ gesture: GestureKind, id: String = "observer", options: AttachedModifier.Options = .init(),
        _ set: (inout GestureObserverModifier.Parameters) -> Void = { _ in }
    ) -> AttachedModifier {
        .of(GestureObserverModifier.self, id: id, options: options) { parameters in
            parameters.gesture = gesture
            set(&parameters)
        }
    }

    /// The reports as `modifier gesture state`.
    private func reports(_ chart: Chart) -> [String] {
        chart.recognized.map { "\($0.modifier) \($0.gesture.kind) \($0.gesture.state)" }
    }

    private func events(_ text: String) -> [InputEvent] { TouchScript(text, from: 1_000).events }

    private static let scripts: [(kind: GestureKind, text: String, states: [String])] = [
        (.tap, "1↓(50,50) 1↑(50,50)", ["ended"]),
        (.doubleTouchDown, "1↓(50,50) 1↑(50,50) 2↓(50,50)", ["ended"]),
        (.longPress, "1↓(50,50) +600 1→(51,50) 1↑(51,50)", ["began", "changed", "ended"]),
        (.pan, "1↓(50,50) 1→(70,50) 1→(80,50) 1→(90,50) 1↑(90,50)", ["began", "changed", "ended"]),
        (.pinch, "1↓(50,50)+2↓(90,50) 2→(110,50) 2→(120,50) 1↑(50,50)+2↑(120,50)", ["began", "changed", "ended"]),
        (.rotation, "1↓(50,50)+2↓(90,50) 2→(90,70) 2→(90,80) 1↑(50,50)+2↑(90,80)", ["began", "changed", "ended"]),
        (.swipe, "1↓(50,50) 1→(80,50) 1→(130,50)", ["ended"]),
        (.marquee, "1↓(50,50) 1→(70,60) 1→(80,70) 1↑(80,70)", ["began", "changed", "ended"]),
    ]

    @Test(arguments: scripts.indices)
    func `the observer reports a touch gesture in every state, and merges moves into the last one`(index: Int) throws {
        let script = Self.scripts[index]
        var driver = SampleChart().driver([Self.observer(script.kind)])
        let before = driver.chart
        try driver.send(events(script.text))
        #expect(reports(driver.chart) == script.states.map { "observer \(script.kind) \($0)" })
        #expect(driver.x == before.xAxes[0].visibleRange && driver.y == before.yAxes[0].visibleRange)
        #expect(driver.chart.overlays.isEmpty && driver.chart.selection == before.selection)
    }

    @Test func `the observer reports hover and wheel`() throws {
        var driver = SampleChart().driver([Self.observer(.hover), Self.observer(.wheel, id: "wheel")])
        try driver.hover(.entered, at: Point(x: 10, y: 10))
        #expect(reports(driver.chart) == ["observer hover began"])
        try driver.wheel(at: Point(x: 10, y: 10), deltaY: 3)
        #expect(reports(driver.chart) == ["wheel wheel began"])
        try driver.tick(after: 151)
        #expect(reports(driver.chart) == ["wheel wheel ended"])
    }

    @Test func `a report lasts until the next update, and a chart without observers has no reports`() throws {
        var driver = SampleChart().driver([Self.observer(.tap)])
        try driver.send(events("1↓(50,50) 1↑(50,50)"))
        #expect(driver.chart.recognized.map(\.gesture.time.milliseconds) == [1_032])
        #expect(driver.chart.recognized.map(\.gesture.location) == [Point(x: 50, y: 50)])
        try driver.tick(after: 1)
        #expect(driver.chart.recognized.isEmpty)
        var plain = SampleChart().driver([.of(ZoomPanModifier.self)])
        try plain.send(events("1↓(50,50) 1→(90,50)"))
        #expect(plain.chart.recognized.isEmpty)
    }

    @Test func `a merged move keeps the last values`() throws {
        var driver = SampleChart().driver([Self.observer(.pan)])
        try driver.send(events("1↓(50,50) 1→(70,50) 1→(80,50) 1→(91,52)"))
        #expect(reports(driver.chart) == ["observer pan began", "observer pan changed"])
        let last = try #require(driver.chart.recognized.last?.gesture)
        guard case .pan(let translation, _) = last.values else {
            Issue.record("no pan")
            return
        }
        #expect(translation == Vector(dx: 41, dy: 2) && last.time.milliseconds == 1_064)
    }

    @Test func `moves of two gestures at once are merged separately`() throws {
        var driver = SampleChart().driver([
            Self.observer(.pan, id: "drag") { $0.touches = 2 }, Self.observer(.pinch, id: "spread"),
        ])
        let moves = (1...20).map { "1→(\(50 + 5 * $0),50)+2→(\(90 + 9 * $0),50)" }.joined(separator: " ")
        try driver.send(events("1↓(50,50)+2↓(90,50) " + moves))
        #expect(
            reports(driver.chart) == [
                "spread pinch began", "drag pan began", "drag pan changed", "spread pinch changed",
            ])
    }

    @Test(arguments: [(1, "1↓(50,50) 1↑(50,50)"), (2, "1↓(50,50)+2↓(90,50) 1↑(50,50)+2↑(90,50)")])
    func `the observer reports only gestures with its number of touches`(touches: Int, text: String) throws {
        for wanted in 1...2 {
            var driver = SampleChart().driver([Self.observer(.tap) { $0.touches = wanted }])
            try driver.send(events(text))
            #expect(driver.chart.recognized.count == (wanted == touches ? 1 : 0))
        }
    }

    @Test func `the observer reports only taps with its number of taps`() throws {
        var driver = SampleChart().driver([
            Self.observer(.tap, id: "two") { $0.taps = 2 }, Self.observer(.tap, id: "one"),
        ])
        try driver.send(events("1↓(50,50) 1↑(50,50)"))
        #expect(reports(driver.chart) == ["one tap ended"])
        driver.time = 1_032
        try driver.send(TouchScript("1↓(50,50) 1↑(50,50)", from: 1_100).events)
        #expect(reports(driver.chart) == ["two tap ended"])
    }

    @Test func `the observer reports a single tap that waits for a double tap late, with its own time`() throws {
        var options = AttachedModifier.Options()
        options.requireFailureOf = ["two"]
        var driver = SampleChart().driver([
            Self.observer(.tap, id: "one", options: options), Self.observer(.tap, id: "two") { $0.taps = 2 },
        ])
        try driver.send(events("1↓(50,50) 1↑(50,50)"))
        #expect(driver.chart.recognized.isEmpty)
        try driver.tick(after: 1_000)
        #expect(reports(driver.chart) == ["one tap ended"])
        let gesture = try #require(driver.chart.recognized.first?.gesture)
        #expect(gesture.time.milliseconds == 1_032 && gesture.resolvedAt?.milliseconds == 1_382)
    }

    @Test(arguments: [("right", "130,50", true), ("left", "130,50", false), ("up", "50,-30", true)])
    func `the observer reports only swipes in its direction`(direction: String, end: String, isReported: Bool) throws {
        var driver = SampleChart().driver([
            Self.observer(.swipe) { $0.direction = GestureObserverModifier.Direction(rawValue: direction) }
        ])
        try driver.send(events("1↓(50,50) 1→(\(end))"))
        #expect(driver.chart.recognized.isEmpty != isReported)
    }

    @Test func `a pan along x counts only movement along x, which is vertical after a turn`() throws {
        var driver = SampleChart().driver([
            Self.observer(.pan) { $0.direction = .x }, .of(RotateChartModifier.self),
        ])
        try driver.send(events("1↓(50,50) 1→(55,90)"))
        #expect(driver.chart.recognized.isEmpty)
        try driver.surface.perform(.modifier(RotateChartModifier.command))
        driver.time = 2_000
        try driver.send(TouchScript("1↓(50,50) 1→(55,90)", from: 2_000).events)
        #expect(reports(driver.chart) == ["observer pan began"])
    }

    @Test func `the observer reports client gestures that fit its parameters`() throws {
        var driver = SampleChart().driver([
            Self.observer(.tap) { $0.taps = 2 }, Self.observer(.swipe, id: "swipe") { $0.direction = .up },
            .of(ZoomExtentsModifier.self),
        ])
        try driver.gesture(.tap(taps: 1), .ended)
        #expect(driver.chart.recognized.isEmpty)
        try driver.gesture(.tap(taps: 2), .ended)
        #expect(reports(driver.chart) == ["observer tap ended"])
        try driver.gesture(.swipe(direction: .down), .ended)
        #expect(driver.chart.recognized.isEmpty)
        try driver.gesture(.swipe(direction: .up), .ended)
        #expect(reports(driver.chart) == ["swipe swipe ended"])
    }

    @Test func `the observer reports the gesture of a removed modifier as cancelled`() throws {
        var driver = SampleChart().driver([Self.observer(.pan)])
        try driver.send(events("1↓(50,50) 1→(70,50)"))
        driver.surface.cancelGestures()
        #expect(reports(driver.chart) == ["observer pan cancelled"])
    }

    @Test func `the observer reports a gesture that another driver's batch resolves with that batch`() throws {
        var options = AttachedModifier.Options()
        options.requireFailureOf = ["two"]
        var driver = SampleChart().driver([
            Self.observer(.tap, id: "one", options: options), Self.observer(.tap, id: "two") { $0.taps = 2 },
        ])
        try driver.send(events("1↓(50,50) 1↑(50,50)"))
        _ = try driver.surface.apply([.tick(Timestamp(microseconds: 5))], isOfNewDriver: true)
        #expect(reports(driver.chart) == ["one tap ended"])
    }

    @Test func `a simultaneous observer does not disturb another modifier`() throws {
        var options = AttachedModifier.Options()
        options.simultaneousWith = ["zoomPan"]
        var driver = SampleChart().driver([
            Self.observer(.pan, options: options), .of(ZoomPanModifier.self) { $0.clipModeX = .none },
        ])
        try driver.send(events("1↓(50,50) 1→(70,50)"))
        #expect(reports(driver.chart) == ["observer pan began"])
        expect(driver.x, -5, 95)
    }

    @Test(arguments: GestureKind.allCases)
    func `every gesture has a recognizer of its kind`(kind: GestureKind) {
        var parameters = GestureObserverModifier.Parameters()
        parameters.gesture = kind
        let modifier = GestureObserverModifier(parameters: parameters)
        #expect(modifier.makeGestureRecognizer(on: SampleChart().make()).kind == kind)
    }

    private static let refused:
        [(property: String, set: @Sendable (inout GestureObserverModifier.Parameters) -> Void)] =
            [
                ("taps", { $0.taps = 0 }), ("taps", { $0.taps = .max }),
                ("taps", { ($0.gesture, $0.taps) = (.pan, 2) }),
                ("touches", { $0.touches = 0 }), ("touches", { $0.touches = 17 }),
                ("touches", { ($0.gesture, $0.touches) = (.pinch, 2) }),
                ("direction", { $0.direction = .left }), ("direction", { ($0.gesture, $0.direction) = (.pan, .left) }),
                ("direction", { ($0.gesture, $0.direction) = (.swipe, .x) }),
            ]

    @Test(arguments: refused.indices)
    func `validation refuses counts out of range and properties that the gesture does not have`(index: Int) {
        var parameters = GestureObserverModifier.Parameters()
        Self.refused[index].set(&parameters)
        let error = #expect(throws: ModifierError.self) { try parameters.check() }
        #expect(error?.property == Self.refused[index].property)
    }
}
