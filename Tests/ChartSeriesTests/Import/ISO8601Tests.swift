import ChartSeries
import CoreTestSupport
import Testing

struct ISO8601Tests {
    @Test(
        arguments: [
            ("1970-01-01", 0, nil),
            ("2012-01-01", 1_325_376_000_000, nil),
            ("2024-10-15T16:00:13Z", 1_729_008_013_000, 0),
            ("2024-10-15T16:00:13+00:00", 1_729_008_013_000, 0),
            ("2024-10-15 16:00:13", 1_729_008_013_000, nil),
            ("2024-10-15T16:00", 1_729_008_000_000, nil),
            ("2024-10-15T16:00Z", 1_729_008_000_000, 0),
            ("2024-10-15T12:00:13-0400", 1_729_008_013_000, -240),
            ("2024-10-15T21:30:13+05:30", 1_729_008_013_000, 330),
            ("2024-02-29T23:59:59.999Z", 1_709_251_199_999, 0),
            ("2024-02-29T23:59:59.5", 1_709_251_199_500, nil),
            ("1969-12-31T23:59:59.750Z", -250, 0),
            ("0000-01-01", -62_167_219_200_000, nil),
            ("9999-12-31T23:59:59Z", 253_402_300_799_000, 0),
            ("+012345-06-07", 327_416_947_200_000, nil),
            ("-000001-12-31", -62_167_305_600_000, nil),
        ] as [(String, Int, Int?)])
    func `a date becomes milliseconds`(text: String, milliseconds: Int, offsetMinutes: Int?) throws {
        let date = try #require(ISO8601(text))
        #expect(date.epochMilliseconds == Double(milliseconds))
        #expect(date.offsetMinutes == offsetMinutes)
    }

    @Test func `a fraction is kept to the microsecond and then cut`() throws {
        let date = try #require(ISO8601("1970-01-01T00:00:00.1234569Z"))
        #expect(date.civilMilliseconds == 123)
        #expect(date.millisecondFraction == 0.456)
        #expect(date.epochMilliseconds == 123.456)
    }

    @Test func `civil milliseconds are local time`() throws {
        let date = try #require(ISO8601("1970-01-01T05:30:00+05:30"))
        #expect(date.civilMilliseconds == 19_800_000)
        #expect(date.epochMilliseconds == 0)
    }

    @Test func `only a date without a zone calls localToUTC`() throws {
        let shift: (Int64) -> Int64 = { $0 + 3_600_000 }
        #expect(try #require(ISO8601("1970-01-01")).epochMilliseconds(localToUTC: shift) == 3_600_000)
        #expect(try #require(ISO8601("1970-01-01T00:00Z")).epochMilliseconds(localToUTC: shift) == 0)
    }

    @Test(arguments: [
        "", "2024", "20241015", "2024-1-5", "2024-13-01", "2024-00-10", "2024-02-30", "2023-02-29",
        "1900-02-29", "2024-10-15T", "2024-10-15T16", "2024-10-15T16:0", "2024-10-15T24:00", "2024-10-15T24:00:00Z",
        "2024-10-15T23:60", "2024-10-15T23:59:60Z", "2024-10-15T16:00:", "2024-10-15T16:00:1", "2024-10-15T16:00:13.",
        "2024-10-15T16:00:13.Z", "2024-10-15T16:00:13z", "2024-10-15t16:00:13Z", "2024-10-15  16:00", "2024-10-15Z",
        "2024-10-15T16:00:13+1", "2024-10-15T16:00:13  Z", "2024-10-15T16:00 utc", "2024-10T16:00",
        "2024-10-15T16:00:13+01:0", "2024-10-15T16:00:13+0160",
        "2024-10-15T16:00:13+24:00", "2024-10-15T16:00:13+01-00", "2024-10-15T16:00:13ZZ", "2024/10/15",
        "2024-10/15", "2024-10-15T16-00", " 2024-10-15", "2024-10-15 ", "-2024-10-15", "-000000-01-01",
        "+02024-01-01", "2024-Q0", "2024-Q5", "2024-W00", "2023-W53", "2024-W01-0", "2024-W01-8", "2023-366",
        "2024-000", "15.10.2024", "Oct 15, 2024", "2024-10-15T16:00:13,5Z", "٢٠٢٤-10-15", "-", "+",
    ])
    func `text that is no date is refused`(text: String) {
        #expect(ISO8601(text) == nil)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"), (1_729_008_013_000, "2024-10-15T16:00:13Z"),
        (1_729_008_013_050, "2024-10-15T16:00:13.050Z"), (0.25, "1970-01-01T00:00:00.000250Z"),
        (-0.0001, "1970-01-01T00:00:00Z"), (253_402_300_800_000, "+010000-01-01T00:00:00Z"),
        (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"), (1e300, "1e+300"),
    ])
    func `milliseconds are written as a date`(milliseconds: Double, text: String) {
        #expect(ISO8601.format(milliseconds) == text)
    }

    @Test(arguments: seeds(500))
    func `a written date is read back unchanged`(seed: Int) throws {
        let milliseconds = (Double(seed) - 250) * 123_456_789_012.0 + Double(seed % 8) / 8
        let text = ISO8601.format(milliseconds)
        #expect(try #require(ISO8601(text)).epochMilliseconds == milliseconds)
    }
}
