import ChartEngine
import ChartSessions
import ChartStorage
import ChartTestSupport
import Configuration
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import Testing

@testable import ChartCommands
@testable import ChartServer

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
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appendingPathComponent("Sources/chart-surface/ChartSurface.docc/Access.md"),
            encoding: .utf8)
        for row in rows { #expect(article.contains("\n\(row)\n"), "\(row)") }
        #expect(rows.count == 29)
    }

    /// The rows of the table as the server answers.
    private static func observedRows() async throws -> [String] {
        let server = try TestServer(["auth.mode": "keys", "log.audit": "off"])
        let world = AccessWorld(
            keys: try SQLiteAPIKeyStore(dataDirectory: server.directory.path), now: server.clock.now)
        let routes = try routes(of: server)
        // The server reads the keys when it starts.
        try await world.makeKeys(for: routes)
        let application = try await buildApplication(
            reader: server.reader, metrics: PrometheusMetrics(),
            clock: SessionClock { [clock = server.clock] in clock.now })
        try await application.test(.router) { client in
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

    private static func routes(of server: TestServer) throws -> [Route] {
        let service = try ServiceDependencies(
            settings: try server.settings, catalog: DatasetCatalog(), store: MemorySessionStore(),
            modifiers: .builtIn, logger: Logger(label: "test"))
        return RouteTable.all(
            over: RouteDependencies(
                settings: try server.settings, service: service, drain: Drain(patience: .seconds(1)), page: nil,
                documentation: nil, metrics: PrometheusMetrics())
        ).routes
    }
}
