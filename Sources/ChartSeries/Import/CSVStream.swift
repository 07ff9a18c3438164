/// Reads comma-separated values that arrive in pieces, and buffers only the incomplete row.
///
/// The rows are those that ``CSVImporter`` reads from the same bytes in one piece, wherever the pieces end. Small pieces
/// cost no more than large ones.
public struct CSVStream: Sendable {
    /// The maximum length of a row in bytes, so that text without line ends does not fill the memory.
    public static let longestRow = 1 << 20

    private var buffer: PieceBuffer<CSVImporter>

    /// Makes a stream before its first byte.
    ///
    /// - Parameter options: The columns to take, and how to read x.
    public init(options: ImportOptions = .init()) {
        buffer = PieceBuffer(CSVImporter(options: options))
    }

    /// Reads more bytes.
    ///
    /// After an error the stream must not be used again.
    ///
    /// - Parameter bytes: The next bytes of the text.
    /// - Throws: `ImportError` with the line and column of the first error.
    public mutating func append(_ bytes: some Collection<UInt8>) throws(ImportError) {
        try buffer.append(bytes)
    }

    /// Reads the remaining bytes as the end of the text.
    ///
    /// - Throws: `ImportError` with the line and column of the first error; `empty` if there was no header.
    public mutating func finish() throws(ImportError) {
        try buffer.finish()
    }

    /// The rows that are being read; `nil` before the header was.
    var builder: TableBuilder? { buffer.reader.builder }

    /// The line that names the columns.
    var headerLine: Int { buffer.reader.headerLine }

    /// Refuses numbers whose dates are all unlikely, if they are likely ones in another unit.
    func refuseUnlikelyDates() throws(ImportError) { try builder?.refuseUnlikelyDates() }

    /// The shape of future rows; `nil` before the header was read.
    public var shapeWithoutRows: RowShape? { buffer.reader.builder?.shapeWithoutRows }

    /// The number of rows not yet taken.
    public var rowCount: Int { buffer.reader.builder?.rowCount ?? 0 }

    /// The number of cells not yet taken, including those of x.
    public var cellCount: Int { buffer.reader.builder?.cellCount ?? 0 }

    /// The number of rows read in all.
    public var totalRows: Int { buffer.reader.builder?.totalRows ?? 0 }

    /// Returns the rows read since the last call, and removes them; `nil` if there are none.
    public mutating func takeRows() -> RowBlock? { buffer.reader.takeRows() }
}
