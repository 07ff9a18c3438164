import ChartEngine
import ChartSeries
import ChartService
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird

/// The route that shows rows of a dataset without a session.
struct DatasetWindowRoute: Sendable {
    let context: ServiceContext

    private static let query = [
        "from", "to", "width", "points", "method", "aggregate", "unit", "unitCount", "weekStart", "columns", "layout",
        "rowUnit", "timeZone",
    ]

    /// More points than any limit allows are as many as the limit.
    private static let points = WindowOptions.fewestPoints...10_000_000

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: DatasetRoutes.pattern + "/window", operationID: "getWindow", query: Self.query,
                brief: briefWindow,
                handler: { request in
                    try await TracedStep.request("getWindow", of: request.headers, tracer: context.tracer) {
                        try await window(request)
                    }
                })
        ]
    }

    private func window(_ request: RouteRequest) async throws -> Response {
        let isClosed = context.catalog.isClosed(request.parameter("name"))
        let task = try await LongWork.run(if: isClosed) { () throws in try self.task(of: request) }
        guard task.mayBeLarge else { return Response(try await answer(to: task, request)) }
        if let place = context.largeAnswers.freePlace() {
            return Response(try await answer(to: task, request), keeping: place, on: request.loop)
        }
        let (answer, place) = try await request.runWhileClientWaits {
            let place = try await context.largeAnswers.place()
            return (try task.answer(), place)
        }
        return Response(answer, keeping: place, on: request.loop)
    }

    private func answer(to task: WindowTask, _ request: RouteRequest) async throws -> WholeAnswer {
        guard task.effort == .long else { return try task.answer() }
        return try await request.runWhileClientWaits { try task.answer() }
    }

    /// Reads the request of a window that is brief.
    private func briefWindow(_ request: RouteRequest, _ body: [UInt8]) throws -> BriefWork? {
        guard !context.catalog.isClosed(request.parameter("name")) else { return nil }
        let task = try task(of: request)
        guard task.effort <= .short, !task.mayBeLarge else { return nil }
        return { complete in
            complete(Result { try task.answer() })
            return true
        }
    }

    private func task(of request: RouteRequest) throws -> WindowTask {
        let table = try context.table(of: request)
        let columns = try columns(of: request, in: table)
        let layout = try request.query.choice("layout", of: RowLayout.self) ?? .rows
        return WindowTask(
            name: request.parameter("name"), table: table, columns: columns, layout: layout,
            wanted: try wanted(request, of: table, columns: columns), known: request.ifNoneMatch ?? [],
            answerBytes: context.limits.answerBytes)
    }

    private func wanted(
        _ request: RouteRequest, of table: Table, columns: [Int]
    ) throws(Problem) -> WindowRequest {
        let query = request.query
        let calendar = try request.calendar() ?? .utc
        let unit = try query.choice("rowUnit", of: WindowOptions.RowUnit.self) ?? .instant
        let method = try query.choice("method", of: WindowMethod.self) ?? .auto
        guard method != .calendar || table.xKind == .date else {
            throw Problem(.queryInvalid, "The method calendar needs a dataset of dates.")
        }
        let from = try request.instant("from", of: table, calendar: calendar) ?? table.extent?.first ?? 0
        let to = try request.instant("to", of: table, calendar: calendar) ?? table.extent?.last ?? from
        guard from <= to else { throw Problem(.queryInvalid, "The window ends before it starts.") }
        let unitCount = try query.integer("unitCount", in: 1...CalendarStep.mostUnits)
        let barUnit = try query.choice("unit", of: CalendarUnit.self)
        guard barUnit != nil || unitCount ?? 1 == 1 else {
            throw Problem(.queryInvalid, "A number of units needs the `unit` that it counts.")
        }
        let aggregate = try query.choice("aggregate", of: Aggregate.self) ?? .sum
        let points = try query.integer("points", in: Self.points)
        let limit = context.limits.rowsPerWindow
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

    private func columns(of request: RouteRequest, in table: Table) throws(Problem) -> [Int] {
        guard let names = try request.query.list("columns") else { return Array(table.columns.indices) }
        var columns: [Int] = []
        for name in names {
            guard let index = table.index(ofColumn: name), !columns.contains(index) else {
                throw Problem(.queryInvalid, "The dataset has no column \"\(name)\", or it is named twice.")
            }
            columns.append(index)
        }
        return columns
    }
}

/// A window that is asked for, read from its request.
private struct WindowTask: Sendable {
    let name: String
    let table: Table
    let columns: [Int]
    let layout: RowLayout
    let wanted: WindowRequest
    /// The entity tags of what the client has.
    let known: [String]
    let answerBytes: Int

    /// How long it takes to answer.
    var effort: WindowEffort {
        wanted.method.effort(rows: table.rowCount, columns: columns.count, maximumRows: wanted.maximumRows)
    }

    /// Whether the answer may have so many bytes that it needs a place among the large ones.
    var mayBeLarge: Bool {
        let rows = min(table.rowCount, wanted.maximumRows)
        let parts = wanted.method == .calendar ? max(1, wanted.aggregate.parts.count) : 1
        return WindowWriter.mostBytes(rows: rows, of: table, columns: columns, parts: parts, layout: layout)
            > LargeAnswers.leastBytes
    }

    /// Chooses the rows and writes them.
    ///
    /// - Throws: `dataset.damaged` for rows that turn out not to be those that were written, `limits.answer`,
    ///   `CancellationError` in a task that was cancelled.
    func answer() throws -> WholeAnswer {
        let window = table.window(wanted)
        try Task.checkCancellation()
        var writer = JSONWriter(limit: answerBytes)
        WindowWriter(window: window, table: table, columns: columns, layout: layout).write(into: &writer)
        try table.checkRows(of: name)
        let bytes = try writer.answer(
            remedy: "Ask for fewer `columns`, for fewer `points` by a method that thins out, or for `layout=columns`.")
        let tag = EntityTag.of(bytes)
        if known.contains(tag) || known.contains("*") { return .notModified(eTag: tag) }
        return .json(bytes, headers: [.eTag: tag, .cacheControl: "no-cache"])
    }
}
