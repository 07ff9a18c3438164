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
        if cases.isTrue() { series.gaps = cases.element(of: [.break, .connect, .longerThan(cases.number(in: 1...9))]) }
        if cases.isTrue() { series.reading = cases.element(of: SeriesReadingRule.allCases) }
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

    private static func axis(_ cases: inout SeededCases, _ dimension: AxisDimension) -> Axis {
        let type = cases.element(of: dimension == .x ? AxisType.allCases : [.number, .log, .date])
        var options = AxisOptions(type: type, growBy: GrowBy(min: cases.number(in: -0.4...2), max: 0))
        options.alignment = cases.element(of: AxisAlignment.allCases)
        options.autoRange = cases.element(of: dimension == .x ? [.once, .always, .never] : AutoRange.allCases)
        options.limitMode = cases.element(of: LimitMode.allCases)
        options.follow = cases.element(of: FollowMode.allCases)
        if cases.isTrue() { options.visibleRangeLimit = RangeLimit(min: 1, max: cases.isTrue() ? 1e6 : nil) }
        options.hasHardLimit = cases.isTrue()
        if cases.isTrue() { options.minimumSpan = cases.number(in: 0.1...1) }
        if cases.isTrue() { options.maximumSpan = cases.number(in: 1...9) }
        options.isFlipped = cases.isTrue()
        if cases.isTrue() { options.tickCount = cases.integer(in: 1...100) }
        options.minorsPerMajor = cases.integer(in: 1...20)
        if cases.isTrue(), type == .number || type == .date { options.tickRule = .countValues }
        let hasFormat = cases.isTrue() && (type == .number || type == .log)
        options.look =
            AxisLook(
                title: cases.isTrue() ? "Power" : nil, unit: cases.isTrue() ? "kW" : nil,
                format: hasFormat ? NumberFormat(notation: .compact, decimals: cases.isTrue() ? 2 : nil) : nil
            ).unlessEmpty
        return Axis(id: cases.element(of: ["x", "left.2"]), dimension: dimension, options: options)
    }

    @Test(arguments: seeds(200))
    func `an axis that was written is read as the same one, and as a patch changes nothing`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        for dimension in [AxisDimension.x, .y] {
            let place = AxisChange.Place(dimension: dimension, calendar: .utc)
            var change = AxisChange(of: Self.axis(&cases, dimension))
            if cases.isTrue() { change.visibleRange = AxisRange(min: 2, max: 8) }
            let body = change.members(in: place)
            var made = AxisChange()
            try made.take(body, in: place, at: .root)
            #expect(made.axis == change.axis && made.options == change.options)
            #expect(made.visibleRange == change.visibleRange)
            var patched = change
            try patched.take(body, in: place, at: .root)
            #expect(patched == change)
        }
    }

    @Test func `spans that do not suit each other are refused at the one that is given`() throws {
        let place = AxisChange.Place(dimension: .y, calendar: .utc)
        var axis = AxisChange()
        try axis.take(["minimumSpan": 2, "maximumSpan": 5], in: place, at: .root)
        let made = Axis(id: "y", dimension: .y, options: axis.options)
        for (body, pointer) in [
            (["minimumSpan": 6], "/minimumSpan"), (["maximumSpan": 1], "/maximumSpan"),
            (["minimumSpan": 9, "maximumSpan": 8], "/maximumSpan"),
        ] as [(JSONObject, String)] {
            var change = AxisChange(of: made)
            let problem = #expect(throws: Problem.self) { try change.take(body, in: place, at: .root) }
            #expect(problem?.pointer == pointer && problem?.code == .rangeInvalid)
        }
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
        for (body, pointer) in Self.bad(AxisChange.self) {
            var axis = AxisChange()
            let place = AxisChange.Place(dimension: .y, calendar: .utc)
            let problem = #expect(throws: Problem.self) { try axis.take(body, in: place, at: .root) }
            #expect(problem?.pointer == pointer)
        }
        #expect(Self.bad(Series.self).count == 9 && Self.bad(WindowOptions.self).count == 10)
        #expect(Self.bad(AxisChange.self).count == 12)
    }
}
