package import ChartEngine
package import ChartSeries
package import Gestures

/// A random surface: thresholds, axes of every type, limits, and modifiers of all types.
///
/// A specification could describe any such surface. The same seed gives the same surface.
package struct RandomSurface: Sendable {
    /// The name of the surface.
    package var id = "main"
    /// The platform whose thresholds the surface uses.
    package var profile: GestureProfile
    /// The size of the plot area.
    package var size: ChartSize
    /// The rows.
    package var table: Table
    /// The x axes.
    package var xAxes: [Axis]
    /// The y axes.
    package var yAxes: [Axis]
    /// How the surface counts and sends rows.
    package var window = WindowOptions()
    /// The calendar with the time zone.
    package var calendar = CivilCalendar.utc
    /// The modifiers in their order.
    package var modifiers: [AttachedModifier]
    /// The annotations in their order.
    package var annotations: [Annotation] = []

    /// Creates a random surface.
    ///
    /// - Parameters:
    ///   - cases: The random generator.
    ///   - names: The types of its modifiers; by default all built-in types.
    package init(_ cases: inout SeededCases, modifiers names: [String] = ModifierRegistry.builtIn.names) {
        profile = cases.element(of: [.uikit, .uikit, .android, .flutter, .hammer])
        // Mirroring multiples of an eighth of a point needs no rounding.
        size = ChartSize(
            width: Double(cases.integer(in: 400...8_000)) / 8, height: Double(cases.integer(in: 400...8_000)) / 8)
        let type = cases.element(of: AxisType.allCases)
        table = RandomAxes.table(for: type, &cases)
        if cases.isTrue(oneIn: 4) { window.rowUnit = .day }
        // A copy of the generator, so that options added later do not change the cases of existing seeds.
        var apart = cases
        if type == .date, apart.isTrue(oneIn: 3) {
            window.method = .calendar
            window.unit = apart.element(of: [nil, .hour, .day, .week, .month])
            window.aggregate = apart.element(of: [.sum, .mean, .max, .ohlc])
        }
        if cases.isTrue(oneIn: 3) { calendar = CivilCalendar(timeZone: "America/New_York") ?? .utc }
        (xAxes, yAxes, modifiers) = ([], [], [])
        let xIDs = cases.isTrue(oneIn: 6) ? ["x", "x2"] : ["x"]
        let yIDs = cases.isTrue(oneIn: 4) ? ["y", "y2"] : ["y"]
        xAxes = xIDs.map { Axis(id: $0, dimension: .x, options: RandomAxes.options(type, .x, &cases)) }
        yAxes = yIDs.map { id in
            let type = cases.element(of: [AxisType.number, .number, .log, .date])
            return Axis(id: id, dimension: .y, options: RandomAxes.options(type, .y, &cases))
        }
        let extents = chart
        xAxes = extents.xAxes.map { RandomAxes.limited($0, &cases) }
        yAxes = extents.yAxes.map { RandomAxes.limited($0, &cases) }
        modifiers = RandomModifiers.some(of: names, on: chart, &cases)
        var last = cases
        if last.isTrue(oneIn: 2) {
            for number in 1...last.integer(in: 1...6) { annotations.append(annotation("note\(number)", &last)) }
        }
    }

    /// A random annotation, mostly in view.
    private func annotation(_ id: String, _ cases: inout SeededCases) -> Annotation {
        let kind = cases.element(of: Annotation.Kind.allCases)
        let (x, y) = (cases.element(of: xAxes), cases.element(of: yAxes))
        let chart = chart
        func value(_ axis: Axis) -> Double {
            let range = chart.axis(axis.id)?.visibleRange ?? axis.visibleRange
            return range.min + cases.number(in: -0.1...1.1) * range.span
        }
        let points = (0..<kind.pointCount).map { _ in
            Annotation.Point(x: kind.hasX ? value(x) : nil, y: kind.hasY ? value(y) : nil)
        }
        var annotation = Annotation(
            id: id, kind: kind, xAxis: x.id, yAxis: y.id, points[0], points.count > 1 ? points[1] : nil)
        annotation.style.isLocked = cases.isTrue(oneIn: 5)
        annotation.style.counts = cases.isTrue(oneIn: 6)
        annotation.style.text = cases.isTrue(oneIn: 2) ? "Note \(id)" : nil
        return annotation
    }

    /// The chart without modifiers.
    package var chart: Chart {
        Chart(
            id: id, size: size, xAxes: xAxes, yAxes: yAxes,
            series: table.columns.indices.map { column in
                Series(
                    id: table.columns[column].name, column: column, xAxis: xAxes[column % xAxes.count].id,
                    yAxis: yAxes[column % yAxes.count].id, name: table.columns[column].name)
            }, table: table, windowOptions: window, calendar: calendar)
    }

    /// The surface with its chart and modifiers.
    package var surface: Surface {
        var surface = Surface(chart: chart, thresholds: GestureThresholds(profile: profile))
        for modifier in modifiers { surface.add(modifier) }
        surface.setAnnotations(annotations)
        return surface
    }
}
