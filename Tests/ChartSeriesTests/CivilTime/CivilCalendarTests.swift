import ChartSeries
import CoreTestSupport
import Testing

struct CivilCalendarTests {
    private let hour = 3_600_000.0

    @Test func `only a known zone identifier makes a calendar`() throws {
        #expect(try CivilZones.calendar("Europe/Vienna").identifier == "Europe/Vienna")
        #expect(CivilCalendar(timeZone: "UTC") == .utc)
        for unknown in [
            "", "Nowhere/Atlantis", "../etc/passwd", String(repeating: "x", count: 1000),
            "UTC\0", "Europe/Vienna\0Paris", "Europe/../Europe/Vienna", "Europe/Vienna ",
        ] {
            #expect(CivilCalendar(timeZone: unknown) == nil)
        }
    }

    @Test func `a fraction of a millisecond is kept`() {
        let date = CivilCalendar.utc.civil(1234.75)
        #expect(date == CivilDate(year: 1970, month: 1, day: 1, second: 1, millisecond: 234.75))
        #expect(CivilCalendar.utc.instant(date) == 1234.75)
        #expect(CivilCalendar.utc.civil(-0.25).millisecond == 999.75)
        #expect(CivilCalendar.utc.civil(-1e-300).millisecond < 1000)
    }

    @Test func `clocks in New York go from one to three in March`() throws {
        let newYork = try CivilZones.calendar("America/New_York")
        let change = try CivilZones.utc("2024-03-10T07:00Z")
        #expect(newYork.offset(at: change - 1) == -5 * hour)
        #expect(newYork.offset(at: change) == -4 * hour)
        #expect(newYork.offset(at: change - 0.5) == -5 * hour)
        #expect(newYork.civil(change) == CivilDate(year: 2024, month: 3, day: 10, hour: 3))
        let skipped = CivilDate(year: 2024, month: 3, day: 10, hour: 2, minute: 20)
        #expect(newYork.instant(skipped) == change + hour / 3)
        #expect(newYork.civil(newYork.instant(skipped)).hour == 3)
    }

    @Test func `clocks in New York show one o'clock twice in November`() throws {
        let newYork = try CivilZones.calendar("America/New_York")
        let change = try CivilZones.utc("2024-11-03T06:00Z")
        let twice = CivilDate(year: 2024, month: 11, day: 3, hour: 1, minute: 30)
        #expect(newYork.civil(change - hour / 2) == twice)
        #expect(newYork.civil(change + hour / 2) == twice)
        #expect(newYork.instant(twice) == change - hour / 2)
        #expect(newYork.startOfDay(change, addingDays: 1) - newYork.startOfDay(change) == 25 * hour)
        #expect(newYork.noon(change) == newYork.startOfDay(change) + 12 * hour)
        #expect(newYork.civil(newYork.noon(change)).hour == 11)
    }

    @Test func `daylight saving can be half an hour`() throws {
        let lordHowe = try CivilZones.calendar("Australia/Lord_Howe")
        let change = try CivilZones.utc("2024-10-05T15:30Z")
        #expect(lordHowe.offset(at: change - 1) == 10.5 * hour)
        #expect(lordHowe.offset(at: change) == 11 * hour)
        #expect(lordHowe.civil(change) == CivilDate(year: 2024, month: 10, day: 6, hour: 2, minute: 30))
    }

    @Test func `an offset can be five hours and a half`() throws {
        let kolkata = try CivilZones.calendar("Asia/Kolkata")
        let start = try CivilZones.utc("2024-10-14T18:30Z")
        #expect(kolkata.startOfDay(start) == start)
        #expect(kolkata.startOfDay(start - 1) == start - 24 * hour)
        #expect(kolkata.days(from: start - 1, to: start) == 1)
    }

    @Test func `a day without midnight begins at one`() throws {
        let saoPaulo = try CivilZones.calendar("America/Sao_Paulo")
        let start = try CivilZones.utc("2018-11-04T03:00Z")
        #expect(saoPaulo.startOfDay(start + 5 * hour) == start)
        #expect(saoPaulo.civil(start) == CivilDate(year: 2018, month: 11, day: 4, hour: 1))
        #expect(saoPaulo.startOfDay(start, addingDays: 1) == start + 23 * hour)
        #expect(saoPaulo.startOfDay(start, addingDays: -1) == start - 24 * hour)
    }

