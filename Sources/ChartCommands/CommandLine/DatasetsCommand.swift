import ArgumentParser
import ChartStorage
import ChartWire

/// Lists the data directory.
struct DatasetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datasets", abstract: "Lists the stored datasets: name, rows, version and columns.")

    @Flag(help: "Write one object of JSON instead of lines with tabs.")
    var json = false

    @OptionGroup var directory: DataDirectoryOptions

    func run() throws {
        let path = try directory.path()
        let datasets = try directory.withStoreErrors { try DatasetDirectory.summaries(dataDirectory: path) }
        for line in json ? [Self.json(datasets)] : Self.lines(datasets) { print(line) }
    }

    /// A line for each dataset: name, rows, version and columns, between tabs.
    static func lines(_ datasets: [DatasetDirectory.Summary]) -> [String] {
        datasets.map { "\($0.name)\t\($0.rows)\t\($0.version)\t\($0.columns.joined(separator: ","))" }
    }

    /// The datasets as JSON.
    static func json(_ datasets: [DatasetDirectory.Summary]) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("datasets")
        writer.beginArray()
        for dataset in datasets {
            writer.beginObject()
            writer.member("name", dataset.name)
            writer.member("rows", dataset.rows)
            writer.member("version", dataset.version)
            writer.key("columns")
            writer.beginArray()
            for column in dataset.columns { writer.value(column) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
