import ChartSeries
import ChartSessions
import ChartStores
import ChartText
import ChartWire
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// The routes that tell viewers what happens to sessions.
struct StreamRoutes: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [
            Route(
                method: .get, pattern: "/v1/sessions/{id}/stream", operationID: "streamSession",
                access: .session(.viewer),
                query: QueryParameters.viewNames + ["token"], handler: stream),
            Route(
                method: .post, pattern: "/v1/streams", operationID: "openStream", access: .sessions, body: .json,
                handler: open),
            Route(
                method: .patch, pattern: "/v1/streams/{id}", operationID: "changeStream", access: .sessions,
                body: .json,
                handler: change),
        ]
    }

    private func stream(_ request: RouteRequest) throws -> Reply {
        let shown = try service.readView(of: request, window: .auto, hasSpecification: false)
        let view = StreamView(shown)
        let locale = shown.locale
        let known = request.headers[.lastEventID].flatMap { StreamBookmark(text: $0) }
        return .work { task in
            let (viewer, bytes) = try await service.access.loadSession(request.visit) { cell, rights in
                let bytes = try service.sessions.read(cell) { session in
                    AnswerDraft.state(session, shown, expiresAt: 0, tokens: nil).expectedBytes
                }
                let validity = service.access.validity(
                    of: rights, to: request.parameter("id"), else: request.validity)
                return (try service.sessions.watch(cell, view, knowing: known, while: validity), bytes)
            }
            let events = ViewerEvents(
                viewer: viewer, expectedBytes: bytes, client: request.clientAddress.key, answers: service.largeAnswers)
            return .now(answer(with: events, in: locale, by: task))
        }
    }

    /// Sends the events of a viewer.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - locale: The locale that the client has asked for.
    ///   - task: The task of the request.
    /// - Returns: The answer.
    private func answer(with events: ViewerEvents, in locale: ChartLocale?, by task: RequestTask) -> Answer {
        let body = ResponseBody { writer in
            async let _: Void = task.waitForDeparture { events.viewer.close() }
            try await writer.write(ServerSentEvents.opening)
            while let event = try await events.next({ ServerSentEvents.bytes(of: $0) }) {
                try await event.write(to: &writer)
            }
            try await writer.finish(nil)
        }
        var headers = Self.headers
        // Without a wish, the texts follow the session, whose language may change.
        if let locale { headers.tell(locale) }
        return Answer(streaming: body, headers: headers)
    }

    private static let headers: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
    ]

    /// Opens a stream of many sessions.
    private func open(_ request: RouteRequest) -> Reply {
        .afterBody { bytes in
            let change = try StreamChange(newStream: bytes)
            let stream = PageStream(
                of: service, for: request.clientAddress.key, accepting: request.acceptedLocale)
            try stream.change(change, at: JSONPointer.root.appending("sessions"), for: request.identifiedCaller)
            return .work { task in .now(answer(with: stream, by: task)) }
        }
    }

    private func answer(with stream: PageStream, by task: RequestTask) -> Answer {
        let body = ResponseBody { [streams = service.pageStreams] writer in
            streams.add(stream)
            defer { streams.remove(stream) }
            async let _: Void = task.waitForDeparture { stream.close() }
            try await stream.run(to: &writer)
            try await writer.finish(nil)
        }
        return Answer(streaming: body, headers: Self.headers)
    }

    /// Changes which sessions a stream has.
    private func change(_ request: RouteRequest) -> Reply {
        .afterBody { bytes in
            guard let stream = service.pageStreams[request.parameter("id")] else {
                throw Problem(
                    .streamUnknown,
                    "This server has no such stream: open a new one, with after for each session, and then leave the old one."
                )
            }
            try stream.change(
                StreamChange(body: bytes), at: JSONPointer.root.appending("add"), for: request.identifiedCaller)
            return .now(.noContent())
        }
    }
}
