import ChartEngine
package import ChartSeries
package import ChartWire

/// A window of a dataset without a session, read from the query of its request.
package struct DatasetWindow: Sendable {
    /// The query parameters that describe a window.
    package static let query = [
        "from", "to", "width", "points", "method", "aggregate", "unit", "unitCount", "weekStart", "columns", "layout",
        "rowUnit", "timeZone",
    ]

    /// More points than any limit allows are as many as the limit.
    private static let points = WindowOptions.fewestPoints...10_000_000

    private let name: String
    private let table: Table
    private let columns: [Int]
    private let layout: RowLayout
    private let wanted: WindowRequest
    private let answerBytes: Int

    /// Reads a query.
    ///
    /// - Parameters:
    ///   - query: The query, which declares the parameters of ``query``.
    ///   - table: The rows of the dataset.
    ///   - name: The name of the dataset.
    ///   - rowLimit: The most rows that a window may have.
    ///   - answerBytes: The most bytes that the answer may have.
    /// - Throws: `query.invalid`.
    package init(
        _ query: QueryParameters, of table: Table, named name: String, rowLimit: Int, answerBytes: Int
    ) throws(Problem) {
        self.name = name
        self.table = table
        self.answerBytes = answerBytes
        columns = try query.columns(of: table) ?? Array(table.columns.indices)
        layout = try query.choice("layout", of: RowLayout.self) ?? .rows
        wanted = try Self.wanted(query, of: table, columns: columns, rowLimit: rowLimit)
    }

    /// How long the window takes to answer.
    package var effort: WindowEffort {
        if table.isAway { return .long }
        return wanted.method.effort(
            rows: table.rowCount, columns: columns.count, maximumRows: wanted.maximumRows, width: wanted.width)
    }

    /// The most bytes that the answer may have, by the number of its rows.
    package var mostBytes: Int {
        let rows = min(table.rowCount, wanted.maximumRows)
        let parts = wanted.method == .calendar ? max(1, wanted.aggregate.parts.count) : 1
        return WindowWriter.mostBytes(rows: rows, of: table, columns: columns, parts: parts, layout: layout)
    }

    /// Chooses the rows and writes them.
    ///
    /// - Throws: `dataset.damaged` for rows that turn out not to be those that were written, `limits.answer`,
    ///   `CancellationError` in a task that was cancelled.
    package func body() throws -> [UInt8] {
        let window = table.window(wanted)
        try Task.checkCancellation()
        var writer = JSONWriter(limit: answerBytes)
        WindowWriter(window: window, table: table, columns: columns, layout: layout).write(into: &writer)
        try table.checkRows(of: name)
        return try writer.answer(
            remedy: "Ask for fewer `columns`, for fewer `points` by a method that thins out, or for `layout=columns`.")
    }

    private static func wanted(
        _ query: QueryParameters, of table: Table, columns: [Int], rowLimit limit: Int
    ) throws(Problem) -> WindowRequest {
        let calendar = try query.calendar() ?? .utc
        let unit = try query.choice("rowUnit", of: WindowOptions.RowUnit.self) ?? .instant
        let method = try query.choice("method", of: WindowMethod.self) ?? .auto
        guard method != .calendar || table.xKind == .date else {
            throw Problem(.queryInvalid, "The method calendar needs a dataset of dates.")
        }
        let from = try query.instant("from", of: table, calendar: calendar) ?? table.extent?.first ?? 0
        let to = try query.instant("to", of: table, calendar: calendar) ?? table.extent?.last ?? from
        guard from <= to else { throw Problem(.queryInvalid, "The window ends before it starts.") }
        let unitCount = try query.integer("unitCount", in: 1...CalendarStep.mostUnits)
        let barUnit = try query.choice("unit", of: CalendarUnit.self)
        guard barUnit != nil || unitCount ?? 1 == 1 else {
            throw Problem(.queryInvalid, "A number of units needs the `unit` that it counts.")
        }
        let aggregate = try query.choice("aggregate", of: Aggregate.self) ?? .sum
        let points = try query.integer("points", in: points)
        return WindowRequest(
            from: from, to: to, columns: columns, method: method,
            width: try query.integer("width", in: 1...100_000) ?? 800,
            maximumRows: method == .none || points != nil ? limit : min(limit, WindowOptions().maximumRows),
            key: unit.key(in: calendar), points: points,
            aggregate: aggregate,
            gathers: columns.map {
                GatheredColumn(column: $0, aggregate: table.aggregate(aggregate, ofColumn: $0))
            },
            unit: barUnit, unitCount: unitCount ?? 1,
            weekStart: try query.choice("weekStart", of: WeekStart.self) ?? .monday,
            civil: table.xKind == .date ? calendar.civilSteps : nil)
    }
}
