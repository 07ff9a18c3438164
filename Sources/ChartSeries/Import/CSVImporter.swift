/// Reads comma-separated values with a header row, following RFC 4180, in one piece or in many.
///
/// Lines end with LF, CRLF or CR; the last line may lack its end. A byte-order mark and blank lines are ignored, and so are
/// empty cells behind the last column. Spaces and tabs around a cell are ignored. An empty cell is a missing value.
public struct CSVImporter: PieceReader, Sendable {
    /// Reads a table.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - options: The columns to take, and how to read x.
    /// - Returns: The rows, as version 1.
    /// - Throws: `ImportError` with the line and column of the first error.
    /// - Complexity: One pass over the bytes.
    public static func table(from bytes: [UInt8], options: ImportOptions = .init()) throws(ImportError) -> Table {
        try table(from: bytes.span, options: options)
    }

    /// Reads a table from bytes without copying them.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - options: The columns to take, and how to read x.
    /// - Returns: The rows, as version 1.
    /// - Throws: `ImportError` with the line and column of the first error.
    /// - Complexity: One pass over the bytes.
    public static func table(
        from bytes: Span<UInt8>, options: ImportOptions = .init()
    ) throws(ImportError) -> Table {
        var importer = CSVImporter(options: options, expectedBytes: bytes.count)
        _ = try importer.read(bytes, isLast: true)
        guard let builder = importer.builder else { throw ImportError(reason: .empty, line: 1) }
        return try builder.finish()
    }

    /// The number of rows after which their mean length gives an estimate of the total number.
    private static let rowsMeasured = 256

    private let options: ImportOptions
    private let expectedBytes: Int?
    private var selection: ColumnSelection?
    private(set) var builder: TableBuilder?
    private(set) var line = 1
    private var rowsRead = 0
    /// The line that names the columns; 1 before it was read.
    private(set) var headerLine = 1

    init(options: ImportOptions, expectedBytes: Int? = nil) {
        self.options = options
        self.expectedBytes = expectedBytes
    }

    /// Returns the rows read since the last call, and removes them from the importer.
    mutating func takeRows() -> RowBlock? {
        builder?.takeRows()
    }

    /// Reads the complete rows.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that follow those read before.
    ///   - isLast: Whether these are the last bytes, so that the last row needs no line end.
    /// - Returns: The number of bytes read; the next call must start with the other bytes.
    /// - Throws: `ImportError` with the line and column of the first error.
    mutating func read(_ bytes: Span<UInt8>, isLast: Bool) throws(ImportError) -> Int {
        let end = isLast ? bytes.count : CSVByte.endOfLastLine(bytes)
        var cursor = CSVCursor(bytes, delimiter: Comma(), line: line, isStart: selection == nil)
        if selection == nil {
            guard isLast || end > 0 else { return 0 }
            cursor.skipLines(bytes, comment: [], end: end)
            try readHeader(bytes, &cursor, isLast: isLast)
        }
        var position = selection == nil ? 0 : cursor.position
        while cursor.position < end {
            cursor.skipLines(bytes, comment: [], end: end)
            if cursor.position < end {
                guard try readRow(bytes, &cursor, isLast: isLast) else { break }
            }
            position = cursor.position
            line = cursor.line
        }
        return position
    }

    private mutating func readHeader(
        _ bytes: Span<UInt8>, _ cursor: inout CSVCursor<Comma>, isLast: Bool
    ) throws(ImportError) {
        guard cursor.position < bytes.count else { throw ImportError(reason: .empty, line: 1) }
        let headerLine = cursor.line
        let names: [String]
        do throws(ImportError) {
            names = try cursor.header(bytes)
        } catch  where !isLast && cursor.mayGoOn(behind: bytes) {
            return
        }
        guard cursor.isBehindLine(bytes, isLast: isLast) else { return }
        let selection = try ColumnSelection(header: names, options: options, line: headerLine, isText: true)
        self.selection = selection
        self.headerLine = headerLine
        builder = TableBuilder(selection: selection, options: options)
        line = cursor.line
    }

