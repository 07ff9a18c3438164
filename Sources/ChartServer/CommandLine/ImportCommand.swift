internal import ArgumentParser
internal import ChartSeries
internal import Foundation

/// Reads a CSV file into the data directory.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports a CSV file as a dataset.",
        discussion: "The first column is x, a number or an ISO-8601 date; a dataset of that name is replaced.")

    @Argument(help: "The CSV file, with a header row.")
    var file: String

    @Option(help: "The dataset's name.")
    var name: String

    @Option(help: "The column that is x; the first when left out.")
    var x: String?

    @Option(help: "The columns to take, separated by commas; all when left out.")
    var columns: String?

    @OptionGroup var directory: DataDirectoryOptions

    func validate() throws {
        try DataDirectoryOptions.validate(name: name)
    }

    func run() throws {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw ExitStatus.noInput.stop("\(file) cannot be read")
        }
        let options = ImportOptions(
            xColumn: x, columns: columns.map { $0.split(separator: ",").map { String($0) } })
        do {
            let table = try CSVImporter.table(from: [UInt8](bytes), options: options)
            let manifest = try directory.open().save(table, as: name)
            print("\(name): \(manifest.rows) rows, version \(manifest.version)")
        } catch let error as ImportError {
            let column = error.column.map { ", column \($0)" } ?? ""
            throw ExitStatus.data.stop("\(file), line \(error.line)\(column): \(error.reason)")
        } catch let error as DatasetDirectory.Failure {
            throw ExitStatus.inputOutput.stop(error.description)
        }
    }
}
