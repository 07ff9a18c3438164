import ChartSeries
import CoreTestSupport
import Testing

struct CivilCalendarStepsTests {
    private static func bounds(
        _ zone: String, _ unit: CalendarUnit, _ instant: String
    ) throws -> [Double] {
        let (start, end) = try CivilZones.calendar(zone).step(CalendarStep(unit), holding: CivilZones.utc(instant))
        return [start, end]
    }

    @Test(arguments: [
        (CalendarUnit.second, "2024-11-13T14:31Z", "2024-11-13T14:31Z", "2024-11-13T14:31:01Z"),
        (.minute, "2024-11-13T14:31Z", "2024-11-13T14:31Z", "2024-11-13T14:32Z"),
        (.hour, "2024-11-13T14:31Z", "2024-11-13T14:00Z", "2024-11-13T15:00Z"),
        (.day, "2024-11-13T14:31Z", "2024-11-13T00:00Z", "2024-11-14T00:00Z"),
        (.week, "2024-11-13T14:31Z", "2024-11-11T00:00Z", "2024-11-18T00:00Z"),
        (.week, "2024-11-11T00:00Z", "2024-11-11T00:00Z", "2024-11-18T00:00Z"),
        (.week, "1969-12-31T23:00Z", "1969-12-29T00:00Z", "1970-01-05T00:00Z"),
        (.month, "2024-02-29T14:31Z", "2024-02-01T00:00Z", "2024-03-01T00:00Z"),
        (.quarter, "2024-12-31T23:59Z", "2024-10-01T00:00Z", "2025-01-01T00:00Z"),
        (.year, "1969-12-31T23:59Z", "1969-01-01T00:00Z", "1970-01-01T00:00Z"),
    ])
    func `a step holds an instant`(unit: CalendarUnit, instant: String, start: String, end: String) throws {
        #expect(try Self.bounds("UTC", unit, instant) == [CivilZones.utc(start), CivilZones.utc(end)])
    }

    @Test(arguments: [
        // Clocks go from one to three: the day has 23 hours, and none at two o'clock.
        (CalendarUnit.day, "2024-03-10T12:00Z", "2024-03-10T05:00Z", "2024-03-11T04:00Z"),
        (.hour, "2024-03-10T07:10Z", "2024-03-10T07:00Z", "2024-03-10T08:00Z"),
        // Clocks show one o'clock twice, so it is two hours.
        (.hour, "2024-11-03T05:59Z", "2024-11-03T05:00Z", "2024-11-03T06:00Z"),
        (.hour, "2024-11-03T06:01Z", "2024-11-03T06:00Z", "2024-11-03T07:00Z"),
        (.month, "2024-11-20T00:00Z", "2024-11-01T04:00Z", "2024-12-01T05:00Z"),
    ])
    func `a step follows the clocks of New York`(
        unit: CalendarUnit, instant: String, start: String, end: String
    ) throws {
        #expect(try Self.bounds("America/New_York", unit, instant) == [CivilZones.utc(start), CivilZones.utc(end)])
    }

    @Test func `an hour ends where half an hour is skipped`() throws {
        // On Lord Howe clocks go from two to half past two.
        let expected = [try CivilZones.utc("2024-10-05T15:30Z"), try CivilZones.utc("2024-10-05T16:00Z")]
        #expect(try Self.bounds("Australia/Lord_Howe", .hour, "2024-10-05T15:40Z") == expected)
    }

    @Test func `a skipped day belongs to no step`() throws {
        // Samoa went from the 29th of December 2011 to the 31st.
        let expected = [try CivilZones.utc("2011-12-29T10:00Z"), try CivilZones.utc("2011-12-30T10:00Z")]
        #expect(try Self.bounds("Pacific/Apia", .day, "2011-12-30T09:00Z") == expected)
        #expect(try Self.bounds("Pacific/Apia", .day, "2011-12-30T10:00Z")[0] == expected[1])
    }

    @Test func `the time beyond civil time is one step on either side`() {
        let farthest = 8_640_000_000_000_000.0
        for unit in CalendarUnit.allCases {
            let step = CalendarStep(unit)
            #expect(CivilCalendar.utc.step(step, holding: farthest) == (farthest, .infinity))
            #expect(CivilCalendar.utc.step(step, holding: 1e300) == (farthest, .infinity))
            #expect(CivilCalendar.utc.step(step, holding: -1e300) == (-1e300, -farthest))
            #expect(CivilCalendar.utc.step(step, holding: farthest - 1).end == farthest)
            #expect(CivilCalendar.utc.step(step, holding: -farthest).end > -farthest)
        }
    }
}
