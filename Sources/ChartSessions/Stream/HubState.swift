import ChartEngine
import ChartSeries

/// The state of a hub: publications, their encoded events, and the position of each viewer.
struct HubState: Sendable {
    struct Viewer: Sendable {
        var view: StreamView
        /// The position of its next event; `nil` for a viewer that gets missed revisions or the newest state first.
        var position: Int?
        /// What it had seen when it came.
        var known: StreamBookmark?
        /// What it has seen, where its last event does not say it.
        var untold: StreamBookmark?
        /// What it missed before the kept events; `nil` for a viewer that needs the newest state first.
        var missed: MissedRevisions?
        /// The rows that came after its last missed revision.
        var owed: [Publication] = []
        /// The client whose answers it gets beside the stream; `nil` for none.
        var client: ExactName?
        /// Whether its credential still holds; `nil` for a credential that lasts as long as the session.
        var validity: StreamValidity?
        /// Why its stream ends before the session's streams; its remaining events are dropped.
        var ending: StreamEnding?
        var waiting: CheckedContinuation<Void, Never>?
        var isReminded = false
        var isClosed = false
        var hasReceivedEnd = false

        mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
            defer { waiting = nil }
            return waiting
        }
    }

    /// The next step for a viewer.
    enum Step {
        /// Send an encoded event.
        case send(StreamEvent)
        /// Encode a publication, and keep the event.
        case write(Publication, position: Int, view: StreamView)
        /// Encode a publication for the client alone whose batch it is.
        case writeOwn(Publication, view: StreamView)
        /// Encode the newest state.
        case writeState(Session, view: StreamView)
        /// Encode a publication for this viewer alone.
        case writeOwed(Publication, view: StreamView)
        /// Make the next missed revision from the log, and encode it for this viewer alone.
        case writeMissed(MissedRevisions, view: StreamView)
        /// Wait, since there is no news.
        case wait
        /// End the stream.
        case leave
    }

    /// The newest committed state.
    private(set) var latest: Session
    var viewers: [Int: Viewer] = [:]
    var ending: StreamEnding?
    /// When the last viewer left, in milliseconds of the session clock.
    var leftAt: Int64
    /// The publications that some view has not encoded yet.
    private(set) var publications: [Publication] = []
    /// The revision of the first state.
    private var origin: Int
    /// The newest known rows.
    private(set) var tables: [String: Table] = [:]
    /// The position of the first publication.
    private(set) var first = 0
    private var rings: [String: StreamRing] = [:]
    private var nextViewer = 0

    init(latest: Session, leftAt: Int64) {
        self.latest = latest
        self.leftAt = leftAt
        origin = latest.revision
    }

    /// The position of the next publication.
    var end: Int { first + publications.count }

    /// Adds a viewer.
    ///
    /// - Parameters:
    ///   - view: The view of the viewer.
    ///   - known: What the viewer has seen; `nil` for nothing.
    ///   - client: The client whose answers the viewer gets beside the stream; `nil` for none.
    ///   - validity: Whether the credential of the viewer still holds; `nil` for one that lasts as long as the session.
    /// - Returns: The key of the viewer.
    mutating func add(
        _ view: StreamView, knowing known: StreamBookmark?, of client: ExactName? = nil,
        while validity: StreamValidity? = nil
    ) -> Int {
        defer { nextViewer += 1 }
        let position = known.flatMap { self.position(after: $0, of: view) }
        if rings[view.key] == nil { rings[view.key] = StreamRing(view: view, at: position ?? end) }
        viewers[nextViewer] = Viewer(
            view: view, position: position, known: known, client: client, validity: validity)
        // A revision beyond the newest one is not of this session.
        if position == nil, let known, 0...latest.revision ~= known.revision {
            noteMissed(MissedRevisions(after: known.revision), of: nextViewer)
        }
        return nextViewer
    }

    /// Adds a committed revision.
    mutating func note(_ session: Session, after before: Session, changing surface: String, limits: StreamLimits) {
        latest = session
        append(.revision(surface: surface, before: before), limits: limits)
    }

    /// Goes on from a state that does not follow the earlier ones; each viewer gets it as its next event.
    mutating func reset(to session: Session) {
        latest = session
        origin = session.revision
        drop(publications.count)
        rings = [:]
        for id in viewers.keys {
            viewers[id]?.position = nil
            viewers[id]?.known = nil
            viewers[id]?.untold = nil
            viewers[id]?.missed = nil
            viewers[id]?.owed = []
        }
    }

    /// Adds the rows of a dataset, if they are newer than the known ones.
    mutating func noteRows(_ table: Table, of dataset: String, limits: StreamLimits) {
        guard latest.table(of: dataset) != nil else { return }
        let before = tables
        guard table.version > before[dataset]?.version ?? 0 else { return }
        tables[dataset] = table
        if before[dataset] != nil || !viewers.isEmpty {
            append(.rows(dataset: dataset, before: before), limits: limits)
        }
    }

    mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
        viewers.keys.compactMap { viewers[$0]?.takeWaiting() }
    }

    /// Ends the streams of some viewers, without their remaining events.
    mutating func end(_ ids: [Int], because reason: StreamEnding) -> [CheckedContinuation<Void, Never>] {
        for id in ids { viewers[id]?.ending = reason }
        return ids.compactMap { viewers[$0]?.takeWaiting() }
    }

    /// Closes every viewer.
    mutating func closeViewers() -> [CheckedContinuation<Void, Never>] {
        for id in viewers.keys { viewers[id]?.isClosed = true }
        return takeWaiting()
    }

    /// Whether a viewer has no event to receive.
    func waits(_ id: Int) -> Bool {
        guard let viewer = viewers[id] else { return false }
        return viewer.position == end && viewer.owed.isEmpty && viewer.untold == nil && ending == nil
            && viewer.ending == nil && !viewer.isReminded && !viewer.isClosed
    }

    /// The effort of a viewer's next step.
    func effort(of id: Int) -> WindowEffort {
        guard let viewer = viewers[id], !viewer.isClosed, viewer.ending == nil else { return .short }
        guard viewer.untold == nil else { return .short }
        if let owed = viewer.owed.first { return owed.session.windowEffort }
        guard viewer.position != end else { return .short }
        // It may read many lines before the first event.
        if let missed = viewer.missed { return missed.session?.windowEffort ?? .long }
        guard let position = viewer.position else { return latest.windowEffort }
        if rings[viewer.view.key]?[position] != nil { return .short }
        guard position >= first else { return latest.windowEffort }
        let next = publications[position - first]
        return isOwn(next, viewer) ? .short : next.session.windowEffort
    }

    /// Returns a viewer's next step, and advances its position.
    mutating func step(of id: Int) -> Step {
        guard let viewer = viewers[id], !viewer.isClosed, !viewer.hasReceivedEnd else { return .leave }
        if let untold = viewer.untold {
            viewers[id]?.untold = nil
            return .send(.bookmark(untold))
        }
        if viewer.ending == nil, let owed = viewer.owed.first {
            viewers[id]?.owed.removeFirst()
            return .writeOwed(owed, view: viewer.view)
        }
        if let ending = viewer.ending ?? (viewer.position == end ? ending : nil) {
            viewers[id]?.hasReceivedEnd = true
            return .send(.end(ending))
        }
        if let missed = viewer.missed { return .writeMissed(missed, view: viewer.view) }
        if let position = viewer.position, position == end {
            viewers[id]?.isReminded = false
            return viewer.isReminded ? .send(.silence) : .wait
        }
        if let position = viewer.position {
            viewers[id]?.position = position + 1
            if let event = rings[viewer.view.key]?[position] { return .send(event.told(to: viewer.client)) }
            if position >= first {
                let next = publications[position - first]
                // Most pages are the only viewer of their view. Nobody then encodes the surfaces.
                return isOwn(next, viewer)
                    ? .writeOwn(next, view: viewer.view) : .write(next, position: position, view: viewer.view)
            }
        }
        let newest = end
        viewers[id]?.position = newest
        let seen = latest.bookmark(with: tables)
        if !seen.versions.isEmpty { viewers[id]?.untold = seen }
        return .writeState(latest, view: viewer.view)
    }

    /// Whether a viewer gets the answer to the batch that made a publication.
    private func isOwn(_ publication: Publication, _ viewer: Viewer) -> Bool {
        viewer.client != nil && publication.batch?.client == viewer.client
    }

    /// The position after what a viewer has seen; `nil` if later events are dropped.
    private func position(after known: StreamBookmark, of view: StreamView) -> Int? {
        guard var position = position(after: known.revision, of: view) else { return nil }
        while position < end, isKnown(position, of: view, by: known) { position += 1 }
        return position
    }

    /// Whether a viewer has the rows of a position.
    private func isKnown(_ position: Int, of view: StreamView, by known: StreamBookmark) -> Bool {
        if let event = rings[view.key]?[position] { return event.isKnown(by: known) }
        return position >= first && publications[position - first].isKnown(by: known)
    }

    /// The position after a revision that a viewer knows; `nil` if later events are dropped.
    private func position(after revision: Int, of view: StreamView) -> Int? {
        if let ring = rings[view.key], ring.end >= first {
            if let position = ring.position(after: revision) { return position }
            if revision == origin, ring.first == 0, ring.end > 0 { return 0 }
        }
        if let index = publications.lastIndex(where: { $0.brings(to: revision) }) { return first + index + 1 }
        return revision == origin && first == 0 && !publications.isEmpty ? 0 : nil
    }

    private mutating func append(_ content: Publication.Content, limits: StreamLimits) {
        publications.append(Publication(content: content, session: latest, tables: tables))
        dropWritten()
        if publications.count > limits.publications { drop(publications.count - limits.publications) }
        // Events before a gap are of no use.
        for (key, ring) in rings where ring.end < first && !viewers.values.contains(where: { $0.view.key == key }) {
            rings[key] = nil
        }
    }

    /// Drops the publications that every view has encoded.
    private mutating func dropWritten() {
        let written = rings.values.map(\.end).min() ?? first
        if written > first { drop(min(written - first, publications.count)) }
    }

    private mutating func drop(_ count: Int) {
        publications.removeFirst(count)
        first += count
    }

    /// Keeps an encoded event, within a limit on the bytes of all views.
    mutating func keep(_ event: StreamEvent, at position: Int, of view: StreamView, bytes: Int) {
        rings[view.key, default: StreamRing(view: view, at: position)].keep(event, at: position)
        while rings.values.reduce(0, { $0 + $1.bytes }) > bytes,
            let largest = rings.max(by: { ($0.value.bytes, $0.key) < ($1.value.bytes, $1.key) })?.key
        {
            rings[largest]?.dropFirst()
        }
        dropWritten()
    }
}

