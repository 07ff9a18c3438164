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

/// The series of a surface after a patch, for the new axes and rows.
private struct SeriesListPatch {
    let body: SurfacePatchBody
    let old: ChartContents
    let new: ChartContents
    private let pointer = JSONPointer.root.appending("series")

    init(body: SurfacePatchBody, old: ChartContents, new: ChartContents) {
        self.body = body
        self.old = old
        self.new = new
    }

    /// The series: the list of the body when one of its entries has a `y`, otherwise the present ones with its changes.
    func series() throws(Problem) -> [Series] {
        let bodies = body.series ?? []
        for (index, one) in bodies.enumerated() where one.y == nil { try checkIsKnown(one, at: index) }
        var list: [Series] = []
        if bodies.contains(where: { $0.y != nil }) {
            guard bodies.count <= SpecificationContext.maximumSeries else {
                throw Problem(
                    .specificationInvalid, "A surface has at most \(SpecificationContext.maximumSeries) series.",
                    at: pointer)
            }
            for (index, one) in bodies.enumerated() {
                let known = old.series.first { $0.id == one.id ?? one.y }
                list.append(try made(one, changing: known, at: pointer.appending(index)))
            }
        } else {
            for known in old.series {
                if let index = bodies.lastIndex(where: { $0.id == known.id }) {
                    list.append(try made(bodies[index], changing: known, at: pointer.appending(index)))
                } else {
                    list.append(try kept(known))
                }
            }
        }
        try Identifier.checkUnique(list.map(\.id), at: pointer)
        try Series.checkStacks(list, at: pointer)
        return list
    }

    private func checkIsKnown(_ one: SeriesPatchBody, at index: Int) throws(Problem) {
        guard !old.series.contains(where: { $0.id == one.id }) else { return }
        throw Problem(
            .specificationUnknownReference,
            one.id.map { "There is no series \"\($0)\"." } ?? "A series that is there has an id, a new one a y.",
            at: pointer.appending(index).appending("id"))
    }

    private func made(_ one: SeriesPatchBody, changing known: Series?, at place: JSONPointer) throws(Problem) -> Series
    {
        let column = one.y ?? known.map { old.table.columns[$0.column].name } ?? ""
        var one = one
        if one.ohlc == nil, let columns = known?.ohlc { one.ohlc = .some(CandleColumnsBody(columns, of: old.table)) }
        return try one.series(
            y: column, changing: known, table: new.table, xAxes: new.xAxes, yAxes: new.yAxes, at: place)
    }

    /// A series that the body does not name, unchanged; throws when the new axes or rows do not fit it.
    private func kept(_ known: Series) throws(Problem) -> Series {
        do throws(Problem) {
            return try made(SeriesPatchBody(id: known.id), changing: known, at: .root)
        } catch {
            let cause = body.dataset != nil ? "dataset" : body.xAxes != nil ? "xAxes" : "yAxes"
            throw Problem(
                error.code, "The series \"\(known.id)\" cannot stay as it is: \(error.detail) Name the series too.",
                at: JSONPointer.root.appending(cause))
        }
    }
}

extension Chart {
    /// Whether the rows lie at dates, so that bars of civil time can aggregate them.
    var hasDates: Bool { table.xKind == .date && rowPosition == .x }
}
