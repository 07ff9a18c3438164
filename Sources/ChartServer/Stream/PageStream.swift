import AsyncAlgorithms
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import ChartText
import ChartWire
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// One stream of many sessions, each with a viewer of its own.
///
/// A browser opens six connections to a host, so a page with many charts has one stream. A task follows each session and
/// hands its events on, one at a time, to the one that writes: a client that reads slowly slows all of them.
final class PageStream: Sendable {
    /// What there is to do.
    private enum Step: Sendable {
        /// Follows a session.
        case follow(Place)
        /// Sends a keep-alive.
        case remind
    }

    /// An event, and the session that it is of; nil for a keep-alive.
    private struct Told: Sendable {
        let event: ViewerEvents.Event
        let place: Place?
    }

    /// The place of a session in the stream.
    private final class Place: Sendable {
        let session: StreamedSession
        let visitor: IdentifiedCaller
        /// Its viewer, once the session was found, and whether the stream has it no longer.
        private let state = Mutex((viewer: StreamViewer?.none, isClosed: false))

        init(_ session: StreamedSession, for visitor: IdentifiedCaller) {
            (self.session, self.visitor) = (session, visitor)
        }

        /// Takes the viewer; false where the place is closed.
        func take(_ viewer: StreamViewer) -> Bool {
            state.withLock { state in
                guard !state.isClosed else { return false }
                state.viewer = viewer
                return true
            }
        }

        /// Whether the stream has the session no longer.
        var isClosed: Bool { state.withLock(\.isClosed) }

        func close() {
            let viewer = state.withLock { state in
                state.isClosed = true
                return state.viewer
            }
            viewer?.close()
        }
    }

    /// What a client names to change the stream; it is a secret.
    let id = AccessToken.randomDigits(bytes: 20)
    private let places = Mutex([String: Place]())
    /// Whether it had no session when the last keep-alive was due.
    private let wasEmpty = Atomic(false)
    private let service: ServiceDependencies
    /// The address of the client.
    private let client: String
    /// The language of a session whose query names none; nil for that of the session.
    private let locale: ChartLocale?
    private let steps: AsyncStream<Step>
    private let stepSender: AsyncStream<Step>.Continuation
    private let events = AsyncChannel<Told>()

    /// Creates a stream without sessions.
    init(of service: ServiceDependencies, for client: String, accepting locale: ChartLocale?) {
        (self.service, self.client, self.locale) = (service, client, locale)
        (steps, stepSender) = AsyncStream.makeStream()
    }

    /// Removes sessions, and adds others.
    ///
    /// - Parameters:
    ///   - change: The sessions.
    ///   - pointer: The place of the added ones in the body.
    ///   - caller: The caller of the request, which counts for sessions without a token.
    /// - Throws: A problem that names the place; the stream has not changed then.
    func change(
        _ change: StreamChange, at pointer: JSONPointer, for caller: IdentifiedCaller
    ) throws(Problem) {
        let (gone, new) = try places.withLock { places throws(Problem) in
            var changed = places
            for name in change.removed { changed[name] = nil }
            var new: [Place] = []
            for (index, session) in change.added.enumerated() {
                guard changed[session.name] == nil else {
                    throw Problem(
                        .specificationDuplicateID, "The stream has a session called \"\(session.name.prefix(64))\".",
                        at: pointer.appending(index).appending("as"))
                }
                let visitor = session.token.map { IdentifiedCaller(.token($0)) } ?? caller
                let place = Place(session, for: visitor)
                changed[session.name] = place
                new.append(place)
            }
            let most = service.limits.sessionsPerStream
            guard changed.count <= most else {
                throw Problem(.propertyInvalid, "A stream has at most \(most) sessions.", at: pointer)
            }
            defer { places = changed }
            return (change.removed.compactMap { places[$0] }, new)
        }
        for place in gone { place.close() }
        for place in new { stepSender.yield(.follow(place)) }
    }

    /// Sends a keep-alive, or ends a stream that had no session at the last one either.
    ///
    /// Anybody may open a stream without sessions, so it does not last.
    func remind() {
        let isEmpty = places.withLock(\.isEmpty)
        if wasEmpty.exchange(isEmpty, ordering: .relaxed), isEmpty {
            takeNoMore()
        } else {
            stepSender.yield(.remind)
        }
    }

