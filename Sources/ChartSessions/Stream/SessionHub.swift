import ChartSeries
import Synchronization

/// Tells the viewers of one session what happens to it.
///
/// What happens is put here as it is and in its order, while the session's own lock is held; the task of the first viewer
/// who gets to it writes it down for its view. A viewer is a place in that order and keeps nothing: one who is so far
/// behind that its place is not kept any more is told the newest state, and goes on from there.
final class SessionHub: Sendable {
    private let dependencies: SessionDependencies
    private let idleTimeout: Double
    private let state: Mutex<HubState>

    init(session: Session, dependencies: SessionDependencies) {
        self.dependencies = dependencies
        idleTimeout = session.idleTimeout
        state = Mutex(HubState(latest: session, leftAt: dependencies.clock.now()))
    }

    private var limits: StreamLimits { dependencies.watched.limits }
    private var expiresAt: Int64 { dependencies.clock.date() + Int64(idleTimeout) }

    /// How many viewers there are.
    var viewerCount: Int { state.withLock { $0.viewers.count } }

    /// When somebody watched last, in milliseconds of the session clock: now, while somebody does.
    var watchedAt: Int64 {
        let now = dependencies.clock.now()
        return state.withLock { $0.viewers.isEmpty ? $0.leftAt : now }
    }

    /// Lets somebody watch.
    ///
    /// - Parameters:
    ///   - view: What is to be shown.
    ///   - revision: The last one that the viewer knows; `nil` for none.
    /// - Returns: The viewer, who is told first what is new since then, or else the newest state.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``.
    func join(_ view: StreamView, knowing revision: Int?) throws(SessionError) -> StreamViewer {
        let id = try state.withLock { state throws(SessionError) in
            guard state.viewers.count < limits.viewers else { throw .tooManyViewers(limit: limits.viewers) }
            if state.viewers.isEmpty { wake(&state) }
            return state.add(view, knowing: revision)
        }
        return StreamViewer(hub: self, id: id)
    }

    /// Begins to watch what has gone unseen while there was no viewer.
    private func wake(_ state: inout HubState) {
        if !dependencies.watched.add(self) { state.ending = .shutdown }
        for name in Set(state.latest.datasets).sorted() {
            if let table = dependencies.catalog.table(name) { state.noteRows(table, of: name, limits: limits) }
        }
    }

    /// Forgets a viewer.
    func leave(_ id: Int) {
        let now = dependencies.clock.now()
        state.withLock { state in
            guard state.viewers.removeValue(forKey: id) != nil, state.viewers.isEmpty else { return }
            state.leftAt = now
            dependencies.watched.remove(self)
        }
    }

    /// Takes up a committed revision.
    ///
    /// - Parameters:
    ///   - session: The session after it.
    ///   - before: The session before it.
    ///   - surface: The surface that it addressed.
    /// - Returns: The viewers that wait, to be resumed; `nil` where none may come back, and the hub is of no use any more.
    func publish(
        _ session: Session, after before: Session, changing surface: String
    ) -> [CheckedContinuation<Void, Never>]? {
        state.withLock { state in
            guard !state.viewers.isEmpty || state.publications.count < limits.publications else { return nil }
            state.note(session, after: before, changing: surface, limits: limits)
            return state.takeWaiting()
        }
    }

    /// Takes up that a dataset has more rows.
    func noteRows(_ table: Table, of dataset: String) {
        let waiting = state.withLock { state in
            state.noteRows(table, of: dataset, limits: limits)
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Lets every viewer go, once it has been told what is kept.
    func end(because reason: StreamEnding) {
        let waiting = state.withLock { state in
            state.ending = state.ending ?? reason
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Lets every viewer that waits be told that nothing has happened.
    func remindViewers() {
        let waiting = state.withLock { state in
            for id in state.viewers.keys { state.viewers[id]?.isReminded = true }
            return state.takeWaiting()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Lets a viewer go at once.
    func close(_ id: Int) {
        state.withLock { state in
            state.viewers[id]?.isClosed = true
            return state.viewers[id]?.takeWaiting()
        }?.resume()
    }

    /// Lets every viewer of a dataset that is damaged go; one that comes again is told why.
    func noteDamage(of dataset: String) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.latest.surfaces.contains(where: { $0.dataset == dataset }) else { return [] }
            return state.closeViewers()
        }
        for continuation in waiting { continuation.resume() }
    }

    /// What a viewer is told next; `nil` when it watches no longer, or the rows are damaged.
    func next(_ id: Int) async -> StreamEvent? {
        while !Task.isCancelled {
            switch state.withLock({ $0.step(of: id) }) {
            case .tell(let event): return event
            case .leave: return nil
            case .wait: await wait(id)
            case .writeState(var session, let view):
                session.refresh { dependencies.catalog.table($0) }
                let body = view.format.state(of: session, expiresAt: expiresAt)
                guard !Task.isCancelled, session.damagedDataset == nil else { return nil }
                return .state(revision: session.revision, body: body)
            case .write(let publication, let position, let view):
                let event = publication.event(for: view, expiresAt: expiresAt)
                guard !Task.isCancelled, publication.session.damagedDataset == nil else { return nil }
                state.withLock { $0.keep(event, at: position, of: view, bytes: limits.bytes) }
                return event
            }
        }
        return nil
    }

    /// How long it takes to write what a viewer is told next.
    func effort(of id: Int) -> WindowEffort { state.withLock { $0.effort(of: id) } }

    /// Waits until there is something to tell a viewer.
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
