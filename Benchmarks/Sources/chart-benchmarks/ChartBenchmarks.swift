import ChartServer
import Configuration
import Hummingbird

/// The executable.
@main
enum ChartBenchmarks {
    static func main() async throws {
        let application = try await buildApplication(reader: ConfigReader(providers: [InMemoryProvider(values: [:])]))
        try await application.run()
    }
}
