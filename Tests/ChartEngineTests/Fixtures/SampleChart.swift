import ChartEngine
import ChartSeries

/// The parts of a chart of one x axis `x` and one y axis `y`, to be varied and then made.
///
/// Unless varied, both axes show 0…100, the plot area is 400 × 200, and the one column `level` equals x.
struct SampleChart {
    var size = ChartSize(width: 400, height: 200)
    var x = AxisOptions()
    var y = AxisOptions()
    var xRange: AxisRange?
    var yRange: AxisRange?
    var table = SampleTable.diagonal
    var window = WindowOptions()
    var calendar = CivilCalendar.utc

    func make() -> Chart {
        Chart(
            id: "main", size: size, xAxes: [Axis(id: "x", dimension: .x, options: x, visibleRange: xRange)],
            yAxes: [Axis(id: "y", dimension: .y, options: y, visibleRange: yRange)],
            series: table.columns.indices.map { column in
                Series(
                    id: table.columns[column].name, column: column, xAxis: "x", yAxis: "y",
                    name: table.columns[column].name)
            },
            table: table, windowOptions: window, calendar: calendar)
    }

    func surface(_ modifiers: [AttachedModifier] = []) -> Surface {
        var surface = Surface(chart: make())
        for modifier in modifiers { surface.add(modifier) }
        return surface
    }

    func driver(_ modifiers: [AttachedModifier] = []) -> SurfaceDriver { SurfaceDriver(surface: surface(modifiers)) }

    /// The 71 days of active users, counted by whole days.
    static func activeUsers(timeZone: String = "UTC") -> SampleChart? {
        guard let calendar = CivilCalendar(timeZone: timeZone) else { return nil }
        var sample = SampleChart()
        sample.x.type = .date
        sample.table = ActiveUsers.table
        sample.window.rowUnit = .day
        sample.calendar = calendar
        return sample
    }
}

extension AttachedModifier {
    /// A modifier of a type, named like it, with some parameters set.
    static func of<Modifier: ChartModifier>(
        _ type: Modifier.Type, id: String? = nil, options: Options = Options(),
        _ set: (inout Modifier.Parameters) -> Void = { _ in }
    ) -> AttachedModifier {
        var parameters = Modifier.Parameters()
        set(&parameters)
        return AttachedModifier(id: id ?? type.typeName, modifier: type.init(parameters: parameters), options: options)
    }
}
