import ArgumentParser
import ChartDatasets
import ChartServer
import ChartSessions
import ChartStorage
import ChartStores
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
    ///
    /// - Throws: The exit code of a configuration whose datasets are in a shared database.
    func path() throws -> String {
        let settings = try settings()
        try Self.checkIsLocal(settings)
        return settings.dataDirectory
    }

    /// Refuses a configuration whose datasets are in a shared database, since the files are only copies there.
    static func checkIsLocal(_ settings: Settings) throws {
        guard settings.storeKind == .postgres else { return }
        throw ExitStatus.configuration.stop(
            "with store.kind postgres the datasets are in the database: use a running server: chart-surface import --url, GET /v1/datasets or POST /v1/replays"
        )
    }

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
