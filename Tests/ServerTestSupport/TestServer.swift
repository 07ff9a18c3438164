import Configuration
import HTTPTypes
import Logging
import Metrics
import MetricsTestKit
import StoreTestSupport

@testable import ChartServer

/// The folders and the configuration of a server in this process, and the way of its requests around routes of the test.
struct TestServer {
    let directory: TemporaryDirectory
    /// The clock of the composition; it stands still unless the test moves it.
    let clock = ManualClock(milliseconds: 1_729_008_000_000)
    var values: [AbsoluteConfigKey: ConfigValue]

    /// Prepares a server with new folders.
    init(_ values: [AbsoluteConfigKey: ConfigValue] = [:]) throws {
        directory = try TemporaryDirectory()
        self.values = values.merging([
            "data.dir": .init(stringLiteral: directory.path),
            "demo.directory": .init(stringLiteral: directory.path + "/Public"),
            "docs.directory": .init(stringLiteral: directory.path + "/docs"),
            "log.level": "critical",
        ]) { given, _ in given }
    }

    /// The milliseconds that a change waits for the store: on a busy machine a thread comes late to its turn.
    static let storePatience = 120_000.0

    var reader: ConfigReader { ConfigReader(provider: InMemoryProvider(values: values)) }

    /// The configuration.
    var settings: Settings {
        get throws {
            var settings = try Settings(reader: reader)
            settings.storePatience = Self.storePatience
            return settings
        }
    }

    /// Runs a test against other routes.
    func test(
        routes: [Route], drain: Drain = Drain(patience: .seconds(1)), metrics: any MetricsFactory = TestMetrics(),
        auditLog: AuditLog = AuditLog(isOn: false),
        _ body: @Sendable (any ServerClient) async throws -> Void
    ) async throws {
        let settings = try settings
        let table = RouteTable(routes)
        let admission = Admission(
            table, limits: settings.limits, metrics: RequestMetrics(factory: metrics), drain: drain, auditLog: auditLog)
        let driver = RequestDriver(
            admission, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { 0 }, endTurn: {})
        try await withThrowingTaskGroup { group in
            group.addTask { await driver.tasks.run() }
            defer { group.cancelAll() }
            try await body(ChannelClient(driver: driver))
        }
    }
}
