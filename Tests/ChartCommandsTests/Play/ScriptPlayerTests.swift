import ChartWire
import Configuration
import Gestures
import HTTPTypes
import Synchronization
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// The answers that a player showed.
private final class Shown: Sendable {
    private let answers = Mutex<[String]>([])

    var all: [String] { answers.withLock { $0 } }
    func add(_ answer: String) { answers.withLock { $0.append(answer) } }
}

/// The player against a server in this process, over a socket.
struct ScriptPlayerTests {
    private static let drag = "1v(400,200) 1>(480,200)/4 1^(480,200)"
    private static let specification: JSONObject = [
        "dataset": "active-users", "xAxes": [["type": "number", "visibleRange": [20, 60]]],
        "modifiers": [["type": "zoomPan", "direction": "x", "clipModeX": "none"]],
    ]

    /// Runs a test against a live server, with a client for it.
    private func withServer(
        _ body: @escaping @Sendable (any ServerClient, ServiceClient) async throws -> Void
    ) async throws {
        try await TestServer().test(.socket) { client in
            let port = try #require(client.port)
            try await body(client, ServiceClient(base: "http://localhost:\(port)/", token: nil))
        }
    }

    /// Opens a session and returns its id and its driver's token.
    private func open(_ client: ServiceClient) async throws -> (id: String, token: String) {
        var writer = JSONWriter()
        JSONCoding.write(["surfaces": [.object(Self.specification)]], into: &writer)
        let answer = try JSONValue.parse(try await client.call(.post, "/v1/sessions", writer.bytes))
        guard case .string(let id)? = answer[at: "/id"], case .string(let token)? = answer[at: "/driverToken"] else {
            throw NotAnObject()
        }
        return (id, token)
    }

    private func range(_ answer: String) throws -> JSONValue? {
        try JSONValue.parse(Array(answer.utf8))[at: "/surfaces/0/xAxes/0/visibleRange"]
    }

    @Test func `a script moves a chart, and the player shows the answer`() async throws {
        try await withServer { _, client in
            let session = try await open(client)
            let shown = Shown()
            let events = try TouchScript(parsing: Self.drag).events
            try await ScriptPlayer(client: client, options: .init())
                .play(events, session: session.id, surface: "main") { shown.add($0) }
            #expect(shown.all.count == 1)
            #expect(try range(#require(shown.all.last)) == [16, 56])
        }
    }

    @Test func `a long script is split into batches with consecutive numbers`() async throws {
        try await withServer { _, client in
            let session = try await open(client)
            let events = try TouchScript(parsing: Self.drag).events
            let shown = Shown()
            let player = ScriptPlayer(
                client: client, options: .init(number: ("bug", 1), isExplained: true, batchSize: 4))
            try await player.play(events, session: session.id, surface: "main") { shown.add($0) }
            #expect(shown.all.count == 2)
            #expect(try range(#require(shown.all.last)) == [16, 56])
            #expect(shown.all.allSatisfy { $0.contains(#""trace":["#) })
            let third = ScriptPlayer(client: client, options: .init(number: ("bug", 4)))
            await #expect(throws: ScriptPlayer.Failure.self) {
                try await third.play(events, session: session.id, surface: "main") { shown.add($0) }
            }
            let next = ScriptPlayer(client: client, options: .init(number: ("bug", 3)))
            try await next.play(
                TouchScript(parsing: "@5000").events, session: session.id, surface: "main"
            ) { shown.add($0) }
            #expect(shown.all.count == 3)
        }
    }

    @Test func `a dry run changes nothing and takes one batch`() async throws {
        try await withServer { _, client in
            let session = try await open(client)
            let events = try TouchScript(parsing: Self.drag).events
            let shown = Shown()
            try await ScriptPlayer(client: client, options: .init(isDryRun: true))
                .play(events, session: session.id, surface: "main") { shown.add($0) }
            #expect(try range(#require(shown.all.last)) == [16, 56])
            let state = String(decoding: try await client.call(.get, "/v1/sessions/\(session.id)"), as: UTF8.self)
            #expect(try range(state) == [20, 60])
            await #expect(
                throws: ScriptPlayer.Failure.script("a dry run takes one batch of 2 events; the script has 6")
            ) {
                try await ScriptPlayer(client: client, options: .init(isDryRun: true, batchSize: 2))
                    .play(events, session: session.id, surface: "main") { shown.add($0) }
            }
        }
    }

    @Test func `the player ends its own session, also after a refused batch`() async throws {
        try await withServer { _, client in
            let shown = Shown()
            let player = ScriptPlayer(client: client, options: .init())
            try await player.play(
                TouchScript(parsing: Self.drag).events, specification: Self.specification, surface: nil
            ) { shown.add($0) }
            let answer = try JSONValue.parse(Array(try #require(shown.all.last).utf8))
            guard case .string(let id)? = answer[at: "/session"] else {
                Issue.record("no session in \(answer)")
                return
            }
            #expect(answer[at: "/surfaces/0/xAxes/0/visibleRange"] == [16, 56])
            await #expect(
                throws: ServiceClient.Failure.refused(
                    status: 410, problem: "session.gone: The session was deleted or has expired.")
            ) { try await client.call(.get, "/v1/sessions/\(id)") }

            let twoSurfaces: JSONObject = [
                "surfaces": [
                    ["id": "first", "dataset": "active-users"], ["id": "second", "dataset": "active-users"],
                ]
            ]
            for surface in [nil, "second"] {
                try await player.play(
                    TouchScript(parsing: "@1").events, specification: twoSurfaces, surface: surface
                ) { shown.add($0) }
                #expect(try #require(shown.all.last).contains(#""surfaces":[{"id":"\#(surface ?? "first")""#))
            }
            await #expect(
                throws: ScriptPlayer.Failure.service(
                    .refused(
                        status: 422,
                        problem: "touch.repeated: The event lists a touch twice. (/events/0/touches/1/id)"))
            ) {
                try await player.play(
                    TouchScript(parsing: "1v(1,1)+1v(2,2)").events, specification: Self.specification, surface: nil
                ) { shown.add($0) }
            }
        }
    }

    @Test func `the player sends its token`() async throws {
        try await TestServer(["auth.mode": "token"]).test(.socket) { client in
            let port = try #require(client.port)
            let stranger = ServiceClient(base: "http://localhost:\(port)", token: nil)
            let session = try await open(stranger)
            let path = "/v1/sessions/\(session.id)"
            await #expect(throws: ServiceClient.Failure.self) { try await stranger.call(.get, path) }
            let driver = ServiceClient(base: stranger.base, token: session.token)
            let answer = try await driver.call(.get, path)
            #expect(!answer.isEmpty)
        }
    }

    @Test func `a missing server and a refusal are different failures`() async throws {
        let client = ServiceClient(base: "http://127.0.0.1:9", token: nil)
        let error = await #expect(throws: ServiceClient.Failure.self) { try await client.call(.get, "/v1/sessions/a") }
        guard case .unreachable? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
