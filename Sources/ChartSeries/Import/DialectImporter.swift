/// Reads delimited text by the rules of a dialect, row by row.
///
/// The plain reader, ``CSVImporter``, is faster; this one knows other delimiters and formats, and skips rows.
struct DialectImporter: PieceReader {
    private let options: ImportOptions
    private let delimiter: GivenDelimiter
    private let cells: CellReader
    private var selection: ColumnSelection?
    /// The position of the column whose texts make columns; `nil` without one.
    private var splitIndex: Int?
    private(set) var builder: TableBuilder?
    private(set) var line = 1
    private(set) var report: TextReport
    /// The line before which nothing is read.
    private let firstLine: Int
    private let comment: [UInt8]
    private var fields: [CSVField] = []
    /// The text of x where several columns are x.
    private var joined: [UInt8] = []

    init(options: ImportOptions, report: TextReport) {
        self.options = options
        self.report = report
        delimiter = GivenDelimiter(byte: report.delimiter ?? Comma().byte)
        cells = CellReader(options.dialect)
        firstLine = options.dialect.headerLine ?? 1
        comment = Array((options.dialect.comment ?? "").utf8)
    }

    /// Returns the rows read since the last call, and removes them from the importer.
    mutating func takeRows() -> RowBlock? { builder?.takeRows() }

    mutating func read(_ bytes: Span<UInt8>, isLast: Bool) throws(ImportError) -> Int {
        let end = isLast ? bytes.count : CSVByte.endOfLastLine(bytes)
        var cursor = CSVCursor(bytes, delimiter: delimiter, line: line, isStart: selection == nil)
        if selection == nil {
            guard isLast || end > 0 else { return 0 }
            while cursor.line < firstLine, cursor.position < end { cursor.skipLine(bytes) }
            if options.dialect.headerLine == nil { cursor.skipLines(bytes, comment: comment, end: end) }
            guard try readHeader(bytes, &cursor, isLast: isLast) else { return 0 }
        }
        var position = cursor.position
        while cursor.position < end {
            cursor.skipLines(bytes, comment: comment, end: end)
            let line = cursor.line
            if cursor.position < end {
                guard try readFields(bytes, &cursor, isLast: isLast) else { break }
                try takeRow(bytes, line)
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
        guard cursor.position < bytes.count else {
            guard isLast else { return false }
            throw ImportError(reason: .empty, line: cursor.line)
        }
        let headerLine = cursor.line
        let names: [String]
        do throws(ImportError) {
            names = try cursor.header(bytes)
        } catch  where !isLast && cursor.mayGoOn(behind: bytes) {
            return false
        }
        guard cursor.isBehindLine(bytes, isLast: isLast) else { return false }
        let selection = try ColumnSelection(header: names, options: options, line: headerLine, isText: true)
        self.selection = selection
        splitIndex = selection.targets.firstIndex { if case .split = $0 { true } else { false } }
        report.headerLine = headerLine
        builder = TableBuilder(selection: selection, options: options)
        line = cursor.line
        return true
    }

    /// Finds the cells of a row; `fields` holds at most one more than there are columns, the last one that is not empty.
    ///
    /// - Returns: Whether the row was complete.
    private mutating func readFields(
        _ bytes: Span<UInt8>, _ cursor: inout CSVCursor<GivenDelimiter>, isLast: Bool
    ) throws(ImportError) -> Bool {
        let columns = selection?.targets.count ?? 0
        fields.removeAll(keepingCapacity: true)
        do throws(ImportError) {
            repeat {
                let field = try cursor.nextField(bytes)
                // Empty cells behind the last column are none.
                if fields.count < columns || !field.trimmed(bytes).isEmpty { fields.append(field) }
            } while cursor.endField(bytes)
        } catch  where !isLast && cursor.mayGoOn(behind: bytes) {
            return false
        }
        return cursor.isBehindLine(bytes, isLast: isLast)
    }

    /// Adds a row, or skips it if it does not fit and the dialect allows it.
    private mutating func takeRow(_ bytes: Span<UInt8>, _ line: Int) throws(ImportError) {
        guard let selection, var builder = builder.take() else { return }
        defer { self.builder = builder }
        guard (selection.fewestCells...selection.targets.count).contains(fields.count) else {
            let reason = ImportError.Reason.raggedRow(expected: selection.targets.count, found: fields.count)
            return try skip(ImportError(reason: reason, line: line))
        }
        do throws(ImportError) {
            if let splitIndex {
                let text = fields.indices.contains(splitIndex) ? try cells.text(fields[splitIndex], bytes, line) : nil
                try builder.beginText(text, line: line)
            }
            if selection.partsOfX > 1 {
                join(selection, bytes)
                let whole = CSVField(range: 0..<joined.count)
                try cells.readX(whole, into: &builder, joined.span, line)
            }
            for (field, target) in zip(fields, selection.targets) {
                switch target {
                case .skipped, .partOfX, .split: break
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
        guard !error.endsImport else { throw error }
        guard report.skippedRows < options.dialect.skippedRows else { throw error }
        report.skip(error)
    }

    /// Joins the cells of x by a blank, in the order in which they were named.
    private mutating func join(_ selection: ColumnSelection, _ bytes: Span<UInt8>) {
        joined.removeAll(keepingCapacity: true)
        for part in 0..<selection.partsOfX {
            for (field, target) in zip(fields, selection.targets) {
                guard case .partOfX(part) = target else { continue }
                if part > 0 { joined.append(CSVByte.space) }
                let cell = field.trimmed(bytes)
                for index in cell { joined.append(bytes[index]) }
            }
        }
    }
}
