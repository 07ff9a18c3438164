package import ChartSeries
package import ChartWire

/// Reads the rows of a request body that arrives in pieces.
///
/// After an error the source cannot be used any more.
package protocol RowSource {
    /// Whether the source keeps all of the body until its end.
    var holdsBody: Bool { get }

    /// The number of rows ready to be taken.
    var rowCount: Int { get }

    /// The number of cells in the rows ready to be taken.
    var cellCount: Int { get }

    /// The shape of the rows to come; `nil` until the columns are known.
    var shapeWithoutRows: RowShape? { get }

    /// What is known of delimited text; `nil` for other formats.
    var textReport: TextReport? { get }

    /// All that the import was given or has decided so far.
    var dialect: ImportDialect? { get }
    /// The rules of the dataset that the body names; `nil` for none.
    var rules: RulesPatch? { get }

    /// Reads the next bytes.
    mutating func append(_ bytes: some Collection<UInt8>) throws

    /// Reads the rest.
    mutating func finish() throws

    /// Returns some of the rows read since the last call, or `nil` when there are none.
    mutating func takeRows() throws -> RowBlock?
}

extension RowSource {
    package var textReport: TextReport? { nil }
    package var rules: RulesPatch? { nil }
    package var holdsBody: Bool { false }
}

/// The row source for a media type.
///
/// - Parameters:
///   - contentType: The media type of the body, one that the dataset routes accept.
///   - options: Which columns to take, how to read x, and how delimited text is written.
///   - takesRules: Whether the body may name rules of the dataset.
///   - naming: How the caller names the options, for remedies.
/// - Returns: The source.
/// - Throws: `query.invalid` when the query does not name the columns of bare numbers, or describes text that the body
///   is not.
package func rowSource(
    of contentType: String, options: ImportOptions, takesRules: Bool = false, naming: OptionNaming = .query
) throws(Problem) -> any RowSource {
    var textAlone = options.dialect
    // Lines of JSON may be sorted, and their numbers must be likely dates too.
    if contentType == "application/x-ndjson" { (textAlone.sortedCells, textAlone.isPlausible) = (nil, true) }
    guard contentType == "text/csv" || !textAlone.isGiven else {
        let names = DialectTexts.query.map { naming.name($0) }.joined(separator: ", ")
        throw Problem(
            .queryInvalid,
            "These options describe CSV alone: \(names). Of them, lines of JSON take \(naming.name("sort")) and \(naming.name("plausible"))."
        )
    }
    if options.isSplit, ["application/json", "application/octet-stream"].contains(contentType) {
        throw Problem(.queryInvalid, "\(naming.name("split")) takes CSV and lines of JSON.")
    }
    return switch contentType {
    case "text/csv": CSVRowSource(options: options, naming: naming)
    case "application/octet-stream": try DoubleRowSource(options: options)
    case "application/x-ndjson": JSONLinesRowSource(options: options, naming: naming)
    default: JSONRowSource(options: options, takesRules: takesRules)
    }
}

/// Rows of delimited text, by default comma-separated values.
struct CSVRowSource: RowSource {
    /// The options that an import of text takes.
    private static let options = DialectTexts.query + ["x", "columns", "split", "xUnit"]

    private var stream: DialectStream
    private let options: ImportOptions
    private let naming: OptionNaming
    private var head = BodyHead()

    init(options: ImportOptions, naming: OptionNaming = .query) {
        stream = DialectStream(options: options)
        self.options = options
        self.naming = naming
    }

    var rowCount: Int { stream.rowCount }

    var cellCount: Int { stream.cellCount }

    var shapeWithoutRows: RowShape? { stream.shapeWithoutRows }

    var textReport: TextReport? { stream.report }

    var dialect: ImportDialect? { stream.dialect }

    var holdsBody: Bool { stream.sorts }

    mutating func append(_ bytes: some Collection<UInt8>) throws {
        head.take(bytes)
        do throws(ImportError) {
            try stream.append(bytes)
        } catch {
            throw problem(error, isWhole: false)
        }
    }

    mutating func finish() throws {
        do throws(ImportError) {
            try stream.finish()
        } catch {
            throw problem(error, isWhole: head.isWhole)
        }
    }

    mutating func takeRows() throws -> RowBlock? {
        do throws(ImportError) {
            return try stream.takeRows()
        } catch {
            throw problem(error, isWhole: false)
        }
    }

    private func problem(_ error: ImportError, isWhole: Bool) -> Problem {
        let head = head.bytes
        var advisor = ImportAdvisor(naming: naming, given: options, known: Self.options) { options in
            TextGlance(head, isWhole: isWhole, options: options)
        } read: { options in
            Self.trial(head, isWhole: isWhole, options)
        }
        return Problem(error, place: .line(error.line), remedy: advisor.sentence(for: error))
    }

    /// Reads the beginning of a text under other options.
    private static func trial(_ bytes: [UInt8], isWhole: Bool, _ options: ImportOptions) -> ImportAdvisor.Trial {
        var stream = DialectStream(options: options)
        var rows = 0
        do throws(ImportError) {
            try stream.append(bytes)
            if isWhole { try stream.finish() } else { try stream.finishCompleteRows() }
            while let block = try stream.takeRows() { rows += block.x.count }
        } catch {
            return .refused(error)
        }
        return .read(rows: rows, skipped: stream.report?.skippedRows ?? 0)
    }
}

/// The beginning of a body, on which advice is tried.
struct BodyHead {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    /// Whether the body so far is no longer than what is kept.
    var isWhole: Bool { count == bytes.count }

    /// Takes the next bytes.
    mutating func take(_ piece: some Collection<UInt8>) {
        count += piece.count
        let room = ImportAdvisor.sampleBytes - bytes.count
        if room > 0 { bytes.append(contentsOf: piece.prefix(room)) }
    }
}
