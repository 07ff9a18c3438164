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
    guard contentType == "text/csv" || !options.dialect.isGiven else {
        let names = DialectTexts.query.map { naming.name($0) }.joined(separator: ", ")
        throw Problem(.queryInvalid, "These options describe CSV alone: \(names).")
    }
    return switch contentType {
    case "text/csv": CSVRowSource(options: options, naming: naming)
    case "application/octet-stream": try DoubleRowSource(options: options)
    default: JSONRowSource(options: options, takesRules: takesRules)
    }
}

/// Rows of delimited text, by default comma-separated values.
struct CSVRowSource: RowSource {
    private var stream: DialectStream
    private let naming: OptionNaming

    init(options: ImportOptions, naming: OptionNaming = .query) {
        stream = DialectStream(options: options)
        self.naming = naming
    }

    var rowCount: Int { stream.rowCount }

    var cellCount: Int { stream.cellCount }

    var shapeWithoutRows: RowShape? { stream.shapeWithoutRows }

    var textReport: TextReport? { stream.report }

    var holdsBody: Bool { stream.sorts }

    mutating func append(_ bytes: some Collection<UInt8>) throws {
        do throws(ImportError) {
            try stream.append(bytes)
        } catch {
            throw problem(error)
        }
    }

    mutating func finish() throws {
        do throws(ImportError) {
            try stream.finish()
        } catch {
            throw problem(error)
        }
    }

    mutating func takeRows() -> RowBlock? { stream.takeRows() }

    private func problem(_ error: ImportError) -> Problem {
        let remedy = ImportRemedy(
            naming: naming, xName: stream.shapeWithoutRows?.xName, delimiter: stream.report?.delimiter)
        return Problem(error, place: .line(error.line), remedy: remedy.sentence(for: error))
    }
}
