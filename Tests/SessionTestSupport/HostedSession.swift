import ChartSessions
import Testing

extension SessionHost {
    /// Puts a straight line: `t` and `v` both run from 0 to 100.
    func putLine(as name: String = "line") async throws {
        let answer = try await put("t,v\n" + (0...100).map { "\($0),\($0)\n" }.joined(), as: name)
        try #require(!answer.isProblem, "\(answer.text)")
    }

    /// Opens a session with one surface, `main`, which shows the line unless its members say otherwise.
    func open(_ members: String = #""dataset":"line""#) async throws -> HostedSession {
        try await open(body: #"{"surfaces":[{\#(members)}]}"#)
    }

    /// Opens a session with a whole body.
    func open(body: String) async throws -> HostedSession {
        let answer = try await create(body)
        try #require(!answer.isProblem, "\(answer.text)")
        return HostedSession(host: self, opening: answer, id: try #require(answer.string("id")))
    }

    /// Opens a session as ``open(_:)``, once the line is there.
    func openLine(_ members: String = #""dataset":"line""#) async throws -> HostedSession {
        try await putLine()
        return try await open(members)
    }

    /// Opens a session with a whole body, once the line is there.
    func openLine(body: String) async throws -> HostedSession {
        try await putLine()
        return try await open(body: body)
    }
}

/// A session of a host; calls name the surface `main` unless they name another.
struct HostedSession: Sendable {
    let host: SessionHost
    /// The answer that opened the session.
    let opening: HostAnswer
    let id: String

    /// The whole state.
    func read(query: String = "") async throws -> HostAnswer { try await host.state(of: id, query: query) }

    /// The whole state, without what differs from session to session.
    func state() async throws -> String {
        let answer = try await read()
        #expect(!answer.isProblem, "\(answer.text)")
        return answer.settledText
    }

    /// The state of a surface.
    func surface(_ surface: String = "main", query: String = "") async throws -> HostAnswer {
        try await host.surface(surface, of: id, query: query)
    }

    /// Changes the session as a client asks.
    ///
    /// - Parameters:
    ///   - operation: What is to be done.
    ///   - body: The body; empty for none.
    ///   - item: What is changed within the surface; empty for the surface itself.
    ///   - surface: The surface, where the operation names one.
    ///   - query: The query without its question mark.
    /// - Returns: The answer, or the problem.
    /// - Throws: An error that is no problem of the API.
    @discardableResult
    func change(
        _ operation: ChangeOperation, _ body: String = "", of item: String = "", on surface: String = "main",
        query: String = ""
    ) async throws -> HostAnswer {
        try await host.change(
            operation, of: id, surface: operation.namesSurface ? surface : "", item: item, query: query, body: body)
    }

    @discardableResult
    func post(
        _ events: String, on surface: String = "main", query: String = "", numbered: String = ""
    ) async throws -> HostAnswer {
        try await change(.postEvents, #"{\#(numbered)"events":[\#(events)]}"#, on: surface, query: query)
    }

    @discardableResult
    func command(_ name: String, _ members: String = "", query: String = "") async throws -> HostAnswer {
        try await change(.postCommand, #"{"command":"\#(name)"\#(members)}"#, query: query)
    }

    @discardableResult
    func patchAxis(_ id: String, _ body: String, query: String = "") async throws -> HostAnswer {
        try await change(.patchAxis, body, of: id, query: query)
    }

    @discardableResult
    func patch(_ body: String, query: String = "") async throws -> HostAnswer {
        try await change(.patchSurface, body, query: query)
    }

    /// The lines of the log as text.
    func log() async throws -> [String] {
        try await host.log(of: id).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Makes the session again from its log.
    func replay() async throws -> HostAnswer {
        try await host.replay(try await host.log(of: id))
    }
}
