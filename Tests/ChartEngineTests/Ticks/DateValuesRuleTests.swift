import ChartEngine
import ChartSeries
import CoreTestSupport
import Testing

struct DateValuesRuleTests {
    @Test func `ticks equal those of the article's table`() throws {
        let ticks = DateValuesRule.axisTicks(
            from: try CivilZones.utc("2024-10-15"), to: try CivilZones.utc("2024-12-24"), calendar: .utc)
        #expect(ticks.labels == ["Oct 15", "Nov 08", "Dec 02", "Dec 24"])
        #expect(
            try ticks.major
                == ["2024-10-15T12:00Z", "2024-11-08T12:00Z", "2024-12-02T12:00Z", "2024-12-24T12:00Z"].map(
                    CivilZones.utc))
        #expect(ticks.minor == [])
    }

    @Test(arguments: [
        ("2024-10-15", "2024-10-15", ["Oct 15"]), ("2024-10-15", "2024-10-16", ["Oct 15", "Oct 16"]),
        ("2024-10-15", "2024-10-17", ["Oct 15", "Oct 16", "Oct 17"]),
        ("2024-10-15", "2024-10-18", ["Oct 15", "Oct 17", "Oct 18"]),
        ("2024-10-15T23:00Z", "2024-10-18T01:00Z", ["Oct 15", "Oct 17", "Oct 18"]),
    ])
    func `a short range has a tick on its first and its last day`(from: String, to: String, labels: [String]) throws {
        let ticks = DateValuesRule.axisTicks(
            from: try CivilZones.utc(from), to: try CivilZones.utc(to), calendar: .utc)
        #expect(ticks.labels == labels)
    }

    @Test func `ticks follow the days of the zone, whatever their length`() throws {
        let newYork = try CivilZones.calendar("America/New_York")
        let values = DateValuesRule.values(
            from: try CivilZones.utc("2024-11-02T04:00Z"), to: try CivilZones.utc("2024-11-04T05:00Z"),
            calendar: newYork)
        #expect(
            try values == ["2024-11-02T16:00Z", "2024-11-03T16:00Z", "2024-11-04T17:00Z"].map(CivilZones.utc))
    }

    @Test func `a day that a zone skipped has no tick`() throws {
        let apia = try CivilZones.calendar("Pacific/Apia")
        let ticks = DateValuesRule.axisTicks(
            from: try CivilZones.utc("2011-12-29T10:00Z"), to: try CivilZones.utc("2012-01-01T09:00Z"), count: 9,
            calendar: apia)
        #expect(ticks.labels == ["Dec 29", "Dec 31", "Jan 01"])
    }

    @Test(arguments: [(1.0, 0.0), (.nan, 0), (0, .infinity), (-.infinity, 0)] as [(Double, Double)])
    func `a range that is empty or not finite has no ticks`(from: Double, to: Double) {
        #expect(DateValuesRule.values(from: from, to: to, calendar: .utc) == [])
    }

    @Test(arguments: [Int.min, 0, 1, 2, 3, 4, 400, .max])
    func `ticks never exceed the count, and the first and the last day have one`(count: Int) {
        for days in [2, 3, 71, 400, 10_000, 100_000_000] {
            let last = Double(days - 1) * 86_400_000
            let values = DateValuesRule.values(from: 0, to: last, count: count, calendar: .utc)
            #expect(values.first == 43_200_000 && values.last == last + 43_200_000)
            #expect(values.count <= min(max(count, 2), 400))
            #expect(zip(values, values.dropFirst()).allSatisfy(<))
        }
    }
}
