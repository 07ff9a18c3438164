import Testing

@testable import ChartSeries

struct DayNumberTests {
    @Test(arguments: [
        (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2024, 10, 15, 20_011), (1, 1, 1, -719_162),
        (0, 3, 1, -719_468), (9999, 12, 31, 2_932_896), (1600, 1, 1, -135_140), (-4713, 11, 24, -2_440_588),
    ])
    func `a date has its well-known day number`(year: Int, month: Int, day: Int, number: Int) {
        #expect(DayNumber(year: year, month: month, day: day).days == number)
        #expect(DayNumber(number).yearMonthDay == (year, month, day))
    }

    @Test func `every day of eight centuries follows the one before`() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var expected = (year: -401, month: 1, day: 1)
        let first = DayNumber(year: -401, month: 1, day: 1).days
        for number in first..<(first + 2 * DayNumber.perFourCenturies) {
            let date = DayNumber(number).yearMonthDay
            guard date == expected, DayNumber(year: date.year, month: date.month, day: date.day).days == number else {
                Issue.record("day \(number) is \(date), not \(expected)")
                return
            }
            let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
            let length = lengths[date.month - 1] + (isLeap && date.month == 2 ? 1 : 0)
            expected.day += 1
            if expected.day > length { expected = (expected.year, expected.month + 1, 1) }
            if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
        }
        #expect(expected == (399, 1, 1))
    }

    @Test(arguments: [(2024, 10, 15, 2), (1970, 1, 1, 4), (2000, 1, 1, 6), (1, 1, 1, 1), (1883, 11, 18, 0)])
    func `a day has its weekday`(year: Int, month: Int, day: Int, weekday: Int) {
        #expect(CivilDate(year: year, month: month, day: day).weekday == weekday)
    }

    @Test func `a month or a day out of bounds carries over`() {
        #expect(DayNumber(year: 2024, month: 13, day: 1) == DayNumber(year: 2025, month: 1, day: 1))
        #expect(DayNumber(year: 2024, month: 3, day: 0) == DayNumber(year: 2024, month: 2, day: 29))
        #expect(DayNumber(year: 2024, month: -11, day: 32) == DayNumber(year: 2023, month: 2, day: 1))
    }

    @Test(arguments: [
        (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0),
        (2024, 12, 32),
    ])
    func `days that the calendar lacks are refused`(year: Int, month: Int, day: Int) {
        #expect(DayNumber(checking: year, month: month, day: day) == nil)
    }

    @Test func `days of a year and of a week are those of the calendar, and others are refused`() {
        #expect(DayNumber(year: 2024, dayOfYear: 366)?.yearMonthDay ?? (0, 0, 0) == (2024, 12, 31))
        #expect(DayNumber(year: 2023, dayOfYear: 366) == nil && DayNumber(year: 2023, dayOfYear: 0) == nil)
        #expect(DayNumber(year: 2020, week: 1, weekday: 1)?.yearMonthDay ?? (0, 0, 0) == (2019, 12, 30))
        #expect(DayNumber(year: 2020, week: 53, weekday: 7)?.yearMonthDay ?? (0, 0, 0) == (2021, 1, 3))
        #expect(DayNumber(year: 2021, week: 53, weekday: 1) == nil && DayNumber(year: 2021, week: 1, weekday: 8) == nil)
    }
}
