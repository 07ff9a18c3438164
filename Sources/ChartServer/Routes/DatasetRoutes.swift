import ChartEngine
import ChartSeries
import ChartService
import ChartSessions
import ChartWire
import HTTPTypes

/// The routes that import, show and remove datasets.
struct DatasetRoutes: Sendable {
    let service: ServiceDependencies

    static let pattern = "/v1/datasets/{name}"
    private static let importQuery =
        ["x", "columns", "split", "timeZone", "xKind", "xUnit", "dryRun"] + DialectTexts.query

    var routes: [Route] {
        [
            Route(method: .get, pattern: "/v1/datasets", operationID: "listDatasets", access: .scope(.readDatasets)) {
                request in
                .work { _ in .now(try list(for: request.caller)) }
            },
            Route(method: .get, pattern: Self.pattern, operationID: "getDataset", access: .dataset(.readDatasets)) {
                request in
                .work { _ in .now(try await get(request)) }
            },
            Route(
                method: .put, pattern: Self.pattern, operationID: "putDataset", access: .dataset(.writeDatasets),
                query: Self.importQuery, repeatable: ["columns"], body: .dataset, audited: .datasetPut
            ) { request in
                .longWork { task in .now(try await put(request, task)) }
            },
            Route(
                method: .delete, pattern: Self.pattern, operationID: "deleteDataset", access: .dataset(.writeDatasets),
                audited: .datasetDelete
            ) { request in
                .longWork { _ in .now(try await delete(request)) }
            },
            Route(
                method: .post, pattern: Self.pattern + "/rows", operationID: "appendRows",
                access: .dataset(.writeDatasets), query: Self.importQuery, repeatable: ["columns"],
                body: .dataset, audited: .datasetAppend
            ) { request in
                .longWork { task in .now(try await append(request, task)) }
            },
        ]
    }

    private func list(for caller: Caller) throws -> Answer {
        var writer = JSONWriter(reservingCapacity: 1_024, limit: service.limits.answerBytes)
        writer.beginObject()
        writer.key("datasets")
        writer.beginArray()
        for (name, description) in service.catalog.descriptions
        where description.soundness?.isDamaged != true && !writer.isOverLimit && service.authorizer.sees(caller, name) {
            DatasetWriter.write(description, name: name, into: &writer)
        }
        writer.endArray()
        writer.endObject()
        return .json(try writer.answer(remedy: "Ask for one dataset by its name."))
    }

    private func get(_ request: RouteRequest) async throws -> Answer {
        let (table, name) = (try await service.readTable(of: request), request.parameter("name"))
        let tag = DatasetWriter.entityTag(of: table, name: name)
        if let known = request.ifNoneMatch, known.contains(tag) || known.contains("*") {
            return .notModified(eTag: tag)
        }
        return try answer(table, name: name)
    }

    private func put(_ request: RouteRequest, _ task: RequestTask) async throws -> Answer {
        let name = request.parameter("name")
        guard DatasetName.isValid(name) else {
            throw Problem(
                .datasetNameInvalid,
                "A dataset's name starts with a letter or digit and has up to 64 letters, digits, points, dashes or underscores."
            )
        }
        let expectation = request.datasetExpectation
        let catalog = service.catalog
        if !catalog.isShared, !expectation(catalog.content(of: name)?.map(TableDescription.init)) {
            throw Problem(.unexpected, dataset: name)
        }
        let owner = request.caller.principal?.subject.text
        let options = try options(of: request)
        let isDryRun = try request.query.value("dryRun", expected: "true or false") { Bool($0) } ?? false
        let source = try rowSource(of: try request.contentType(), options: options)
        try await checkIsUnused(name)
        let room = try await room(for: source, of: request)
        defer { withExtendedLifetime(room) {} }
        var report = ImportReport(timeZone: request.query.text("timeZone"))
        do {
            if isDryRun { return try await tryImport(source, options, &report, of: request, task) }
            var rows = DatasetImport(from: source) { try catalog.makeDraft(for: name, shape: $0, owner: owner) }
            try await task.body { try rows.append($0) }
            let draft = try rows.finish()
            try checkKind(of: rows.rows, options)
            report.take(rows.blocks)
            let (table, isNew) = try await catalog.commit(draft, as: name, expecting: expectation)
            return try answer(
                table, name: name, report: report, status: isNew ? .created : .ok,
                headers: isNew ? [.location: "/v1/datasets/\(name)"] : [:])
        } catch let refusal as DatasetCatalog.Refusal {
            throw Problem(refusal, dataset: name)
        } catch let error as DatasetStoreError {
            throw Problem(DatasetCatalog.Refusal.store(error), dataset: name)
        }
    }

