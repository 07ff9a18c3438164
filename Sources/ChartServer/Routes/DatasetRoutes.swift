import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes that import, show and remove datasets.
struct DatasetRoutes: Sendable {
    let service: ServiceDependencies

    static let pattern = "/v1/datasets/{name}"
    /// How often a dataset is tried that others change at the same time.
    static let mostAttempts = 16
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
                query: Self.importQuery + RulesPatch.query + ["whenShown"], repeatable: ["columns"], body: .dataset,
                audited: .datasetPut
            ) { request in
                .longWork { task in .now(try await put(request, task)) }
            },
            Route(
                method: .patch, pattern: Self.pattern, operationID: "patchDataset", access: .dataset(.writeDatasets),
                body: .json, audited: .datasetPatch
            ) { request in
                .afterBody { body in .longWork { _ in .now(try await patch(request, body)) } }
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
            Route(
                method: .delete, pattern: Self.pattern + "/rows", operationID: "deleteRows",
                access: .dataset(.writeDatasets), query: ["from", "to", "timeZone"], audited: .datasetRemove
            ) { request in
                .longWork { _ in .now(try await removeRows(request)) }
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

    /// Refuses what no new dataset can be called.
    static func checkName(_ name: String) throws(Problem) {
        guard DatasetName.isValid(name) else {
            throw Problem(
                .datasetNameInvalid,
                "A dataset's name starts with a letter or digit and has up to 64 letters, digits, points, dashes or underscores."
            )
        }
    }

    private func put(_ request: RouteRequest, _ task: RequestTask) async throws -> Answer {
        let name = request.parameter("name")
        try Self.checkName(name)
        let expectation = request.datasetExpectation
        let catalog = service.catalog
        if !catalog.isShared, !expectation(catalog.content(of: name)?.map(TableDescription.init)) {
            throw DatasetRefusal(.unexpected, of: name)
        }
        let owner = request.caller.principal?.subject.text
        let options = try options(of: request)
        let given = try RulesPatch(request.query)
        let whenShown = try request.query.value("whenShown", expected: "replace or refuse") { text in
            ["replace", "refuse"].contains(text) ? text : nil
        }
        let isDryRun = try request.query.value("dryRun", expected: "true or false") { Bool($0) } ?? false
        let source = try rowSource(of: try request.contentType(), options: options, takesRules: true)
        // The replacement then keeps what sessions may show.
        let isShown = try await service.catalog.isShown(name)
        guard !isShown || whenShown != "refuse" else { throw DatasetRefusal(.inUse, of: name) }
        let room = try await room(for: source, of: request)
        defer { withExtendedLifetime(room) {} }
        var report = ImportReport(timeZone: request.query.text("timeZone"))
        do {
            if isDryRun { return try await tryImport(source, options, given, &report, of: request, task) }
            let key = given.applied(to: catalog.rules(of: name) ?? .standard).key
            var rows = DatasetImport(from: source, joiningBy: key) {
                try catalog.makeDraft(for: name, shape: $0, owner: owner, mayBeShown: isShown)
            }
            try await task.body { try rows.append($0) }
            let draft = try rows.finish()
            try checkKind(of: rows.blocks.rows, options)
            report.take(rows.blocks)
            let patch = given.followed(by: rows.rules)
            let (table, isNew) = try await catalog.commit(
                draft, as: name, rules: { patch.applied(to: $0) }, mayBeShown: isShown, expecting: expectation)
            return try answer(
                await catalog.retained(name, table), name: name, report: report, status: isNew ? .created : .ok,
                headers: isNew ? [.location: "/v1/datasets/\(name)"] : [:])
        } catch let error as DatasetStoreError {
            throw DatasetRefusal(.store(error), of: name)
        }
    }

    /// Answers what an import would, and makes nothing.
    private func tryImport(
        _ source: any RowSource, _ options: ImportOptions, _ given: RulesPatch, _ report: inout ImportReport,
        of request: RouteRequest, _ task: RequestTask
    ) async throws -> Answer {
        let name = request.parameter("name")
        if service.catalog.isShared {
            try await service.catalog.confirm(name)
            let existing = service.catalog.content(of: name)?.map(TableDescription.init)
            guard request.datasetExpectation(existing) else { throw DatasetRefusal(.unexpected, of: name) }
        }
        let old = service.catalog.content(of: name).flatMap { try? $0.get() }
        let rules = given.applied(to: old?.rules ?? .standard)
        var rows = DatasetImport(tallying: source, joiningBy: rules.key)
        try await task.body { try rows.append($0) }
        let tally = try rows.finish()
        try checkKind(of: rows.blocks.rows, options)
        report.take(rows.blocks)
        let description = tally.description(
            version: (old?.version ?? 0) + 1, rules: rows.rules?.applied(to: rules) ?? rules)
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
        options.lastX = old.rules.takesAnyOrder ? nil : old.x.last
        options.isInAnyOrder = old.rules.takesAnyOrder
        options.dialect.keptColumns = old.columns.map(\.name)
        options.dataset = dataset(old, isSplit: options.isSplit)
        let isDryRun = try request.query.value("dryRun", expected: "true or false") { Bool($0) } ?? false
        let source = try rowSource(of: try request.contentType(), options: options)
        let room = try await room(for: source, of: request)
        defer { withExtendedLifetime(room) {} }
        var blocks = RowBlocks(from: source)
        let rows = service.catalog.rowsToAppend(to: old, of: name, addingColumns: options.isSplit)
        var report = ImportReport(timeZone: request.query.text("timeZone"))
        try await task.body { piece in try blocks.append(piece) { block, _ in try rows.append(block) } }
        try blocks.finish { block, _ in try rows.append(block) }
        report.take(blocks)
        guard report.rows > 0 else { throw Problem(.datasetEmpty, "There are no rows.") }
        try checkIsNotAhead(rows)
        if isDryRun {
            let (description, late) = try service.catalog.description(
                of: old, named: name, with: rows, expecting: request.datasetExpectation)
            return answer(description, name: name, report: report, late: late)
        }
        let added = try await service.catalog.add(rows, to: name, expecting: request.datasetExpectation)
        service.metrics.countRows(report.rows)
        return try answer(added.table, name: name, report: report, late: added.counts)
    }

    private func patch(_ request: RouteRequest, _ body: [UInt8]) async throws -> Answer {
        let name = request.parameter("name")
        guard case .object(let members) = try JSONValue.parse(body) else {
            throw Problem(.propertyInvalid, "Expected an object.", at: .root)
        }
        let patch = try RulesPatch(members)
        let changed = try await service.catalog.setRules(of: name, expecting: request.datasetExpectation) {
            patch.applied(to: $0)
        }
        return try answer(await service.catalog.retained(name, changed), name: name)
    }

    private func removeRows(_ request: RouteRequest) async throws -> Answer {
        let name = request.parameter("name")
        let table = try await service.readTable(of: request)
        let calendar = try request.query.calendar() ?? .utc
        let from = try request.query.instant("from", of: table, calendar: calendar)
        let to = try request.query.instant("to", of: table, calendar: calendar)
        guard from != nil || to != nil else {
            throw Problem(
                .queryInvalid, "Name from, to or both: the rows between them are removed, both ends included.")
        }
        let (first, last) = (from ?? -.greatestFiniteMagnitude, to ?? .greatestFiniteMagnitude)
        guard first <= last else { throw Problem(.queryInvalid, "The range ends before it starts.") }
        let removed = try await service.catalog.removeRows(
            in: first...last, of: name, expecting: request.datasetExpectation)
        var writer = JSONWriter(reservingCapacity: 32)
        writer.object { $0.member("removed", removed.count) }
        return .json(writer.bytes, headers: [.eTag: DatasetWriter.entityTag(of: removed.table, name: name)])
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

    private func delete(_ request: RouteRequest) async throws -> Answer {
        let name = request.parameter("name")
        try await service.catalog.remove(name, expecting: request.datasetExpectation)
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

    private func answer(
        _ description: TableDescription, name: String, report: ImportReport, late: RowMerge.Counts? = nil
    ) -> Answer {
        var writer = JSONWriter(reservingCapacity: 512)
        DatasetWriter.write(description, name: name, report: report, late: late, into: &writer)
        return .json(writer.bytes)
    }

    func answer(
        _ table: Table, name: String, report: ImportReport? = nil, late: RowMerge.Counts? = nil,
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) throws(Problem) -> Answer {
        var writer = JSONWriter(reservingCapacity: 512)
        DatasetWriter.write(table, name: name, report: report, late: late, into: &writer)
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
