/// Reads comma-separated values that arrive in pieces, and buffers only the incomplete row.
///
/// It parses the buffer again only when it has doubled, so small pieces cost no more than large ones. The rows are
/// those that ``CSVImporter`` reads from the same bytes in one piece, wherever the pieces end.
public struct CSVStream: Sendable {
    /// The maximum length of a row in bytes, so that text without line ends does not fill the memory.
    public static let longestRow = 1 << 20

    private var importer: CSVImporter
    private var rest: [UInt8] = []
    /// The number of bytes that `rest` must have before it is parsed again.
    private var worthwhile = 0

    /// Makes a stream before its first byte.
    ///
    /// - Parameter options: The columns to take, and how to read x.
    public init(options: ImportOptions = .init()) {
        importer = CSVImporter(options: options)
    }

    /// Reads more bytes.
    ///
    /// After an error the stream must not be used again.
    ///
    /// - Parameter bytes: The next bytes of the text.
    /// - Throws: `ImportError` with the line and column of the first error.
    public mutating func append(_ bytes: some Collection<UInt8>) throws(ImportError) {
        rest.append(contentsOf: bytes)
        guard rest.count >= worthwhile else { return }
        var text: [UInt8] = []
        swap(&text, &rest)
        text.removeFirst(try importer.read(text.span, isLast: false))
        swap(&text, &rest)
        guard rest.count <= Self.longestRow else { throw ImportError(reason: .rowTooLong, line: importer.line) }
        worthwhile = min(2 * rest.count, Self.longestRow + 1)
    }

    /// Reads the remaining bytes as the end of the text.
    ///
    /// - Throws: `ImportError` with the line and column of the first error; `empty` if there was no header.
    public mutating func finish() throws(ImportError) {
        var text: [UInt8] = []
        swap(&text, &rest)
        _ = try importer.read(text.span, isLast: true)
    }

    /// The shape of future rows; `nil` before the header was read.
    public var shapeWithoutRows: RowShape? { importer.builder?.shapeWithoutRows }

    /// The number of rows not yet taken.
    public var rowCount: Int { importer.builder?.rowCount ?? 0 }

    /// The number of cells not yet taken, including those of x.
    public var cellCount: Int { importer.builder?.cellCount ?? 0 }

    /// The number of rows read in all.
    public var totalRows: Int { importer.builder?.totalRows ?? 0 }

    /// Returns the rows read since the last call, and removes them; `nil` if there are none.
    public mutating func takeRows() -> RowBlock? { importer.takeRows() }
}
