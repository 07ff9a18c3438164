import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

/// One surface of the running server, as a client sees it.
struct Surface: Sendable {
    let client: any TestClientProtocol
    let path: String

    init(client: any TestClientProtocol) async throws {
        self.client = client
        let created = try await Self.send(
            client, "/v1/sessions", .post, #"{"surfaces":[{"dataset":"active-users"}]}"#)
        #expect(created.status == 201)
        path = "/v1/sessions/\(try #require(created.json["id"] as? String))/surfaces/main"
    }

    @discardableResult
    func put(_ modifier: String, _ body: String, query: String = "") async throws -> Answer {
        try await Self.send(client, "\(path)/modifiers/\(modifier)\(query)", .put, body)
    }

    func patch(_ modifier: String, _ body: String) async throws -> Answer {
        try await Self.send(client, "\(path)/modifiers/\(modifier)", .patch, body)
    }

    func post(_ events: String) async throws -> Answer {
        let answer = try await Self.send(client, "\(path)/events", .post, #"{"events":\#(events)}"#)
        #expect(answer.status == 200, "\(answer.text)")
        return answer
    }

    private static func send(
        _ client: any TestClientProtocol, _ uri: String, _ method: HTTPRequest.Method, _ body: String
    ) async throws -> Answer {
        try await client.execute(
            uri: uri, method: method, headers: [.contentType: "application/json"], body: ByteBuffer(string: body)
        ) { response in
            Answer(status: response.status.code, text: String(buffer: response.body))
        }
    }
}

/// An answer of the server.
struct Answer: Sendable {
    let status: Int
    let text: String

    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }

    var code: String? { json["code"] as? String }
    var pointer: String? { json["pointer"] as? String }

    func xRange() throws -> [Double] {
        let axes = try #require(try surface()["xAxes"] as? [[String: Any]])
        return try #require(axes[0]["visibleRange"] as? [Double])
    }

    func overlays(of modifier: String) throws -> [[String: Double]] {
        let overlays = try #require(try surface()["overlays"] as? [[String: Any]])
        return overlays.filter { $0["modifier"] as? String == modifier }.map { overlay in
            overlay.compactMapValues { $0 as? Double }
        }
    }

    private func surface() throws -> [String: Any] {
        try #require((json["surfaces"] as? [[String: Any]])?.first)
    }
}
