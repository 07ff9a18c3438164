internal import ArgumentParser
internal import ChartSeries
internal import ChartSessions
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
        guard let input = FileHandle(forReadingAtPath: file), let size = try? input.seekToEnd() else {
            throw ExitStatus.noInput.stop("\(file) cannot be read")
        }
        let datasets = try directory.open()
        let options = ImportOptions(
            xColumn: x, columns: columns.map { $0.split(separator: ",").map { String($0) } })
        do {
            try input.seek(toOffset: 0)
            let table = try directory.withStoreErrors {
                let draft = try read(input, size: Int(size), CSVStream(options: options), into: datasets)
                return try datasets.commit(draft, as: name)
            }
            print("\(name): \(table.rowCount) rows, version \(table.version)")
        } catch let error as ImportError {
            let column = error.column.map { ", column \($0)" } ?? ""
            throw ExitStatus.data.stop("\(file), line \(error.line)\(column): \(error.reason)")
        }
    }

    /// Reads the file piece by piece.
    private func read(
        _ input: FileHandle, size: Int, _ stream: CSVStream, into datasets: DatasetDirectory
    ) throws -> any DatasetDraft {
        var stream = stream
        var importer = DatasetImport { try datasets.makeDraft(for: name, shape: $0) }
        var progress = ImportProgress(of: size, unit: .bytes)
        while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
            try stream.append(piece)
            let block = stream.takeRows()
            if let block { try importer.take(block) }
            progress.advance(rows: block?.x.count ?? 0, bytes: piece.count)
        }
        try stream.finish()
        if let block = stream.takeRows() { try importer.take(block) }
        progress.finish()
        return try importer.draft()
    }
}
