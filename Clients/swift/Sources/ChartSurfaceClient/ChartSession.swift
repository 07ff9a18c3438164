import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session: one or more charts that every client with its token moves.
public actor ChartSession {
    /// The server of the session.
    public nonisolated let server: ChartServer
    /// The name of the session.
    public nonisolated let id: String
    /// The token that the calls of the session carry; `nil` where the server asks for none.
    public nonisolated let token: String?
    /// The token for clients that only look.
    public nonisolated let viewerToken: String?
    /// The ids of the surfaces, in order.
    public nonisolated let surfaces: [String]

    private let client = "swift-\(UUID().uuidString)"
    private var sequence = 0
    private var isSending = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ server: ChartServer, id: String, token: String?, viewerToken: String?, surfaces: [String]) {
        self.server = server
        self.id = id
        self.token = token
        self.viewerToken = viewerToken
        self.surfaces = surfaces
    }

    /// Sends events as one batch, which the server applies whole or not at all.
    ///
    /// Batches have numbers: where the connection breaks, the batch is sent once more, and the server applies it once.
    /// Batches of several tasks go one after the other.
    ///
    /// - Parameters:
    ///   - events: The events; at least one.
    ///   - surface: The surface; the first one without it.
    ///   - query: What the answer shall have, such as `["scene": "auto"]`.
    /// - Returns: The surfaces that the events have changed.
    /// - Throws: ``Problem``, and `URLError` where no answer comes.
    public func send(
        _ events: [InputEvent], to surface: String? = nil, query: [String: String] = [:]
    ) async throws -> Update {
        await beginTurn()
        defer { endTurn() }
        let body = try JSONEncoder().encode(Batch(client: client, sequence: sequence + 1, events: events))
        let path = ["surfaces", surface ?? surfaces[0], "events"]
        let shape = Self.shaped(query)
        let data: Data
        do {
            data = try await call("POST", path, query: shape, body: body)
        } catch is URLError where !Task.isCancelled {
            data = try await call("POST", path, query: shape, body: body)
        }
        sequence += 1
        return try decoded(data)
    }

    /// Gives a command, such as `zoomExtents` or `undo`.
    public func command(
        _ name: String, to surface: String? = nil, query: [String: String] = [:]
    ) async throws -> Update {
        let body = try JSONEncoder().encode(["command": name])
        return try decoded(
            await call("POST", ["surfaces", surface ?? surfaces[0], "commands"], query: Self.shaped(query), body: body))
    }

    /// Changes a surface, an axis or a modifier: `patch(["axes", "x"], ["visibleRange": [1, 2]])`.
    public func patch(
        _ path: [String] = [], _ change: JSONValue, of surface: String? = nil, query: [String: String] = [:]
    ) async throws -> Update {
        let body = try JSONEncoder().encode(change)
        return try decoded(
            await call("PATCH", ["surfaces", surface ?? surfaces[0]] + path, query: Self.shaped(query), body: body))
    }

    /// Reads a surface, with its rows as columns or with its scene, as the query says.
    public nonisolated func surface(_ id: String? = nil, query: [String: String] = [:]) async throws -> Surface {
        try decoded(await call("GET", ["surfaces", id ?? surfaces[0]], query: Self.shaped(query)))
    }

    /// The rows in view.
    public nonisolated func window(of surface: String? = nil) async throws -> ChartWindow? {
        try await self.surface(surface, query: ["window": "full", "ticks": "false"]).window
    }

    /// The drawing.
    public nonisolated func scene(of surface: String? = nil) async throws -> ChartScene? {
        try await self.surface(surface, query: ["scene": "full", "ticks": "false"]).scene
    }

    /// The server's own picture, as SVG.
    public nonisolated func picture(of surface: String? = nil, query: [String: String] = [:]) async throws -> Data {
        try await call("GET", ["surfaces", surface ?? surfaces[0], "image.svg"], query: query)
    }

    /// The events of the session as they come.
    ///
    /// See ``EventStream``.
    public nonisolated func events(after id: String? = nil, query: [String: String] = [:]) -> EventStream {
        var request = server.request("GET", ["sessions", self.id, "stream"], query: Self.shaped(query), token: token)
        request.timeoutInterval = 60
        return EventStream(request, after: id)
    }

    /// Deletes the session.
    public nonisolated func end() async throws { _ = try await call("DELETE", []) }

    private nonisolated func call(
        _ method: String, _ path: [String], query: [String: String] = [:], body: Data? = nil
    ) async throws -> Data {
        try await server.call(method, ["sessions", id] + path, query: query, body: body, token: token)
    }

    /// The query with the layout of rows that ``ChartWindow`` reads.
    private static func shaped(_ query: [String: String]) -> [String: String] {
        query.merging(["layout": "columns"]) { _, needed in needed }
    }

    private func beginTurn() async {
        guard isSending else {
            isSending = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endTurn() {
        if waiting.isEmpty { isSending = false } else { waiting.removeFirst().resume() }
    }

    private struct Batch: Encodable {
        let client: String
        let sequence: Int
        let events: [InputEvent]
    }
}
