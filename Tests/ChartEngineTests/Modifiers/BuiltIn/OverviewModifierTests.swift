import ChartEngine
import Foundation
import Gestures
import Testing

/// Tests an overview alone; the tests of sessions cover its effect on another surface.
struct OverviewModifierTests {
    private static func overview(dragBeside: OverviewModifier.DragBeside? = nil) -> AttachedModifier {
        .of(OverviewModifier.self) {
            $0.of = AxisReference(surface: "other", axis: "x")
            $0.dragBeside = dragBeside
        }
    }

    /// An overview with the window 20…60 of 0…100: its thumb covers 80…240 of 400 points.
    private static func driver(
        window: AxisRange? = AxisRange(min: 20, max: 60), dragBeside: OverviewModifier.DragBeside? = nil,
        _ set: (inout AxisOptions) -> Void = { _ in }
    ) -> SurfaceDriver {
        var other = SampleChart()
        other.xRange = window
        set(&other.x)
        let axis = other.make().xAxes[0]
        var driver = SampleChart().driver([overview(dragBeside: dragBeside)])
        driver.surface.watch([WatchedAxis(AxisReference(surface: "other", axis: "x"), axis: axis, length: 400)])
        return driver
    }

    private func requests(_ driver: inout SurfaceDriver) -> [AxisRange] {
        driver.surface.takeSignals().compactMap { signal in
            guard case .request(let range, _, _) = signal.content else { return nil }
            return range
        }
    }

    @Test func `the axis of the overview is at its extents for the next event of the same batch too`() throws {
        var zoomed = SampleChart()
        zoomed.xRange = AxisRange(min: 20, max: 60)
        var driver = zoomed.driver([.of(RowSelectionModifier.self) { $0.keepOnEnd = true }, Self.overview()])
        #expect(driver.x == AxisRange(min: 0, max: 100))
        let command = AttachedModifier.of(MouseWheelZoomModifier.self)
        driver.surface.add(command)
        let start = Timestamp(microseconds: 2_000_000)
        let down = TouchEvent(
            phase: .began, time: start, contacts: [TouchEvent.Contact(id: 1, location: Point(x: 100, y: 100))])
        let wheel = WheelEvent(time: start, location: Point(x: 300, y: 100), deltaX: 0, deltaY: -200)
        try driver.send([.wheel(wheel), .touch(down)])
        #expect(driver.x == AxisRange(min: 0, max: 100))
        #expect(driver.chart.selection.rows == [25])
    }

    @Test func `the overview watches the axis in its parameter`() {
        let surface = SampleChart().surface([Self.overview()])
        #expect(surface.watchedAxes == [AxisReference(surface: "other", axis: "x")])
    }

    @Test func `the overview requests ranges without a limit, and sees the result at once`() throws {
        var driver = Self.driver()
        try driver.touch("1↓(160,100) 1→(260,100) 1→(380,100)")
        #expect(requests(&driver) == [AxisRange(min: 45, max: 85), AxisRange(min: 75, max: 115)])
        let overlay = try #require(driver.chart.overlays.first)
        #expect(overlay.range == AxisRange(min: 60, max: 100))
        #expect(overlay.rect == Rect(x: 240, y: 0, width: 160, height: 200))
    }

    @Test func `the end of the touch sequence ends the action`() throws {
        var driver = Self.driver()
        try driver.touch("1↓(160,100) 1→(260,100) 1↑(260,100)")
        #expect(driver.surface.takeSignals().last?.content == .endOfAction)
        #expect(driver.surface.takeSteps().count == 1)
    }

    @Test func `a drag of an end continues during a pinch`() throws {
        var driver = Self.driver()
        try driver.touch("1↓(82,100) 1→(62,100) 2↓(300,100) 2→(390,100)")
        #expect(requests(&driver).allSatisfy { $0.max == 60 })
    }

