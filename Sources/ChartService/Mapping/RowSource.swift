package import ChartSeries
package import ChartWire

/// Reads the rows of a request body that arrives in pieces.
///
/// One that has thrown is of no further use.
package protocol RowSource {
    /// How many rows wait to be taken.
    var rowCount: Int { get }

    /// How many cells the rows have that wait to be taken.
    var cellCount: Int { get }

    /// The shape of rows that are still to come; `nil` as long as the columns are not known.
    var shapeWithoutRows: RowShape? { get }

    /// Reads the next bytes.
    mutating func append(_ bytes: some Collection<UInt8>) throws

    /// Reads what is left.
    mutating func finish() throws

    /// Gives some of the rows away that were read since the last time, or `nil` when there are none.
    mutating func takeRows() throws -> RowBlock?
}

/// The source of a media type.
///
/// - Parameters:
///   - contentType: The media type of the body, one that the routes of datasets accept.
///   - options: Which columns to take, and how to read x.
/// - Returns: What reads the rows.
/// - Throws: `query.invalid` when the columns of bare numbers are not named.
package func rowSource(of contentType: String, options: ImportOptions) throws(Problem) -> any RowSource {
    switch contentType {
    case "text/csv": CSVRowSource(options: options)
    case "application/octet-stream": try DoubleRowSource(options: options)
    default: JSONRowSource(options: options)
    }
}

/// Rows of comma-separated values.
struct CSVRowSource: RowSource {
    private var stream: CSVStream

    init(options: ImportOptions) {
        stream = CSVStream(options: options)
    }

    var rowCount: Int { stream.rowCount }

    var cellCount: Int { stream.cellCount }

    var shapeWithoutRows: RowShape? { stream.shapeWithoutRows }

    mutating func append(_ bytes: some Collection<UInt8>) throws {
        do throws(ImportError) {
            try stream.append(bytes)
        } catch {
            throw Problem(error, place: .line(error.line))
        }
    }

    mutating func finish() throws {
        do throws(ImportError) {
            try stream.finish()
        } catch {
            throw Problem(error, place: .line(error.line))
        }
    }

    mutating func takeRows() -> RowBlock? { stream.takeRows() }
}
