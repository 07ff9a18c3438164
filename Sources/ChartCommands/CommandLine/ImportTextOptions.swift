import ArgumentParser
import ChartDatasets
import ChartSeries
import ChartSessions
import ChartWire

/// The options that describe delimited text.
struct ImportTextOptions: ParsableArguments {
    /// The most cells that the command sorts in memory: 1 GiB, and about twice that while it sorts.
    private static let sortedCells = 1 << 27

    @Option(help: "How bytes stand for characters: utf-8, utf-16 or windows-1252; a byte-order mark goes before it.")
    var encoding: String?

    @Option(help: "The line of the names, from 1; the first that is not blank and no comment when left out.")
    var headerLine: Int?

    @Option(parsing: .unconditional, help: "Lines that begin with this text are not read, such as '#'.")
    var comment: String?

    @Option(
        parsing: .unconditional,
        help: "The delimiter of CSV, one of ',' ';' '|' tab; found in the first lines when left out.")
    var delimiter: String?

    @Option(
        parsing: .unconditional, help: "The texts of missing values beside the empty cell, such as NA,NULL,-,nan.")
    var null: String?

    @Option(help: "How the dates of x are written, such as 'dd/MM/yyyy HH:mm'; ISO 8601 when left out.")
    var dateFormat: String?

    @Option(
        parsing: .unconditional,
        help: "How numbers are written: the number 1234.56 in that form, such as '1.234,56' or '$1,234.56'.")
    var numberFormat: String?

    @Flag(help: "Sort the rows by x in memory, at most 134217728 cells; rows of the same x keep their order.")
    var sort = false

    @Option(help: "How many rows that do not fit are skipped and reported; one more ends the import.")
    var skipBad = 0

    @Flag(
        inversion: .prefixedNo,
        help: "Refuse numbers whose dates all lie in the first 60 days of 1970 or after 2199, if another unit fits.")
    var plausible = true

    func validate() throws {
        guard headerLine.map({ (1...DialectTexts.lastHeaderLine).contains($0) }) ?? true else {
            throw ValidationError("--header-line is a line from 1 to \(DialectTexts.lastHeaderLine).")
        }
        guard (0...DialectTexts.mostSkippedRows).contains(skipBad) else {
            throw ValidationError("--skip-bad is a number of rows from 0 to \(DialectTexts.mostSkippedRows).")
        }
        do throws(Problem) {
            _ = try dialect()
        } catch {
            throw ValidationError(error.detail)
        }
    }

    /// The dialect that the options describe.
    func dialect() throws(Problem) -> TextDialect {
        try DialectTexts(
            encoding: encoding, delimiter: delimiter, headerLine: headerLine, comment: comment, null: nullTexts,
            dateFormat: dateFormat, numberFormat: numberFormat, sortedCells: sort ? Self.sortedCells : nil,
            skipBad: skipBad, isPlausible: plausible
        ).dialect(naming: .commandLine)
    }

    /// The options as query parameters.
    var query: [(name: String, text: String)] {
        let texts = [
            ("encoding", encoding), ("delimiter", delimiter), ("headerLine", headerLine.map { "\($0)" }),
            ("comment", comment), ("null", null.map { _ in ImportDialect.line(of: nullTexts) }),
            ("dateFormat", dateFormat), ("numberFormat", numberFormat), ("sort", sort ? "true" : nil),
            ("skipBad", skipBad > 0 ? "\(skipBad)" : nil), ("plausible", plausible ? nil : "false"),
        ]
        return texts.compactMap { name, text in text.map { (name, $0) } }
    }

    private var nullTexts: [String] { null.map { ImportOptions.names(inLine: $0).filter { !$0.isEmpty } } ?? [] }
}
