/// Reads delimited text by the rules of a dialect, row by row.
///
/// The plain reader, ``CSVImporter``, is faster; this one knows other delimiters and formats, and skips rows.
struct DialectImporter: PieceReader {
    private let options: ImportOptions
    private let delimiter: GivenDelimiter
    private let cells: CellReader
    private var selection: ColumnSelection?
    private(set) var builder: TableBuilder?
    private(set) var line = 1
    private(set) var report: TextReport
    private var blankLine: Int?
    private var fields: [CSVField] = []

    init(options: ImportOptions, report: TextReport) {
        self.options = options
        self.report = report
        delimiter = GivenDelimiter(byte: report.delimiter)
        cells = CellReader(options.dialect)
    }

    /// Returns the rows read since the last call, and removes them from the importer.
    mutating func takeRows() -> RowBlock? { builder?.takeRows() }

    mutating func read(_ bytes: Span<UInt8>, isLast: Bool) throws(ImportError) -> Int {
        let end = isLast ? bytes.count : CSVByte.endOfLastLine(bytes)
        var cursor = CSVCursor(bytes, delimiter: delimiter, line: line, isStart: selection == nil)
        if selection == nil {
            guard isLast || end > 0 else { return 0 }
            guard try readHeader(bytes, &cursor, isLast: isLast) else { return 0 }
        }
        var position = cursor.position
        while cursor.position < end {
            let line = cursor.line
            if CSVByte.isLineEnd(bytes, cursor.position) {
                if blankLine == nil { blankLine = line }
                _ = cursor.endField(bytes)
            } else {
                guard let found = try readFields(bytes, &cursor, isLast: isLast) else { break }
                if let blankLine = blankLine.take() { try skip(ragged(found: 1, line: blankLine)) }
                try takeRow(found: found, bytes, line)
            }
            position = cursor.position
            self.line = cursor.line
        }
        return position
    }

    /// Reads the header.
    ///
    /// - Returns: Whether it was complete.
    private mutating func readHeader(
        _ bytes: Span<UInt8>, _ cursor: inout CSVCursor<GivenDelimiter>, isLast: Bool
    ) throws(ImportError) -> Bool {
        guard cursor.position < bytes.count else { throw ImportError(reason: .empty, line: 1) }
        let names: [String]
        do throws(ImportError) {
            names = try cursor.header(bytes)
        } catch  where !isLast && cursor.mayGoOn(behind: bytes) {
            return false
        }
        guard isLast || bytes[cursor.position - 1] == CSVByte.newline else { return false }
        let selection = try ColumnSelection(header: names, options: options, line: 1)
        self.selection = selection
        builder = TableBuilder(selection: selection, options: options)
        line = cursor.line
        return true
    }

    /// Finds the cells of a row.
    ///
    /// - Returns: The number of cells, of which `fields` holds no more than there are columns; `nil` if the bytes end
    ///   inside the row.
    private mutating func readFields(
        _ bytes: Span<UInt8>, _ cursor: inout CSVCursor<GivenDelimiter>, isLast: Bool
    ) throws(ImportError) -> Int? {
        let columns = selection?.targets.count ?? 0
        var found = 0
        fields.removeAll(keepingCapacity: true)
        do throws(ImportError) {
            repeat {
                let field = try cursor.nextField(bytes)
                if found < columns { fields.append(field) }
                found += 1
            } while cursor.endField(bytes)
        } catch  where !isLast && cursor.mayGoOn(behind: bytes) {
            return nil
        }
        return isLast || bytes[cursor.position - 1] == CSVByte.newline ? found : nil
    }

    /// Adds a row, or skips it if it does not fit and the dialect allows it.
    private mutating func takeRow(found: Int, _ bytes: Span<UInt8>, _ line: Int) throws(ImportError) {
        guard let selection, var builder = builder.take() else { return }
        defer { self.builder = builder }
        guard found == selection.targets.count else { return try skip(ragged(found: found, line: line)) }
        do throws(ImportError) {
            for (field, target) in zip(fields, selection.targets) {
                switch target {
                case .skipped: break
                case .x: try cells.readX(field, into: &builder, bytes, line)
                case .column(let index): try cells.readNumber(field, to: index, of: &builder, bytes, line)
                }
            }
            builder.endRow()
        } catch {
            builder.dropIncompleteRow()
            try skip(error)
        }
    }

    private mutating func skip(_ error: ImportError) throws(ImportError) {
        guard report.skippedRows < options.dialect.skippedRows else { throw error }
        report.skip(error)
    }

    private func ragged(found: Int, line: Int) -> ImportError {
        ImportError(reason: .raggedRow(expected: selection?.targets.count ?? 0, found: found), line: line)
    }
}
