import ChartDatasets
import ChartSeries
import ChartStores
import Gestures
import StoreTestSupport

@testable import ChartSessions

/// Two registries over one shared store, each with a catalog of its own; a test can hold or refuse the changes of one.
struct SharedNodes {
    let time = ManualClock(milliseconds: 1_000_000)
    let shared: SharedMemoryStore
    /// The store as the first registry reaches it.
    let near: FaultyStore
    let one: SessionRegistry
    let other: SessionRegistry

    init(limits: SessionRegistry.Limits = .init()) {
        shared = SharedMemoryStore(clock: time.sessionClock)
        near = FaultyStore(time: time, over: shared)
        let format = RememberingFormat()
        let registries = [near as any SessionStore, shared].map { [time] store in
            SessionRegistry(
                catalog: LocalDatasetCatalog(["users": SampleSession.table]), store: store, format: format,
                limits: limits,
                clock: time.sessionClock)
        }
        (one, other) = (registries[0], registries[1])
    }

    var both: [SessionRegistry] { [one, other] }

    /// Creates a session at the first registry, and loads it at both.
    func open(idleTimeout: Double = 1e9, from address: String? = nil) async throws -> String {
        let format = one.dependencies.format as? RememberingFormat
        let id = try await one.create(
            showing: ["users"], from: address, line: { format?.head(of: $0) ?? [] },
            { id, tables in
                let surface = SampleSession.surface(table: tables[0], dataset: "users")
                return SampleSession.session([surface], id: id, idleTimeout: idleTimeout)
            }
        ).session.id
        for node in both { _ = try await node.cell(id) }
        return id
    }
}

extension SessionRegistry {
    /// Sends a batch as the service does: judged on the last revision.
    ///
    /// - Returns: The revision, and the kept answer to a repeated batch.
    @discardableResult
    func post(
        _ events: [InputEvent] = [.tick(at: 1)], to id: String, from client: String? = nil, _ sequence: Int = 0,
        ifMatch entityTags: [String]? = nil
    ) async throws -> (revision: Int, answer: [UInt8]?) {
        let cell = try await cell(id)
        return try await onLastRevision(of: cell) {
            try change(cell, as: Change(.postEvents, of: "main")) { session in
                let answer = try session.send(
                    events, from: client, sequence, body: "\(sequence)", ifMatch: entityTags, now: now)
                return (session.revision, answer)
            }
        }.committed()
    }

    /// Reads the last revision of a session as the service does.
    func lastState<Result>(of id: String, _ body: (Session) throws -> Result) async throws -> Result {
        let cell = try await cell(id)
        try await confirm(cell)
        return try read(cell, body)
    }
}
