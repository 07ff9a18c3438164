import ArgumentParser
import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStorage
import ChartStores
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
        /// An object a line: `{"date":"2024-10-15","active":613}`.
        case ndjson
        /// Little-endian doubles, column after column, which `--columns` names.
        case doubles

        /// The media type that the same body has over HTTP.
        var contentType: String {
            switch self {
            case .csv: "text/csv"
            case .json: "application/json"
            case .ndjson: "application/x-ndjson"
            case .doubles: "application/octet-stream"
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Imports a file as a dataset.",
        discussion: """
            The first column is x, a number or a date; a dataset of the same name is replaced. CSV may have another \
            delimiter than the comma. Columns that hold text are left out, unless --columns names them; --split makes \
            columns of the texts of one. With --url the rows go to a running server.
            """)

    @Argument(
        help: "The file, or - for standard input: CSV with a header row, JSON, or bare doubles; also packed, as .gz.")
    var file: String

    @Option(name: .customLong("name"), help: "The dataset's name; that of the file without its ending when left out.")
    var givenName: String?

    @Option(help: "What the file holds; json or ndjson where its name ends so (or .jsonl), else csv.")
    var format: Format?

    @Option(help: "The column that is x; the first when left out. Several, such as Date,Time, are one date together.")
    var x: String?

    @Option(
        help:
            "The columns to take, separated by commas, in quotes where a name has one; all when left out. May be repeated."
    )
    var columns: [String] = []

    @Option(
        help:
            "The column whose texts make columns, such as device in a table of time, device and value; false leaves such a table as it is."
    )
    var split: String?

    @Option(help: "date where a number as x is a date.")
    var xKind: String?

    @Option(help: "What such a number counts since 1970: milliseconds, seconds, microseconds or nanoseconds.")
    var xUnit = ImportOptions.XUnit.milliseconds.rawValue

    @Option(help: "The time zone of dates that name none.")
    var timeZone = "UTC"

    @OptionGroup var text: ImportTextOptions

    @Flag(help: "Read everything, tell what the import would make and how the file was read, and make nothing.")
    var dryRun = false

    @Option(help: "The address of a running server that takes the rows, such as http://127.0.0.1:8080.")
    var url: String?

    @Option(help: "A file with the key or token that the server asks for.")
    var keyFile: String?

    @OptionGroup var directory: DataDirectoryOptions

    func validate() throws {
        guard givenName != nil || file != "-" else { throw ValidationError("Standard input needs a --name.") }
        guard givenName != nil || !name.isEmpty else {
            throw ValidationError(
                "The name of \(file) has no letter or digit for the name of a dataset: give a --name.")
        }
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
        let url = URL(fileURLWithPath: unpackedFile)
        return givenName ?? DatasetName.derived(from: url.deletingPathExtension().lastPathComponent) ?? ""
    }

    private var resolvedFormat: Format {
        if let format { return format }
        if unpackedFile.hasSuffix(".json") { return .json }
        return unpackedFile.hasSuffix(".ndjson") || unpackedFile.hasSuffix(".jsonl") ? .ndjson : .csv
    }

    private var isPacked: Bool { file.lowercased().hasSuffix(".gz") }

    /// The file's name without the ending of gzip.
    private var unpackedFile: String { isPacked ? String(file.dropLast(".gz".count)) : file }

    /// Sends the input to a server.
    private func upload(_ input: ImportInput, to url: String) async throws {
        let given = [
            ("x", x), ("split", split), ("xKind", xKind), ("timeZone", timeZone == "UTC" ? nil : timeZone),
            ("dryRun", dryRun ? "true" : nil),
        ]
        var query: [(name: String, text: String)] = given.compactMap { name, text in text.map { (name, $0) } }
        query += columns.map { ("columns", $0) }
        if xKind != nil { query.append(("xUnit", xUnit)) }
        let upload = ImportUpload(
            client: ServiceClient(base: url, token: try keyFile.map(Self.key)), name: name,
            contentType: resolvedFormat.contentType, isPacked: isPacked, isDryRun: dryRun, query: query + text.query)
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
            if dryRun {
                var rows = DatasetImport(tallying: try source())
                var progress = ImportProgress(of: input.size, unit: .bytes)
                try pieces(of: input, &progress) { piece in
                    try rows.append(piece)
                    return 0
                }
                let description = try rows.finish().description(version: 1)
                let columns = description.columns.map(\.name)
                print(ImportNotices.trial(name: name, rows: description.rowCount, columns: columns))
                Self.tell(ImportNotices.lines(rows.blocks.textReport))
                guard let dialect = rows.blocks.dialect else { return }
                print(ImportNotices.options(DialectTexts.texts(of: dialect, timeZone: timeZone)))
                return
            }
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
        var importer = DatasetImport(from: try source()) { try datasets.makeDraft(for: name, shape: $0) }
        var progress = ImportProgress(of: input.size, unit: .bytes)
        var rows = 0
        try pieces(of: input, &progress) { piece in
            try importer.append(piece)
            defer { rows = importer.blocks.rows }
            return importer.blocks.rows - rows
        }
        let draft = try importer.finish()
        guard importer.blocks.rows > 0 else { throw Problem(.datasetEmpty, "There are no rows.") }
        progress.advance(rows: importer.blocks.rows - rows)
        progress.finish()
        return (draft, importer.blocks.textReport)
    }

    /// The source of the rows that the options describe.
    private func source() throws -> any RowSource {
        let options = ImportOptions(
            xColumn: x, columns: columns.isEmpty ? nil : columns,
            xKind: xKind == nil ? .automatic : .date, xUnit: ImportOptions.XUnit(rawValue: xUnit) ?? .milliseconds,
            instants: CivilCalendar(timeZone: timeZone)?.instants(ofCivil:), dialect: try text.dialect(),
            split: DialectTexts.split(split))
        return try rowSource(of: resolvedFormat.contentType, options: options, naming: .commandLine)
    }

    /// Reads the input in pieces, unpacked.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - progress: Counts what was read.
    ///   - take: Takes the next bytes, and returns the number of rows that they made.
    /// - Throws: A problem for bytes that are no gzip, the exit code of an input that cannot be read, or what `take` throws.
    private func pieces(
        of input: ImportInput, _ progress: inout ImportProgress, _ take: (ByteBufferView) throws -> Int
    ) throws {
        let reader = isPacked ? try GzipReader(mostBytes: .max) : nil
        while let piece = try input.next() {
            var rows = 0
            if let reader {
                try reader.append(piece.readableBytesView) { rows += try take(ByteBuffer(bytes: $0).readableBytesView) }
            } else {
                rows = try take(piece.readableBytesView)
            }
            progress.advance(rows: rows, bytes: piece.readableBytes)
        }
        try reader?.finish()
    }

    /// Writes notices to standard error.
    private static func tell(_ notices: [String]) {
        for notice in notices {
            try? FileHandle.standardError.write(contentsOf: Data("chart-surface: \(notice)\n".utf8))
        }
    }
}
