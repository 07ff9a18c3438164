import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The route that tells a session's viewers what happens to it.
struct StreamRoutes: Sendable {
    let context: ServiceContext

    /// After how long a comment keeps proxies from closing a stream in which nothing happens.
    private static let longestSilence = Duration.seconds(15)

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: "/v1/sessions/{id}/stream", operationID: "streamSession",
                query: QueryParameters.viewNames + ["token"], handler: stream)
        ]
    }

    private func stream(_ request: RouteRequest) async throws -> Response {
        let view = StreamView(try request.query.view(window: .auto, hasSpecification: false))
        let cell = try await context.cell(request, as: .viewer)
        let known = request.headers[.lastEventID].flatMap { Int($0) }
        let viewer = try await context.withSession(of: request, cell) { cell in
            try context.sessions.watch(cell, view, knowing: known)
        }
        let body = request.underlying.request.body
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await body.consumeWithInboundCloseHandler { _ in
                    try await Self.tell(viewer) { try await writer.write($0) }
                } onInboundClosed: {
                    viewer.close()
                }
                try await writer.finish(nil)
            })
    }

    /// Writes what a viewer is told, to the end.
    private static func tell(
        _ viewer: StreamViewer, _ write: (ByteBuffer) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await Task.sleep(for: longestSilence)
                    viewer.breakSilence()
                }
            }
            try await write(ServerSentEvents.opening)
            while let event = await viewer.next() { try await write(ServerSentEvents.bytes(of: event)) }
            group.cancelAll()
        }
    }
}
