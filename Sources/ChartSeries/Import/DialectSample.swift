/// The beginning of delimited text, in which an import finds what the caller did not name.
///
/// The findings depend on the first ``mostBytes`` alone, wherever the pieces of the text end.
struct DialectSample {
    /// The size of a sample in bytes.
    static let mostBytes = 1 << 16
    /// The number of rows after the header that decide on the delimiter.
    private static let rowsCompared = 20
    /// The number of rows after the header that show which columns hold text.
    static let rowsClassified = 1_000
    /// The delimiters to choose from; of equals the first is taken.
    static let delimiters = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }

    private let bytes: [UInt8]
    private let options: ImportOptions
    private let cells: CellReader
    /// The delimiter that a first line `sep=;` names; the line is not read further.
    private let namedDelimiter: UInt8?

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - text: The text, of which the sample keeps the beginning.
    ///   - isWhole: Whether no bytes follow, so that the last row needs no line end.
    ///   - options: What the caller named.
    init(_ text: [UInt8], isWhole: Bool, options: ImportOptions) {
        let start = text.prefix(Self.mostBytes)
        let isComplete = isWhole && start.count == text.count
        bytes = isComplete ? Array(start) : Array(start.prefix(CSVByte.endOfLastLine(Array(start).span)))
        self.options = options
        cells = CellReader(options.dialect)
        namedDelimiter = Self.namedDelimiter(bytes)
    }

    private static func namedDelimiter(_ bytes: [UInt8]) -> UInt8? {
        let line = bytes.prefix { !CSVByte.endsLine($0) }
        guard line.starts(with: "sep=".utf8), line.count == 5, let last = line.last else { return nil }
        return delimiters.contains(last) ? last : nil
    }

    /// The line of the names, from 1; `nil` for the first that is not blank and no comment.
    var headerLine: Int? { options.dialect.headerLine ?? (namedDelimiter == nil ? nil : 2) }

    /// Finds the delimiter.
    ///
    /// A candidate must split the header into at least two cells, among them the columns that the caller names. Of the
    /// cells of the first ``rowsCompared`` rows, the largest part must be numbers, dates or empty, also those of common
    /// formats; a row with another number of cells than the header has none of them. Of equals, the one counts whose
    /// cells the import reads as they are, then the first of ``delimiters``.
    func delimiter() -> UInt8 {
        if let given = options.dialect.delimiter ?? namedDelimiter { return given }
        var best: (delimiter: UInt8, score: Score)?
        for delimiter in Self.delimiters {
            guard let score = score(of: delimiter) else { continue }
            if best.map({ $0.score < score }) ?? true { best = (delimiter, score) }
        }
        return best?.delimiter ?? Self.delimiters[0]
    }

    /// How many cells seem to be of the table, and how many of them the import reads as they are.
    private struct Score: Comparable {
        var known = 0
        var read = 0
        var total = 0

        static func < (one: Score, other: Score) -> Bool {
            let (first, second) = (one.known * other.total, other.known * one.total)
            return first == second ? one.read * other.total < other.read * one.total : first < second
        }
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
        guard let names = rows.first?.map({ $0.text(bytes.span) ?? "" }), !names.isEmpty else { return [] }
        let header = ColumnSelection.named(names, options)
        var holds = header.map { _ in (numbers: 0, texts: 0) }
        for row in rows.dropFirst() where fits(row, header) {
            for (index, field) in row.prefix(header.count).enumerated() {
                let cell = bytes.span.extracting(field.trimmed(bytes.span))
                switch cells.content(cell) {
                case .missing: break
                case .number: holds[index].numbers += 1
                case .text where CommonTexts.isNumberOrMissing(cell): holds[index].numbers += 1
                case .text: holds[index].texts += 1
                }
            }
        }
        let xNames = options.xColumn.map { ColumnSelection.names([$0], in: header) } ?? [header[0]]
        let beside = header.indices.filter { !xNames.contains(header[$0]) && !header[$0].isEmpty }
        var splitNames: [String] = []
        if case .by(let text)? = options.split { splitNames = ColumnSelection.names([text], in: header) }
        let leftOut = beside.filter {
            holds[$0].texts >= max(1, 9 * holds[$0].numbers) && !splitNames.contains(header[$0])
                && !options.dialect.keptColumns.contains(header[$0])
        }
        return leftOut.count < beside.count ? leftOut.map { header[$0] } : []
    }

    /// The columns of text that make a long table: at least a tenth of the rows repeat the x of the row before, with
    /// another text there.
    ///
    /// Rows that do not fit do not count. Where rows are sorted, the row before is the last one with that x.
    ///
    /// - Parameters:
    ///   - leftOut: The columns of text.
    ///   - delimiter: The delimiter.
    /// - Returns: The columns in the order of the header, and the line of the first such row.
    func longColumns(among leftOut: [String], delimiter: UInt8) -> (names: [String], line: Int) {
        let found = numberedRows(delimiter, atMost: 1 + Self.rowsClassified)
        let header = header(delimiter: delimiter)
        let xNames = options.xColumn.map { ColumnSelection.names([$0], in: header) } ?? Array(header.prefix(1))
        let xIndices = xNames.compactMap { header.firstIndex(of: $0) }
        let text = { (row: [CSVField], index: Int) in Array(bytes[row[index].trimmed(bytes.span)]) }
        var repeats = LongTableCheck(columns: leftOut.count, isSorted: options.dialect.sortedCells != nil)
        let kept = header.indices.filter { !leftOut.contains(header[$0]) && !xIndices.contains($0) }
        for (row, line) in found.dropFirst() where fits(row, header) && holdsNumbers(row, in: kept) {
            let x = xIndices.filter { $0 < row.count }.map { text(row, $0) }
            repeats.look(
                at: Array(x.joined(separator: [0])),
                texts: leftOut.map { name in
                    header.firstIndex(of: name).flatMap { $0 < row.count ? text(row, $0) : nil } ?? []
                }, line: line)
        }
        return (repeats.columns.map { leftOut[$0] }, repeats.line)
    }

    /// The names of the columns; empty if the header is incomplete.
    func header(delimiter: UInt8) -> [String] {
        ColumnSelection.named(rows(delimiter, atMost: 1).first?.map { $0.text(bytes.span) ?? "" } ?? [], options)
    }

    /// Whether columns between those with a name, or with cells, have none.
    func hasBlankNames(delimiter: UInt8) -> Bool {
        let header = header(delimiter: delimiter)
        return header.dropLast(header.reversed().prefix(while: \.isEmpty).count).contains("")
    }

    /// Whether a row has as many cells as the header has names.
    private func fits(_ row: [CSVField], _ header: [String]) -> Bool {
        let unnamed = header.reversed().prefix(while: \.isEmpty).count
        return row.count >= header.count - unnamed
            && row.dropFirst(header.count).allSatisfy { $0.trimmed(bytes.span).isEmpty }
    }

    /// How many cells of the first rows are numbers, dates or empty, and how many there are.
    private func score(of delimiter: UInt8) -> Score? {
        let rows = rows(delimiter, atMost: 1 + Self.rowsCompared)
        guard let header = rows.first, header.count > 1 else { return nil }
        let names = header.map { $0.text(bytes.span) ?? "" }
        let wanted = ColumnSelection.names((options.columns ?? []) + [options.xColumn].compactMap(\.self), in: names)
        guard wanted.allSatisfy({ names.contains($0) }) else { return nil }
        var score = Score(total: max(1, (rows.count - 1) * header.count))
        for row in rows.dropFirst() where fits(row, names) {
            for field in row.prefix(header.count) {
                let cell = bytes.span.extracting(field.trimmed(bytes.span))
                let isRead = cells.content(cell) != .text || cells.isDate(cell)
                if isRead { score.read += 1 }
                if isRead || CommonTexts.isNumberOrMissing(cell) || CommonTexts.isDate(cell) { score.known += 1 }
            }
        }
        return score
    }

    /// Whether cells are numbers, also those of common formats, or missing.
    private func holdsNumbers(_ row: [CSVField], in columns: [Int]) -> Bool {
        columns.allSatisfy { index in
            guard index < row.count else { return true }
            let cell = bytes.span.extracting(row[index].trimmed(bytes.span))
            return cells.content(cell) != .text || CommonTexts.isNumberOrMissing(cell)
        }
    }

    /// The cells of the first complete rows, the header's before them, without blank lines.
    private func rows(_ delimiter: UInt8, atMost count: Int) -> [[CSVField]] {
        numberedRows(delimiter, atMost: count).map(\.row)
    }

    /// The cells of the first complete rows with their lines, the header's before them, without blank lines.
    func numberedRows(_ delimiter: UInt8, atMost count: Int) -> [(row: [CSVField], line: Int)] {
        let bytes = bytes.span
        let comment = Array((options.dialect.comment ?? "").utf8)
        var cursor = CSVCursor(bytes, delimiter: GivenDelimiter(byte: delimiter))
        while cursor.line < headerLine ?? 1, cursor.position < bytes.count { cursor.skipLine(bytes) }
        var rows: [(row: [CSVField], line: Int)] = []
        while rows.count < count {
            cursor.skipLines(bytes, comment: comment, end: bytes.count)
            let line = cursor.line
            guard cursor.position < bytes.count, let row = try? row(bytes, &cursor) else { break }
            rows.append((row, line))
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
