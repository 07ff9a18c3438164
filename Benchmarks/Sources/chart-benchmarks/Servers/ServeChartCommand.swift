import ArgumentParser
import ChartServer
import Configuration
import Hummingbird

/// The server that is measured, as a process of its own.
struct ServeChartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve-chart", shouldDisplay: false)

    @Option(help: "A folder for its data.")
    var dataDirectory: String

    func run() async throws {
        ParentWatch.exitWhenInputEnds()
        let application = try await buildApplication(
            reader: ConfigReader(
                provider: InMemoryProvider(values: [
                    "http.port": "0", "data.dir": .init(stringLiteral: dataDirectory), "store.kind": "memory",
                    "demo.enabled": "false", "log.level": "error",
                ])))
        try await application.run()
    }
}
