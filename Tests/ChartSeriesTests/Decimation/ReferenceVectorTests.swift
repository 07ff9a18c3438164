import Testing

@testable import ChartSeries

struct ReferenceVectorTests {
    @Test(arguments: ReferenceVector.all)
    func `a method chooses the rows that tsdownsample chooses`(vector: ReferenceVector) {
        let series = ScannedSeries(vector.values)
        let rows = vector.x.indices
        let chosen =
            switch vector.method {
            case .minmax: minmax(x: vector.x, series: series, rows: rows, points: vector.points)
            case .lttb: lttb(x: vector.x, series: series, rows: rows, points: vector.points)
            case .minmaxlttb: minmaxlttb(x: vector.x, series: series, rows: rows, points: vector.points)
            }
        #expect(vector.form(of: chosen) == vector.chosen)
    }

    @Test func `there are vectors of each kind`() {
        for method in [ReferenceVector.Method.minmax, .lttb, .minmaxlttb] {
            #expect(ReferenceVector.all.count { $0.method == method } > 50)
        }
        #expect(ReferenceVector.all.count { $0.x.count > 5000 } > 80)
    }
}
