import CoreTestSupport
import Foundation
import Testing

@testable import ChartSeries

/// Derived columns and moved rows are what their definitions say, row by row, whatever was appended how.
@Suite struct DerivedColumnsTests {
    @Test(arguments: seeds(60))
    func `a derived column is that of its definition, also after appends`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var table = try Self.table(&cases, from: 0, count: cases.element(of: [1, 2, 50, 700, 5_000]))
        let derivations = Self.derivations(&cases)
        for _ in 0..<3 {
            let derived = table.deriving(derivations.map { ("d", $0) })
            for (index, derivation) in derivations.enumerated() {
                let column = derived.columns[table.columns.count + index]
                let wanted = Self.values(derivation, of: table)
                for row in 0..<table.rowCount where !Self.areSame(column.values[row], wanted[row]) {
                    Issue.record("\(derivation), row \(row): \(column.values[row]), not \(wanted[row])")
                    break
                }
                let present = column.values.filter { !$0.isNaN }
                #expect(column.minimum == present.min() && column.maximum == present.max())
                #expect(column.missingCount == table.rowCount - present.count)
            }
            let early = try #require(table.prefix(rows: table.rowCount / 2, version: 1))
            for (derivation, column) in zip(
                derivations, early.deriving(derivations.map { ("d", $0) }).columns.suffix(derivations.count))
            {
                #expect(zip(column.values, Self.values(derivation, of: early)).allSatisfy(Self.areSame))
            }
            try table.append(Self.table(&cases, from: table.x.last ?? 0, count: cases.element(of: [1, 30, 3_000])))
        }
    }

    @Test func `a mean forgets what has left its span`() throws {
        let values = [1e16, 1, 2, 3, .nan, 4]
        let table = try Table(xName: "x", xKind: .number, x: [0, 1, 2, 3, 4, 5], columns: [("y", values)])
        let means = table.deriving([("m", .movingAverage(0, span: .rows(2)))]).columns[1].values
        #expect(Array(means) == [1e16, (1e16 + 1) / 2, 1.5, 2.5, 3, 4])
    }

    @Test func `what is beyond the doubles is missing, and what comes after it is not`() throws {
        let values = [1e308, 1.5e308, 1.5e308, -1e308, 2, 4]
        let table = try Table(xName: "x", xKind: .number, x: [0, 1, 2, 3, 4, 5], columns: [("y", values)])
        let derived = table.deriving([("m", .movingAverage(0, span: .rows(2))), ("s", .cumulative(0))]).columns
        #expect(Array(derived[1].values.suffix(2)) == [-0.5e308, 3])
        #expect(derived[2].values.map(\.isNaN) == [false, true, true, true, true, true])
    }

    @Test func `moved rows stay where x can be`() throws {
        let table = try Table(xName: "x", xKind: .number, x: [-1e308, 1.7e308], columns: [])
        #expect(Array(table.shifted(by: .length(-1.7e308), in: .utc).x) == [1.7e308 - 1e308, .greatestFiniteMagnitude])
        #expect(Array(table.shifted(by: .length(1.7e308), in: .utc).x) == [-.greatestFiniteMagnitude, 0])
    }

    @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"], [-7, 1, 30])
    func `rows moved by days stand at the same time of the clock`(zone: String, days: Int) throws {
        let calendar = try #require(CivilCalendar(timeZone: zone))
        var components = Calendar(identifier: .gregorian)
        components.timeZone = try #require(TimeZone(identifier: zone))
        // Half hours over both changes of 2020.
        let instants = stride(from: 1_577_836_800_000.0, to: 1_609_459_200_000, by: 1_800_000)
        let table = try Table(xName: "x", xKind: .date, x: Array(instants), columns: [])
        let moved = table.shifted(by: .days(days), in: calendar)
        var last = -Double.infinity
        for row in 0..<table.rowCount {
            var parts = components.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: table.x[row] / 1_000))
            parts.day = (parts.day ?? 0) - days
            let civil = calendar.civil(table.x[row])
            let own = CivilDate(
                year: parts.year ?? 0, month: parts.month ?? 0, day: 1, hour: civil.hour, minute: civil.minute)
            let day = DayNumber(year: own.year, month: own.month, day: parts.day ?? 0).yearMonthDay
            let wall = CivilDate(
                year: day.year, month: day.month, day: day.day, hour: civil.hour, minute: civil.minute)
            last = max(last, calendar.instant(wall))
            #expect(moved.x[row] == last)
        }
        #expect(moved.x.allSatisfy { $0.isFinite })
    }

    @Test func `the end of a month is cut to the month`() throws {
        func day(_ month: Int, _ day: Int, _ year: Int = 2024) -> Double {
            CivilCalendar.utc.instant(CivilDate(year: year, month: month, day: day, hour: 6))
        }
        let table = try Table(
            xName: "x", xKind: .date, x: [day(1, 30), day(1, 31), day(2, 1), day(3, 31)], columns: [])
        let next = table.shifted(by: .months(-1), in: .utc)
        #expect(Array(next.x) == [day(2, 29), day(2, 29), day(3, 1), day(4, 30)])
        let before = table.shifted(by: .months(12), in: .utc)
        #expect(Array(before.x) == [day(1, 30, 2023), day(1, 31, 2023), day(2, 1, 2023), day(3, 31, 2023)])
    }

    @Test func `x never runs back`() throws {
        let berlin = try #require(CivilCalendar(timeZone: "Europe/Berlin"))
        // On the day before, the hour that clocks show twice stands once.
        let start = berlin.instant(CivilDate(year: 2024, month: 10, day: 27, hour: 2))
        let table = try Table(
            xName: "x", xKind: .date, x: stride(from: start, to: start + 7_200_000, by: 1_800_000).map(\.self),
            columns: [])
        let moved = table.shifted(by: .days(1), in: berlin)
        let there = berlin.instant(CivilDate(year: 2024, month: 10, day: 26, hour: 2))
        #expect(Array(moved.x) == [there, there + 1_800_000, there + 1_800_000, there + 1_800_000])
    }

    @Test func `statistics are those of the values and places that are shown`() throws {
        let berlin = try #require(CivilCalendar(timeZone: "Europe/Berlin"))
        var cases = SeededCases(seed: 7)
        let start = berlin.instant(CivilDate(year: 2024, month: 3, day: 1))
        let x = (0..<10_000).map { start + 3_600_000 * Double($0) }
        let values = x.map { _ in cases.isTrue(oneIn: 9) ? .nan : cases.number(in: -3...9) }
        let table = try Table(xName: "x", xKind: .date, x: x, columns: [("y", values)])
        let rows = 100..<9_900
        _ = table.statistics(ofColumn: 0, rows: rows)
        let moved = table.shifted(by: .days(30), in: berlin)
        let plain = try Table(xName: "x", xKind: .date, x: Array(moved.x), columns: [("y", values)])
        #expect(
            moved.statistics(ofColumn: 0, rows: rows).integral == plain.statistics(ofColumn: 0, rows: rows).integral)
        for derivation in [
            Derivation.scaled(0, factor: -2.5, offset: 7, isMapped: true),
            .percentChange(0, base: -3, isMapped: true),
        ] {
            let mapped = table.deriving([("m", derivation)])
            let stored = try Table(
                xName: "x", xKind: .date, x: x, columns: [("m", Array(mapped.columns[1].values))])
            let one = mapped.statistics(ofColumn: 1, rows: rows)
            let other = stored.statistics(ofColumn: 0, rows: rows)
            #expect(one.summary.extremes == other.summary.extremes && one.summary.count == other.summary.count)
            for (own, wanted) in [
                (one.sum, other.sum), (one.mean, other.mean), (one.deviation, other.deviation),
                (one.integral, other.integral),
            ] {
                #expect(abs((own ?? 0) / (wanted ?? 1) - 1) < 1e-10)
            }
        }
    }

    @Test func `columns that are used least go`() throws {
        let columns = DerivedColumns()
        columns.limit(to: 20_000)
        for number in 0..<5 {
            let table = try Table(
                xName: "x", xKind: .number, x: (0..<9_000).map(Double.init),
                columns: [("y", (0..<9_000).map { Double($0 + number) })])
            #expect(
                table.deriving([("d", .cumulative(0))], keeping: columns).columns[1].values[1] == Double(2 * number + 1)
            )
            #expect(columns.count <= 20_000)
        }
    }

    private static func table(_ cases: inout SeededCases, from start: Double, count: Int) throws -> Table {
        var x = start
        let places = (0..<count).map { _ -> Double in
            x += cases.element(of: [0, 1, 1, 2.5])
            return x
        }
        func values() -> [Double] {
            places.map { _ in cases.isTrue(oneIn: 8) ? .nan : cases.element(of: [0, cases.number(in: -50...50)]) }
        }
        return try Table(xName: "x", xKind: .number, x: places, columns: [("a", values()), ("b", values())])
    }

    private static func derivations(_ cases: inout SeededCases) -> [Derivation] {
        [
            .scaled(0, factor: 1.8, offset: 32, isMapped: cases.isTrue()),
            .scaled(1, factor: -2, offset: 0, isMapped: cases.isTrue()),
            .scaled(1, factor: 0, offset: 2, isMapped: true),
            .percentChange(0, base: cases.element(of: [0, 3, -7]), isMapped: cases.isTrue()),
            .movingAverage(0, span: .rows(cases.element(of: [1, 2, 30]))),
            .movingAverage(1, span: .length(cases.element(of: [0.5, 3, 100]))),
            .difference(0), .rate(1, per: 60), .cumulative(0),
            .combined(0, cases.element(of: Derivation.Operation.allCases), 1),
        ]
    }

    private static func values(_ derivation: Derivation, of table: Table) -> [Double] {
        let (x, a, b) = (Array(table.x), Array(table.columns[0].values), Array(table.columns[1].values))
        func mean(_ values: some Collection<Double>) -> Double {
            let present = values.filter { !$0.isNaN }
            return present.isEmpty ? .nan : present.reduce(0, +) / Double(present.count)
        }
        var sum = Double.nan
        let sums = a.map { value in
            if !value.isNaN { sum = sum.isNaN ? value : sum + value }
            return sum
        }
        let found: [Double] = x.indices.map { row in
            switch derivation {
            case .scaled(let column, let factor, let offset, _): factor * [a, b][column][row] + offset
            case .percentChange(_, let base, _, _): base == 0 ? .nan : (a[row] - base) / abs(base) * 100
            case .movingAverage(let column, .rows(let rows)): mean([a, b][column][max(0, row + 1 - rows)...row])
            case .movingAverage(let column, .length(let length)):
                mean((0...row).reversed().prefix { x[$0] > x[row] - length }.reversed().map { [a, b][column][$0] })
            case .difference: row == 0 ? .nan : a[row] - a[row - 1]
            case .rate(_, let per): row == 0 ? .nan : (b[row] - b[row - 1]) / (x[row] - x[row - 1]) * per
            case .cumulative: sums[row]
            case .combined(_, .plus, _): a[row] + b[row]
            case .combined(_, .minus, _): a[row] - b[row]
            case .combined(_, .times, _): a[row] * b[row]
            case .combined(_, .over, _): b[row] == 0 ? .nan : a[row] / b[row]
            }
        }
        return found.map { $0.isFinite ? $0 : .nan }
    }

    private static func areSame(_ one: Double, _ other: Double) -> Bool {
        one.isNaN && other.isNaN || abs(one - other) <= 1e-9 * max(1, abs(other))
    }
}
