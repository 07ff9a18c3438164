import ChartSeries
import CoreTestSupport
import Foundation
import Testing

struct CivilCalendarLawTests {
    /// Instants from the year 1 to 9999, and eight within 30 hours of each change of offset until 2040.
    private static func instants(zone: String, seed: UInt64, count: Int) throws -> [Double] {
        var generator = SeededCases(seed: seed)
        var instants = (0..<count).map { _ in
            Double.random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator).rounded()
        }
        let foundation = try #require(TimeZone(identifier: zone))
        var change = foundation.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: -10_000_000_000))
        while let next = change, next.timeIntervalSince1970 < 2_200_000_000 {
            for hours in [-30.0, -2, -1, 0, 0, 1, 2, 30] {
                let around = Double.random(
                    in: (min(hours, 0) * 3_600_000)...(max(hours, 0) * 3_600_000), using: &generator)
                instants.append((next.timeIntervalSince1970 * 1000 + around).rounded())
            }
            change = foundation.nextDaylightSavingTimeTransition(after: next)
        }
        return instants
    }

    @Test(arguments: CivilZones.all)
    func `a date converts back to its instant, or to the earlier one with the same date`(
        zone: String
    ) throws {
        let calendar = try CivilZones.calendar(zone)
        for instant in try Self.instants(zone: zone, seed: 1, count: 4000) {
            let date = calendar.civil(instant)
            let back = calendar.instant(date)
            #expect(back == instant || (back < instant && calendar.civil(back) == date))
        }
    }

    @Test(arguments: CivilZones.all)
    func `a day starts at its first instant`(zone: String) throws {
        let calendar = try CivilZones.calendar(zone)
        for instant in try Self.instants(zone: zone, seed: 2, count: 4000) {
            let start = calendar.startOfDay(instant)
            let (day, first) = (calendar.civil(instant), calendar.civil(start))
            // Apia had 4 July 1892 twice.
            #expect(start <= instant && instant - start < 48 * 3_600_000)
            #expect((first.year, first.month, first.day) == (day.year, day.month, day.day))
            #expect(calendar.civil(start - 1).day != day.day)
            #expect(calendar.startOfDay(start) == start)
            #expect(
                calendar.startOfDay(instant, addingDays: calendar.days(from: instant, to: start + 1e10))
                    == calendar.startOfDay(start + 1e10))
        }
    }

    @Test func `Foundation knows the clock changes of New York on this machine`() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let change = zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: 1_720_000_000))
        #expect(change == Date(timeIntervalSince1970: 1_730_613_600))
    }

    @Test(arguments: CivilZones.all)
    func `offsets equal Foundation's`(zone: String) throws {
        let calendar = try CivilZones.calendar(zone)
        let foundation = try #require(TimeZone(identifier: zone))
        for instant in try Self.instants(zone: zone, seed: 3, count: 6000) {
            let expected = foundation.secondsFromGMT(for: Date(timeIntervalSince1970: instant / 1000))
            #expect(calendar.offset(at: instant) == Double(expected) * 1000, "at \(instant)")
        }
    }

    @Test(arguments: CivilZones.all)
    func `dates and starts of days equal Foundation's`(zone: String) throws {
        let calendar = try CivilZones.calendar(zone)
        var foundation = Calendar(identifier: .gregorian)
        foundation.timeZone = try #require(TimeZone(identifier: zone))
        // Foundation's Gregorian calendar is Julian before 1582.
        for instant in try Self.instants(zone: zone, seed: 4, count: 3000) where instant > -11_000_000_000_000 {
            let seconds = (instant / 1000).rounded(.down)
            let date = Date(timeIntervalSince1970: seconds)
            let parts = foundation.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
            let civil = calendar.civil(seconds * 1000)
            #expect([civil.year, civil.month, civil.day] == [parts.year, parts.month, parts.day], "at \(instant)")
            #expect(
                [civil.hour, civil.minute, civil.second] == [parts.hour, parts.minute, parts.second], "at \(instant)")
            #expect(civil.weekday + 1 == parts.weekday)
            let start = foundation.startOfDay(for: date).timeIntervalSince1970
            #expect(calendar.startOfDay(seconds * 1000) == start * 1000, "at \(instant)")
        }
    }

    @Test(arguments: CivilZones.all)
    func `steps cover time without overlap`(zone: String) throws {
        let calendar = try CivilZones.calendar(zone)
        for instant in try Self.instants(zone: zone, seed: 9, count: 500) {
            for unit in CalendarUnit.allCases {
                let step = CalendarStep(unit)
                let (start, end) = calendar.step(step, holding: instant)
                #expect(start <= instant && instant < end)
                #expect(calendar.step(step, holding: start) == (start, end))
                #expect(calendar.step(step, holding: end - 1) == (start, end))
                #expect(calendar.step(step, holding: end).start == end)
            }
        }
    }
}
