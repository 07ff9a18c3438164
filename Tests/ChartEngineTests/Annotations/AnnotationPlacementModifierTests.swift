import ChartJSON
import ChartSeries
import CoreTestSupport
import Foundation
import Gestures
import Testing

@testable import ChartEngine

/// Both axes show 0…100 on a plot area of 400 × 200 points.
struct AnnotationPlacementModifierTests {
    typealias Value = Annotation.Point

    private func driver(_ set: (inout AnnotationPlacementModifier.Parameters) -> Void) -> SurfaceDriver {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 0, max: 100)
        sample.yRange = AxisRange(min: 0, max: 100)
        let pan = AttachedModifier.of(ZoomPanModifier.self) { $0.clipModeX = .none }
        return sample.driver([pan, .of(AnnotationPlacementModifier.self, set)])
    }

    /// A surface that was made again from the text of its state.
    private func restored(_ surface: Surface) throws -> Surface {
        let decoder = JSONDecoder()
        decoder.userInfo[Restored.table] = surface.table
        return try decoder.decode(Restored.self, from: JSONEncoder().encode(ChartEngine.SurfaceState(of: surface)))
            .surface
    }

    private struct Restored: Decodable {
        static let table = CodingUserInfoKey(rawValue: "table")!
        let surface: Surface

        init(from decoder: any Decoder) throws {
            let table = try #require(decoder.userInfo[Self.table] as? Table)
            surface = try Surface(from: decoder, table: table, registry: .builtIn)
        }
    }

    @Test func `a drag makes an annotation from where the finger went down, before every pan, once`() throws {
        var driver = driver { $0.kind = .line }
        try driver.touch("1↓(40,100) 1→(80,100)")
        #expect(driver.surface.annotations.items.map(\.id) == ["line-1"])
        #expect(driver.surface.annotations.items[0].points == [Value(x: 10, y: 50), Value(x: 20, y: 50)])
        #expect(driver.surface.takeSteps().isEmpty)
        try driver.touch("1→(120,60) 1↑(160,20)")
        #expect(driver.surface.annotations.items[0].points == [Value(x: 10, y: 50), Value(x: 40, y: 90)])
        let steps = driver.surface.takeSteps()
        #expect(steps.count == 1 && steps[0].annotations?.first?.before == nil)
        #expect(driver.surface.modifiers.first { $0.id == "annotationPlacement" }?.isEnabled == false)
        try driver.touch("1↓(40,100) 1→(80,100) 1↑(80,100)", after: 1_000)
        #expect(driver.surface.annotations.items.count == 1 && driver.x != AxisRange(min: 0, max: 100))
    }

    @Test func `a short drag makes nothing, a cancelled one leaves nothing`() throws {
        var driver = driver { $0.once = false }
        try driver.touch("1↓(40,100) 1→(44,100) 1↑(44,100)")
        try driver.touch("1↓(40,100) 1→(80,100) 1✕(80,100)", after: 1_000)
        #expect(driver.surface.annotations.isEmpty && driver.surface.takeSteps().isEmpty)
        try driver.touch("1↓(40,100) 1→(80,100) 1↑(80,100)", after: 1_000)
        #expect(driver.surface.annotations.items.map(\.id) == ["line-2"])
    }

    @Test func `taps give points in their own time, and the last one follows the pointer`() throws {
        var driver = driver {
            $0.kind = .box
            $0.gesture = .taps
        }
        try driver.touch("1↓(40,100) 1↑(40,100)")
        #expect(driver.surface.annotations.items.map(\.id) == ["box-1"] && driver.surface.takeSteps().isEmpty)
        try driver.hover(.moved, at: Point(x: 80, y: 60))
        #expect(driver.surface.annotations.items[0].points == [Value(x: 10, y: 50), Value(x: 20, y: 70)])
        // A pan between.
        try driver.touch("1↓(200,100) 1→(160,100) 1↑(160,100)", after: 1_000)
        #expect(driver.x == AxisRange(min: 10, max: 110))
        _ = driver.surface.takeSteps()
        try driver.touch("1↓(200,20) 1↑(200,20)", after: 1_000)
        let steps = driver.surface.takeSteps()
        #expect(steps.count == 1 && steps[0].annotations?.count == 1)
        #expect(driver.surface.annotations.placing == nil)
    }

    @Test func `cancelling, disabling and undoing take away what is not finished`() throws {
        for index in 0..<3 {
            var driver = driver {
                $0.kind = .line
                $0.gesture = .taps
            }
            try driver.touch("1↓(40,100) 1↑(40,100)")
            #expect(driver.surface.annotations.items.count == 1)
            switch index {
            case 0: driver.surface.cancelGestures()
            case 1:
                let hasCancelled = driver.surface.cancelPlacing()
                #expect(hasCancelled)
            default:
                let entry = try #require(driver.surface.modifiers.last)
                var options = entry.options
                options.isEnabled = false
                driver.surface.changeModifier(entry.id, options: options, to: entry.modifier)
            }
            #expect(driver.surface.annotations.isEmpty && driver.surface.takeSteps().isEmpty)
        }
    }

    @Test func `a text is placed by a tap, with its template`() throws {
        var driver = driver {
            $0.kind = .text
            $0.template = ["text": "Here", "color": "red", "locked": true]
        }
        try driver.touch("1↓(40,100) 1↑(40,100)")
        let made = try #require(driver.surface.annotations.items.first)
        #expect(made.id == "text-1" && made.points == [Value(x: 10, y: 50)])
        #expect(made.style.text == "Here" && made.style.color == "red" && made.style.isLocked)
        #expect(driver.surface.takeSteps().count == 1)
    }

    @Test func `points are drawn to ticks, each coordinate by itself`() throws {
        var driver = driver {
            $0.kind = .horizontalLine
            $0.snap = [.tick]
        }
        try driver.touch("1↓(123,103) 1↑(123,103)")
        #expect(driver.surface.annotations.items.map(\.points) == [[Value(x: nil, y: 50)]])
    }

    @Test func `there is room for so many and no more`() throws {
        var driver = driver { $0.once = false }
        for index in 0..<Annotation.mostOfSurface {
            driver.surface.put(
                Annotation(id: "a\(index)", kind: .verticalLine, xAxis: "x", yAxis: "y", Value(x: Double(index % 100))))
        }
        try driver.touch("1↓(40,100) 1→(80,100) 1↑(80,100)")
        #expect(driver.surface.annotations.items.count == Annotation.mostOfSurface)
    }

    @Test func `a surface restored in the middle of a drag goes on`() throws {
        var driver = driver { $0.kind = .line }
        try driver.touch("1↓(40,100) 1→(80,100)")
        var other = SurfaceDriver(surface: try restored(driver.surface))
        other.time = driver.time
        try driver.touch("1→(120,60) 1↑(160,20)")
        try other.touch("1→(120,60) 1↑(160,20)")
        #expect(driver.surface.annotations.items == other.surface.annotations.items)
        #expect(other.surface.annotations.items.map(\.id) == ["line-1"])
    }
}
