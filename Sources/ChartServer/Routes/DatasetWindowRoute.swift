import ChartDatasets
import ChartSeries
import ChartService
import ChartStores
import ChartWire
import HTTPTypes

/// The route that shows rows of a dataset without a session.
struct DatasetWindowRoute: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: DatasetRoutes.pattern + "/window", operationID: "getWindow",
                access: .dataset(.readDatasets),
                query: DatasetWindow.query, handler: get)
        ]
    }

    private func get(_ request: RouteRequest) throws -> Reply {
        // A look that opens no file; the task finds why there are no rows.
        guard !service.catalog.asksOthers, let table = service.catalog.table(request.parameter("name")) else {
            return .longWork { _ in
                let table = try await service.readTable(of: request)
                return reply(with: try window(of: request, in: table), to: request)
            }
        }
        return reply(with: try window(of: request, in: table), to: request)
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
