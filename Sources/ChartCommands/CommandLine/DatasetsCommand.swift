import ArgumentParser
import ChartSessions
import ChartStorage

/// Lists the data directory.
struct DatasetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets", abstract: "Lists the stored datasets: name, rows, version and columns.")

    @OptionGroup var directory: DataDirectoryOptions

    func run() throws {
        let path = try directory.path()
        for dataset in try directory.withStoreErrors({ try DatasetDirectory.summaries(dataDirectory: path) }) {
            print("\(dataset.name)\t\(dataset.rows)\t\(dataset.version)\t\(dataset.columns.joined(separator: ","))")
        }
    }
}
