import ArgumentParser
import ChartServer
import ChartService
import ChartSessions
import ChartStorage
import Foundation

/// The options of the commands that work on stored datasets.
struct DataDirectoryOptions: ParsableArguments {
    @Option(help: "Where datasets are kept.")
    var dataDir: String?

    @Option(help: "A YAML or JSON file of configuration keys.")
    var config: String?

    /// Opens the data directory that the configuration names, for this process alone.
    func open() throws -> DatasetDirectory {
        try withStoreErrors { try DatasetDirectory(dataDirectory: path()) }
    }

    /// Turns the errors of the store into exit codes.
    func withStoreErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatasetStoreError {
            throw ExitStatus(error).stop(error.description)
        }
    }

    /// The data directory that the configuration names.
    func path() throws -> String { try settings().dataDirectory }

    /// The configuration of a server in this place.
    func settings() throws -> Settings {
        do {
            let sources = try ConfigurationSources(
                arguments: dataDir.map { ["--data-dir=\($0)"] } ?? [],
                environment: ProcessInfo.processInfo.environment, filePath: config)
            return try Settings(reader: sources.reader)
        } catch {
            throw ExitStatus.configuration.stop(error.description)
        }
    }

    /// Checks the name of a new dataset.
    static func validate(name: String) throws {
        guard DatasetName.isValid(name) else {
            throw ValidationError("\(name) is no name; a name has 1 to 64 letters, digits, dots, dashes, underscores.")
        }
    }
}
