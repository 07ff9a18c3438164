import ChartEngine
import ChartSeries
import CoreTestSupport
import Testing

struct CategoryTicksTests {
    private func ticks(_ from: Double, _ to: Double, rows: Int = 100) -> AxisTicks {
        CategoryTicks.axisTicks(from: from, to: to, rowCount: rows) { rows in rows.map { "row \($0)" } }
    }

    @Test func `ticks lie on rows`() {
        #expect(ticks(0, 2).labels == ["row 0", "row 1", "row 2"])
        #expect(ticks(0, 2).minor.isEmpty)
        #expect(ticks(3.2, 3.8).major.isEmpty)
        #expect(ticks(0, 50).major == [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50])
        #expect(ticks(0, 6).major == [0, 1, 2, 3, 4, 5, 6])
    }

    @Test func `no tick lies outside the rows`() {
        #expect(ticks(-20, 20, rows: 6).major == [0, 5])
        #expect(ticks(-20, -10).major.isEmpty)
        #expect(ticks(0, 1, rows: 0).major.isEmpty)
    }

    private func labels(_ texts: [String], zone: String = "UTC") throws -> [String] {
        var sample = SampleChart()
        sample.x.type = .category
        sample.calendar = try #require(CivilCalendar(timeZone: zone))
        sample.table = SampleTable.make(
            x: try texts.map(CivilZones.utc), kind: .date, ["a": texts.map { _ in 1 }])
        let chart = sample.make()
        return chart.ticks(of: chart.xAxes[0]).labels
    }

    @Test func `labels of dates are days`() throws {
        #expect(try labels(["2024-10-18T16:00Z", "2024-10-21T16:00Z"]) == ["Oct 18", "Oct 21"])
        #expect(try labels(["2024-10-18T23:00Z", "2024-10-19T23:00Z"], zone: "Asia/Tokyo") == ["Oct 19", "Oct 20"])
    }

    @Test func `labels show the year if years differ, and the time if dates share a day`() throws {
        #expect(try labels(["2023-12-31T16:00Z", "2024-01-01T16:00Z"]) == ["Dec 31, 2023", "Jan 01, 2024"])
        #expect(try labels(["2024-10-18T16:00Z", "2024-10-18T16:30Z"]) == ["Oct 18 16:00", "Oct 18 16:30"])
    }

    @Test func `labels of numbers are as short as possible`() {
        var sample = SampleChart()
        sample.x.type = .category
        sample.table = SampleTable.make(x: [0.1, 2, 1e20], ["a": [1, 2, 3]])
        let chart = sample.make()
        #expect(chart.ticks(of: chart.xAxes[0]).labels == ["0.1", "2", "1e+20"])
    }
}
