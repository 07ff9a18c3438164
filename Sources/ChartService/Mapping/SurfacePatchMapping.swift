import ChartEngine
import ChartSeries
import ChartWire

extension SurfacePatchBody {
    /// Whether it changes what the surface shows: its dataset, axes or series.
    var hasContents: Bool { dataset != nil || xAxes != nil || yAxes != nil || series != nil }

    /// Changes what a surface shows; axes and series that keep their ids keep their state.
    ///
    /// - Parameters:
    ///   - surface: The surface.
    ///   - newTable: The rows of the dataset that the body names.
    /// - Throws: A problem that names the place; discard the surface then.
    func changeContents(of surface: inout Surface, table newTable: Table?) throws(Problem) {
        let old = surface.chart.contents
        var contents = old
        var changes: [AxisChange] = []
        if let newTable {
            contents.table = newTable
            contents.hasOtherRows = true
            contents.xAxes = contents.xAxes.map { $0.suited(to: newTable, insteadOf: old.table) }
        }
        let calendar = surface.chart.calendar
        if let xAxes {
            contents.xAxes = try Self.axes(
                xAxes, .x, of: contents.xAxes, contents.table, calendar, at: JSONPointer.root.appending("xAxes"),
                &changes)
        }
        if let yAxes {
            contents.yAxes = try Self.axes(
                yAxes, .y, of: contents.yAxes, contents.table, calendar, at: JSONPointer.root.appending("yAxes"),
                &changes)
        }
        try AxisList.check(contents.xAxes, contents.yAxes, at: .root)
        contents.series = try SeriesListPatch(body: self, old: old, new: contents).series()
        surface.show(contents, changing: changes)
        for entry in surface.modifiers {
            do throws(Problem) {
                try entry.checkAxis(surface.chart.xAxes[0], at: .root)
            } catch {
                throw Problem(error.code, error.detail, pointer: xAxes == nil ? "/dataset" : "/xAxes/0/type")
            }
        }
        guard surface.chart.windowOptions.method != .calendar || surface.chart.hasDates else {
            throw Problem(.propertyInvalid, "The surface's bars of civil time need dates.", pointer: "/dataset")
        }
    }

    private static func axes(
        _ bodies: [AxisBody], _ dimension: AxisDimension, of present: [Axis], _ table: Table, _ calendar: CivilCalendar,
        at pointer: JSONPointer, _ changes: inout [AxisChange]
    ) throws(Problem) -> [Axis] {
        try AxisList.checkCount(bodies.count, at: pointer)
        var axes: [Axis] = []
        for (index, body) in bodies.enumerated() {
            let place = pointer.appending(index)
            let new = try body.axis(
                dimension: dimension, position: index, defaults: .defaults(dimension, of: table), calendar: calendar,
                at: place)
            let old = present.first { $0.id == new.id && (body.type == nil || $0.options.type == new.options.type) }
            guard let old else {
                axes.append(new)
                continue
            }
            var options = old.options
            let range = try body.apply(to: &options, dimension: dimension, calendar: calendar, at: place)
            axes.append(old)
            changes.append(AxisChange(axis: old.id, options: options, visibleRange: range))
        }
        return axes
    }
}

extension Chart {
    /// Whether the rows lie at dates, so that bars of civil time can aggregate them.
    var hasDates: Bool { table.xKind == .date && rowPosition == .x }
}
