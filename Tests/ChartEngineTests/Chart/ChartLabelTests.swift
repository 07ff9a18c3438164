import ChartEngine
import ChartSeries
import CoreTestSupport
import Testing

struct ChartLabelTests {
    private func label(_ rows: [Int], _ columns: [String: [Double]], x: [Double] = [0, 1, 2]) -> String? {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: x, columns)
        var chart = sample.make()
        chart.select(rows: rows, mode: .replace)
        return chart.selection.label
    }

    @Test func `one series has no total`() {
        #expect(label([1], ["level": [1, 2.5, 3]]) == "1: Level: 2.5")
    }

    @Test func `several series have a total of the present values`() {
        #expect(label([1], ["a": [1, 2, 3], "b": [1, 40, 3]]) == "1: A: 2, B: 40, Total: 42")
        #expect(label([1], ["a": [1, .nan, 3], "b": [1, 40, 3]]) == "1: A: –, B: 40, Total: 40")
    }

    @Test func `numbers have at most six decimals and no needless point`() {
        #expect(label([0], ["a": [0.1 + 0.2, 0, 0]]) == "0: A: 0.3")
        #expect(label([0], ["a": [-0.0, 0, 0]], x: [-1.5, 1, 2]) == "-1.5: A: 0")
        #expect(label([0], ["a": [1e12, 0, 0]]) == "0: A: 1000000000000")
    }

    @Test func `several rows show their number and their ends`() {
        #expect(label([0, 2], ["a": [1, 2, 3]]) == "2 rows: 0 – 2")
    }

    @Test func `an empty selection has no label`() {
        #expect(label([], ["a": [1, 2, 3]]) == nil)
    }

    @Test func `a date follows the time zone`() throws {
        for (zone, text) in [("UTC", "1/1/00: A: 1"), ("America/New_York", "12/31/99: A: 1")] {
            var sample = SampleChart()
            sample.x.type = .date
            sample.table = SampleTable.make(x: [try CivilZones.utc("2000-01-01T01:00Z")], kind: .date, ["a": [1]])
            sample.calendar = try CivilZones.calendar(zone)
            var chart = sample.make()
            chart.selectRow(0)
            #expect(chart.selection.label == text)
        }
    }
}
