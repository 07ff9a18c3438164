import ChartDatasets
import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The routes that hand out the log of a session, and run one on a fresh copy.
package struct LogRoutes: Sendable {
    let service: ServiceDependencies
    private let admission = ReplayAdmission()

    /// Creates the routes.
    init(service: ServiceDependencies) {
        self.service = service
    }

    package static let contentType = "application/x-ndjson"
    /// The longest line of a log, in bytes, beside the longest body.
    private static let lineOverhead = 4_194_304

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: "/v1/sessions/{id}/log", operationID: "getLog", access: .session(.viewer),
                handler: get),
            Route(
                method: .post, pattern: "/v1/replays", operationID: "createReplay", access: .replay,
                query: QueryParameters.viewNames,
                body: .log, handler: replay),
        ]
    }

    private func get(_ request: RouteRequest) -> Reply {
        .work { _ in
            try await service.access.loadSession(request) { _ in }
            return .now(try await Self.log(of: request.parameter("id"), in: service.sessions.store))
        }
    }

    private static func log(of id: String, in store: any SessionStore) async throws -> Answer {
        var start = LogReader(store: store, session: id)
        // It may have ended since its right was checked.
        guard let head = try await stored(id, in: store)?.head else { throw SessionError.gone }
        let first = try await start.next()
        let rest = start
        let body = ResponseBody { writer in
            var (reader, lines) = (rest, first)
            try await writer.write(Self.lines([head.line]))
            while !lines.isEmpty {
                try await writer.write(Self.lines(lines))
                lines = try await reader.next()
            }
            try await writer.finish(nil)
        }
        return Answer(streaming: body, headers: [.contentType: contentType, .cacheControl: "no-store"])
    }

    private static func stored(_ id: String, in store: any SessionStore) async throws(SessionError) -> StoredSession? {
        do throws(SessionStoreError) { return try await store.session(id) } catch { throw .store(error) }
    }

    private static func lines(_ lines: [[UInt8]]) -> ByteBuffer {
        var buffer = ByteBuffer()
        for line in lines {
            buffer.writeBytes(line)
            buffer.writeInteger(UInt8(ascii: "\n"))
        }
        return buffer
    }

    private func replay(_ request: RouteRequest) throws -> Reply {
        let caller =
            switch request.caller {
            case .anyone: ExactName(request.clientAddress.key)
            case .token(let token): ExactName(token)
            case .principal(let principal): principal.subject
            }
        return .longWork { task in
            try await admission.run(of: caller) { .now(try await runReplay(request, task)) }
        }
    }

    /// Applies a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - replay: The replay, which is unchanged where rows are missing.
    ///   - missing: Notes the missing rows.
    ///   - fetched: The rows that were fetched for this line.
    /// - Returns: Whether the line is applied; otherwise its rows have to be fetched.
    /// - Throws: The problem of the line.
    private func apply(
        _ line: [UInt8], to replay: inout SessionReplay, _ missing: MissingRows, knowing fetched: DatasetLookup?
    ) throws -> Bool {
        let before = replay
        do {
            try replay.takeNext(line)
            return true
        } catch {
            guard let lookup = missing.lookup, lookup != fetched else { throw error }
            replay = before
            return false
        }
    }

    /// Fetches the rows of a line, or notes that no process has them any more.
    private func provide(_ lookup: DatasetLookup, _ missing: MissingRows) async throws(DatasetRefusal) {
        guard try await !service.catalog.provide(lookup) else { return }
        guard try service.catalog.rows(of: lookup.name).version > lookup.version else {
            throw .init(.absent(lookup), of: lookup.name)
        }
        missing.noteNowhere(lookup)
    }

    private func runReplay(_ request: RouteRequest, _ task: RequestTask) async throws -> Answer {
        let view = try service.readView(of: request, window: .full, hasSpecification: true)
        let (catalog, missing) = (service.catalog, MissingRows())
        let interpreter = service.interpreter
        var replay = SessionReplay(
            modifiers: interpreter.modifiers, within: interpreter.bounds, limits: interpreter.limits
        ) { lookup throws(Problem) in
            guard service.authorizer.sees(request.caller, lookup.name) else {
                throw DatasetRefusal(.unknown, of: lookup.name).problem
            }
            return try catalog.rowsForReplay(of: lookup, noting: missing)
        }
        // Lines from the first one on that has read rows which this process has to fetch.
        var rest: [[UInt8]] = []
        func take(_ line: [UInt8]) throws {
            guard catalog.isShared else { return try replay.takeNext(line) }
            if !rest.isEmpty { return rest.append(line) }
            if try !apply(line, to: &replay, missing, knowing: nil) { rest.append(line) }
        }
        var splitter = LineSplitter(limit: service.limits.bodyBytes + Self.lineOverhead)
        try request.contentType()
        do {
            try await task.body { try splitter.append($0) { try take($0) } }
            try splitter.finish { try take($0) }
            for line in rest {
                var fetched: DatasetLookup?
                while try !apply(line, to: &replay, missing, knowing: fetched) {
                    fetched = missing.lookup
                    guard let fetched else { break }
                    try await provide(fetched, missing)
                }
            }
        } catch is LineSplitter.Overflow {
            throw Problem(.bodyTooLarge, "Line \(replay.lines + 1) is longer than \(splitter.limit) bytes.")
        }
        return .json(try ReplayWriter.answer(replay, view: view), headers: [.cacheControl: "no-store"])
    }
}

/// Lets each caller run one replay at a time, since a replay may hold a thread for as long as its log is.
final class ReplayAdmission: Sendable {
    private let running = Mutex<Set<ExactName>>([])

    /// Runs a replay of a caller.
    ///
    /// - Parameters:
    ///   - caller: The caller's token, or its address where it presents none.
    ///   - replay: The replay.
    /// - Returns: What the replay returns.
    /// - Throws: `limits.rate` while another replay of the caller runs, or what the replay throws.
    func run<Result: Sendable>(of caller: ExactName, _ replay: () async throws -> Result) async throws -> Result {
        guard running.withLock({ $0.insert(caller).inserted }) else {
            throw Problem(.rateExceeded, "A caller runs one replay at a time.", retryAfter: 1)
        }
        defer { running.withLock { _ = $0.remove(caller) } }
        return try await replay()
    }
}
