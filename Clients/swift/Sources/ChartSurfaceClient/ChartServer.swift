import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server of charts.
public struct ChartServer: Sendable {
    /// The address, such as `http://127.0.0.1:8080`.
    public let address: URL
    private let key: String?
    private let session: URLSession

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - address: The address of the server.
    ///   - key: An API key or a JWT, for a server that asks for keys.
    ///   - session: The session of URLs that makes the calls.
    public init(_ address: URL, key: String? = nil, session: URLSession = .shared) {
        self.address = address
        self.key = key
        self.session = session
    }

    /// Creates a client for an address that the program has as text.
    public init(_ address: StaticString, key: String? = nil) {
        guard let url = URL(string: "\(address)") else { preconditionFailure("\(address) is no address") }
        self.init(url, key: key)
    }

    /// Creates or replaces a dataset by a text of CSV.
    public func putDataset(_ name: String, csv: String) async throws {
        _ = try await call("PUT", ["datasets", name], body: Data(csv.utf8), contentType: "text/csv")
    }

    /// Removes a dataset.
    public func deleteDataset(_ name: String) async throws {
        _ = try await call("DELETE", ["datasets", name])
    }

    /// The colours of the roles of scenes.
    public func palette() async throws -> Palette { try decoded(try await call("GET", ["palette"])) }

    /// Creates a session with surfaces, whose specifications are those of the API.
    public func createSession(_ surfaces: JSONValue..., query: [String: String] = [:]) async throws -> ChartSession {
        let body = try JSONEncoder().encode(JSONValue.object(["surfaces": .array(surfaces)]))
        let wanted = ["window": "none", "ticks": "false"].merging(query) { _, given in given }
        let data = try await call("POST", ["sessions"], query: wanted, body: body)
        let created: CreatedSession = try decoded(data)
        return ChartSession(
            self, id: created.id, token: created.driverToken, viewerToken: created.viewerToken,
            surfaces: created.surfaces.map(\.id))
    }

    /// Joins a session.
    ///
    /// The token of a viewer can look; that of a driver can move it.
    public func join(_ id: String, token: String?) async throws -> ChartSession {
        let data = try await call("GET", ["sessions", id], query: ["window": "none", "ticks": "false"], token: token)
        let state: Update = try decoded(data)
        return ChartSession(self, id: id, token: token, viewerToken: nil, surfaces: state.surfaces.map(\.id))
    }

    /// Makes any call of the API.
    ///
    /// - Parameters:
    ///   - method: The method, such as `GET`.
    ///   - path: The parts of the path behind `/v1`.
    ///   - query: The query.
    ///   - body: The body of the request.
    ///   - contentType: The type of the body.
    ///   - token: The bearer, in place of the key.
    /// - Returns: The body of the answer.
    /// - Throws: ``Problem`` where the server refuses it, and `URLError` where no answer comes.
    public func call(
        _ method: String, _ path: [String], query: [String: String] = [:], body: Data? = nil,
        contentType: String = "application/json", token: String? = nil
    ) async throws -> Data {
        var request = request(method, path, query: query, token: token)
        if let body {
            request.httpBody = body
            request.setValue(contentType, forHTTPHeaderField: "Content-Type")
        }
        let (data, answer) = try await session.data(for: request)
        let status = (answer as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw Self.problem(status, data) }
        return data
    }

    func request(_ method: String, _ path: [String], query: [String: String], token: String?) -> URLRequest {
        let place = path.reduce(address.appendingPathComponent("v1")) { $0.appendingPathComponent($1) }
        guard var components = URLComponents(url: place, resolvingAgainstBaseURL: false) else {
            preconditionFailure("a URL has components")
        }
        if !query.isEmpty {
            components.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        }
        var request = URLRequest(url: components.url ?? place)
        request.httpMethod = method
        if let bearer = token ?? key { request.setValue("Bearer \(bearer)", forHTTPHeaderField: "Authorization") }
        return request
    }

    static func problem(_ status: Int, _ body: Data) -> Problem {
        (try? JSONDecoder().decode(Problem.self, from: body))
            ?? Problem(status: status, code: "request.failed", detail: "The answer has the status \(status).")
    }
}

func decoded<Answer: Decodable>(_ data: Data) throws -> Answer { try JSONDecoder().decode(Answer.self, from: data) }
