import ChartJSON
import ChartSeries
import CoreTestSupport
import Testing

@testable import ChartEngine

/// What a description of a value promises, for every value that has one.
@Suite struct DescriptionLawTests {
    private static let table: Table = {
        do {
            return try Table(
                xName: "t", xKind: .date, x: [0, 1],
                columns: ["a", "b", "c", "d"].map { (name: $0, values: [1, 2]) })
        } catch { preconditionFailure("\(error)") }
    }()

    private static let place = SeriesPlace(
        table: table, xAxes: ["x", "x2"].map { Axis(id: $0, dimension: .x, options: AxisOptions()) },
        yAxes: ["y", "y2"].map { Axis(id: $0, dimension: .y, options: AxisOptions()) })

    private static let window = WindowOptions.Place(maximumRows: 20_000, hasDates: true)

    private static func series(_ cases: inout SeededCases) -> Series {
        var series = Series(
            id: cases.element(of: ["a", "two", "é"]), column: cases.integer(in: 0...3),
            xAxis: cases.element(of: ["x", "x2"]),
            yAxis: cases.element(of: ["y", "y2"]), name: cases.element(of: ["", "Temp"]))
        series.isVisible = cases.isTrue()
        if cases.isTrue() { series.color = "teal" }
        if cases.isTrue() { series.kind = cases.element(of: SeriesKind.allCases) }
        if cases.isTrue() { series.stack = "s" }
        if cases.isTrue() { series.aggregate = cases.element(of: Aggregate.allCases) }
        if cases.isTrue() { series.unit = "°C" }
        if cases.isTrue() { series.dash = [6, 2.5] }
        if cases.isTrue() { series.ohlc = CandleColumns(open: 3, high: 1, low: 0, close: 2) }
        if cases.isTrue() { series.width = cases.number(in: 0.5...20) }
        if cases.isTrue() { series.marker = cases.element(of: SeriesMarker.allCases) }
        if cases.isTrue() { series.markerSize = cases.number(in: 1...40) }
        return series
    }

    private static func window(_ cases: inout SeededCases) -> WindowOptions {
        let unit: CalendarUnit? = cases.isTrue() ? cases.element(of: CalendarUnit.allCases) : nil
        return WindowOptions(
            method: cases.element(of: WindowMethod.allCases), maximumRows: cases.integer(in: 1...20_000),
            rowUnit: cases.isTrue() ? .day : .instant, points: cases.isTrue() ? cases.integer(in: 3...20_000) : nil,
            aggregate: cases.element(of: Aggregate.allCases), unit: unit,
            unitCount: unit != nil && cases.isTrue() ? cases.integer(in: 2...10_000) : nil,
            weekStart: cases.isTrue() ? .sunday : nil)
    }

    @Test(arguments: seeds(200))
    func `what was written is read as the same value, and as a patch changes nothing`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let series = Self.series(&cases)
        let body = series.members(in: Self.place)
        #expect(try Series(body, in: Self.place, at: .root) == series)
        var patched = series
        try patched.take(body, in: Self.place, at: .root)
        #expect(patched == series)
        let window = Self.window(&cases)
        #expect(try WindowOptions().taking(window.members(), in: Self.window, at: .root) == window)
        #expect(try window.taking(window.members(), in: Self.window, at: .root) == window)
        #expect(try window.taking([:], in: Self.window, at: .root) == window)
    }

    /// Bodies that are a step beyond a bound of a property, or name no property.
    private static func bad<Value: Described>(_ type: Value.Type) -> [(body: JSONObject, pointer: String)] {
        var bodies: [(JSONObject, String)] = [(["nonsense": 1], "/nonsense")]
        for property in Value.properties {
            let schema = property.schema
            guard schema.kind == .number || schema.kind == .integer else {
                if !schema.words.isEmpty { bodies.append(([property.name: "nonsense"], "/\(property.name)")) }
                continue
            }
            let steps = [
                schema.least.map { $0 - (schema.kind == .integer ? 1 : $0.ulp) }, schema.most.map { $0.nextUp },
            ]
            for number in steps.compactMap(\.self) {
                bodies.append(([property.name: .number(number)], "/\(property.name)"))
            }
        }
        return bodies
    }

    @Test func `a step beyond a bound is refused where it stands, and so is a member that means nothing`() throws {
        for (body, pointer) in Self.bad(Series.self) {
            var series = Series(id: "a", column: 0, xAxis: "x", yAxis: "y", name: "a")
            let problem = #expect(throws: Problem.self) { try series.take(body, in: Self.place, at: .root) }
            #expect(problem?.pointer == pointer)
        }
        for (body, pointer) in Self.bad(WindowOptions.self) {
            var window = WindowOptions()
            let problem = #expect(throws: Problem.self) { try window.take(body, in: Self.window, at: .root) }
            #expect(problem?.pointer == pointer)
        }
        #expect(Self.bad(Series.self).count == 8 && Self.bad(WindowOptions.self).count == 10)
    }
}
