import ChartEngine
import ChartSeries
import CoreTestSupport
import Testing

struct TimeTicksTests {
    private func ticks(
        _ from: String, _ to: String, count: Int = 4, zone: String = "UTC", minorsPerMajor: Int = 5
    ) throws -> AxisTicks {
        TimeTicks.axisTicks(
            from: try CivilZones.utc(from), to: try CivilZones.utc(to), count: count,
            calendar: try CivilZones.calendar(zone), minorsPerMajor: minorsPerMajor)
    }

    @Test(
        arguments: [
            (
                "2011-01-01T12:00:00Z", "2011-01-01T12:00:04Z",
                ["12:00", "12:00:01", "12:00:02", "12:00:03", "12:00:04"]
            ),
            (
                "2011-01-01T12:00:00Z", "2011-01-01T12:00:20Z",
                ["12:00", "12:00:05", "12:00:10", "12:00:15", "12:00:20"]
            ),
            ("2011-01-01T12:00:00Z", "2011-01-01T12:00:50Z", ["12:00", "12:00:15", "12:00:30", "12:00:45"]),
            ("2011-01-01T12:00:00Z", "2011-01-01T12:01:50Z", ["12:00", "12:00:30", "12:01", "12:01:30"]),
            ("2011-01-01T12:00:27Z", "2011-01-01T12:04:12Z", ["12:01", "12:02", "12:03", "12:04"]),
            ("2011-01-01T12:03:27Z", "2011-01-01T12:21:12Z", ["12:05", "12:10", "12:15", "12:20"]),
            ("2011-01-01T12:08:27Z", "2011-01-01T13:04:12Z", ["12:15", "12:30", "12:45", "13:00"]),
            ("2011-01-01T12:28:27Z", "2011-01-01T14:04:12Z", ["12:30", "13:00", "13:30", "14:00"]),
            ("2011-01-01T12:28:27Z", "2011-01-01T16:34:12Z", ["13:00", "14:00", "15:00", "16:00"]),
            ("2011-01-01T14:28:27Z", "2011-01-02T01:34:12Z", ["15:00", "18:00", "21:00", "Jan 02"]),
            ("2011-01-01T16:28:27Z", "2011-01-02T14:34:12Z", ["18:00", "Jan 02", "06:00", "12:00"]),
            ("2011-01-01T16:28:27Z", "2011-01-03T21:34:12Z", ["Jan 02", "12:00", "Jan 03", "12:00"]),
            ("2011-01-01T16:28:27Z", "2011-01-05T21:34:12Z", ["Jan 02", "Jan 03", "Jan 04", "Jan 05"]),
            ("2011-01-02T16:28:27Z", "2011-01-09T21:34:12Z", ["Jan 03", "Jan 05", "Jan 07", "Jan 09"]),
            ("2011-01-01T16:28:27Z", "2011-01-23T21:34:12Z", ["Jan 02", "Jan 09", "Jan 16", "Jan 23"]),
            ("2011-01-18T00:00Z", "2011-05-02T00:00Z", ["Feb", "Mar", "Apr", "May"]),
            ("2010-12-18T00:00Z", "2011-11-02T00:00Z", ["2011", "Apr", "Jul", "Oct"]),
            ("2010-12-18T00:00Z", "2014-03-02T00:00Z", ["2011", "2012", "2013", "2014"]),
            ("0000-12-18T00:00Z", "2014-03-02T00:00Z", ["0500", "1000", "1500", "2000"]),
        ] as [(String, String, [String])])
    func `steps equal those that d3 publishes`(from: String, to: String, labels: [String]) throws {
        // d3 asks for six ticks of the last range, for which the nearest step is 500 years.
        #expect(try ticks(from, to, count: from.hasPrefix("0000") ? 6 : 4).labels == labels)
    }