/// Viewers that return after revisions that the hub no longer keeps.
extension HubState {
    /// Notes which missed revisions a viewer has by now; it goes on with the kept events as soon as they follow.
    mutating func noteMissed(_ missed: MissedRevisions, of id: Int) {
        guard let session = missed.revision == latest.revision ? latest : missed.session,
            let next = next(after: missed.revision)
        else {
            viewers[id]?.missed = missed
            return
        }
        viewers[id]?.missed = nil
        viewers[id]?.position = next.position
        let known = viewers[id]?.known
        viewers[id]?.owed = Self.rows(next.tables, after: session, besides: known?.versions ?? [:])
    }

    /// Lets a viewer go on with the newest state.
    mutating func forgetMissed(of id: Int) {
        viewers[id]?.missed = nil
    }

    /// The position after a revision that is not encoded for every view yet, or is the newest one; `nil` otherwise.
    ///
    /// - Returns: The position, and the newest rows there.
    private func next(after revision: Int) -> (position: Int, tables: [String: Table])? {
        if revision == latest.revision { return (end, tables) }
        guard let index = publications.firstIndex(where: { $0.brings(to: revision) }) else { return nil }
        return (first + index + 1, publications[index].tables)
    }

    /// The publications of rows that came after a revision, which the log does not have.
    ///
    /// - Parameters:
    ///   - tables: The newest rows.
    ///   - session: The session at that revision.
    ///   - known: The versions of the rows that the viewer has.
    /// - Returns: One for each dataset with newer rows, in the order of their names.
    private static func rows(
        _ tables: [String: Table], after session: Session, besides known: [String: Int]
    ) -> [Publication] {
        var publications: [Publication] = []
        var told = tables.filter { $0.value.version <= known[$0.key, default: 0] }
        for name in Set(session.datasets).sorted() where told[name] == nil {
            guard let table = tables[name], let shown = session.table(of: name), table.version > shown.version else {
                continue
            }
            let before = told
            told[name] = table
            publications.append(
                Publication(content: .rows(dataset: name, before: before), session: session, tables: told))
        }
        return publications
    }
}
