/// Reads comma-separated values that arrive in pieces, and holds no more of them than the row that is not whole yet.
///
/// It looks through what it holds again when there is twice as much, so that small pieces cost no more than large ones.
/// The rows are those that ``CSVImporter`` reads from the same bytes in one piece, wherever they are cut.
public struct CSVStream: Sendable {
    /// The longest row, in bytes, so that text without an end of line does not fill the memory.
    public static let longestRow = 1 << 20

    private var importer: CSVImporter
    private var rest: [UInt8] = []
    /// How many bytes `rest` must have before another look at it is worth while.
    private var worthwhile = 0

    /// Starts to read.
    ///
    /// - Parameter options: Which columns to take, and how to read x.
    public init(options: ImportOptions = .init()) {
        importer = CSVImporter(options: options)
    }

    /// Reads more bytes.
    ///
    /// A stream that has thrown is of no further use.
    ///
    /// - Parameter bytes: The next bytes of the text.
    /// - Throws: `ImportError` with the line and column of the first fault.
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

    /// Reads what is left.
    ///
    /// - Throws: `ImportError` with the line and column of the first fault; `empty` where there was no header at all.
    public mutating func finish() throws(ImportError) {
        var text: [UInt8] = []
        swap(&text, &rest)
        _ = try importer.read(text.span, isLast: true)
    }

    /// The shape of rows that are still to come; `nil` before the header was read.
    public var shapeWithoutRows: RowShape? { importer.builder?.shapeWithoutRows }

    /// How many rows wait to be taken.
    public var rowCount: Int { importer.builder?.rowCount ?? 0 }

    /// How many cells wait to be taken, those of x included.
    public var cellCount: Int { importer.builder?.cellCount ?? 0 }

    /// How many rows were read in all.
    public var totalRows: Int { importer.builder?.totalRows ?? 0 }

    /// Gives the rows away that were read since the last time, or `nil` when there are none.
    public mutating func takeRows() -> RowBlock? { importer.takeRows() }
}
