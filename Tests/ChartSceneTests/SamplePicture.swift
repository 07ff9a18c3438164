import ChartEngine
import ChartSeries

@testable import ChartScene

/// The parts of a small chart, to be varied and then drawn.
struct SamplePicture {
    var size = ChartSize(width: 400, height: 200)
    var x: [Double] = [0, 1, 2, 3]
    var columns: [(name: String, values: [Double])] = [("level", [1, 3, 2, 4])]
    var kind: XKind = .number
    var xOptions = AxisOptions()
    var yOptions = AxisOptions()
    var xRange = AxisRange(min: 0, max: 3)
    var yRange = AxisRange(min: 0, max: 4)
    var window = WindowOptions()
    var change: @Sendable (inout Series) -> Void = { _ in }

    func chart() throws -> Chart {
        let table = try Table(xName: "x", xKind: kind, x: x, columns: columns)
        return Chart(
            id: "main", size: size, xAxes: [Axis(id: "x", dimension: .x, options: xOptions, visibleRange: xRange)],
            yAxes: [Axis(id: "y", dimension: .y, options: yOptions, visibleRange: yRange)],
            series: columns.indices.map { column in
                let name = columns[column].name
                var series = Series(id: name, column: column, xAxis: "x", yAxis: "y", name: name)
                change(&series)
                return series
            }, table: table, windowOptions: window)
    }

    func svg(_ options: PictureOptions = PictureOptions()) throws -> String {
        String(decoding: ChartPicture(of: try chart(), options: options).svg, as: UTF8.self)
    }
}
