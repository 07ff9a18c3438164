import ChartDatasets
import ChartEngine
import ChartSeries
import ChartStores
import Configuration
import HTTPTypes
import StoreTestSupport
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

/// `DELETE` of sound and damaged sessions, which has the same answers for both.
struct SessionEndTests {
    private let store = RefusingStore()
    private let catalog = LocalDatasetCatalog(["users": ActiveUsers.table])

    /// A server that starts over the store.
    private func run(
        authMode: String = "none", _ body: @escaping @Sendable (Service) async throws -> Void
    ) async throws {
        let server = try TestServer(["auth.mode": .init(stringLiteral: authMode)])
        let settings = try Settings(reader: server.reader)
        let service = try ServiceDependencies(
            settings: settings, catalog: catalog, store: store, modifiers: .builtIn, logger: .init(settings: settings))
        let drain = Drain(patience: .seconds(1))
        let table = RouteTable.all(
            over: RouteDependencies(
                settings: settings, service: service, drain: drain, page: nil, documentation: nil,
                metrics: PrometheusMetrics()))
        try await server.test(routes: table.routes, drain: drain) { try await body(Service(client: $0)) }
    }

    /// Puts a session into the store whose log cannot be read.
    private func damagedSession() async throws -> (path: String, driver: HTTPFields, viewer: HTTPFields) {
        let (driver, viewer) = (AccessToken(), AccessToken())
        let tokens = AccessTokens(driver: driver, viewer: viewer)
        try await store.commit(
            .create(
                StoredHead(
                    id: "damaged", driverTokenHash: tokens.driverHash, viewerTokenHash: tokens.viewerHash,
                    idleTimeout: 3_600_000, datasets: ["users"], line: Array("no line of a log".utf8))))
        try await store.commit(.append(session: "damaged", .sample(1), datasets: nil))
        return (
            "/v1/sessions/damaged", [.authorization: "Bearer \(driver.text)"],
            [.authorization: "Bearer \(viewer.text)"]
        )
    }

    private static func metrics(_ service: Service) async throws -> [String] {
        try await service.send(.get, "/metrics").text.split(separator: "\n").map { String($0) }
    }

    @Test func `a driver ends a damaged session, and it stays gone after a restart`() async throws {
        let (path, driver, viewer) = try await damagedSession()
        try await run(authMode: "token") { service in
            try await service.send(.get, path, headers: driver).isProblem("session.damaged")
            try await service.send(.delete, path).isProblem("auth.token-missing")
            try await service.send(.delete, path, headers: [.authorization: "Bearer x"]).isProblem("auth.token-unknown")
            try await service.send(.delete, path, headers: viewer).isProblem("auth.viewer-cannot-drive")
            try await service.send(.get, path, headers: driver).isProblem("session.damaged")
            let before = try await Self.metrics(service)
            #expect(before.contains(#"chart_surface_sessions{state="resting"} 1"#))
            #expect(try await service.send(.delete, "/v1/datasets/users").status == 409)

            let reply = try await service.send(.delete, path, headers: driver)
            #expect(reply.status == 204 && reply.text.isEmpty)
            for method in [HTTPRequest.Method.get, .delete] {
                let reply = try await service.send(method, path, headers: driver)
                reply.isProblem("session.gone")
                #expect(reply.status == 410)
            }
            let after = try await Self.metrics(service)
            #expect(after.contains(#"chart_surface_sessions{state="resting"} 0"#))
            #expect(after.contains(#"chart_surface_sessions{state="ended"} 1"#))
            #expect(try await service.send(.get, "/health/ready").status == 200)
            #expect(try await service.send(.delete, "/v1/datasets/users").status == 204)
        }
        #expect(try await store.counts().live == 0)
        try await run(authMode: "token") { service in
            try await service.send(.get, path, headers: driver).isProblem("session.gone")
        }
    }

    @Test func `without required tokens a damaged session ends without one`() async throws {
        let path = try await damagedSession().path
        try await run { service in
            #expect(try await service.send(.delete, path).status == 204)
            try await service.send(.get, path).isProblem("session.gone")
        }
    }

    @Test func `a session whose tokens are lost ends for callers who need none`() async throws {
        let (path, driver, _) = try await damagedSession()
        store.hasLostTokens = true
        try await run(authMode: "token") { service in
            try await service.send(.delete, path, headers: driver).isProblem("session.damaged")
            try await service.send(.delete, path).isProblem("session.damaged")
        }
        try await run { service in
            try await service.send(.delete, path, headers: driver).isProblem("session.damaged")
            #expect(try await service.send(.delete, path).status == 204)
            try await service.send(.get, path).isProblem("session.gone")
        }
    }

    @Test(arguments: ["*", #""0""#, #"W/"0""#])
    func `a session has no entity tag, so that its end ignores If-Match`(ifMatch: String) async throws {
        let damaged = try await damagedSession().path
        try await run { service in
            let whole = try await service.open(#""dataset":"users""#).path
            for path in [whole, damaged] {
                let reply = try await service.send(.delete, path, headers: [.ifMatch: ifMatch])
                #expect(reply.status == 204)
            }
        }
    }

    @Test func `when the store refuses an end, the answer is 507 and nothing changes`() async throws {
        let damaged = try await damagedSession().path
        try await run { service in
            let session = try await service.open(#""dataset":"users""#)
            let before = try await session.state()
            store.isFull = true
            for path in [session.path, damaged] {
                let reply = try await service.send(.delete, path)
                reply.isProblem("store.full")
                #expect(reply.status == 507)
            }
            #expect(try await session.state() == before)
            try await service.send(.get, damaged).isProblem("session.damaged")
            #expect(try await service.send(.delete, "/v1/datasets/users").status == 409)
            #expect(try await store.counts().live == 2)
            store.isFull = false
            for path in [session.path, damaged] {
                #expect(try await service.send(.delete, path).status == 204)
            }
            #expect(try await service.send(.delete, "/v1/datasets/users").status == 204)
        }
    }
}
