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

/// A session of a listening server, and its dataset `line`.
struct StreamedSession: Sendable {
    /// Two surfaces whose x axes are linked and follow the last row.
    static let linked = """
        {"surfaces":[{"id":"main","dataset":"line","xAxes":[{"follow":"shift","visibleRange":[40,100]}],
        "yAxes":[{"autoRange":"always"}]},{"id":"other","dataset":"line","modifiers":[]}],
        "links":[{"axes":["main/x","other/x"],"kind":"same"}]}
        """

    let client: any ServerClient
    /// The answer that opened the session.
    let opened: Reply
    private let id: String
    private let base: String

    /// Runs a test against its own server.
    static func run(
        _ settings: [AbsoluteConfigKey: ConfigValue] = [:], body: String = #"{"surfaces":[{"dataset":"line"}]}"#,
        _ test: @escaping @Sendable (StreamedSession) async throws -> Void
    ) async throws {
        try await TestServer(settings).test(.socket) { client in
            try await test(StreamedSession(client: client, body: body))
        }
    }

    init(client: any ServerClient, body: String = #"{"surfaces":[{"dataset":"line"}]}"#) async throws {
        self.client = client
        let rows = "t,v\n" + (0...100).map { "\($0),\($0)\n" }.joined()
        let dataset = try await Self.send(client, .put, "/v1/datasets/line", rows, type: "text/csv")
        try #require(dataset.status == 201, "\(dataset.text)")
        opened = try await Self.send(client, .post, "/v1/sessions", body)
        try #require(opened.status == 201, "\(opened.text)")
        id = try #require(opened.string("id"))
        base = "http://localhost:\(try #require(client.port))/v1/sessions/\(id)"
    }

    /// Opens a stream; the answer must be one.
    func watch(_ query: String = "", lastID: String? = nil) async throws -> EventStream {
        let response = try await get(query, lastID: lastID)
        try #require(response.status == .ok)
        return EventStream(response)
    }

    /// The status of the answer to a viewer, which then leaves.
    func status(_ query: String, token: String? = nil) async throws -> Int {
        Int(try await get(query, token: token).status.code)
    }

    func get(_ query: String, token: String? = nil, lastID: String? = nil) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: "\(base)/stream\(query)")
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let lastID { request.headers.add(name: "Last-Event-ID", value: lastID) }
        return try await HTTPClient.shared.execute(request, timeout: .seconds(50))
    }

    /// The whole session over another connection.
    func reply(_ query: String = "") async throws -> Reply {
        try await Self.send(client, .get, "/v1/sessions/\(id)\(query)")
    }

    @discardableResult
    func post(_ events: String, query: String = "") async throws -> Reply {
        let reply = try await Self.send(
            client, .post, "/v1/sessions/\(id)/surfaces/main/events\(query)", #"{"events":[\#(events)]}"#)
        #expect(reply.status == 200, "\(reply.text)")
        return reply
    }

    func noteEvent(_ id: String, at x: Int) async throws {
        let reply = try await Self.send(
            client, .put, "/v1/datasets/line/annotations/\(id)", #"{"kind":"verticalLine","points":[{"x":\#(x)}]}"#)
        #expect(reply.status == 201, "\(reply.text)")
    }

    func append(_ rows: ClosedRange<Int>) async throws {
        let body = "t,v\n" + rows.map { "\($0),\($0)\n" }.joined()
        let reply = try await Self.send(client, .post, "/v1/datasets/line/rows", body, type: "text/csv")
        #expect(reply.status == 200, "\(reply.text)")
    }

    /// Sends a request to the server of the session.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, type: String = "application/json"
    ) async throws -> Reply {
        try await Self.send(client, method, path, body, type: type)
    }

    func end() async throws {
        let reply = try await Self.send(client, .delete, "/v1/sessions/\(id)")
        #expect(reply.status == 204, "\(reply.text)")
    }

    private static func send(
        _ client: any ServerClient, _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        type: String = "application/json"
    ) async throws -> Reply {
        try await client.execute(
            uri: path, method: method, headers: body == nil ? [:] : [.contentType: type],
            body: body.map { ByteBuffer(string: $0) }
        ) { response in
            Reply(status: response.status.code, headers: response.headers, text: String(buffer: response.body))
        }
    }
}

/// Reads the events of a stream one by one.
struct EventStream {
    /// An event as a browser would dispatch it.
    struct Event: Sendable {
        var name = ""
        var id: String?
        var body = Reply(status: 200, headers: [:], text: "")

        var revision: Int? { id.flatMap { Int($0) } }
    }

    let headers: HTTPHeaders
    private var pieces: AsyncThrowingStream<ByteBuffer, any Error>.Iterator
    private var text = ""
    /// The id that a browser would resume with.
    private(set) var lastID: String?

    /// Reads an answer; the connection closes with this value.
    init(_ response: HTTPClientResponse) {
        headers = response.headers
        let (stream, hand) = AsyncThrowingStream.makeStream(of: ByteBuffer.self)
        let reader = Task {
            do {
                for try await piece in response.body { hand.yield(piece) }
                hand.finish()
            } catch {
                hand.finish(throwing: error)
            }
        }
        hand.onTermination = { _ in reader.cancel() }
        pieces = stream.makeAsyncIterator()
    }

    /// The next event; `nil` after the end of the answer.
    mutating func next() async throws -> Event? {
        while true {
            while let end = text.range(of: "\n\n") {
                let event = Self.event(text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                if let id = event.id { lastID = id }
                if !event.name.isEmpty { return event }
            }
            guard let piece = try await pieces.next(isolation: #isolation) else { return nil }
            text += String(buffer: piece)
        }
    }

    private static func event(_ block: Substring) -> Event {
        var event = Event()
        for line in block.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
            switch parts[0] {
            case "event": event.name = String(value)
            case "id": event.id = String(value)
            case "data": event.body = Reply(status: 200, headers: [:], text: String(value))
            case _: break
            }
        }
        return event
    }
}

/// The ranges of a viewer that applies all events in order.
struct SeenRanges {
    private(set) var revision = -1
    private(set) var ranges: [String: [[Double]]] = [:]

    mutating func take(_ event: EventStream.Event) {
        if let told = event.revision { revision = told }
        if event.name == "state" { ranges = [:] }
        ranges.merge(Self.ranges(of: event.body)) { $1 }
    }

    /// The ranges of the surfaces of an answer, by surface.
    static func ranges(of reply: Reply) -> [String: [[Double]]] {
        var ranges: [String: [[Double]]] = [:]
        for index in 0..<(reply.count("surfaces") ?? 0) {
            guard let id = reply.string("surfaces/\(index)/id") else { continue }
            ranges[id] = ["xAxes", "yAxes"].map { reply.numbers("surfaces/\(index)/\($0)/0/visibleRange") ?? [] }
        }
        return ranges
    }
}
