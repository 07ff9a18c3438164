import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes of what people have noted about the data of a dataset, such as a script that deploys.
struct EventsOfDataRoutes: Sendable {
    let service: ServiceDependencies

    private static let list = DatasetRoutes.pattern + "/annotations"
    private static let pattern = list + "/{aid}"

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: Self.list, operationID: "getDatasetAnnotations",
                access: .dataset(.readDatasets)
            ) { request in
                .longWork { _ in
                    let table = try await service.readTable(of: request)
                    return .now(.json(AnnotationWriter.events(of: table), headers: [.cacheControl: "no-cache"]))
                }
            },
            Route(
                method: .get, pattern: Self.pattern, operationID: "getDatasetAnnotation",
                access: .dataset(.readDatasets)
            ) { request in
                .work { _ in .now(try await get(request)) }
            },
            Route(
                method: .put, pattern: Self.pattern, operationID: "putDatasetAnnotation",
                access: .dataset(.writeDatasets), body: .json, audited: .datasetAnnotate
            ) { request in
                .afterBody { body in .longWork { _ in .now(try await put(request, body)) } }
            },
            Route(
                method: .delete, pattern: Self.pattern, operationID: "deleteDatasetAnnotation",
                access: .dataset(.writeDatasets), audited: .datasetAnnotate
            ) { request in
                .longWork { _ in .now(try await delete(request)) }
            },
        ]
    }

    private func get(_ request: RouteRequest) async throws -> Answer {
        let id = request.parameter("aid")
        let table = try await service.readTable(of: request)
        guard let event = table.events?.annotations.first(where: { $0.id == id }) else {
            throw Problem.unknownAnnotation(id)
        }
        if let tags = request.ifNoneMatch, tags.contains(event.entityTag) || tags.contains("*") {
            return .notModified(eTag: event.entityTag)
        }
        return .json(
            Array(event.eventText.utf8), headers: [.eTag: event.entityTag, .cacheControl: "no-cache"])
    }

    private func put(_ request: RouteRequest, _ bytes: [UInt8]) async throws -> Answer {
        let (id, name) = (request.parameter("aid"), request.parameter("name"))
        try Identifier.check(id, at: .root)
        let body = try JSONCoding.decode(JSONObject.self, from: try JSONValue.parse(bytes))
        let table = try await service.readTable(of: request)
        let text = try Annotation(event: id, body, ofRowsBy: table.xKind).eventText
        var isNew = false
        let changed = try await change(request) { table throws(Problem) in
            let events = table.events ?? TableEvents([], version: 0)
            let old = events[id]
            try request.check(tagOf: old)
            isNew = old == nil
            guard old != nil || events.events.count < TableEvents.most else {
                throw Problem(.tooManyAnnotations, "A dataset has at most \(TableEvents.most) annotations.")
            }
            return old?.text == text ? nil : events.putting(id, text, version: table.version + 1)
        }
        let tag = "\"\(changed.events?[id]?.version ?? 0)\""
        var headers: HTTPFields = [.eTag: tag]
        if isNew { headers[.location] = "/v1/datasets/\(name)/annotations/\(id)" }
        return .json(Array(text.utf8), status: isNew ? .created : .ok, headers: headers)
    }

    private func delete(_ request: RouteRequest) async throws -> Answer {
        let id = request.parameter("aid")
        _ = try await change(request) { table throws(Problem) in
            guard let events = table.events, let old = events[id] else { throw Problem.unknownAnnotation(id) }
            try request.check(tagOf: old)
            return events.removing(id, version: table.version + 1)
        }
        return .noContent()
    }

    /// Changes the events of the dataset that a path names.
    private func change(
        _ request: RouteRequest, _ make: (Table) throws(Problem) -> TableEvents?
    ) async throws -> Table {
        var refusal: Problem?
        let changed = try await service.catalog.setEvents(of: request.parameter("name")) { table in
            do throws(Problem) {
                refusal = nil
                return try make(table)
            } catch {
                refusal = error
                return nil
            }
        }
        if let refusal { throw refusal }
        return changed
    }
}

extension RouteRequest {
    /// Checks the conditions of a request on an event of a dataset; nil for one that is not there.
    fileprivate func check(tagOf event: TableEvents.Event?) throws(Problem) {
        let tag = event.map { "\"\($0.version)\"" }
        if let tags = ifMatch, tag == nil || !(tags.contains("*") || tags.contains(tag ?? "")) {
            throw Problem(.preconditionFailed, "The annotation has another entity tag than If-Match names.")
        }
        if ifNoneMatch?.contains("*") == true, tag != nil { throw Problem.existsAlready }
    }
}
