import ChartEngine
import ChartSeries
import ChartWire

extension SurfaceBody {
    /// Creates the series of a specification; without any, one for each column.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - xAxes: The x axes of the surface.
    ///   - yAxes: Its y axes.
    ///   - pointer: The place of the list.
    /// - Returns: The series.
    /// - Throws: A problem that names the place.
    func plottedSeries(
        table: Table, xAxes: [Axis], yAxes: [Axis], at pointer: JSONPointer
    ) throws(Problem) -> [Series] {
        guard let series else {
            return table.columns.enumerated().map { index, column in
                Series(id: column.name, column: index, xAxis: xAxes[0].id, yAxis: yAxes[0].id, name: column.name)
            }
        }
        guard series.count <= SpecificationContext.maximumSeries else {
            throw Problem(
                .specificationInvalid, "A surface has at most \(SpecificationContext.maximumSeries) series.",
                at: pointer)
        }
        var plotted: [Series] = []
        for (index, body) in series.enumerated() {
            plotted.append(try body.series(table: table, xAxes: xAxes, yAxes: yAxes, at: pointer.appending(index)))
        }
        try Identifier.checkUnique(plotted.map(\.id), at: pointer)
        try Series.checkStacks(plotted, at: pointer)
        return plotted
    }
}

extension Series {
    /// Checks that the series of a stack use the same axes.
    static func checkStacks(_ series: [Series], at pointer: JSONPointer) throws(Problem) {
        var lowest: [String: Series] = [:]
        for (index, one) in series.enumerated() {
            guard let stack = one.stack else { continue }
            guard let other = lowest[stack] else {
                lowest[stack] = one
                continue
            }
            guard one.xAxis == other.xAxis, one.yAxis == other.yAxis else {
                throw Problem(
                    .specificationInvalid,
                    "The series of a stack have the same axes; those of \"\(other.id)\" are \"\(other.xAxis)\" and \"\(other.yAxis)\".",
                    at: pointer.appending(index).appending("stack"))
            }
        }
    }
}

extension SeriesBody {
    func series(table: Table, xAxes: [Axis], yAxes: [Axis], at pointer: JSONPointer) throws(Problem) -> Series {
        let patch = SeriesPatchBody(
            id: id, x: x, y: y, xAxis: xAxis, yAxis: yAxis, name: name, color: color.map { .some($0) },
            visible: visible, kind: kind.map { .some($0) }, stack: stack,
            aggregate: aggregate, unit: unit.map { .some($0) }, dash: dash.map { .some($0) },
            ohlc: ohlc.map { .some($0) })
        return try patch.series(y: y, changing: nil, table: table, xAxes: xAxes, yAxes: yAxes, at: pointer)
    }
}

extension SeriesPatchBody {
    /// Creates the series that the body specifies.
    ///
    /// - Parameters:
    ///   - y: The column.
    ///   - old: The series to change; `nil` for a new series.
    ///   - table: The rows.
    ///   - xAxes: The x axes of the surface.
    ///   - yAxes: Its y axes.
    ///   - pointer: The place of the body.
    /// - Returns: The series.
    /// - Throws: A problem that names the place.
    func series(
        y: String, changing old: Series?, table: Table, xAxes: [Axis], yAxes: [Axis], at pointer: JSONPointer
    ) throws(Problem) -> Series {
        if let x, x != table.xName {
            throw Problem(
                .specificationUnknownColumn, "The x of the dataset is \"\(table.xName)\".", at: pointer.appending("x"))
        }
        guard let column = table.index(ofColumn: y) else {
            throw Problem(
                .specificationUnknownColumn, "The dataset has no numeric column \"\(y)\".", at: pointer.appending("y"))
        }
        if let id, id.isEmpty || id.utf8.count > SpecificationContext.longestName {
            throw Problem(
                .specificationInvalid, "An id has 1 to \(SpecificationContext.longestName) bytes.",
                at: pointer.appending("id"))
        }
        for (property, text) in [("name", name), ("color", color?.wrapped), ("stack", stack?.wrapped)] {
            guard let text, text.utf8.count > SpecificationContext.longestName else { continue }
            throw Problem(
                .specificationInvalid, "It has at most \(SpecificationContext.longestName) bytes.",
                at: pointer.appending(property))
        }
        var series = Series(
            id: id ?? y, column: column,
            xAxis: try axis(xAxis ?? old?.xAxis, of: xAxes, at: pointer.appending("xAxis")),
            yAxis: try axis(yAxis ?? old?.yAxis, of: yAxes, at: pointer.appending("yAxis")),
            name: name ?? old?.name ?? y, color: old?.color, isVisible: visible ?? old?.isVisible ?? true,
            kind: old?.kind, stack: old?.stack, aggregate: old?.aggregate, unit: old?.unit, dash: old?.dash)
        if let color { series.color = color.wrapped }
        if let stack { series.stack = stack.wrapped }
        if let unit {
            series.unit = try unit.text(atMost: LookMapping.longestUnit, at: pointer.appending("unit"))
        }
        if let dash {
            if let dash = dash.wrapped { try LookMapping.check(dash: dash, at: pointer.appending("dash")) }
            series.dash = dash.wrapped
        }
        if let ohlc {
            series.ohlc = try ohlc.wrapped.map { ohlc throws(Problem) in
                try ohlc.columns(of: table, at: pointer.appending("ohlc"))
            }
        }
        if let kind {
            series.kind = try kind.wrapped.map { kind throws(Problem) in
                try Problem.word(kind, of: SeriesKind.self, at: pointer.appending("kind"))
            }
        }
        if let aggregate {
            series.aggregate = try aggregate.wrapped.map { aggregate throws(Problem) in
                try Problem.word(aggregate, of: Aggregate.self, at: pointer.appending("aggregate"))
            }
        }
        return series
    }

    private func axis(_ id: String?, of axes: [Axis], at pointer: JSONPointer) throws(Problem) -> String {
        guard let id else { return axes[0].id }
        guard axes.contains(where: { $0.id == id }) else {
            throw Problem(.specificationUnknownReference, "There is no axis \"\(id)\" of this kind.", at: pointer)
        }
        return id
    }
}

extension CandleColumnsBody {
    /// The columns of a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - pointer: The place of the body.
    /// - Returns: The columns.
    /// - Throws: `specification.unknown-column` at a name that the table lacks.
    func columns(of table: Table, at pointer: JSONPointer) throws(Problem) -> CandleColumns {
        var found: [Int] = []
        for (role, name) in [("open", open), ("high", high), ("low", low), ("close", close)] {
            guard let column = table.index(ofColumn: name) else {
                throw Problem(
                    .specificationUnknownColumn, "The dataset has no numeric column \"\(name)\".",
                    at: pointer.appending(role))
            }
            found.append(column)
        }
        return CandleColumns(open: found[0], high: found[1], low: found[2], close: found[3])
    }

    /// The names of columns of a table.
    init(_ columns: CandleColumns, of table: Table) {
        func name(_ role: CandlePart.Role) -> String { table.columns[columns[role]].name }
        self.init(open: name(.open), high: name(.high), low: name(.low), close: name(.close))
    }
}
