import ChartStores
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

/// What the matrix of access needs around each request: keys, a dataset, and sessions of their own.
actor AccessWorld {
    private let keys: any APIKeyStore
    private let now: Int64
    private var texts: [Set<Scope>: String] = [:]
    private var otherDataset = ""
    private(set) var rows: [String] = []

    init(keys: any APIKeyStore, now: Int64) {
        self.keys = keys
        self.now = now
    }

    func keep(_ row: String) { rows.append(row) }

    /// Makes the keys that the rows need: one with every scope, one without each, one for other datasets.
    func makeKeys(for routes: [Route]) throws {
        let all = Set(Scope.allCases)
        let lacking = routes.map { all.subtracting($0.access.scopes) }
        for scopes in Set([all] + lacking) { texts[scopes] = try add(scopes, .all) }
        otherDataset = try add(all, DatasetPatterns(["other-*"]))
    }

    private func add(_ scopes: Set<Scope>, _ datasets: DatasetPatterns, expiresAt: Int64? = nil) throws -> String {
        let (key, text) = APIKey.make(
            name: "test", scopes: scopes, datasets: datasets, createdAt: now, expiresAt: expiresAt)
        try keys.add(key)
        return text
    }

    /// Makes a key with every scope whose time is over.
    func makeExpiredKey() throws -> String { try add(Set(Scope.allCases), .all, expiresAt: now) }

    /// Makes a key with every scope, and revokes it.
    func makeRevokedKey() throws -> String {
        let text = try add(Set(Scope.allCases), .all)
        _ = try keys.revoke(try #require(APIKey.id(inText: text)), at: now)
        return text
    }

    /// The key with every scope.
    var right: String { texts[Set(Scope.allCases)] ?? "" }

    /// The status, and the code of a problem, of a route that is called with a credential, on new things each time.
    func answer(
        of client: any ServerClient, to route: Route, presenting presented: AccessMatrixTests.Presented
    ) async throws -> String {
        let place = try await place(on: client)
        let credential: String? =
            switch presented {
            case .nothing: nil
            case .refusedKey: "csk_0123456789ab_" + String(repeating: "0", count: 40)
            case .rightKey: right
            case .otherScope: texts[Set(Scope.allCases).subtracting(route.access.scopes)] ?? right
            case .otherDataset: otherDataset
            case .driver: place.driver
            case .viewer: place.viewer
            case .otherSession: place.otherDriver
            }
        // A stream that is allowed does not end.
        if route.operationID == "streamSession", [.rightKey, .driver, .viewer].contains(presented) { return "200" }
        if route.operationID == "openStream", presented != .refusedKey { return "200" }
        let isToken = [.driver, .viewer].contains(presented)
        if !isToken, route.operationID == "deleteDataset" || route.operationID == "putDataset" {
            _ = try await send(client, .delete, "/v1/sessions/\(place.session)", nil, nil, right)
        }
        return try await answer(of: client, to: route, at: place, authorization: credential.map { "Bearer \($0)" })
    }

    /// A dataset, a session that shows it, and a token of another session.
    struct Place {
        fileprivate let dataset: String
        fileprivate let session: String
        fileprivate let driver: String
        fileprivate let viewer: String
        fileprivate let otherDriver: String
        fileprivate let log: String
    }

    /// Makes a new dataset and new sessions.
    func place(on client: any ServerClient) async throws -> Place {
        let dataset = "sales-\(UUID().uuidString)"
        _ = try await send(client, .put, "/v1/datasets/\(dataset)", "t,v\n0,1\n1,2\n", "text/csv", right)
        let note = #"{"id":"x","kind":"verticalLine","points":[{"x":1}]}"#
        let body = #"{"surfaces":[{"id":"main","dataset":"\#(dataset)","annotations":[\#(note)]}]}"#
        let session = try await send(client, .post, "/v1/sessions", body, "application/json", right).json
        let other = try await send(client, .post, "/v1/sessions", #"{"surfaces":[]}"#, "application/json", right).json
        let id = try #require(session["id"])
        return Place(
            dataset: dataset, session: id, driver: try #require(session["driverToken"]),
            viewer: try #require(session["viewerToken"]), otherDriver: try #require(other["driverToken"]),
            log: try await send(client, .get, "/v1/sessions/\(id)/log", nil, nil, right).text)
    }

    /// The status, and the code of a problem, of a route that is called with an `Authorization`.
    func answer(
        of client: any ServerClient, to route: Route, at place: Place, authorization: String?
    ) async throws -> String {
        let path =
            route.pattern.replacing("{name}", with: place.dataset).replacing("{id}", with: place.session)
            .replacing("{sid}", with: "main").replacing("{aid}", with: "x").replacing("{mid}", with: "cursor")
            .replacing("{tid}", with: "x")
            + Self.query(of: route.operationID)
        let request = Self.request(of: route.operationID, dataset: place.dataset, log: place.log)
        let answer = try await send(
            client, route.method, path, request.body, request.type, authorization: authorization)
        #expect(answer.status < 500, "\(route.operationID) \(authorization ?? "nothing"): \(answer.text)")
        return answer.json["code"].map { "\(answer.status) `\($0)`" } ?? "\(answer.status)"
    }

    /// The query without which the route refuses the request.
    private static func query(of operation: String) -> String {
        switch operation {
        case "deleteRows": "?from=0"
        case "queryFeed": "?q=CREATE+DATABASE+x"
        case _: ""
        }
    }

    /// A body that the route accepts.
    private static func request(of operation: String, dataset: String, log: String) -> (body: String?, type: String?) {
        let json = "application/json"
        return switch operation {
        case "putDataset": ("t,v\n0,1\n", "text/csv")
        case "appendRows": ("t,v\n2,1\n", "text/csv")
        case "generateRows": (#"{"rows":1}"#, json)
        case "patchDataset": (#"{"late":"merge"}"#, json)
        case "writeLines", "writeLinesV2": ("m f=1 1", "text/plain")
        case "createSession": (#"{"surfaces":[{"dataset":"\#(dataset)"}]}"#, json)
        case "patchSession": (#"{"links":[]}"#, json)
        case "createSurface": (#"{"id":"b","dataset":"\#(dataset)"}"#, json)
        case "patchSurface": (#"{"size":{"width":100,"height":100}}"#, json)
        case "patchAxis": (#"{"flipped":true}"#, json)
        case "putModifier": (#"{"type":"cursor"}"#, json)
        case "patchModifier": (#"{"isEnabled":false}"#, json)
        case "putAnnotation", "putDatasetAnnotation": (#"{"kind":"verticalLine","points":[{"x":1}]}"#, json)
        case "patchAnnotation": (#"{"text":"x"}"#, json)
        case "createToken": (#"{"may":["look"]}"#, json)
        case "postCommand": (#"{"command":"zoomExtents"}"#, json)
        case "openStream": (#"{"sessions":[]}"#, json)
        case "changeStream": (#"{"remove":[]}"#, json)
        case "postEvents": (#"{"events":[{"type":"tick","time":1}]}"#, json)
        case "createReplay": (log, "application/x-ndjson")
        case _: (nil, nil)
        }
    }

    private struct Answered {
        let status: Int
        let text: String

        /// The members that are texts.
        var json: [String: String] {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return (object ?? [:]).compactMapValues { $0 as? String }
        }
    }

    private func send(
        _ client: any ServerClient, _ method: HTTPRequest.Method, _ path: String, _ body: String?,
        _ type: String?, _ credential: String?
    ) async throws -> Answered {
        try await send(client, method, path, body, type, authorization: credential.map { "Bearer \($0)" })
    }

    private func send(
        _ client: any ServerClient, _ method: HTTPRequest.Method, _ path: String, _ body: String?,
        _ type: String?, authorization: String?
    ) async throws -> Answered {
        var headers: HTTPFields = [:]
        headers[.contentType] = type
        headers[.authorization] = authorization
        return try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
        ) { Answered(status: $0.status.code, text: String(buffer: $0.body)) }
    }
}

extension RouteAccess {
    /// The scopes without which a key with all others may not use the route.
    fileprivate var scopes: [Scope] {
        switch self {
        case .open, .credential, .sessions: []
        case .scope(let scope), .dataset(let scope): [scope]
        case .replay: [.runReplays]
        case .session: [.createSessions]
        case .sessionEnd: [.createSessions, .manageSessions]
        }
    }

    /// What the OpenAPI document says: one of these is enough, and the empty one stands for the other modes.
    var security: [[String: [String]]] {
        func principal(_ scopes: [Scope]) -> [[String: [String]]] {
            [["apiKey": scopes.map(\.rawValue)], ["jwt": scopes.map(\.rawValue)]]
        }
        let token = [["driverOrViewer": [String]()]]
        return switch self {
        case .open: []
        case .credential, .sessions: token + principal([]) + [[:]]
        case .scope(let scope), .dataset(let scope): principal([scope]) + [[:]]
        case .replay: token + principal([.runReplays]) + [[:]]
        case .session: token + principal([.createSessions]) + [[:]]
        case .sessionEnd: token + principal([.createSessions]) + principal([.manageSessions]) + [[:]]
        }
    }

    /// What the documentation says that the route needs.
    var text: String {
        switch self {
        case .open: "nothing"
        case .credential: "any credential"
        case .sessions: "each of its sessions"
        case .scope(let scope), .dataset(let scope): "`\(scope.rawValue)`"
        case .replay: "`replays:run`"
        case .session(.viewer): "the session"
        case .session(.annotator): "to annotate the session"
        case .session(.driver): "to drive the session"
        case .session(.owner): "the session's own driver"
        case .sessionEnd: "to drive the session, or `sessions:manage`"
        }
    }
}
