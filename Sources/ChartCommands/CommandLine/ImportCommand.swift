import ArgumentParser
import ChartEngine
import ChartSeries
import ChartService
import ChartSessions
import ChartStorage
import ChartWire
import Foundation
import NIOCore

/// Imports a file into the data directory.
struct ImportCommand: ParsableCommand {
    /// The format of a file.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// Comma-separated values with a header row.
        case csv
        /// `{"columns":["date","active"],"rows":[[…],…]}`.
        case json
        /// Little-endian doubles, column after column, which `--columns` names.
        case doubles

        /// The media type that the same body has over HTTP.
        var contentType: String {
            switch self {
            case .csv: "text/csv"
            case .json: "application/json"
            case .doubles: "application/octet-stream"
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports a file as a dataset.",
        discussion: "The first column is x, a number or an ISO-8601 date; a dataset of the same name is replaced.")

    @Argument(help: "The file: CSV with a header row, JSON, or bare doubles.")
    var file: String

    @Option(help: "The dataset's name.")
    var name: String

    @Option(help: "What the file holds; json where its name ends so, else csv.")
    var format: Format?

    @Option(help: "The column that is x; the first when left out.")
    var x: String?

    @Option(help: "The columns to take, separated by commas; all when left out.")
    var columns: String?

    @Option(help: "date where a number as x is a date.")
    var xKind: String?

    @Option(help: "What such a number counts: milliseconds or seconds since 1970.")
    var xUnit = ImportOptions.XUnit.milliseconds.rawValue

    @Option(help: "The time zone of dates that name none.")
    var timeZone = "UTC"

    @OptionGroup var directory: DataDirectoryOptions

    func validate() throws {
        try DataDirectoryOptions.validate(name: name)
        guard ["date", nil].contains(xKind) else { throw ValidationError("--x-kind is date or left out.") }
        guard ImportOptions.XUnit(rawValue: xUnit) != nil else {
            throw ValidationError("--x-unit is milliseconds or seconds.")
        }
        guard CivilCalendar(timeZone: timeZone) != nil else { throw ValidationError("\(timeZone) is no time zone.") }
    }

    func run() throws {
        guard let input = FileHandle(forReadingAtPath: file), let size = try? input.seekToEnd() else {
            throw ExitStatus.noInput.stop("\(file) cannot be read")
        }
        let datasets = try directory.open()
        do {
            try input.seek(toOffset: 0)
            let table = try directory.withStoreErrors {
                let draft = try read(input, size: Int(size), into: datasets)
                return try datasets.commit(draft, as: name)
            }
            print("\(name): \(table.rowCount) rows, version \(table.version)")
        } catch let problem as Problem {
            let place = problem.pointer.map { " (\($0))" } ?? ""
            throw ExitStatus.data.stop("\(file): \(problem.detail)\(place)")
        }
    }

    /// Reads the file in pieces.
    private func read(_ input: FileHandle, size: Int, into datasets: DatasetDirectory) throws -> any DatasetDraft {
        let format = format ?? (file.hasSuffix(".json") ? .json : .csv)
        let options = ImportOptions(
            xColumn: x, columns: columns.map { $0.split(separator: ",").map { String($0) } },
            xKind: xKind == nil ? .automatic : .date, xUnit: ImportOptions.XUnit(rawValue: xUnit) ?? .milliseconds,
            localToUTC: CivilCalendar(timeZone: timeZone)?.utcMilliseconds(ofCivil:))
        var importer = DatasetImport(from: try rowSource(of: format.contentType, options: options)) {
            try datasets.makeDraft(for: name, shape: $0)
        }
        var progress = ImportProgress(of: size, unit: .bytes)
        var rows = 0
        while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
            try importer.append(ByteBuffer(bytes: piece).readableBytesView)
            progress.advance(rows: importer.rows - rows, bytes: piece.count)
            rows = importer.rows
        }
        let draft = try importer.finish()
        guard importer.rows > 0 else { throw Problem(.datasetEmpty, "There are no rows.") }
        progress.advance(rows: importer.rows - rows)
        progress.finish()
        return draft
    }
}
