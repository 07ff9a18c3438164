import ArgumentParser
import AsyncHTTPClient
import ChartServer
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Asks the server of this machine whether it is ready, or whether it runs; a container's health check runs it.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Asks the server of this configuration whether it is ready, or whether it runs.",
        discussion: """
            It reads the configuration as serve does, and asks http.host and http.port for /health/ready, over TLS when \
            http.certificate is set. It does not verify the certificate, because the server is on this machine. The exit code \
            is 0 when the server is ready and 69 otherwise, after at most four seconds. With --live it asks for /health/live: a \
            server that runs passes, also while its database is away or while it shuts down.
            """)

    private static let deadline = TimeAmount.seconds(4)

    @Option(help: "A YAML or JSON file of configuration keys.")
    var config: String?

    @Flag(help: "Asks whether the server runs, not whether it takes work.")
    var live = false

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Configuration keys as options.", visibility: .hidden))
    var settings: [String] = []

    func run() async throws {
        let url = try address()
        let status: String
        do {
            status = try await Self.status(of: url)
        } catch {
            throw ExitStatus.unavailable.stop("\(url) does not answer: \(NetworkFailure.text(of: error))")
        }
        guard status == "200 OK" else { throw ExitStatus.unavailable.stop("\(url) answers \(status)") }
        print(live ? "live" : "ready")
    }

    /// The address to ask; loopback for a server that listens on all addresses.
    private func address() throws -> String {
        do {
            let sources = try ConfigurationSources(
                arguments: settings, environment: ProcessInfo.processInfo.environment, filePath: config)
            let settings = try Settings(reader: sources.reader)
            let host =
                switch settings.host {
                case "0.0.0.0": "127.0.0.1"
                case "::": "::1"
                default: settings.host
                }
            return ReadyLine.address(host: host, port: settings.port, scheme: settings.scheme)
                + (live ? "/health/live" : "/health/ready")
        } catch {
            throw ExitStatus.configuration.stop(error.description)
        }
    }

    private static func status(of url: String) async throws -> String {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.certificateVerification = .none
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: deadline)
            try await client.shutdown()
            return response.status.description
        } catch {
            try await client.shutdown()
            throw error
        }
    }
}
