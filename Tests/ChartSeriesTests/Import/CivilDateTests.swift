import Testing

@testable import ChartSeries

struct CivilDateTests {
    @Test(arguments: [
        (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2024, 10, 15, 20_011),
        (1600, 2, 29, -135_081), (1, 1, 1, -719_162), (0, 3, 1, -719_468), (-400, 3, 1, -865_565),
        (9999, 12, 31, 2_932_896),
    ])
    func `known days have their day numbers`(year: Int, month: Int, day: Int, days: Int) throws {
        let date = try #require(CivilDate(year: year, month: month, day: day))
        #expect(date.daysSinceEpoch == days)
        #expect(CivilDate(daysSinceEpoch: days) == date)
    }

    @Test func `each day follows the one before through eight centuries`() throws {
        var expected = try #require(CivilDate(year: -401, month: 12, day: 31))
        for days in expected.daysSinceEpoch..<(expected.daysSinceEpoch + 292_200) {
            let date = CivilDate(daysSinceEpoch: days)
            try #require(date == expected)
            try #require(date.daysSinceEpoch == days)
            let next =
                CivilDate(year: date.year, month: date.month, day: date.day + 1)
                ?? CivilDate(year: date.year, month: date.month + 1, day: 1)
                ?? CivilDate(year: date.year + 1, month: 1, day: 1)
            expected = try #require(next)
        }
    }

    @Test(arguments: [
        (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0),
        (2024, 12, 32),
    ])
    func `days that the calendar lacks are refused`(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
}
