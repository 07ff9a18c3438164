import ChartDatasets
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes

/// The routes of feeders that speak InfluxDB line protocol.
///
/// A feeder throws away what a 4xx refuses, and sends again without end what a 5xx refuses. So a line that can never be
/// taken is left out and named, the others are taken, and what may be taken later is answered with 503.
struct FeedRoutes: Sendable {
    /// The version of InfluxDB whose writing the server speaks.
    private static let version = "1.8.0"
    /// The most lines of a request in bytes, once they are unpacked.
    static let mostBytes = 64 << 20
    let service: ServiceDependencies

    var routes: [Route] {
        [
            write("/write", "writeLines", ["db", "precision"]) { FeedAnswer.partialWrite($0) },
            write("/api/v2/write", "writeLinesV2", ["org", "bucket", "precision"]) { FeedAnswer.invalid($0) },
            Route(
                method: .get, pattern: "/ping", operationID: "getPing", access: .open, ignoresQuery: true,
                servesWhileDraining: true, isProbe: true, isTraced: false
            ) { _ in
                .now(.noContent(headers: [Self.versionHeader: Self.version]))
            },
            Route(
                method: .get, pattern: "/health", operationID: "getFeedHealth", access: .open, ignoresQuery: true,
                servesWhileDraining: true, isProbe: true, isTraced: false
            ) { _ in
                .now(.json(Array(#"{"name":"chart-surface","status":"pass"}"#.utf8)))
            },
            Route(
                method: .post, pattern: "/query", operationID: "queryFeed", access: .scope(.writeDatasets),
                query: ["q"], ignoresQuery: true, body: .feed, isFeed: true
            ) { request in
                .work { task in .now(try await query(request, task)) }
            },
        ]
    }

    private static let versionHeader: HTTPField.Name = {
        guard let name = HTTPField.Name("X-Influxdb-Version") else { preconditionFailure("a header of letters") }
        return name
    }()

    private func write(
        _ pattern: String, _ operation: String, _ query: [String],
        _ refusal: @escaping @Sendable ([LineProtocol.Fault]) -> [UInt8]
    ) -> Route {
        Route(
            method: .post, pattern: pattern, operationID: operation, access: .scope(.writeDatasets), query: query,
            ignoresQuery: true, body: .feed, isFrequent: true, audited: .datasetAppend, isFeed: true
        ) { request in
            .longWork { task in
                let faults: [LineProtocol.Fault]
                do {
                    faults = try await take(request, task)
                } catch let problem as Problem {
                    throw problem.forFeeders
                }
                guard !faults.isEmpty else { return .now(.noContent()) }
                return .now(.json(refusal(faults), status: .badRequest))
            }
        }
    }

    /// Takes the lines of a request.
    ///
    /// - Returns: The lines that are left out.
    private func take(_ request: RouteRequest, _ task: RequestTask) async throws -> [LineProtocol.Fault] {
        let precision = try precision(of: request)
        let bytes = try await Self.lines(of: request, task)
        let now = Double(service.sessions.clock.date())
        let batch = try FeedBatch(
            bytes, precision: precision, naming: service.feedName, now: now,
            latest: service.limits.appendAhead.map { now + Double($0) })
        var faults = batch.faults
        for (name, rows) in batch.datasets { faults += try await store(rows, in: name, for: request.caller) }
        return faults
    }

    private func precision(of request: RouteRequest) throws(Problem) -> LineProtocol.Precision {
        guard let text = Self.parameter("precision", of: request.head.path ?? "") else { return .ns }
        guard let precision = LineProtocol.Precision(rawValue: text) else {
            throw Problem(.queryInvalid, "The query parameter precision must be one of ns, n, us, u, ms, s, m, h.")
        }
        return precision
    }

    /// A parameter of a query whose other parameters are not looked at.
    private static func parameter(_ name: String, of path: String) -> String? {
        guard let mark = path.firstIndex(of: "?") else { return nil }
        return parameter(name, ofForm: path[path.index(after: mark)...])
    }

    private static func parameter(_ name: String, ofForm form: Substring) -> String? {
        for pair in form.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = PercentEncoding.decode(parts[0]), key == name, parts.count == 2 else { continue }
            return PercentEncoding.decode(Substring(parts[1].replacing("+", with: " ")))
        }
        return nil
    }

    /// The bytes of a body, unpacked where they are gzip.
    private static func lines(of request: RouteRequest, _ task: RequestTask) async throws -> [UInt8] {
        let encoding = request.headers[.contentEncoding]?.lowercased() ?? ""
        guard request.isGzip || ["identity", ""].contains(encoding) else {
            throw Problem(
                .contentTypeUnsupported, "A body with the content encoding \(encoding.prefix(64)) is not taken.")
        }
        var bytes: [UInt8] = []
        try await task.body { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Adds rows to a dataset, which begins with them where it is not there.
    ///
    /// - Returns: The lines that it cannot take.
    private func store(
        _ rows: FeedRows, in name: String, for caller: Caller
    ) async throws(DatasetRefusal) -> [LineProtocol.Fault] {
        var (rows, faults): (FeedRows, [LineProtocol.Fault]) = (rows, [])
        func leaveOut(_ reason: String, where isOut: (Double, [String]) -> Bool = { _, _ in true }) {
            faults += rows.leaveOut(where: isOut).map { LineProtocol.Fault(line: $0, reason: reason) }
        }
        if !service.authorizer.sees(caller, name) { leaveOut("the key may not write the dataset \(name)") }
        for _ in 0..<DatasetRoutes.mostAttempts {
            guard rows.count > 0 else { return faults }
            do throws(DatasetRefusal) {
                try await service.catalog.confirm(name)
                if let columns = service.catalog.columns(of: name) {
                    let room = max(0, RowShape.mostColumns - columns.count)
                    let taken = Set(columns + rows.columns.filter { !columns.contains($0) }.prefix(room))
                    leaveOut("a dataset has at most \(RowShape.mostColumns) columns") { _, names in
                        !names.allSatisfy(taken.contains)
                    }
                    guard rows.count > 0 else { return faults }
                    _ = try await service.catalog.add(rows.incoming, to: name, addingColumns: true)
                } else {
                    guard service.catalog.hasRoom(for: name) else {
                        leaveOut("the server has as many datasets as limits.datasets")
                        return faults
                    }
                    let taken = Set(rows.columns.prefix(RowShape.mostColumns))
                    leaveOut("a dataset has at most \(RowShape.mostColumns) columns") { _, names in
                        !names.allSatisfy(taken.contains)
                    }
                    let owner = caller.principal?.subject.text
                    try await service.catalog.begin(name, with: rows.incoming, rules: Self.rules, owner: owner)
                }
                service.metrics.countRows(rows.count)
                return faults
            } catch {
                switch error.reason {
                // Another request has begun the dataset, or removed it.
                case .unexpected, .unknown: continue
                case .table(.tooLate(_, let earliest, _)):
                    leaveOut("the row is too late for the dataset") { x, _ in x < earliest }
                case .table(.olderThanLast(let last, _, _)):
                    leaveOut("the row is older than the last one of the dataset") { x, _ in x < last }
                case .table: leaveOut(error.problem.detail)
                default: throw error
                }
            }
        }
        throw .init(.store(.contended), of: name)
    }

    /// How datasets take rows that feeders have begun.
    private static let rules: RowRules = {
        var rules = RowRules()
        (rules.key, rules.late) = (.x, .merge)
        return rules
    }()

    /// Answers what clients ask before they write: that a database is made.
    private func query(_ request: RouteRequest, _ task: RequestTask) async throws -> Answer {
        var text = Self.parameter("q", of: request.head.path ?? "")
        if text == nil {
            let bytes = try await Self.lines(of: request, task)
            text = Self.parameter("q", ofForm: String(decoding: bytes, as: UTF8.self)[...])
        }
        guard let text, text.prefixMatch(of: /\s*create\s+database\s/.ignoresCase()) != nil else {
            var writer = JSONWriter(reservingCapacity: 64)
            writer.object { $0.member("error", "CREATE DATABASE is the only query that is answered here") }
            return .json(writer.bytes, status: .badRequest)
        }
        return .json(Array(#"{"results":[{"statement_id":0}]}"#.utf8))
    }
}

extension Problem {
    /// The problem as a feeder may hear it: what it may send again is no 4xx, which it would throw away.
    var forFeeders: Problem {
        guard [409, 429].contains(code.status) else { return self }
        return Problem(.serverBusy, detail, retryAfter: retryAfter ?? 1)
    }
}
