import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A client of a running server.
struct ServiceClient: Sendable {
    /// Why a call failed.
    enum Failure: Error, Sendable, Hashable {
        /// No server answers, or it does not speak HTTP.
        case unreachable(String)
        /// The server refuses: the status, and the problem's code, detail and pointer as one text.
        case refused(status: Int, problem: String)
    }

    /// The method of a call.
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    private static let longestAnswer = 256 * 1_048_576
    private static let patience = TimeAmount.seconds(60)
    private static let patienceForBody = TimeAmount.hours(24)

    /// The client of the process; unlike the shared one it does not retry a refused connection, so that the user hears
    /// of it at once.
    private static let http: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The URL of the server, without a slash at the end.
    let base: String
    /// The token that grants access.
    var token: String?

    /// Creates a client.
    init(base: String, token: String?) {
        self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
        self.token = token
    }

    /// Calls the server.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path with its query, percent-encoded.
    ///   - body: The body.
    ///   - type: The content type of the body.
    /// - Returns: The body of the answer.
    /// - Throws: ``Failure``.
    func call(
        _ method: Method, _ path: String, _ body: [UInt8]? = nil, type: String = "application/json"
    ) async throws(Failure) -> [UInt8] {
        var request = HTTPClientRequest(url: base + path)
        request.method = HTTPMethod(rawValue: method.rawValue)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let body {
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(body)
        }
        return try await answer(to: request, within: Self.patience)
    }

    /// Replaces a resource of the server by bytes that are read as they are sent.
    ///
    /// - Parameters:
    ///   - body: The bytes.
    ///   - path: The path with its query, percent-encoded.
    ///   - type: The content type of the body.
    ///   - encoding: How the body is packed; `nil` where it is not.
    /// - Returns: The body of the answer.
    /// - Throws: ``Failure``.
    func send(
        _ body: HTTPClientRequest.Body, to path: String, type: String, encoding: String? = nil
    ) async throws(Failure) -> [UInt8] {
        var request = HTTPClientRequest(url: base + path)
        request.method = .PUT
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        request.headers.add(name: "Content-Type", value: type)
        if let encoding { request.headers.add(name: "Content-Encoding", value: encoding) }
        request.body = body
        return try await answer(to: request, within: Self.patienceForBody)
    }

    /// Whether a text is the address of a server.
    static func isAddress(_ url: String) -> Bool {
        guard let place = URLComponents(string: url), let scheme = place.scheme else { return false }
        return ["http", "https"].contains(scheme) && place.host?.isEmpty == false
    }

    private func answer(
        to request: HTTPClientRequest, within patience: TimeAmount
    ) async throws(Failure) -> [UInt8] {
        let status: Int
        let answer: [UInt8]
        do {
            let response = try await Self.http.execute(request, timeout: patience)
            status = Int(response.status.code)
            answer = Array(try await response.body.collect(upTo: Self.longestAnswer).readableBytesView)
        } catch {
            throw .unreachable("\(base) does not answer: \(NetworkFailure.text(of: error))")
        }
        guard (200..<300).contains(status) else {
            throw .refused(status: status, problem: Self.problem(answer, status))
        }
        return answer
    }

    /// The code, the detail and the pointer of a problem.
    private static func problem(_ body: [UInt8], _ status: Int) -> String {
        guard let problem = try? JSONDecoder().decode(ProblemBody.self, from: Data(body)) else {
            return "status \(status)"
        }
        return "\(problem.code): \(problem.detail)" + (problem.pointer.map { " (\($0))" } ?? "")
    }

    private struct ProblemBody: Decodable {
        var code: String
        var detail: String
        var pointer: String?
    }
}