    /// Answers what an import would, and makes nothing.
    private func tryImport(
        _ source: any RowSource, _ options: ImportOptions, _ report: inout ImportReport, of request: RouteRequest,
        _ task: RequestTask
    ) async throws -> Answer {
        let name = request.parameter("name")
        if service.catalog.isShared {
            try await service.catalog.confirm(name)
            let existing = service.catalog.content(of: name)?.map(TableDescription.init)
            guard request.datasetExpectation(existing) else { throw Problem(.unexpected, dataset: name) }
        }
        var rows = RowTally(from: source)
        try await task.body { try rows.append($0) }
        let version = (service.catalog.content(of: name).flatMap { try? $0.get().version } ?? 0) + 1
        let description = try rows.finish(version: version)
        try checkKind(of: description.rowCount, options)
        report.take(rows.blocks)
        return answer(description, name: name, report: report)
    }

    /// Refuses an import without rows that does not say what x is.
    private func checkKind(of rows: Int, _ options: ImportOptions) throws(Problem) {
        guard rows > 0 || options.xKind == .automatic else {
            throw Problem(
                .datasetEmpty, "There are no rows, and the first ones decide what x is: name xKind with them.")
        }
    }

    private func append(_ request: RouteRequest, _ task: RequestTask) async throws -> Answer {
        let name = request.parameter("name")
        let old = try await service.readTable(of: request)
        var options = try options(of: request)
        if options.xColumn == nil { options.xColumn = old.xName }
        if old.xKind == .date { options.xKind = .date }
        options.lastX = old.x.last
        options.dialect.keptColumns = old.columns.map(\.name)
        options.dataset = dataset(old, isSplit: options.isSplit)
        let isDryRun = try request.query.value("dryRun", expected: "true or false") { Bool($0) } ?? false
        let source = try rowSource(of: try request.contentType(), options: options)
        let room = try await room(for: source, of: request)
        defer { withExtendedLifetime(room) {} }
        var blocks = RowBlocks(from: source)
        let rows = service.catalog.rowsToAppend(to: old, of: name, addingColumns: options.isSplit)
        var report = ImportReport(timeZone: request.query.text("timeZone"))
        let table: Table
        do {
            try await task.body { piece in try blocks.append(piece) { try rows.append($0) } }
            try blocks.finish { try rows.append($0) }
            report.take(blocks)
            guard report.rows > 0 else { throw Problem(.datasetEmpty, "There are no rows.") }
            try checkIsNotAhead(rows)
            if isDryRun {
                let description = try service.catalog.description(
                    of: old, with: rows, expecting: request.datasetExpectation)
                return answer(description, name: name, report: report)
            }
            table = try await service.catalog.commit(rows, to: name, expecting: request.datasetExpectation)
        } catch let refusal as DatasetCatalog.Refusal {
            throw Problem(refusal, dataset: name)
        }
        service.metrics.countRows(report.rows)
        return try answer(table, name: name, report: report)
    }

    /// What an append needs to know of a dataset.
    private func dataset(_ table: Table, isSplit: Bool) -> ImportOptions.Dataset {
        guard isSplit else {
            return ImportOptions.Dataset(columns: table.columns.map(\.name), lastX: [])
        }
        let lastX = table.columns.indices.map { index in
            table.lastPresentRow(ofColumn: index, in: 0..<table.rowCount).map { table.x[$0] } ?? -.infinity
        }
        return ImportOptions.Dataset(columns: table.columns.map(\.name), lastX: lastX)
    }

