/// The beginning of delimited text, in which an import finds what the caller did not name.
///
/// The findings depend on the first ``mostBytes`` alone, wherever the pieces of the text end.
struct DialectSample {
    /// The size of a sample in bytes.
    static let mostBytes = 1 << 16
    /// The number of rows after the header that decide on the delimiter.
    static let rowsCompared = 20
    /// The number of rows after the header that show which columns hold text.
    static let rowsClassified = 1_000
    /// The delimiters to choose from; of equals the first is taken.
    static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    private let bytes: [UInt8]
    private let options: ImportOptions
    private let cells: CellReader

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - text: The text, of which the sample keeps the beginning.
    ///   - isWhole: Whether no bytes follow, so that the last row needs no line end.
    ///   - options: What the caller named.
    init(_ text: [UInt8], isWhole: Bool, options: ImportOptions) {
        let start = text.prefix(Self.mostBytes)
        bytes = isWhole ? Array(start) : Array(start.prefix(CSVByte.endOfLastLine(Array(start).span)))
        self.options = options
        cells = CellReader(options.dialect)
    }

    /// Finds the delimiter.
    ///
    /// A candidate must split the header into at least two cells, among them the columns that the caller names. Of the
    /// cells of the first ``rowsCompared`` rows, the largest part must be numbers, dates or empty; a row with another
    /// number of cells than the header has none of them. Of equals, the first of ``delimiters`` is taken.
    func delimiter() -> UInt8 {
        if let given = options.dialect.delimiter { return given }
        var best: (delimiter: UInt8, read: Int, total: Int)?
        for delimiter in Self.delimiters {
            guard let score = score(of: delimiter) else { continue }
            if let best, score.read * best.total <= best.read * score.total { continue }
            best = (delimiter, score.read, score.total)
        }
        return best?.delimiter ?? Self.delimiters[0]
    }

    /// The columns to leave out, because they hold text: of their first cells, at most one in ten is a number.
    ///
    /// A number of a common format and a common text of a missing value count as numbers, so that the import refuses
    /// them with a remedy and does not leave them out.
    ///
    /// - Returns: The names, in the order of the header; none if the caller names the columns, or if no other column
    ///   would remain beside x.
    func textColumns(delimiter: UInt8) -> [String] {
        guard options.columns == nil else { return [] }
        let rows = rows(delimiter, atMost: 1 + Self.rowsClassified)
        guard let header = rows.first?.map({ $0.text(bytes.span) ?? "" }), let first = header.first else { return [] }
        var holds = header.map { _ in (numbers: 0, texts: 0) }
        for row in rows.dropFirst() where row.count == header.count {
            for (index, field) in row.enumerated() {
                let cell = bytes.span.extracting(field.trimmed(bytes.span))
                switch cells.content(cell) {
                case .missing: break
                case .number: holds[index].numbers += 1
                case .text where CommonTexts.isNumberOrMissing(cell): holds[index].numbers += 1
                case .text: holds[index].texts += 1
                }
            }
        }
        let xName = options.xColumn ?? first
        let beside = header.indices.filter { header[$0] != xName }
        let leftOut = beside.filter {
            holds[$0].texts >= max(1, 9 * holds[$0].numbers) && !options.dialect.keptColumns.contains(header[$0])
        }
        return leftOut.count < beside.count ? leftOut.map { header[$0] } : []
    }

    /// The names of the columns; empty if the header is incomplete.
    func header(delimiter: UInt8) -> [String] {
        rows(delimiter, atMost: 1).first?.map { $0.text(bytes.span) ?? "" } ?? []
    }

    /// How many cells of the first rows are numbers, dates or empty, and how many there are.
    private func score(of delimiter: UInt8) -> (read: Int, total: Int)? {
        let rows = rows(delimiter, atMost: 1 + Self.rowsCompared)
        guard let header = rows.first, header.count > 1 else { return nil }
        let names = header.map { $0.text(bytes.span) ?? "" }
        let wanted = (options.columns ?? []) + (options.xColumn.map { [$0] } ?? [])
        guard wanted.allSatisfy({ names.contains($0) }) else { return nil }
        var read = 0
        for row in rows.dropFirst() where row.count == header.count {
            read += row.count { field in
                let cell = bytes.span.extracting(field.trimmed(bytes.span))
                return cells.content(cell) != .text || cells.isDate(cell)
            }
        }
        return (read, max(1, (rows.count - 1) * header.count))
    }

    /// The cells of the first complete rows, the header's before them, without blank lines.
    private func rows(_ delimiter: UInt8, atMost count: Int) -> [[CSVField]] {
        let bytes = bytes.span
        var cursor = CSVCursor(bytes, delimiter: GivenDelimiter(byte: delimiter))
        var rows: [[CSVField]] = []
        while cursor.position < bytes.count, rows.count < count {
            if CSVByte.isLineEnd(bytes, cursor.position) {
                _ = cursor.endField(bytes)
                continue
            }
            guard let row = try? row(bytes, &cursor) else { break }
            rows.append(row)
        }
        return rows
    }

    private func row(
        _ bytes: Span<UInt8>, _ cursor: inout CSVCursor<GivenDelimiter>
    ) throws(ImportError) -> [CSVField] {
        var row: [CSVField] = []
        repeat { row.append(try cursor.nextField(bytes)) } while cursor.endField(bytes)
        return row
    }
}
