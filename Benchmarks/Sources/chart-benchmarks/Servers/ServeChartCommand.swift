import ArgumentParser
import ChartCommands
import Configuration
import Hummingbird

/// Runs the measured server in a process of its own.
struct ServeChartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve-chart", shouldDisplay: false)

    @Option(help: "A folder for its data.")
    var dataDirectory: String

    @Option(help: "Where its sessions are kept: memory or sqlite.")
    var store = "memory"

    @Option(help: "What a change survives when it is answered: none, commit or full.")
    var durability = "commit"

    @Option(help: "What it asks of callers: none, token or keys.")
    var auth = "none"

    @Option(help: "The public keys of the issuer of JWTs.")
    var jwtKeys: String?

    @Option(help: "How long an unused session stays in memory.")
    var evictAfter = "1h"

    func run() async throws {
        ParentWatch.exitWhenInputEnds()
        var values: [AbsoluteConfigKey: ConfigValue] = [
            "http.port": "0", "data.dir": .init(stringLiteral: dataDirectory),
            "store.kind": .init(stringLiteral: store),
            "store.durability": .init(stringLiteral: durability),
            "session.evictAfter": .init(stringLiteral: evictAfter), "demo.enabled": "false",
            "auth.mode": .init(stringLiteral: auth), "log.audit": "off",
            "limits.sessions": "1000000", "log.level": "error",
        ]
        if let jwtKeys {
            values["auth.jwt.issuer"] = .init(stringLiteral: BenchmarkIssuer.name)
            values["auth.jwt.audience"] = .init(stringLiteral: BenchmarkIssuer.audience)
            values["auth.jwt.keys"] = .init(stringLiteral: jwtKeys)
        }
        let application = try await buildApplication(
            reader: ConfigReader(provider: InMemoryProvider(values: values)))
        try await application.runService()
    }
}
