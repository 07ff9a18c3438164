import ChartDatasets
import ChartSeries
import ChartStores
import Synchronization

/// Streams the changes of one session to its viewers.
///
/// The session adds publications in their order, within its own lock. The task of the first viewer that reaches a
/// publication encodes it for its view. A viewer is only a position in that order. A viewer that is too far behind gets
/// the newest state, and continues from there.
final class SessionHub: Sendable {
    /// The name of the session.
    let session: String
    private let dependencies: SessionDependencies
    private let idleTimeout: Double
    private let state: Mutex<HubState>

    init(session: Session, dependencies: SessionDependencies) {
        self.session = session.id
        self.dependencies = dependencies
        idleTimeout = session.idleTimeout
        state = Mutex(HubState(latest: session, leftAt: dependencies.clock.now()))
    }

    private var limits: StreamLimits { dependencies.watched.limits }
    private var expiresAt: Int64 { dependencies.clock.date() + Int64(idleTimeout) }

    /// The number of viewers.
    var viewerCount: Int { state.withLock { $0.viewers.count } }

    /// When the session last had a viewer, in milliseconds of the session clock: now, while it has one.
    var watchedAt: Int64 {
        let now = dependencies.clock.now()
        return state.withLock { $0.viewers.isEmpty ? $0.leftAt : now }
    }

    /// Adds a viewer.
    ///
    /// - Parameters:
    ///   - view: The view of the viewer.
    ///   - known: What the viewer has seen; `nil` for nothing.
    ///   - client: The client whose answers the viewer gets beside the stream; `nil` for none.
    ///   - validity: Whether the credential of the viewer still holds; `nil` for one that lasts as long as the session.
    /// - Returns: The viewer, which first gets the events after that, or the newest state.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``.
    func join(
        _ view: StreamView, knowing known: StreamBookmark?, of client: ExactName?, while validity: StreamValidity?
    ) throws(SessionError) -> StreamViewer {
        let id = try state.withLock { state throws(SessionError) in
            guard state.viewers.count < limits.viewers else { throw .tooManyViewers(limit: limits.viewers) }
            let forms = Set(state.viewers.values.map(\.view.key))
            guard forms.count < limits.forms || forms.contains(view.key) else {
                throw .tooManyForms(limit: limits.forms)
            }
            if state.viewers.isEmpty { wake(&state) }
            return state.add(view, knowing: known, of: client, while: validity)
        }
        return StreamViewer(hub: self, id: id)
    }

    /// Catches up with what happened without a viewer.
    private func wake(_ state: inout HubState) {
        if !dependencies.watched.add(self) { state.ending = .shutdown }
        for name in Set(state.latest.datasets).sorted() {
            if let table = dependencies.catalog.table(name) { state.noteRows(table, of: name, limits: limits) }
        }
    }

    /// Removes a viewer.
    func leave(_ id: Int) {
        let now = dependencies.clock.now()
        state.withLock { state in
            guard state.viewers.removeValue(forKey: id) != nil, state.viewers.isEmpty else { return }
            state.leftAt = now
            dependencies.watched.remove(self)
        }
    }

    /// Adds a committed revision.
    ///
    /// - Parameters:
    ///   - session: The session after it.
    ///   - before: The session before it.
    ///   - surface: The addressed surface.
    /// - Returns: The waiting viewers, for the caller to resume; `nil` if no viewer can return, so that the hub is of
    ///   no use.
    func publish(
        _ session: Session, after before: Session, changing surface: String
    ) -> [CheckedContinuation<Void, Never>]? {
        state.withLock { state in
            guard !state.viewers.isEmpty || state.publications.count < limits.publications else { return nil }
            state.note(session, after: before, changing: surface, limits: limits)
            return state.takeWaiting()
        }
    }

    /// Lets every viewer go on with a state that does not follow what they know.
    ///
    /// - Returns: The waiting viewers, for the caller to resume.
    func reset(to session: Session) -> [CheckedContinuation<Void, Never>] {
        state.withLock { state in
            state.reset(to: session)
            return state.takeWaiting()
        }
    }

