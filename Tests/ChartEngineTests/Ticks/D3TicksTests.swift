import ChartSeries
import CoreTestSupport
import Testing

@testable import ChartEngine

/// The cases that d3 publishes in its own test suites.
///
/// Sources: d3-array 3 (test/tickIncrement-test.js, test/ticks-test.js), d3-scale 4 (test/linear-test.js) and d3-time 3
/// (test/ticks-test.js and the tests of each interval's `range` and `every`; the local ones run in Los Angeles). d3
/// leaves out the end of a range in places, and reverses the ticks of a reversed range. The ticks here are inclusive
/// and ascending.
struct D3TicksTests {
    @Test(
        arguments: [
            (0.0, 1.0, [1, 0.5, 0.5, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.1]),
            (0, 10, [10, 5, 5, 2, 2, 2, 2, 1, 1, 1]),
            (-10, 10, [20, 10, 5, 5, 5, 5, 2, 2, 2, 2]),
        ] as [(Double, Double, [Double])])
    func `steps equal those of tickIncrement`(from: Double, to: Double, steps: [Double]) {
        for (count, step) in zip(1..., steps) {
            #expect(DecimalStep(from: from, to: to, count: count).width == step, "\(count)")
        }
    }

    @Test(
        arguments: [
            (1, [0]), (2, [-100, 0, 100]), (3, [-100, -50, 0, 50, 100]), (6, [-100, -50, 0, 50, 100]),
            (7, [-100, -80, -60, -40, -20, 0, 20, 40, 60, 80, 100]),
            (10, [-100, -80, -60, -40, -20, 0, 20, 40, 60, 80, 100]),
        ] as [(Int, [Double])])
    func `a linear scale's ticks span its domain, whichever end comes first`(count: Int, ticks: [Double]) {
        #expect(NumericTicks.ticks(from: -100, to: 100, count: count) == ticks)
        #expect(NumericTicks.ticks(from: 100, to: -100, count: count) == ticks)
    }

    @Test(
        arguments: [
            (1, "1"), (2, "0.5"), (4, "0.2"), (8, "0.2"), (16, "0.15"), (32, "0.15"), (64, "0.14"), (128, "0.13"),
            (256, "0.125"),
        ])
    func `the first label has the decimals of tickFormat`(count: Int, label: String) {
        #expect(
            NumericTicks.axisTicks(from: 0.123456789, to: 1.23456789, count: count).labels.first == label)
    }

    @Test func `a domain of one value has one tick, and a count of zero has none`() {
        #expect(NumericTicks.ticks(from: 1, to: 1, count: 10) == [1])
        for count in [0, -1] { #expect(NumericTicks.ticks(from: 1, to: 1, count: count) == []) }
        #expect(NumericTicks.ticks(from: 1, to: 364, count: 1) == [200])
    }

    struct Civil: Sendable {
        var from: String
        var to: String
        var count = 4
        var zone = "UTC"
        var labels: [String]
    }

    @Test(arguments: [
        Civil(
            from: "2011-01-01T12:00:00.000Z", to: "2011-01-01T12:00:01.000Z",
            labels: ["12:00", ".200", ".400", ".600", ".800", "12:00:01"]),
        Civil(
            from: "2008-12-30T12:36:00.947Z", to: "2008-12-30T12:36:01.157Z",
            labels: [".950", "12:36:01", ".050", ".100", ".150"]),
        Civil(
            from: "2008-12-30T12:36:47Z", to: "2008-12-30T12:37:57Z",
            labels: ["12:37", "12:37:15", "12:37:30", "12:37:45"]),
        Civil(
            from: "2008-12-30T12:47:00Z", to: "2008-12-30T13:57:00Z", labels: ["13:00", "13:15", "13:30", "13:45"]),
        Civil(from: "2010-12-21T00:00Z", to: "2011-01-12T00:00Z", count: 3, labels: ["Dec 26", "Jan 02", "Jan 09"]),
        Civil(from: "2010-11-30T00:00Z", to: "2011-02-28T00:00Z", count: 3, labels: ["Dec", "2011", "Feb"]),
        Civil(
            from: "2008-12-03T00:00Z", to: "2010-07-05T00:00Z", count: 7,
            labels: ["2009", "Apr", "Jul", "Oct", "2010", "Apr", "Jul"]),
        Civil(from: "2009-01-01T00:00:01Z", to: "2027-01-01T00:00Z", labels: ["2010", "2015", "2020", "2025"]),
        Civil(from: "2014-10-06T00:00Z", to: "2014-10-06T00:00Z", count: 6, labels: ["Oct 06"]),
        // Daylight saving time skips the hour from 2 to 3 when it starts, and repeats the hour from 1 to 2 when it
        // ends.
        Civil(
            from: "2011-03-13T09:00Z", to: "2011-03-13T11:59Z", count: 3, zone: "America/Los_Angeles",
            labels: ["01:00", "03:00", "04:00"]),
        Civil(
            from: "2011-11-06T08:00Z", to: "2011-11-06T10:59Z", count: 3, zone: "America/Los_Angeles",
            labels: ["01:00", "01:00", "02:00"]),
        Civil(
            from: "2011-03-11T08:00Z", to: "2011-03-15T06:59Z", zone: "America/Los_Angeles",
            labels: ["Mar 11", "Mar 12", "Mar 13", "Mar 14"]),
        Civil(
            from: "2011-11-04T07:00Z", to: "2011-11-08T07:59Z", zone: "America/Los_Angeles",
            labels: ["Nov 04", "Nov 05", "Nov 06", "Nov 07"]),
    ])
    func `civil ticks equal those of d3-time`(civil: Civil) throws {
        let calendar = try CivilZones.calendar(civil.zone)
        let ends = try [CivilZones.utc(civil.from), CivilZones.utc(civil.to)]
        let ticks = TimeTicks.axisTicks(from: ends[0], to: ends[1], count: civil.count, calendar: calendar)
        #expect(ticks.labels == civil.labels)
        #expect(TimeTicks.axisTicks(from: ends[1], to: ends[0], count: civil.count, calendar: calendar) == ticks)
    }

    @Test func `days of 23 and 25 hours lie between their midnights`() throws {
        let calendar = try CivilZones.calendar("America/Los_Angeles")
        for (from, to, days) in [
            ("2011-03-12T08:00Z", "2011-03-15T07:00Z", ["2011-03-13T08:00Z", "2011-03-14T07:00Z"]),
            ("2011-11-05T07:00Z", "2011-11-08T08:00Z", ["2011-11-06T07:00Z", "2011-11-07T08:00Z"]),
        ] {
            let ticks = try TimeTicks.axisTicks(
                from: CivilZones.utc(from), to: CivilZones.utc(to), count: 3, calendar: calendar)
            #expect(try ticks.major == ([from] + days + [to]).map(CivilZones.utc))
        }
    }
}