    @Test func `a gap across midnight takes the end of one day and the start of the next`() throws {
        let toronto = try CivilZones.calendar("America/Toronto")
        let start = try CivilZones.utc("1919-03-31T04:30Z")
        #expect(toronto.civil(start - 1).hour == 23)
        #expect(toronto.civil(start) == CivilDate(year: 1919, month: 3, day: 31, hour: 0, minute: 30))
        #expect(toronto.startOfDay(start + hour) == start)
        #expect(toronto.instant(CivilDate(year: 1919, month: 3, day: 31)) == start + hour / 2)
    }

    @Test func `clocks set back over midnight show the day before again`() throws {
        let stJohns = try CivilZones.calendar("America/St_Johns")
        let change = try CivilZones.utc("2010-11-07T02:31Z")
        #expect(stJohns.civil(change - 60_000) == CivilDate(year: 2010, month: 11, day: 7))
        #expect(stJohns.civil(change) == CivilDate(year: 2010, month: 11, day: 6, hour: 23, minute: 1))
        #expect(stJohns.startOfDay(change + 2 * hour) == change - 60_000)
        #expect(stJohns.days(from: change - 60_000, to: change) == -1)
    }

    @Test func `a day that a zone skipped begins with the next one`() throws {
        let apia = try CivilZones.calendar("Pacific/Apia")
        let change = try CivilZones.utc("2011-12-30T10:00Z")
        #expect(apia.civil(change - 1).day == 29)
        #expect(apia.civil(change) == CivilDate(year: 2011, month: 12, day: 31))
        #expect(apia.startOfDay(change - 1, addingDays: 1) == change)
        #expect(apia.startOfDay(change - 1, addingDays: 2) == change)
        #expect(apia.days(from: change - 1, to: change) == 2)
    }

    @Test(arguments: [(1, -62_135_596_800_000.0), (9999, 253_370_764_800_000.0)])
    func `the first and the last year of four digits convert both ways`(year: Int, start: Double) throws {
        #expect(CivilCalendar.utc.civil(start) == CivilDate(year: year, month: 1, day: 1))
        let newYork = try CivilZones.calendar("America/New_York")
        let midsummer = CivilDate(year: year, month: 7, day: 1)
        let offset = newYork.offset(at: newYork.instant(midsummer))
        #expect(offset == (year == 1 ? -17_762_000 : -4 * hour))
        #expect(newYork.civil(newYork.instant(midsummer)) == midsummer)
    }

    @Test(arguments: [2099, 2100, 2101, 2499, 2500, 2501, 2502, 2900, 2901, 5000, 100_000])
    func `daylight saving continues beyond the table`(year: Int) throws {
        let newYork = try CivilZones.calendar("America/New_York")
        let firstOfMarch = CivilDate(year: year, month: 3, day: 1).weekday
        let secondSunday = 1 + (7 - firstOfMarch) % 7 + 7
        let before = newYork.instant(CivilDate(year: year, month: 3, day: secondSunday, hour: 1))
        #expect(newYork.offset(at: before) == -5 * hour)
        #expect(newYork.offset(at: before + hour) == -4 * hour)
        let skipped = CivilDate(year: year, month: 3, day: secondSunday, hour: 2, minute: 30)
        #expect(newYork.instant(skipped) == before + 1.5 * hour)
        for instant in [CivilDate(year: year, month: 1, day: 1), CivilDate(year: year, month: 12, day: 31)] {
            #expect(newYork.offset(at: newYork.instant(instant)) == -5 * hour)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 8.64e15, -8.64e15, .leastNonzeroMagnitude])
    func `every instant has a date`(instant: Double) throws {
        for zone in CivilZones.all {
            let calendar = try CivilZones.calendar(zone)
            let date = calendar.civil(instant)
            #expect((1...12).contains(date.month) && (1...31).contains(date.day))
            #expect(calendar.startOfDay(instant, addingDays: .max).isFinite)
            #expect(calendar.startOfDay(instant, addingDays: .min).isFinite)
            #expect(calendar.days(from: instant, to: instant) == 0)
        }
    }
}