    /// Ends the stream once all its sessions have ended it.
    func takeNoMore() { stepSender.finish() }

    /// Ends the stream at once.
    func close() {
        stepSender.finish()
        events.finish()
        for place in places.withLock({ Array($0.values) }) { place.close() }
    }

    /// Sends the events until the stream ends.
    @concurrent
    func run(to writer: inout any ResponseBodyWriter) async throws {
        async let _: Void = follow()
        defer { close() }
        try await writer.write(ServerSentEvents.opening)
        try await writer.write(ServerSentEvents.stream(id))
        for await told in events where told.place?.isClosed != true {
            try await told.event.write(to: &writer)
        }
    }

    private func follow() async {
        await withDiscardingTaskGroup { group in
            for await step in steps {
                group.addTask { [self] in
                    switch step {
                    case .follow(let place): await follow(place)
                    case .remind: await send(ServerSentEvents.reminder, of: nil)
                    }
                }
            }
        }
        events.finish()
    }

    /// Hands on the events of a session until it ends, or the stream has it no longer.
    private func follow(_ place: Place) async {
        let (id, name) = (place.session.id, place.session.name)
        do {
            let source = try await watch(place)
            while let event = try await source?.next({ ServerSentEvents.bytes(of: $0, session: id, as: name) }) {
                await events.send(Told(event: event, place: place))
            }
        } catch let problem as Problem {
            await send(ServerSentEvents.refusal(problem, session: id, as: name), of: place)
        } catch {
            // The stream has ended.
        }
        places.withLock { places in
            if places[name] === place { places[name] = nil }
        }
    }

    private func send(_ bytes: ByteBuffer, of place: Place?) async {
        await events.send(Told(event: ViewerEvents.Event(bytes: bytes), place: place))
    }

    /// Becomes a viewer of a session.
    ///
    /// - Returns: Its events; nil where the stream has the session no longer.
    /// - Throws: A problem where the session cannot be had.
    private func watch(_ place: Place) async throws -> ViewerEvents? {
        let (session, visitor) = (place.session, place.visitor)
        let visit = SessionVisit(id: session.id, caller: visitor.caller, access: .session(.viewer))
        var shown = session.view
        shown.answerBytes = service.limits.answerBytes
        shown.locale = shown.locale ?? locale
        let view = shown
        return try await service.access.loadSession(visit) { cell, rights in
            let (bytes, revision) = try service.sessions.read(cell) { state in
                (AnswerDraft.state(state, view, expiresAt: 0, tokens: nil).expectedBytes, state.revision)
            }
            let known = session.after.flatMap { after in
                revision - after <= StreamedSession.mostMissed ? StreamBookmark(revision: after) : nil
            }
            let viewer = try service.sessions.watch(
                cell, StreamView(view), knowing: known, of: session.client.map { ExactName($0) },
                while: service.access.validity(of: rights, to: session.id, else: visitor.validity))
            guard place.take(viewer) else { return nil }
            return ViewerEvents(viewer: viewer, expectedBytes: bytes, client: client, answers: service.largeAnswers)
        }
    }
}

/// The streams of many sessions that this server sends, by their ids.
final class PageStreams: Service {
    /// How often a stream gets a keep-alive, so that proxies keep it open.
    private static let pause = Duration.seconds(15)

    private let streams = Mutex([String: PageStream]())
    private let isEnding = Atomic(false)

    /// The stream of an id; nil where this server does not have it.
    subscript(id: String) -> PageStream? { streams.withLock { $0[id] } }

    /// Notes a stream that begins.
    func add(_ stream: PageStream) {
        streams.withLock { $0[stream.id] = stream }
        if isEnding.load(ordering: .sequentiallyConsistent) { stream.takeNoMore() }
    }

    /// Forgets a stream that has ended.
    func remove(_ stream: PageStream) { streams.withLock { _ = $0.removeValue(forKey: stream.id) } }

    /// Ends each stream once the sessions have ended, which the server does when it shuts down.
    func takeNoMore() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        for stream in all { stream.takeNoMore() }
    }

    /// Sends keep-alives until the server shuts down.
    func run() async {
        await repeatUntilShutdown(every: Self.pause) { [self] in
            for stream in all { stream.remind() }
        }
    }

    private var all: [PageStream] { streams.withLock { Array($0.values) } }
}
