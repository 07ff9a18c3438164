import ArgumentParser
import ChartDatasets
import ChartEngine
import ChartServer
import ChartSessions
import ChartStores
import ChartWire
import Configuration
import Foundation
import Logging

/// Replays the log of a session.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Replays the log of a session and prints the result.",
        discussion: """
            A log is the answer of GET /v1/sessions/{id}/log. The command takes the rows from the data directory, which no \
            server may have open meanwhile, or with --url from a running server. The exit code is 0 when every revision has \
            the state that the log names, and 65 otherwise.
            """)

    @Argument(help: "The file with the log, or - for standard input.")
    var log: String

    @Option(help: "Where datasets are kept.")
    var dataDir: String?

    @Option(help: "A YAML or JSON file of configuration keys.")
    var config: String?

    @Option(help: "Where a server is that runs the log on its own rows.")
    var url: String?

    @Option(help: "The token of any session of that server, which is needed where auth.mode is token.")
    var token: String?

    @Flag(help: "Print the rows of each window too.")
    var rows = false

    func validate() throws {
        guard url == nil || dataDir == nil && config == nil else {
            throw ValidationError("With --url the server has its own data directory and configuration.")
        }
        guard token == nil || url != nil else { throw ValidationError("A token is for the server of --url.") }
    }

    func run() async throws {
        let bytes = try read()
        let answer = if let url { try await replay(bytes, at: url) } else { try replay(bytes) }
        print(String(decoding: answer, as: UTF8.self))
        guard let object = try? JSONValue.parse(answer), case .object(let members) = object,
            members["firstDifference"] == .null
        else { throw ExitStatus.data.stop("the log does not come out as it says") }
    }

    private func read() throws -> [UInt8] {
        if log == "-" { return Array(try FileHandle.standardInput.readToEnd() ?? Data()) }
        guard let bytes = FileManager.default.contents(atPath: log) else {
            throw ExitStatus.noInput.stop("\(log) cannot be read")
        }
        return Array(bytes)
    }

    private func replay(_ log: [UInt8], at url: String) async throws -> [UInt8] {
        do throws(ServiceClient.Failure) {
            return try await ServiceClient(base: url, token: token).call(
                .post, "/v1/replays?window=\(rows ? "full" : "none")", log, type: LogRoutes.contentType)
        } catch {
            throw PlayCommand.stop(.service(error))
        }
    }

    private func replay(_ log: [UInt8]) throws -> [UInt8] {
        let catalog = try openCatalog()
        var replay = SessionReplay(modifiers: .builtIn) { lookup throws(Problem) in
            try catalog.rowsForReplay(of: lookup)
        }
        do {
            for line in log.split(separator: UInt8(ascii: "\n")) { try replay.takeNext(Array(line)) }
            return try ReplayWriter.answer(replay, view: SurfaceView(window: rows ? .full : .none))
        } catch let problem as Problem {
            throw ExitStatus.data.stop("\(problem.code.rawValue): \(problem.detail)")
        }
    }

    private func openCatalog() throws -> any DatasetCatalog {
        do {
            let sources = try ConfigurationSources(
                arguments: dataDir.map { ["--data-dir=\($0)"] } ?? [],
                environment: ProcessInfo.processInfo.environment, filePath: config)
            let settings = try Settings(reader: sources.reader)
            try DataDirectoryOptions.checkIsLocal(settings)
            return try StartDatasets.open(settings: settings, logger: Logger(settings: settings))
        } catch let error as ConfigurationError {
            throw ExitStatus.configuration.stop(error.description)
        } catch let error as DatasetStoreError {
            let hint = error.kind == .locked ? "; --url asks the server that has it open" : ""
            throw ExitStatus(error).stop(error.description + hint)
        }
    }
}
