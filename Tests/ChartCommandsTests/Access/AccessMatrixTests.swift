import ChartDatasets
import ChartEngine
import ChartStorage
import ChartStores
import ChartWire
import Configuration
import Foundation
import HTTPTypes
import Logging
import StoreTestSupport
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

/// Every route under `auth.mode` `keys`, with each kind of credential; the documentation shows the same table.
@Suite struct AccessMatrixTests {
    /// The columns of the table.
    enum Presented: String, CaseIterable {
        case nothing = "none"
        case refusedKey = "unknown key"
        case rightKey = "right key"
        case otherScope = "key without the scope"
        case otherDataset = "key for other datasets"
        case driver = "driver's token"
        case viewer = "viewer's token"
        case otherSession = "token of another session"
    }

    @Test func `the documentation shows what every route answers to every credential`() async throws {
        let rows = try await Self.observedRows()
        let article = try Self.article()
        for row in rows { #expect(article.contains("\n\(row)\n"), "\(row)") }
        #expect(rows.count == 61)
    }

    /// The article with the tables.
    private static func article() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appendingPathComponent("Sources/chart-surface/ChartSurface.docc/Access.md"),
            encoding: .utf8)
    }

    /// The rows of the table as the server answers.
    private static func observedRows() async throws -> [String] {
        let server = try TestServer(["auth.mode": "keys", "log.audit": "off"])
        let world = AccessWorld(
            keys: try SQLiteAPIKeyStore(dataDirectory: server.directory.path), now: server.clock.now)
        let routes = try routes(of: server)
        // The server reads the keys when it starts.
        try await world.makeKeys(for: routes)
        try await Self.run(server) { client in
            for route in routes {
                var cells = ["`\(route.method.rawValue) \(route.pattern)`", route.access.text]
                for presented in Presented.allCases {
                    cells.append(try await world.answer(of: client, to: route, presenting: presented))
                }
                await world.keep("| " + cells.joined(separator: " | ") + " |")
            }
        }
        return await world.rows
    }

    @Test func `each route that is not open gives a refused credential the documented answer`() async throws {
        var server = try TestServer(["auth.mode": "keys", "log.audit": "off"])
        let issuer = try JWTIssuer()
        try issuer.join(&server)
        let world = AccessWorld(
            keys: try SQLiteAPIKeyStore(dataDirectory: server.directory.path), now: server.clock.now)
        let routes = try Self.routes(of: server)
        try await world.makeKeys(for: routes)
        let refused = try await RefusedCredential.all(of: world, issuer)
        let valid = try await issuer.token("ES256", claims: JWTIssuer.claims(["datasets": ["*"]]))
        try await Self.run(server) { client in
            let place = try await world.place(on: client)
            for credential in refused {
                var answers: Set<String> = []
                // A stream asks for nothing itself, and does not end at once.
                for route in routes where route.access != .sessions || credential.authorization != nil {
                    let answer = try await world.answer(
                        of: client, to: route, at: place, authorization: credential.authorization)
                    if route.access == .open {
                        #expect(["200", "204"].contains(answer))
                    } else {
                        answers.insert(answer)
                    }
                }
                await world.keep("| \(credential.name) | \(answers.sorted().joined(separator: ", ")) |")
            }
            // None of the calls has changed anything, and a sound JWT of the issuer is accepted.
            let read = try #require(routes.first { $0.operationID == "getDataset" })
            let answer = try await world.answer(of: client, to: read, at: place, authorization: "Bearer \(valid)")
            #expect(answer == "200")
        }
        let header = "| presented | answer of each route that is not open |\n|---|---|\n"
        let table = try #require(try Self.article().components(separatedBy: header).dropFirst().first)
        let documented = table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }
        let rows = await world.rows
        #expect(rows == documented.map { String($0) })
    }

    @Test func `the OpenAPI document says of every route what a caller needs`() throws {
        let object = try JSONSerialization.jsonObject(with: Data(OpenAPIDocument().json))
        let paths = try #require((object as? [String: Any])?["paths"] as? [String: [String: Any]])
        for route in try Self.routes(of: try TestServer()) {
            let operation = try #require(
                paths[route.pattern]?[route.method.rawValue.lowercased()] as? [String: Any], "\(route.pattern)")
            let described = try #require(operation["security"] as? [[String: [String]]], "\(route.operationID)")
            #expect(
                Set(described.filter { $0["streamToken"] == nil }) == Set(route.access.security), "\(route.operationID)"
            )
        }
    }

    /// Runs the server with all its routes, that of the metrics among them.
    private static func run(
        _ server: TestServer, _ body: @Sendable (any ServerClient) async throws -> Void
    ) async throws {
        let application = try await buildApplication(
            reader: server.reader, metrics: PrometheusMetrics(),
            clock: SessionClock { [clock = server.clock] in clock.now }, storePatience: TestServer.storePatience)
        try await application.test(.channel, body)
    }

    private static func routes(of server: TestServer) throws -> [Route] {
        let service = try ServiceDependencies(
            settings: try server.settings, catalog: LocalDatasetCatalog(), store: MemorySessionStore(),
            modifiers: .builtIn, logger: Logger(label: "test"))
        let table = RouteTable.all(
            over: RouteDependencies(
                settings: try server.settings, service: service, drain: Drain(patience: .seconds(1)), page: nil,
                documentation: nil, metrics: PrometheusMetrics()))
        // The page itself is no route of the contract.
        return table.routes + [GeneratedRowsRoute(beside: DatasetRoutes(service: service)).route]
    }
}
