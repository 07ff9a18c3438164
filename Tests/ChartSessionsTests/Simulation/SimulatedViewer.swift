import ChartSeries
import ChartStores
import CoreTestSupport
import StoreTestSupport
import Synchronization

@testable import ChartSessions

/// What a viewer of a simulation was told, over all its connections.
struct SimulatedViewer {
    /// What the node of a connection has sent.
    final class Inbox: Sendable {
        private let events = Mutex<[StreamEvent?]>([])

        /// Adds an event; `nil` for the end of the connection.
        func append(_ event: StreamEvent?) { events.withLock { $0.append(event) } }

        func takeAll() -> [StreamEvent?] {
            events.withLock { events in
                defer { events = [] }
                return events
            }
        }
    }

    /// The current connection.
    struct Connection {
        var node: Int
        /// The least revision that the first state may show.
        var floor: Int
        let inbox = Inbox()
    }

    /// The current connection; `nil` between two of them.
    var connection: Connection?
    /// The last revision that the viewer was told; `nil` for none.
    private(set) var known: Int?
    /// The hash of each state that the viewer was told.
    private(set) var hashes: [(revision: Int, stateHash: UInt64)] = []

    /// Takes an event; a stream has each revision after its first state, once and in order.
    mutating func take(_ event: StreamEvent, head: Int) throws(SimulationViolation) {
        switch event {
        case .state(let revision, let body):
            let floor = max(connection?.floor ?? 0, known ?? 0)
            guard revision >= floor else {
                throw SimulationViolation("the viewer gets the state of \(revision), although it is to know \(floor)")
            }
            try note(revision, body, head: head)
        case .update(let revision, let body, _):
            guard revision == known.map({ $0 + 1 }) else {
                throw SimulationViolation("the viewer gets revision \(revision) after \(known ?? -1)")
            }
            try note(revision, body, head: head)
        case .data, .bookmark, .silence, .end: return
        }
    }

    private mutating func note(_ revision: Int, _ body: [UInt8], head: Int) throws(SimulationViolation) {
        guard revision <= head else {
            throw SimulationViolation("the viewer gets revision \(revision), which was not committed")
        }
        known = revision
        hashes.append((revision, UInt64(String(decoding: body, as: UTF8.self)) ?? 0))
    }
}

/// Encodes a state as its hash.
struct HashFormat: StreamFormat {
    var view: StreamView { StreamView(key: "hash", format: self) }

    func state(of session: Session, expiresAt: Int64) -> [UInt8] { Array("\(session.stateHash)".utf8) }

    func update(of session: Session, after before: Session, surfaces: [SessionSurface]) -> [UInt8] {
        Array("\(session.stateHash)".utf8)
    }

    func data(
        _ table: Table, of dataset: String, after version: Int, in session: Session, surfaces: [SessionSurface]
    ) -> [UInt8] { [] }
}

extension SimulatedNode.Life {
    /// Begins to send the stream of the session, as the server does.
    func watch(after revision: Int?, _ inbox: SimulatedViewer.Inbox) {
        _ = Task(executorPreference: thread) { [registry] in
            // A failed connection ends like any other.
            if let viewer = try? await registry.viewer(after: revision) {
                while let event = await viewer.next() { inbox.append(event) }
            }
            inbox.append(nil)
        }
    }
}

extension SessionRegistry {
    fileprivate func viewer(after revision: Int?) async throws -> StreamViewer {
        while true {
            do {
                return try await newViewer(after: revision)
            } catch SessionError.evicted {
                continue
            }
        }
    }

    private func newViewer(after revision: Int?) async throws -> StreamViewer {
        let cell = try await cell(SimulatedFormat.id)
        try await confirm(cell)
        return try watch(cell, HashFormat().view, knowing: revision.map { StreamBookmark(revision: $0) })
    }
}

extension Simulation {
    /// Whether the viewer may open its stream now.
    var mayWatch: Bool {
        plan.hasViewer && viewer.connection == nil && !database.hasEnded
            && nodes.contains { $0.life != nil && !$0.isClosing }
    }

    /// Opens the stream of the viewer at some node.
    func watch() {
        let node = choices.element(of: nodes.filter { $0.life != nil && !$0.isClosing })
        let connection = SimulatedViewer.Connection(node: node.number, floor: floor)
        note("the viewer asks node \(node.number) for what follows \(viewer.known ?? -1)")
        viewer.connection = connection
        node.life?.watch(after: viewer.known, connection.inbox)
    }

    /// Takes what the viewer was sent.
    func readStream() throws(SimulationViolation) {
        guard let connection = viewer.connection else { return }
        for event in connection.inbox.takeAll() {
            note("the viewer gets \(event.map { "\($0)" } ?? "the end of its connection")")
            guard let event else {
                viewer.connection = nil
                return
            }
            try viewer.take(event, head: database.log.count)
            floor = max(floor, viewer.known ?? 0)
        }
    }
}
