import ChartSeries
import ChartService
import ChartSessions
import ChartStores
import ChartText
import ChartWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The route that tells a session's viewers what happens to it.
struct StreamRoutes: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: "/v1/sessions/{id}/stream", operationID: "streamSession",
                access: .session(.viewer),
                query: QueryParameters.viewNames + ["token"], handler: stream)
        ]
    }

    private func stream(_ request: RouteRequest) throws -> Reply {
        let shown = try service.readView(of: request, window: .auto, hasSpecification: false)
        let view = StreamView(shown)
        let locale = shown.locale
        let known = request.headers[.lastEventID].flatMap { StreamBookmark(text: $0) }
        return .work { task in
            let (viewer, bytes) = try await service.access.loadSession(request) { cell in
                let bytes = try service.sessions.read(cell) { session in
                    AnswerDraft.state(session, shown, expiresAt: 0, tokens: nil).expectedBytes
                }
                return (try service.sessions.watch(cell, view, knowing: known, while: request.validity), bytes)
            }
            let client = request.clientAddress.key
            return .now(answer(to: viewer, of: bytes, at: client, in: locale, by: task))
        }
    }

    /// Sends the events of a viewer.
    ///
    /// - Parameters:
    ///   - viewer: The viewer.
    ///   - expected: How many bytes its longest event may have, by the session as it is now.
    ///   - client: The address of the client.
    ///   - locale: The locale that the client has asked for.
    ///   - task: The task of the request.
    /// - Returns: The answer.
    private func answer(
        to viewer: StreamViewer, of expected: Int, at client: String, in locale: ChartLocale?, by task: RequestTask
    ) -> Answer {
        let (answers, loop) = (service.largeAnswers, task.context.loop)
        let events = ResponseBody { [body = task.request.body] writer in
            async let _: Void = Self.noteDeparture(of: viewer, from: body)
            try await writer.write(ServerSentEvents.opening)
            while true {
                await viewer.news()
                var room = try await answers.room(of: expected, for: client)
                guard let event = await LongWork.run(if: viewer.effort == .long, { await viewer.next() }) else { break }
                let bytes = ServerSentEvents.bytes(of: event)
                guard bytes.readableBytes > LargeAnswers.leastBytes else {
                    room.shrink(to: 0)
                    try await writer.write(bytes)
                    continue
                }
                if expected > LargeAnswers.leastBytes {
                    room.shrink(to: bytes.readableBytes)
                } else {
                    room = try await answers.room(of: bytes.readableBytes, for: client)
                }
                var pieces = AnswerPieces(bytes, room: room, loop: loop)
                while let piece = try await pieces.next() { try await writer.write(piece) }
            }
            try await writer.finish(nil)
        }
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no"]
        // Without a wish, the texts follow the session, whose language may change.
        if let locale { headers.tell(locale) }
        return Answer(streaming: events, headers: headers)
    }

    /// Closes a viewer as soon as its connection closes, not only when a write fails.
    private static func noteDeparture(of viewer: StreamViewer, from body: RequestBody) async {
        try? await body.consumeWithInboundCloseHandler { _ in
            // The stream's task ends this by cancelling it. A sleep would stay in memory until its time, also when it is
            // cancelled.
            let (nothing, sender) = AsyncStream<Never>.makeStream()
            for await _ in nothing {}
            sender.finish()
        } onInboundClosed: {
            viewer.close()
        }
    }
}
