import ChartDatasets
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The route that makes the rows of the page's largest example, where the server has the page.
struct GeneratedRowsRoute: Sendable {
    let datasets: DatasetRoutes
    private var catalog: any DatasetCatalog { datasets.service.catalog }

    /// Creates the route beside those of datasets.
    init(beside datasets: DatasetRoutes) { self.datasets = datasets }

    var route: Route {
        Route(
            method: .post, pattern: DatasetRoutes.pattern + "/generated", operationID: "generateRows",
            access: .dataset(.writeDatasets), body: .json, audited: .datasetAppend
        ) { request in
            .afterBody { body in .longWork { _ in .now(try await generate(request, body)) } }
        }
    }

    private func generate(_ request: RouteRequest, _ body: [UInt8]) async throws -> Answer {
        let count = try RowGeneration(body: body).rows
        let name = request.parameter("name")
        try DatasetRoutes.checkName(name)
        for _ in 0..<DatasetRoutes.mostAttempts {
            try await catalog.confirm(name)
            let existing = catalog.content(of: name)
            guard request.datasetExpectation(existing?.map(TableDescription.init)) else {
                throw DatasetRefusal(.unexpected, of: name)
            }
            let old = existing == nil ? nil : try catalog.rows(of: name)
            guard let rows = RandomWalk(seed: 1).rows(after: old, count: count) else {
                throw Problem(
                    .datasetUnknownColumn,
                    "Generated rows go on after others of date and price, and \"\(name)\" has no such rows.")
            }
            let table: Table
            do throws(DatasetRefusal) {
                table = try await add(rows, to: name, after: old, for: request.caller)
            } catch {
                // Another request has added rows meanwhile, or begun the dataset.
                guard error.reason == .unexpected else { throw error }
                continue
            }
            datasets.service.metrics.countRows(count)
            guard old == nil else { return try datasets.answer(table, name: name) }
            return try datasets.answer(
                table, name: name, status: .created, headers: [.location: "/v1/datasets/\(name)"])
        }
        throw DatasetRefusal(.store(.contended), of: name)
    }

    /// Adds rows behind those of a version, or begins the dataset with them.
    ///
    /// - Throws: ``DatasetRefusal/Reason/unexpected`` where another request was faster, or another `DatasetRefusal`.
    private func add(
        _ rows: IncomingRows, to name: String, after old: Table?, for caller: Caller
    ) async throws(DatasetRefusal) -> Table {
        if let old { return try await catalog.add(rows, to: name) { (try? $0?.get())?.version == old.version }.table }
        try await catalog.begin(name, with: rows, rules: .standard, owner: caller.principal?.subject.text)
        return try catalog.rows(of: name)
    }
}