    @Test func `steps below a second are numeric`() throws {
        #expect(
            try ticks("2024-10-15T14:30:04.600Z", "2024-10-15T14:30:05.600Z", count: 4).labels
                == [".600", ".800", "14:30:05", ".200", ".400", ".600"])
        #expect(
            try ticks("2024-10-15T14:29:59.999Z", "2024-10-15T14:30:00.002Z", count: 3).labels
                == [".999", "14:30", ".001", ".002"])
    }

    @Test func `steps below a millisecond are numeric`() {
        let ticks = TimeTicks.axisTicks(from: 1249, to: 1250.5, count: 3, calendar: .utc)
        #expect(ticks.major == [1249, 1249.5, 1250, 1250.5])
        #expect(ticks.labels == [".2490", ".2495", ".2500", ".2505"])
        #expect(TimeTicks.axisTicks(from: 0, to: 1e-20, count: 2, calendar: .utc).labels == ["0", "5e-21", "1e-20"])
    }

    @Test func `one instant has one tick`() throws {
        #expect(try ticks("2024-10-15", "2024-10-15").labels == ["Oct 15"])
        #expect(TimeTicks.axisTicks(from: 250, to: 250, calendar: .utc).labels == [".250"])
    }

    @Test(arguments: [
        ("2024-10-15T14:30:00Z", "2024-10-15T14:30:02Z", 2, 8),  // 200 ms
        ("2024-10-15T14:00Z", "2024-10-15T16:00Z", 2, 6),  // 15 minutes of an hour
        ("2024-10-15T00:00Z", "2024-10-16T00:00Z", 4, 20),  // 1 hour of 6
        ("2024-10-15", "2024-10-17", 2, 6),  // 6 hours of a day
        ("2024-10-15", "2024-10-19", 2, 6),  // 12 hours of two days
        ("2024-10-13", "2024-10-27", 2, 12),  // days of a week
        ("2024-01-01", "2024-06-01", 5, 0),  // no step divides a month
        ("2024-01-01", "2024-10-01", 3, 6),  // months of a quarter
        ("2020-01-01", "2023-01-01", 3, 9),  // quarters of a year
        ("1900-01-01", "2000-01-01", 5, 15),  // 5 years of 20
    ])
    func `minor ticks lie on civil steps too`(from: String, to: String, count: Int, minors: Int) throws {
        #expect(try ticks(from, to, count: count).minor.count == minors)
        #expect(try ticks(from, to, count: count, minorsPerMajor: 1).minor == [])
    }

    @Test func `hourly ticks follow clocks that are set back in New York`() throws {
        let ticks = try ticks("2024-11-03T04:00Z", "2024-11-03T08:00Z", zone: "America/New_York")
        #expect(ticks.labels == ["Nov 03", "01:00", "01:00", "02:00", "03:00"])
        #expect(try ticks.major == (4...8).map { try CivilZones.utc("2024-11-03T0\($0):00Z") })
        #expect(ticks.minor.count == 12)
    }

    @Test func `hourly ticks follow clocks that are set forward in New York`() throws {
        let day = try ticks("2024-03-10T05:00Z", "2024-03-11T04:00Z", count: 8, zone: "America/New_York")
        #expect(day.labels == ["Mar 10", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00", "Mar 11"])
        #expect(day.major[1] - day.major[0] == 2 * 3_600_000)
        let night = try ticks("2024-03-10T06:00Z", "2024-03-10T08:00Z", zone: "America/New_York")
        #expect(night.labels == ["01:00", "01:30", "03:00", "03:30", "04:00"])
    }

    @Test func `hourly ticks follow clocks that are set back by half an hour`() throws {
        let ticks = try ticks("2024-04-06T13:00Z", "2024-04-06T17:30Z", count: 5, zone: "Australia/Lord_Howe")
        #expect(ticks.labels == ["Apr 07", "01:00", "02:00", "03:00", "04:00"])
        #expect(ticks.major[2] - ticks.major[1] == 1.5 * 3_600_000)
    }

    @Test func `a clock time that repeats within less than a step has one tick`() throws {
        let labels = ["18:00", "21:00", "Nov 07", "03:00", "06:00"]
        let evening = try ticks("2010-11-06T20:30Z", "2010-11-07T09:30Z", zone: "America/St_Johns")
        #expect(evening.labels == labels)
        let repeated = try ticks("2010-11-07T03:00Z", "2010-11-07T15:30Z", zone: "America/St_Johns")
        #expect(repeated.labels == ["03:00", "06:00", "09:00", "12:00"])
    }

    @Test func `a day without midnight has its tick at its first instant`() throws {
        let start = try CivilZones.utc("2018-11-04T03:00Z")
        for count in [4, 9, 17] {
            let ticks = try ticks("2018-11-03T03:00Z", "2018-11-06T02:00Z", count: count, zone: "America/Sao_Paulo")
            let index = try #require(ticks.major.firstIndex(of: start))
            #expect(ticks.labels[index] == "Nov 04")
            #expect(ticks.labels.filter { $0.hasPrefix("Nov") } == ["Nov 03", "Nov 04", "Nov 05", "Nov 06"])
        }
    }

    @Test func `a day that a zone skipped has no tick`() throws {
        let ticks = try ticks("2011-12-28T11:00Z", "2012-01-01T10:00Z", zone: "Pacific/Apia")
        #expect(ticks.labels == ["Dec 29", "Dec 31", "2012", "Jan 02"])
    }

    @Test func `days begin at the midnight of the zone`() throws {
        let ticks = try ticks("2024-10-14T18:30Z", "2024-10-17T18:30Z", count: 3, zone: "Asia/Kolkata")
        #expect(ticks.labels == ["Oct 15", "Oct 16", "Oct 17", "Oct 18"])
        #expect(ticks.major == (0...3).map { ticks.major[0] + Double($0) * 86_400_000 })
    }

    @Test func `the first and the last year of four digits have ticks`() throws {
        #expect(try ticks("0001-01-01", "0001-07-01").labels == ["0001", "Feb", "Mar", "Apr", "May", "Jun", "Jul"])
        #expect(try ticks("9996-01-01", "9999-12-31").labels == ["9996", "9997", "9998", "9999"])
        let centuries = TimeTicks.axisTicks(from: -8.64e15, to: 8.64e15, count: 4, calendar: .utc)
        #expect(centuries.labels == ["-200000", "-100000", "0000", "100000", "200000"])
    }
}
