import AsyncHTTPClient
import Configuration
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// One stream of many sessions, as a page with many charts reads it.
@Suite(.timeLimit(.minutes(10))) struct PageStreamTests {
    private static let wheel = TouchEvents.wheel(16, deltaX: 0, deltaY: -120)

    /// A page with a session of its own for each name, and a stream of them.
    private struct Page: Sendable {
        let session: StreamedSession

        static func run(
            _ settings: [String: String] = [:], _ test: @escaping @Sendable (Page) async throws -> Void
        ) async throws {
            let settings = settings.map { (AbsoluteConfigKey(stringLiteral: $0), ConfigValue(stringLiteral: $1)) }
            try await StreamedSession.run(Dictionary(uniqueKeysWithValues: settings)) { session in
                try await test(Page(session: session))
            }
        }

        /// Opens a further session, and returns its id.
        func open() async throws -> String {
            let opened = try await session.send(.post, "/v1/sessions", #"{"surfaces":[{"dataset":"line"}]}"#)
            return try #require(opened.string("id"))
        }

        /// Opens a stream, and reads its id.
        func watch(_ sessions: String, accepting language: String? = nil) async throws -> (
            stream: EventStream, id: String
        ) {
            let port = try #require(session.client.port)
            var request = HTTPClientRequest(url: "http://localhost:\(port)/v1/streams")
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            if let language { request.headers.add(name: "Accept-Language", value: language) }
            request.body = .bytes(ByteBuffer(string: #"{"sessions":[\#(sessions)]}"#))
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(50))
            try #require(response.status == .ok)
            #expect(response.headers.first(name: "content-type") == "text/event-stream")
            var stream = EventStream(response)
            let first = try #require(try await stream.next())
            #expect(first.name == "stream" && first.id == nil)
            return (stream, try #require(first.body.string("id")))
        }

        func change(_ stream: String, _ body: String) async throws -> Reply {
            try await session.send(.patch, "/v1/streams/\(stream)", body)
        }

        /// Posts a batch to a session.
        func post(_ event: String, to id: String, numbered: String = "") async throws -> Reply {
            let body = #"{\#(numbered)"events":[\#(event)]}"#
            return try await session.send(.post, "/v1/sessions/\(id)/surfaces/main/events", body)
        }
    }

    /// Reads events until each name has one of a kind.
    private static func first(
        _ kind: String, of names: Set<String>, in stream: inout EventStream
    ) async throws -> [String: Reply] {
        var found: [String: Reply] = [:]
        while Set(found.keys) != names {
            let event = try #require(try await stream.next())
            #expect(event.id == nil, "its events have no ids")
            guard event.name == kind, let name = event.body.string("as") else { continue }
            found[name] = event.body
        }
        return found
    }

    @Test func `each session tells its events under its name, in the shape that its query asks for`() async throws {
        try await Page.run { page in
            let (one, two) = (try await page.open(), try await page.open())
            var (stream, _) = try await page.watch(
                #"""
                {"id":"\#(one)","as":"wide","query":{"window":"none","scene":"auto","width":900,"height":300}},
                {"id":"\#(one)","as":"small","query":{"window":"none","ticks":false,"scene":"auto","size.main":"90x30"}},
                {"id":"\#(two)"}
                """#)
            let states = try await Self.first("state", of: ["wide", "small", two], in: &stream)
            #expect(states["wide"]?.string("session") == one && states["small"]?.string("session") == one)
            #expect(states[two]?.string("session") == two && states[two]?["surfaces/0/scene"] == nil)
            let widths = states.mapValues { ($0["surfaces/0/scene/width"] as? NSNumber)?.doubleValue ?? 0 }
            #expect(900...1_000 ~= widths["wide", default: 0] && 90...190 ~= widths["small", default: 0], "\(widths)")
            #expect(states["small"]?["surfaces/0/xAxes/0/ticks"] == nil)
            #expect(try await page.post(Self.wheel, to: one).status == 200)
            let updates = try await Self.first("update", of: ["wide", "small"], in: &stream)
            #expect(updates.values.allSatisfy { $0.integer("revision") == 1 && $0["client"] == nil })
        }
    }

    @Test func `a session whose query names no language has that of the request`() async throws {
        try await Page.run { page in
            let id = try await page.open()
            let axis = "/v1/sessions/\(id)/surfaces/main/axes/y"
            #expect(try await page.session.send(.patch, axis, #"{"visibleRange":[0,1]}"#).status == 200)
            var (stream, _) = try await page.watch(
                #"{"id":"\#(id)","as":"any"},{"id":"\#(id)","as":"own","query":{"locale":"en-US"}}"#, accepting: "de")
            let states = try await Self.first("state", of: ["any", "own"], in: &stream)
            #expect(states["any"]?.text.contains(#""0,5""#) == true && states["own"]?.text.contains(#""0.5""#) == true)
        }
    }

    @Test func `an update names its batch, and has no surfaces for its own client`() async throws {
        try await Page.run { page in
            let id = try await page.open()
            var (stream, _) = try await page.watch(
                #"{"id":"\#(id)","as":"mine","mine":"tab"},{"id":"\#(id)","as":"other","mine":"else"}"#)
            _ = try await Self.first("state", of: ["mine", "other"], in: &stream)
            let answer = try await page.post(Self.wheel, to: id, numbered: #""client":"tab","sequence":1,"#)
            var updates = try await Self.first("update", of: ["mine", "other"], in: &stream)
            for update in updates.values {
                #expect(update.string("client") == "tab" && update.integer("sequence") == 1)
                #expect(update.integer("revision") == 1)
            }
            #expect(updates["mine"]?.count("surfaces") == 0)
            #expect(
                updates["other"]?.numbers("surfaces/0/xAxes/0/visibleRange")
                    == answer.numbers("surfaces/0/xAxes/0/visibleRange"))
            _ = try await page.session.send(
                .post, "/v1/sessions/\(id)/surfaces/main/commands", #"{"command":"zoomExtents"}"#)
            updates = try await Self.first("update", of: ["mine", "other"], in: &stream)
            #expect(updates["mine"]?.count("surfaces") == 1 && updates["mine"]?["client"] == nil)
        }
    }

    @Test func `what cannot be had is refused, what ends sends its end, and the others go on`() async throws {
        try await Page.run { page in
            let (one, two) = (try await page.open(), try await page.open())
            var (stream, id) = try await page.watch(#"{"id":"\#(one)"},{"id":"missing","as":"gone"},{"id":"\#(two)"}"#)
            let refused = try await Self.first("refused", of: ["gone"], in: &stream)
            #expect(refused["gone"]?.string("session") == "missing")
            #expect(refused["gone"]?.string("problem/code") == "session.unknown")
            #expect(refused["gone"]?.integer("problem/status") == 404)
            #expect(try await page.session.send(.delete, "/v1/sessions/\(one)").status == 204)
            let ended = try await Self.first("end", of: [one], in: &stream)
            #expect(ended[one]?.string("reason") == "deleted" && ended[one]?.string("session") == one)
            #expect(try await page.change(id, #"{"add":[{"id":"\#(two)","as":"gone"}]}"#).status == 204)
            _ = try await Self.first("state", of: ["gone"], in: &stream)
            #expect(try await page.post(Self.wheel, to: two).status == 200)
            _ = try await Self.first("update", of: [two, "gone"], in: &stream)
        }
    }

    @Test func `a change adds and removes sessions while the stream runs`() async throws {
        try await Page.run { page in
            let (one, two) = (try await page.open(), try await page.open())
            var (stream, id) = try await page.watch(#"{"id":"\#(one)","as":"left"}"#)
            _ = try await Self.first("state", of: ["left"], in: &stream)
            let change = #"{"remove":["left","unknown"],"add":[{"id":"\#(two)","as":"left"}]}"#
            let changed = try await page.change(id, change)
            #expect(changed.status == 204 && changed.text.isEmpty)
            let states = try await Self.first("state", of: ["left"], in: &stream)
            #expect(states["left"]?.string("session") == two)
            #expect(try await page.post(Self.wheel, to: one).status == 200)
            #expect(try await page.post(Self.wheel, to: two).status == 200)
            let event = try #require(try await stream.next())
            #expect(event.name == "update" && event.body.string("session") == two)
        }
    }

    @Test func `a session goes on after the last revision that a page has, or with a state where that is long ago`()
        async throws
    {
        try await Page.run { page in
            let id = try await page.open()
            for time in 1...260 { #expect(try await page.post(TouchEvents.tick(Double(time)), to: id).status == 200) }
            let state = try await page.session.send(.get, "/v1/sessions/\(id)")
            let revision = try #require(state.integer("revision"))
            try #require(revision > 256)
            var (stream, _) = try await page.watch(
                """
                {"id":"\(id)","as":"near","after":\(revision - 256)},{"id":"\(id)","as":"far","after":\(revision - 257)},
                {"id":"\(id)","as":"ahead","after":\(revision + 1)}
                """)
            var firsts: [String: EventStream.Event] = [:]
            while firsts.count < 3 {
                let event = try #require(try await stream.next())
                let name = try #require(event.body.string("as"))
                if firsts[name] == nil { firsts[name] = event }
            }
            #expect(firsts["near"]?.name == "update" && firsts["near"]?.body.integer("revision") == revision - 255)
            #expect(firsts["far"]?.name == "state" && firsts["ahead"]?.name == "state")
        }
    }

    @Test(arguments: [
        (#"{"sessions":[{"as":"a"}]}"#, "body.missing-property", "/sessions/0/id"),
        (#"{"sessions":[{"id":"a"},{"id":"b","as":"a"}]}"#, "specification.duplicate-id", "/sessions/1/as"),
        (#"{"sessions":[{"id":"a","after":-1}]}"#, "body.invalid-value", "/sessions/0/after"),
        (#"{"sessions":[{"id":"a","as":"x y"}]}"#, "specification.invalid", "/sessions/0/as"),
        (
            #"{"sessions":[{"id":"a","query":{"windows":"auto"}}]}"#, "body.unknown-property",
            "/sessions/0/query/windows"
        ),
        (#"{"sessions":[{"id":"a","query":{"window":"some"}}]}"#, "body.invalid-value", "/sessions/0/query"),
        (#"{"sessions":[{"id":"a","query":{"width":300}}]}"#, "body.invalid-value", "/sessions/0/query"),
        (#"{"sessions":[{"id":"a","query":{"width":[3]}}]}"#, "body.invalid-value", "/sessions/0/query/width"),
        (#"{"sessions":[{"id":"a","query":{"token":"t"}}]}"#, "body.unknown-property", "/sessions/0/query/token"),
        (#"{"sessions":[{"id":"a"},{"id":"b"},{"id":"c"},{"id":"d"}]}"#, "body.invalid-value", "/sessions"),
        (#"{"streams":[]}"#, "body.missing-property", "/sessions"),
        (#"{"sessions":[],"more":1}"#, "body.unknown-property", "/more"),
    ])
    func `a body that says too little or too much is refused`(body: String, code: String, pointer: String) async throws
    {
        try await Service.run(["limits.sessionsPerStream": "3"]) { service in
            let reply = try await service.send(.post, "/v1/streams", body)
            reply.isProblem(code)
            #expect(reply.string("pointer") == pointer, "\(reply.text)")
        }
    }

    @Test func `a change that is refused changes nothing`() async throws {
        try await Page.run(["limits.sessionsPerStream": "2"]) { page in
            let id = try await page.open()
            var (stream, name) = try await page.watch(#"{"id":"\#(id)","as":"a"}"#)
            _ = try await Self.first("state", of: ["a"], in: &stream)
            let many = #"{"remove":["a"],"add":[{"id":"x","as":"b"},{"id":"x","as":"c"},{"id":"x","as":"d"}]}"#
            try await page.change(name, many).isProblem("body.invalid-value")
            let twice = #"{"remove":["a"],"add":[{"id":"x","as":"b"},{"id":"x","as":"b"}]}"#
            let refused = try await page.change(name, twice)
            refused.isProblem("specification.duplicate-id")
            #expect(refused.string("pointer") == "/add/1/as")
            try await page.change("00", #"{"remove":["a"]}"#).isProblem("stream.unknown")
            #expect(try await page.post(Self.wheel, to: id).status == 200)
            let event = try #require(try await stream.next())
            #expect(event.name == "update" && event.body.string("as") == "a")
        }
    }

    @Test func `a stream that its reader leaves is gone, and its viewers with it`() async throws {
        try await Page.run(["limits.viewersPerSession": "1"]) { page in
            let id = try await page.open()
            let name = try await {
                var (stream, name) = try await page.watch(#"{"id":"\#(id)"}"#)
                _ = try await Self.first("state", of: [id], in: &stream)
                return name
            }()
            while try await page.change(name, "{}").status == 204 { try await Task.sleep(for: .milliseconds(10)) }
            var (stream, _) = try await page.watch(#"{"id":"\#(id)"}"#)
            _ = try await Self.first("state", of: [id], in: &stream)
        }
    }
}