    /// Reads a row; if the bytes end inside it, the builder is unchanged.
    ///
    /// - Returns: Whether the row was complete.
    private mutating func readRow(
        _ bytes: Span<UInt8>, _ cursor: inout CSVCursor<Comma>, isLast: Bool
    ) throws(ImportError) -> Bool {
        guard let selection, var builder = builder.take() else { return false }
        defer { self.builder = builder }
        let (line, targets) = (cursor.line, selection.targets)
        var (found, hasMore) = (0, false)
        do throws(ImportError) {
            repeat {
                if found < targets.count {
                    try Self.readCell(targets[found], into: &builder, bytes, &cursor, line)
                } else {
                    hasMore = try !cursor.nextField(bytes).trimmed(bytes).isEmpty || hasMore
                }
                found += 1
            } while cursor.endField(bytes)
        } catch  where !isLast && cursor.mayGoOn(behind: bytes) {
            builder.dropIncompleteRow()
            return false
        }
        guard cursor.isBehindLine(bytes, isLast: isLast) else {
            builder.dropIncompleteRow()
            return false
        }
        guard found >= selection.fewestCells, !hasMore else {
            throw ImportError(reason: .raggedRow(expected: targets.count, found: found), line: line)
        }
        builder.endRow()
        rowsRead += 1
        if rowsRead == Self.rowsMeasured, let expectedBytes {
            builder.reserveCapacity(expectedBytes / max(1, cursor.position / rowsRead) * 51 / 50)
        }
        return true
    }

    @inline(__always)
    private static func readCell(
        _ target: ColumnSelection.Target, into builder: inout TableBuilder, _ bytes: Span<UInt8>,
        _ cursor: inout CSVCursor<Comma>, _ line: Int
    ) throws(ImportError) {
        switch target {
        case .skipped, .partOfX, .split:
            _ = try cursor.nextField(bytes)
        case .x:
            if let number = scanCell(bytes, &cursor) {
                try builder.appendX(number, line: line)
            } else {
                try readX(cursor.nextField(bytes), into: &builder, bytes, line)
            }
        case .column(let index):
            if let number = scanCell(bytes, &cursor) {
                try builder.append(number, to: index, line: line)
            } else {
                try readNumber(cursor.nextField(bytes), to: index, of: &builder, bytes, line)
            }
        }
    }

    /// Moves past a cell that is a plain decimal number without spaces or quotes; `nil` for any other cell.
    @inline(__always)
    private static func scanCell(_ bytes: Span<UInt8>, _ cursor: inout CSVCursor<Comma>) -> Double? {
        guard let (value, end) = DecimalNumber.scan(bytes, from: cursor.position), cursor.isEnd(bytes, end) else {
            return nil
        }
        cursor.position = end
        return value
    }

    private static func readX(
        _ field: CSVField, into builder: inout TableBuilder, _ bytes: Span<UInt8>, _ line: Int
    ) throws(ImportError) {
        let content = bytes.extracting(field.trimmed(bytes))
        guard !content.isEmpty else { throw builder.missingX(line: line) }
        switch DecimalNumber.read(content) {
        case .value(let number): try builder.appendX(number, line: line)
        case .notFinite: try builder.appendX(.nan, line: line)
        case .notANumber: try builder.appendX(text: content, line: line)
        }
    }

    private static func readNumber(
        _ field: CSVField, to index: Int, of builder: inout TableBuilder, _ bytes: Span<UInt8>, _ line: Int
    ) throws(ImportError) {
        let content = bytes.extracting(field.trimmed(bytes))
        guard !content.isEmpty else { return builder.appendMissing(to: index) }
        switch DecimalNumber.read(content) {
        case .value(let number):
            try builder.append(number, to: index, line: line)
        case .notFinite:
            throw builder.notFinite(column: index, line: line)
        case .notANumber:
            throw builder.fault(of: field.text(bytes), column: index, line: line)
        }
    }
}
