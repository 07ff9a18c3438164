import ChartEngine
import ChartSeries
import ChartSessions

/// A default session with one surface: a date axis, three series, and the default modifiers.
enum DefaultSession {
    static let table: Table = {
        let days = (0..<100).map { 1.73e12 + 86_400_000 * Double($0) }
        do {
            return try Table(
                xName: "date", xKind: .date, x: days,
                columns: ["active", "new", "total"].map { ($0, days.indices.map(Double.init)) })
        } catch {
            preconditionFailure("the sample makes no table: \(error)")
        }
    }()

    static var session: Session {
        let chart = Chart(
            id: "main", size: ChartSize(width: 390, height: 260),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions(type: .date))],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions(growBy: GrowBy(min: 0, max: 0.1)))],
            series: table.columns.indices.map {
                let name = table.columns[$0].name
                return Series(id: name, column: $0, xAxis: "x", yAxis: "y", name: name)
            }, table: table)
        var surface = Surface(chart: chart)
        for name in ModifierRegistry.defaultModifiers {
            guard let type = ModifierRegistry.builtIn[name] else { preconditionFailure("there is no \(name)") }
            surface.add(AttachedModifier(id: name, modifier: make(type)))
        }
        return Session(
            id: "0123456789abcdef", timeZone: "UTC", idleTimeout: 60_000,
            surfaces: [SessionSurface(surface: surface, dataset: "active-users")])
    }

    /// The dependencies of its state.
    static let dependencies = SessionStateDependencies { table.prefix(rows: $0.count, version: $0.version) }

    private static func make<Modifier: ChartModifier>(_ type: Modifier.Type) -> any ChartModifier {
        type.init(parameters: .init())
    }
}
