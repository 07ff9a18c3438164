package import ChartSeries
package import ChartWire

/// Reads the rows of a request body that arrives in pieces.
///
/// After an error the source cannot be used any more.
package protocol RowSource {
    /// The number of rows ready to be taken.
    var rowCount: Int { get }

    /// The number of cells in the rows ready to be taken.
    var cellCount: Int { get }

    /// The shape of the rows to come; `nil` until the columns are known.
    var shapeWithoutRows: RowShape? { get }

    /// Reads the next bytes.
    mutating func append(_ bytes: some Collection<UInt8>) throws

    /// Reads the rest.
    mutating func finish() throws

    /// Returns some of the rows read since the last call, or `nil` when there are none.
    mutating func takeRows() throws -> RowBlock?
}

/// The row source for a media type.
///
/// - Parameters:
///   - contentType: The media type of the body, one that the dataset routes accept.
///   - options: Which columns to take, and how to read x.
/// - Returns: The source.
/// - Throws: `query.invalid` when the query does not name the columns of bare numbers.
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