    /// Adds the new rows of a dataset.
    func noteRows(_ table: Table, of dataset: String) {
        let waiting = state.withLock { state in
            state.noteRows(table, of: dataset, limits: limits)
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Ends every stream, after its remaining events.
    func end(because reason: StreamEnding) {
        let waiting = state.withLock { state in
            state.ending = state.ending ?? reason
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Ends the streams whose credentials no longer hold.
    func endInvalidStreams() async {
        let validities = state.withLock { $0.viewers.compactMapValues(\.validity) }
        var invalid: [Int] = []
        for (viewer, holds) in validities where await !holds() { invalid.append(viewer) }
        guard !invalid.isEmpty else { return }
        for continuation in state.withLock({ $0.end(invalid, because: .credential) }) { continuation.resume() }
    }

    /// Sends a keep-alive to every waiting viewer.
    func remindViewers() {
        let waiting = state.withLock { state in
            for id in state.viewers.keys { state.viewers[id]?.isReminded = true }
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Closes a viewer at once.
    func close(_ id: Int) {
        state.withLock { state in
            state.viewers[id]?.isClosed = true
            return state.viewers[id]?.takeWaiting()
        }?.resume()
    }

    /// Closes every viewer of a damaged dataset; a returning viewer gets the error.
    func noteDamage(of dataset: String) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.latest.table(of: dataset) != nil else { return [] }
            return state.closeViewers()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns a viewer's next event; `nil` after the end, and for damaged rows.
    func next(_ id: Int) async -> StreamEvent? {
        while !Task.isCancelled {
            switch state.withLock({ $0.step(of: id) }) {
            case .send(let event): return event
            case .leave: return nil
            case .wait: await wait(id)
            case .writeState(var session, let view):
                session.refresh { dependencies.catalog.table($0) }
                let body = view.format.state(of: session, expiresAt: expiresAt)
                guard !Task.isCancelled, session.damagedDataset == nil else { return nil }
                return .state(revision: session.revision, body: body)
            case .writeOwed(let publication, let view):
                let event = publication.event(for: view, expiresAt: expiresAt)
                guard !Task.isCancelled, publication.session.damagedDataset == nil else { return nil }
                return event
            case .writeMissed(let missed, let view):
                guard let event = await missedEvent(missed, for: id, view) else { continue }
                return event.told(to: state.withLock { $0.viewers[id]?.client })
            case .writeOwn(let publication, let view):
                return publication.event(for: view, expiresAt: expiresAt, isOwn: true)
            case .write(let publication, let position, let view):
                let event = publication.event(for: view, expiresAt: expiresAt)
                guard !Task.isCancelled, publication.session.damagedDataset == nil else { return nil }
                state.withLock { $0.keep(event, at: position, of: view, bytes: limits.bytes) }
                return event
            }
        }
        return nil
    }

    /// Returns the event of the next revision that a viewer missed.
    ///
    /// - Returns: The event; `nil` where the log cannot help, and the viewer gets the newest state.
    private func missedEvent(_ missed: MissedRevisions, for id: Int, _ view: StreamView) async -> StreamEvent? {
        var missed = missed
        guard let publication = try? await missed.next(of: session, dependencies) else {
            state.withLock { $0.forgetMissed(of: id) }
            return nil
        }
        let event = publication.event(for: view, expiresAt: expiresAt)
        let isSound = publication.session.damagedDataset == nil
        state.withLock { state in
            if isSound { state.noteMissed(missed, of: id) } else { state.forgetMissed(of: id) }
        }
        return isSound ? event : nil
    }

    /// The effort to encode a viewer's next event.
    func effort(of id: Int) -> WindowEffort { state.withLock { $0.effort(of: id) } }

    /// Waits until a viewer has a next event.
    func wait(_ id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard state.waits(id) else { return true }
                    state.viewers[id]?.waiting = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            close(id)
        }
    }
}
