import ChartService
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes that hand out the log of a session, and run one on a fresh copy.
package struct LogRoutes: Sendable {
    let context: ServiceContext
    private let admission = ReplayAdmission()

    /// Creates the routes.
    init(context: ServiceContext) {
        self.context = context
    }

    package static let contentType = "application/x-ndjson"
    /// The longest line of a log, in bytes, beside the longest body.
    private static let lineOverhead = 4_194_304

    var routes: [Route] {
        [
            Route(method: .get, pattern: "/v1/sessions/{id}/log", operationID: "getLog", handler: get),
            Route(
                method: .post, pattern: "/v1/replays", operationID: "createReplay", query: QueryParameters.viewNames,
                body: .log, takesLong: true, handler: replay),
        ]
    }

    private func get(_ request: RouteRequest) async throws -> Response {
        let id = request.parameter("id")
        _ = try await context.cell(request, as: .viewer)
        let store = context.sessions.store
        let head: StoredHead
        let first: [[UInt8]]
        var start = LogReader(store: store, session: id)
        do throws(SessionStoreError) {
            guard let found = try await store.session(id) else { throw .damaged("the session is not in the store") }
            head = found.head
            first = try await start.next()
        } catch {
            throw Problem(error)
        }
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
        return Response(
            status: .ok, headers: [.contentType: Self.contentType, .cacheControl: "no-store"], body: body)
    }

    private static func lines(_ lines: [[UInt8]]) -> ByteBuffer {
        var buffer = ByteBuffer()
        for line in lines {
            buffer.writeBytes(line)
            buffer.writeInteger(UInt8(ascii: "\n"))
        }
        return buffer
    }

    private func replay(_ request: RouteRequest) async throws -> Response {
        let caller = try context.caller(of: request) ?? request.clientAddress
        return try await admission.run(of: caller) { try await runReplay(request) }
    }

    private func runReplay(_ request: RouteRequest) async throws -> Response {
        let view = try context.view(of: request, window: .full, hasSpecification: true)
        let catalog = context.catalog
        let interpreter = context.interpreter
        var replay = SessionReplay(
            modifiers: interpreter.modifiers, within: interpreter.bounds, limits: interpreter.limits
        ) { name throws(Problem) in try catalog.rowsForReplay(of: name) }
        var splitter = LineSplitter(limit: context.limits.bodyBytes + Self.lineOverhead)
        do {
            try await request.body { try splitter.append($0) { try replay.takeNext($0) } }
            try splitter.finish { try replay.takeNext($0) }
        } catch is LineSplitter.Overflow {
            throw Problem(.bodyTooLarge, "Line \(replay.lines + 1) is longer than \(splitter.limit) bytes.")
        }
        return .json(try ReplayWriter.answer(replay, view: view), headers: [.cacheControl: "no-store"])
    }
}