    @Test func `the strip shows a logarithmic axis by decades`() throws {
        var other = SampleChart(table: SampleTable.make(x: [1, 10, 100, 10_000], ["level": [1, 2, 3, 4]]))
        other.x.type = .log
        other.xRange = AxisRange(min: 10, max: 100)
        let axis = other.make().xAxes[0]
        var driver = SampleChart().driver([Self.overview()])
        driver.surface.watch([WatchedAxis(AxisReference(surface: "other", axis: "x"), axis: axis, length: 400)])
        let rect = try #require(driver.chart.overlays.first?.rect)
        #expect(abs(rect.x - 100) < 1e-9 && abs(rect.width - 100) < 1e-9)
        try driver.touch("1↓(150,100) 1→(250,100)")
        let asked = try #require(requests(&driver).last)
        #expect(abs(asked.min / 100 - 1) < 1e-9 && abs(asked.max / 1_000 - 1) < 1e-9)
    }

    @Test func `a drag beside the thumb selects what it crosses if it may, and nothing otherwise`() throws {
        var driver = Self.driver(dragBeside: .select)
        try driver.touch("1↓(280,100) 1→(320,100) 1→(360,100)")
        #expect(requests(&driver).last == AxisRange(min: 70, max: 90))
        try driver.touch("1→(20,100) 1↑(20,100)")
        #expect(requests(&driver).last == AxisRange(min: 5, max: 70))
        var other = Self.driver()
        try other.touch("1↓(280,100) 1→(320,100) 1↑(360,100)")
        #expect(requests(&other).isEmpty)
    }

    @Test func `a selected window is as long as the shortest thumb, and ends where the data ends`() throws {
        var driver = Self.driver(dragBeside: .select)
        try driver.touch("1↓(300,100) 1→(312,100)")
        #expect(requests(&driver).last == AxisRange(min: 75, max: 79))
        try driver.touch("1→(900,100)")
        #expect(requests(&driver).last == AxisRange(min: 75, max: 100))
        var atEnd = Self.driver(dragBeside: .select)
        try atEnd.touch("1↓(399,100) 1→(388,100) 1→(410,100)")
        #expect(requests(&atEnd).last == AxisRange(min: 96, max: 100))
    }

    @Test func `a drag inside of a thumb that covers everything selects, and its ends still resize`() throws {
        var driver = Self.driver(window: AxisRange(min: 0, max: 100), dragBeside: .select)
        try driver.touch("1↓(100,100) 1→(200,100) 1↑(200,100)")
        #expect(requests(&driver).last == AxisRange(min: 25, max: 50))
        var end = Self.driver(window: AxisRange(min: 0, max: 100), dragBeside: .select)
        try end.touch("1↓(2,100) 1→(42,100)")
        #expect(requests(&end).last == AxisRange(min: 10, max: 100))
    }

    @Test func `a selection keeps the spans that the other axis allows`() throws {
        var driver = Self.driver(dragBeside: .select) { ($0.minimumSpan, $0.maximumSpan) = (10, 30) }
        try driver.touch("1↓(280,100) 1→(300,100)")
        #expect(requests(&driver).last == AxisRange(min: 70, max: 80))
        try driver.touch("1→(400,100)")
        #expect(requests(&driver).last == AxisRange(min: 70, max: 100))
        try driver.touch("1→(0,100)")
        #expect(requests(&driver).last == AxisRange(min: 40, max: 70))
    }

    @Test func `a state without the property reads and writes as before`() throws {
        var parameters = OverviewModifier.Parameters()
        parameters.of = AxisReference(surface: "main", axis: "x")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = #"{"minimumThumb":16,"of":"main/x"}"#
        #expect(String(decoding: try encoder.encode(parameters), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(OverviewModifier.Parameters.self, from: Data(text.utf8)) == parameters)
        parameters.dragBeside = .select
        let read = try JSONDecoder().decode(OverviewModifier.Parameters.self, from: encoder.encode(parameters))
        #expect(read == parameters)
    }

    @Test func `validation refuses a negative thumb`() {
        var parameters = OverviewModifier.Parameters()
        #expect(parameters.minimumThumb == 16)
        #expect(throws: Never.self) { try parameters.check() }
        parameters.minimumThumb = -1
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
