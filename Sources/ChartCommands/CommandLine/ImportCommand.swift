import ArgumentParser
import ChartEngine
import ChartSeries
import ChartService
import ChartSessions
import ChartStorage
import ChartWire
import Foundation
import NIOCore

/// Imports a file into the data directory or into a running server.
struct ImportCommand: AsyncParsableCommand {
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
        discussion: """
            The first column is x, a number or a date; a dataset of the same name is replaced. CSV may have another \
            delimiter than the comma. Columns that hold text are left out, unless --columns names them. With --url the \
            rows go to a running server.
            """)

    @Argument(help: "The file, or - for standard input: CSV with a header row, JSON, or bare doubles.")
    var file: String

    @Option(name: .customLong("name"), help: "The dataset's name; that of the file without its ending when left out.")
    var givenName: String?

    @Option(help: "What the file holds; json where its name ends so, else csv.")
    var format: Format?

    @Option(help: "The column that is x; the first when left out. Several, such as Date,Time, are one date together.")
    var x: String?

    @Option(
        help:
            "The columns to take, separated by commas, in quotes where a name has one; all when left out. May be repeated."
    )
    var columns: [String] = []

    @Option(help: "date where a number as x is a date.")
    var xKind: String?

    @Option(help: "What such a number counts since 1970: milliseconds, seconds, microseconds or nanoseconds.")
    var xUnit = ImportOptions.XUnit.milliseconds.rawValue

    @Option(help: "The time zone of dates that name none.")
    var timeZone = "UTC"

    @OptionGroup var text: ImportTextOptions

    @Option(help: "The address of a running server that takes the rows, such as http://127.0.0.1:8080.")
    var url: String?

    @Option(help: "A file with the key or token that the server asks for.")
    var keyFile: String?

    @OptionGroup var directory: DataDirectoryOptions

    func validate() throws {
        guard givenName != nil || file != "-" else { throw ValidationError("Standard input needs a --name.") }
        try DataDirectoryOptions.validate(name: name)
        guard ["date", nil].contains(xKind) else { throw ValidationError("--x-kind is date or left out.") }
        guard ImportOptions.XUnit(rawValue: xUnit) != nil else {
            throw ValidationError("--x-unit is one of \(ImportOptions.XUnit.names).")
        }
        guard CivilCalendar(timeZone: timeZone) != nil else { throw ValidationError("\(timeZone) is no time zone.") }
        guard keyFile == nil || url != nil else { throw ValidationError("A key is for the server of --url.") }
        guard let url else { return }
        guard directory.dataDir == nil && directory.config == nil else {
            throw ValidationError("With --url the server has its own data directory and configuration.")
        }
        guard ServiceClient.isAddress(url) else { throw ValidationError("\(url) is no http or https address.") }
    }

    func run() async throws {
        let input = try ImportInput(path: file)
        if let url {
            try await upload(input, to: url)
        } else {
            try store(input)
        }
    }

    private var name: String {
        givenName ?? URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    }

    private var resolvedFormat: Format { format ?? (file.hasSuffix(".json") ? .json : .csv) }

    /// Sends the input to a server.
    private func upload(_ input: ImportInput, to url: String) async throws {
        let given = [
            ("x", x), ("xKind", xKind), ("timeZone", timeZone == "UTC" ? nil : timeZone),
        ]
        var query: [(name: String, text: String)] = given.compactMap { name, text in text.map { (name, $0) } }
        query += columns.map { ("columns", $0) }
        if xKind != nil { query.append(("xUnit", xUnit)) }
        let upload = ImportUpload(
            client: ServiceClient(base: url, token: try keyFile.map(Self.key)), name: name,
            contentType: resolvedFormat.contentType, query: query + text.query)
        do throws(ServiceClient.Failure) {
            let (line, notices) = try await upload.send(input)
            print(line)
            Self.tell(notices)
        } catch {
            throw ExitStatus.stop(error) { "\(input.name): \(OptionNaming.commandLine.renaming($0))" }
        }
    }

    /// The key in a file.
    private static func key(in path: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ExitStatus.noInput.stop("\(path) cannot be read")
        }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Writes the input into the data directory.
    private func store(_ input: ImportInput) throws {
        let datasets = try directory.open()
        do {
            let (table, notices) = try directory.withStoreErrors {
                let (draft, report) = try read(input, into: datasets)
                return (try datasets.commit(draft, as: name), ImportNotices.lines(report))
            }
            print("\(name): \(table.rowCount) rows, version \(table.version)")
            Self.tell(notices)
        } catch let problem as Problem {
            let place = problem.pointer.map { " (\($0))" } ?? ""
            throw ExitStatus.data.stop("\(input.name): \(problem.detail)\(place)")
        }
    }

    /// Reads the input in pieces.
    private func read(
        _ input: ImportInput, into datasets: DatasetDirectory
    ) throws -> (draft: any DatasetDraft, report: TextReport?) {
        let options = ImportOptions(
            xColumn: x, columns: columns.isEmpty ? nil : columns,
            xKind: xKind == nil ? .automatic : .date, xUnit: ImportOptions.XUnit(rawValue: xUnit) ?? .milliseconds,
            instants: CivilCalendar(timeZone: timeZone)?.instants(ofCivil:), dialect: try text.dialect())
        let source = try rowSource(of: resolvedFormat.contentType, options: options, naming: .commandLine)
        var importer = DatasetImport(from: source) { try datasets.makeDraft(for: name, shape: $0) }
        var progress = ImportProgress(of: input.size, unit: .bytes)
        var rows = 0
        while let piece = try input.next() {
            try importer.append(piece.readableBytesView)
            progress.advance(rows: importer.rows - rows, bytes: piece.readableBytes)
            rows = importer.rows
        }
        let draft = try importer.finish()
        guard importer.rows > 0 else { throw Problem(.datasetEmpty, "There are no rows.") }
        progress.advance(rows: importer.rows - rows)
        progress.finish()
        return (draft, importer.textReport)
    }

    /// Writes notices to standard error.
    private static func tell(_ notices: [String]) {
        for notice in notices {
            try? FileHandle.standardError.write(contentsOf: Data("chart-surface: \(notice)\n".utf8))
        }
    }
}
