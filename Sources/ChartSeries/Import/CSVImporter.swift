/// Reads comma-separated values with a header row, as RFC 4180 has them.
///
/// Lines end with LF or CRLF, the last one may lack its end, blank lines at the end and a byte-order mark are ignored.
/// Spaces and tabs around a cell do not count, and an empty cell is a missing value.
public struct CSVImporter {
    /// Reads a table.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - options: Which columns to take, and how to read x.
    /// - Returns: The rows, as version 1.
    /// - Throws: `ImportError` with the line and column of the first fault.
    /// - Complexity: One pass over the bytes.
    public static func table(from bytes: [UInt8], options: ImportOptions = .init()) throws(ImportError) -> Table {
        try table(from: bytes.span, options: options)
    }

    /// Reads a table from bytes that somebody else keeps.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - options: Which columns to take, and how to read x.
    /// - Returns: The rows, as version 1.
    /// - Throws: `ImportError` with the line and column of the first fault.
    /// - Complexity: One pass over the bytes.
    public static func table(
        from bytes: Span<UInt8>, options: ImportOptions = .init()
    ) throws(ImportError) -> Table {
        var importer = try CSVImporter(bytes, options)
        while importer.cursor.position < bytes.count {
            if CSVCursor.isLineEnd(bytes, importer.cursor.position) {
                try importer.skipBlankLines(bytes)
            } else {
                try importer.readRow(bytes)
            }
        }
        return try importer.builder.finish()
    }

    /// After so many rows their length tells how many there will be.
    private static let rowsMeasured = 256

    private let selection: ColumnSelection
    private var cursor: CSVCursor
    private var builder: TableBuilder
    private var rowsRead = 0
    private let start: Int

    private init(_ bytes: Span<UInt8>, _ options: ImportOptions) throws(ImportError) {
        cursor = CSVCursor(bytes)
        guard cursor.position < bytes.count else { throw ImportError(reason: .empty, line: 1) }
        selection = try Self.readHeader(bytes, &cursor, options)
        builder = TableBuilder(selection: selection, options: options)
        start = cursor.position
    }

    private static func readHeader(
        _ bytes: Span<UInt8>, _ cursor: inout CSVCursor, _ options: ImportOptions
    ) throws(ImportError) -> ColumnSelection {
        var header: [String] = []
        var namesSomething = false
        repeat {
            let field = try cursor.nextField(bytes)
            guard let name = field.text(bytes) else { throw ImportError(reason: .invalidUTF8, line: 1) }
            let content = bytes.extracting(field.trimmed(bytes))
            if DecimalNumber.read(content) == .notANumber && ISO8601(utf8: content) == nil && !name.isEmpty {
                namesSomething = true
            }
            header.append(name)
        } while cursor.endField(bytes)
        guard namesSomething else { throw ImportError(reason: .noHeader, line: 1) }
        return try ColumnSelection(header: header, options: options, line: 1)
    }

    private mutating func skipBlankLines(_ bytes: Span<UInt8>) throws(ImportError) {
        let blankLine = cursor.line
        while cursor.position < bytes.count, CSVCursor.isLineEnd(bytes, cursor.position) {
            _ = cursor.endField(bytes)
        }
        guard cursor.position == bytes.count else {
            let reason = ImportError.Reason.raggedRow(expected: selection.targets.count, found: 1)
            throw ImportError(reason: reason, line: blankLine)
        }
    }

    private mutating func readRow(_ bytes: Span<UInt8>) throws(ImportError) {
        let line = cursor.line
        let expected = selection.targets.count
        var found = 0
        repeat {
            if found < expected {
                try readCell(selection.targets[found], bytes, line)
            } else {
                _ = try cursor.nextField(bytes)
            }
            found += 1
        } while cursor.endField(bytes)
        guard found == expected else {
            throw ImportError(reason: .raggedRow(expected: expected, found: found), line: line)
        }
        rowsRead += 1
        if rowsRead == Self.rowsMeasured {
            let bytesPerRow = Double(cursor.position - start) / Double(rowsRead)
            builder.reserveCapacity(Int(Double(bytes.count - start) / bytesPerRow * 1.02))
        }
    }

    @inline(__always)
    private mutating func readCell(
        _ target: ColumnSelection.Target, _ bytes: Span<UInt8>, _ line: Int
    ) throws(ImportError) {
        switch target {
        case .skipped:
            _ = try cursor.nextField(bytes)
        case .x:
            if let number = scanCell(bytes) {
                try builder.appendX(number, line: line)
            } else {
                try readX(cursor.nextField(bytes), bytes, line)
            }
        case .column(let index):
            if let number = scanCell(bytes) {
                try builder.append(number, to: index, line: line)
            } else {
                try readNumber(cursor.nextField(bytes), to: index, bytes, line)
            }
        }
    }

    /// Moves over a cell that is a plain decimal from end to end.
    @inline(__always)
    private mutating func scanCell(_ bytes: Span<UInt8>) -> Double? {
        guard let (value, end) = DecimalNumber.scan(bytes, from: cursor.position), CSVCursor.isEnd(bytes, end) else {
            return nil
        }
        cursor.position = end
        return value
    }

    private mutating func readX(
        _ field: CSVCursor.Field, _ bytes: Span<UInt8>, _ line: Int
    ) throws(ImportError) {
        let content = bytes.extracting(field.trimmed(bytes))
        guard !content.isEmpty else { throw builder.missingX(line: line) }
        switch DecimalNumber.read(content) {
        case .value(let number): try builder.appendX(number, line: line)
        case .notFinite: try builder.appendX(.nan, line: line)
        case .notANumber: try builder.appendX(text: content, line: line)
        }
    }

    private mutating func readNumber(
        _ field: CSVCursor.Field, to index: Int, _ bytes: Span<UInt8>, _ line: Int
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
