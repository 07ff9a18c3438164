import ArgumentParser
import ChartServer
import ChartStorage
import Foundation

/// The folder of a backup, and the configuration of the server whose data it has.
struct BackupOptions: ParsableArguments {
    @Option(help: "A YAML or JSON file of configuration keys.")
    var config: String?

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The folder of the backup. Each configuration key is an option too.", valueName: "dir"))
    var words: [String] = []

    /// The words of the command line, read.
    struct Request {
        /// The folder of the backup.
        let folder: String
        /// The configuration of the server.
        let settings: Settings
        /// The names of the configuration keys that were given.
        let names: [String]
    }

    /// Reads the words and the configuration.
    ///
    /// - Throws: The exit code of a configuration that is not valid, or whose data is in a database.
    func read() throws -> Request {
        do {
            var arguments = words
            guard let folder = try CommandLineOptions.takeWord(from: &arguments) else {
                throw ValidationError("Name the folder of the backup.")
            }
            let sources = try ConfigurationSources(
                arguments: arguments, environment: ProcessInfo.processInfo.environment, filePath: config)
            let settings = try Settings(reader: sources.reader)
            guard settings.storeKind != .postgres else {
                throw ExitStatus.configuration.stop(
                    "with store.kind postgres the data is in the database: use pg_dump and pg_restore, as ManyNodes says"
                )
            }
            return Request(folder: folder, settings: settings, names: sources.names)
        } catch let error as ConfigurationError {
            throw ExitStatus.configuration.stop(error.description)
        }
    }

    /// Turns the errors of backups into exit codes.
    static func withBackupErrors<Result>(_ body: () throws(BackupError) -> Result) throws -> Result {
        do throws(BackupError) {
            return try body()
        } catch {
            throw ExitStatus(error).stop(error.description)
        }
    }

    /// What a backup has, such as `2 datasets, sessions, 12 files, 4096 bytes`.
    static func text(of manifest: BackupManifest) -> String {
        let datasets = manifest.datasetCount == 1 ? "1 dataset" : "\(manifest.datasetCount) datasets"
        let sessions = manifest.hasSessions ? ", the sessions" : ""
        let keys = manifest.hasKeys ? ", the keys" : ""
        return "\(datasets)\(sessions)\(keys): \(manifest.byteCount) bytes"
    }
}
