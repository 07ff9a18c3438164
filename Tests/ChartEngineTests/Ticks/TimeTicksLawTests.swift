import ChartEngine
import ChartSeries
import CoreTestSupport
import Foundation
import Testing

struct TimeTicksLawTests {
    @Test(arguments: [1, 2, 10, 37, Int.max], [0, 2, 5, 1000])
    func `ticks of any range are inside it, ascending, finite and few`(count: Int, parts: Int) throws {
        for zone in ["UTC", "America/Sao_Paulo", "Pacific/Apia"] {
            let calendar = try CivilZones.calendar(zone)
            for range in TickLaws.degenerate + TickLaws.ranges(seed: UInt64(min(count, 1000)), count: 100) {
                let ticks = TimeTicks.axisTicks(
                    from: range.from, to: range.to, count: count, calendar: calendar, minorsPerMajor: parts)
                TickLaws.expect(ticks, in: range)
            }
        }
    }

    /// Ranges of 22 milliseconds to 3,000 years that end between 1850 and 2150.
    private static func ordinaryRanges(seed: UInt64) -> [(from: Double, to: Double)] {
        var generator = SeededCases(seed: seed)
        return (0..<200).map { _ in
            let span = Double(sign: .plus, exponent: .random(in: 4...46, using: &generator), significand: 1.37)
            let to = Double.random(in: -3_786_000_000_000...5_680_000_000_000, using: &generator)
            return (to - span, to)
        }
    }

    @Test(arguments: CivilZones.all)
    func `ticks of ordinary ranges keep the laws in every zone`(zone: String) throws {
        let calendar = try CivilZones.calendar(zone)
        for (index, range) in Self.ordinaryRanges(seed: 11).enumerated() {
            let count = 2 + index % 40
            let ticks = TimeTicks.axisTicks(from: range.from, to: range.to, count: count, calendar: calendar)
            TickLaws.expect(ticks, in: range)
            #expect(ticks.major.count <= 2 * count + 13, "\(range)")
            #expect(count < 4 || !ticks.major.isEmpty, "\(range)")
        }
    }

    @Test(arguments: CivilZones.all)
    func `part of a range has the ticks that the whole range has there`(zone: String) throws {
        let calendar = try CivilZones.calendar(zone)
        for range in Self.ordinaryRanges(seed: 12) {
            let (span, whole) = (
                range.to - range.from,
                TimeTicks.axisTicks(from: range.from, to: range.to, count: 20, calendar: calendar)
            )
            let part = (from: range.from + span / 4, to: range.from + span / 2)
            let ticks = TimeTicks.axisTicks(from: part.from, to: part.to, count: 5, calendar: calendar)
            let inside = { (tick: Double) in part.from <= tick && tick <= part.to }
            #expect(ticks.major == whole.major.filter(inside), "\(range)")
            let labels = zip(whole.major, whole.labels).filter { inside($0.0) }.map(\.1)
            #expect(ticks.labels == labels)
        }
    }

    @Test(arguments: CivilZones.all)
    func `day, month and year ticks lie where they begin in Foundation's calendar`(zone: String) throws {
        let calendar = try CivilZones.calendar(zone)
        var foundation = Calendar(identifier: .gregorian)
        foundation.timeZone = try #require(TimeZone(identifier: zone))
        for range in Self.ordinaryRanges(seed: 13) where range.from > -11_000_000_000_000 {
            let ticks = TimeTicks.axisTicks(from: range.from, to: range.to, calendar: calendar)
            for (tick, label) in zip(ticks.major, ticks.labels) where !label.contains(":") && !label.hasPrefix(".") {
                let date = Date(timeIntervalSince1970: tick / 1000)
                #expect(foundation.startOfDay(for: date) == date, "\(label) at \(tick)")
                let (month, day) = (foundation.component(.month, from: date), foundation.component(.day, from: date))
                let isYear = Int(label) == foundation.component(.year, from: date)
                #expect(isYear == (month == 1 && day == 1), "\(label) at \(tick)")
                #expect((label.count == 3) == (month != 1 && day == 1), "\(label) at \(tick)")
                #expect((label.count == 6) == (day != 1), "\(label) at \(tick)")
            }
        }
    }
}
