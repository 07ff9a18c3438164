import ChartDatasets
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes that show rows of a dataset without a session.
struct DatasetWindowRoutes: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: DatasetRoutes.pattern + "/window", operationID: "getWindow",
                access: .dataset(.readDatasets),
                query: DatasetWindow.query, handler: get),
            Route(
                method: .get, pattern: DatasetRoutes.pattern + "/description", operationID: "describeDataset",
                access: .dataset(.readDatasets), query: DatasetDescription.query, handler: describe),
            Route(
                method: .get, pattern: DatasetRoutes.pattern + "/statistics", operationID: "getDatasetStatistics",
                access: .dataset(.readDatasets), query: StatisticsReport.datasetQuery, handler: sumUp),
        ]
    }

    private func get(_ request: RouteRequest) throws -> Reply {
        try service.useRows(of: request) { reply(with: try window(of: request, in: $0), to: request) }
    }

    private func describe(_ request: RouteRequest) throws -> Reply {
        let bytes = service.limits.answerBytes
        return try service.useRows(of: request) { table in
            let description = try DatasetDescription(
                request.query, of: table, named: request.parameter("name"), accepting: request.acceptedLocale)
            return service.writer.makeReply(of: bytes, effort: .long, to: request) {
                var headers: HTTPFields = [.cacheControl: "no-cache"]
                headers.tell(description.locale)
                return .json(try description.body(answerBytes: bytes), headers: headers)
            }
        }
    }

    private func sumUp(_ request: RouteRequest) throws -> Reply {
        try service.useRows(of: request) { table in
            let report = try StatisticsReport(request.query, of: table, named: request.parameter("name"))
            return service.reply(with: report, to: request)
        }
    }

    private func window(of request: RouteRequest, in table: Table) throws -> DatasetWindow {
        try DatasetWindow(
            request.query, of: table, named: request.parameter("name"),
            rowLimit: service.limits.rowsPerWindow, answerBytes: service.limits.answerBytes)
    }

    private func reply(with window: DatasetWindow, to request: RouteRequest) -> Reply {
        let known = request.ifNoneMatch ?? []
        return service.writer.makeReply(of: window.mostBytes, effort: window.effort, to: request) {
            try Self.answer(window, known: known)
        }
    }

    private static func answer(_ window: DatasetWindow, known: [String]) throws -> Answer {
        let bytes = try window.body()
        let tag = EntityTag.of(bytes)
        if known.contains(tag) || known.contains("*") { return .notModified(eTag: tag) }
        return .json(bytes, headers: [.eTag: tag, .cacheControl: "no-cache"])
    }
}

extension ServiceDependencies {
    /// Answers with statistics, which may read many rows the first time.
    func reply(with report: StatisticsReport, to request: RouteRequest) -> Reply {
        writer.makeReply(of: report.expectedBytes, effort: .long, to: request) { [limits] in
            .json(try report.body(answerBytes: limits.answerBytes), headers: [.cacheControl: "no-cache"])
        }
    }
}