    /// Waits for room in memory for a body that has to be there as a whole.
    private func room(for source: any RowSource, of request: RouteRequest) async throws -> LargeAnswers.Room? {
        guard source.holdsBody else { return nil }
        let packed = request.headers[.contentLength].flatMap { Int($0) }
        let length = (request.isGzip ? nil : packed) ?? service.limits.datasetBytes
        // A longer body was refused with its head. An array that grows takes up to twice its bytes.
        return try await service.largeAnswers.room(of: 2 * length, for: request.clientAddress.key)
    }

    /// Refuses rows of dates that lie further ahead of the clock than they may: no later row could be appended.
    private func checkIsNotAhead(_ rows: AppendedRows) throws(Problem) {
        guard let ahead = service.limits.appendAhead, let last = rows.last, last.kind == .date,
            last.x > Double(service.sessions.clock.date()) + Double(ahead)
        else { return }
        throw Problem(
            .appendTooFarAhead, "The last row lies more than \(ahead) milliseconds ahead of the server's clock.")
    }

    /// Refuses rows for a dataset in use before they are read.
    private func checkIsUnused(_ name: String) async throws(Problem) {
        do throws(DatasetCatalog.Refusal) {
            try await service.catalog.checkIsUnused(name)
        } catch {
            throw Problem(error, dataset: name)
        }
    }

    private func delete(_ request: RouteRequest) async throws -> Answer {
        do throws(DatasetCatalog.Refusal) {
            try await service.catalog.remove(request.parameter("name"), expecting: request.datasetExpectation)
        } catch {
            throw Problem(error, dataset: request.parameter("name"))
        }
        return .noContent()
    }

    private func options(of request: RouteRequest) throws(Problem) -> ImportOptions {
        let isDate = try request.query.value("xKind", expected: "date") { $0 == "date" ? true : nil } ?? false
        let unit = try request.query.value("xUnit", expected: ImportOptions.XUnit.names) {
            ImportOptions.XUnit(rawValue: $0)
        }
        var dialect = try DialectTexts(request.query).dialect()
        if dialect.encoding == nil, let encoding = request.encoding, encoding != .utf8 {
            dialect.encoding = encoding
        }
        return ImportOptions(
            xColumn: request.query.text("x"), columns: request.query.texts("columns"),
            xKind: isDate ? .date : .automatic, xUnit: unit ?? .milliseconds,
            instants: try request.query.calendar()?.instants(ofCivil:),
            dialect: dialect, split: DialectTexts.split(request.query.text("split")),
            mostCells: service.limits.datasetBytes)
    }

    private func answer(_ description: TableDescription, name: String, report: ImportReport) -> Answer {
        var writer = JSONWriter(reservingCapacity: 512)
        DatasetWriter.write(description, name: name, report: report, into: &writer)
        return .json(writer.bytes)
    }

    private func answer(
        _ table: Table, name: String, report: ImportReport? = nil, status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) throws(Problem) -> Answer {
        var writer = JSONWriter(reservingCapacity: 512)
        DatasetWriter.write(table, name: name, report: report, into: &writer)
        try table.checkRows(of: name)
        var headers = headers
        headers[.eTag] = DatasetWriter.entityTag(of: table, name: name)
        return .json(writer.bytes, status: status, headers: headers)
    }
}

extension RouteRequest {
    /// What `If-Match` and `If-None-Match` ask of the dataset that the path names.
    ///
    /// A damaged dataset exists and has no entity tag.
    var datasetExpectation: DatasetCatalog.Expectation {
        let (wanted, unwanted, name) = (ifMatch, ifNoneMatch, parameter("name"))
        guard wanted != nil || unwanted != nil else { return { _ in true } }
        return { existing in
            let tag = (try? existing?.get()).map { DatasetWriter.entityTag(of: $0, name: name) }
            let isAmong = { (tags: [String]) in
                existing != nil && tags.contains("*") || tag.map { tags.contains($0) } ?? false
            }
            return wanted.map(isAmong) ?? true && !(unwanted.map(isAmong) ?? false)
        }
    }
}
