/// What stands at the beginning of a text, for advice after a refusal.
public struct TextGlance {
    /// The lines in which other names of the columns are looked for.
    private static let linesOfNames = 60
    /// The bytes in which other delimiters are looked for.
    private static let bytesOfDelimiters = 2_000

    private let bytes: [UInt8]
    private let isWhole: Bool
    private let options: ImportOptions

    /// Looks at a text.
    ///
    /// - Parameters:
    ///   - bytes: The beginning of the text as it came.
    ///   - isWhole: Whether no bytes follow.
    ///   - options: What the caller named.
    public init(_ bytes: [UInt8], isWhole: Bool, options: ImportOptions) {
        var decoder = TextDecoder(options.dialect.encoding)
        self.bytes = decoder.decode(bytes, isLast: isWhole)
        self.isWhole = isWhole
        self.options = options
    }

    /// The names of the columns; empty where the header cannot be read.
    public var names: [String] {
        let sample = DialectSample(bytes, isWhole: isWhole, options: options)
        return sample.header(delimiter: sample.delimiter())
    }

    /// The byte between two cells.
    public var delimiter: UInt8 { DialectSample(bytes, isWhole: isWhole, options: options).delimiter() }

    /// Other bytes that may stand between two cells, which the first lines have.
    public var otherDelimiters: [UInt8] {
        let (current, start) = (delimiter, bytes.prefix(Self.bytesOfDelimiters))
        return DialectSample.delimiters.filter { $0 != current && start.contains($0) }
    }

    /// The columns that an import takes beside x.
    public var columns: [String] {
        let sample = DialectSample(bytes, isWhole: isWhole, options: options)
        let (header, leftOut) = (names, sample.textColumns(delimiter: sample.delimiter()))
        let x = options.xColumn.map { ColumnSelection.names([$0], in: header) } ?? Array(header.prefix(1))
        let wanted = options.columns.map { ColumnSelection.names($0, in: header) } ?? header
        return wanted.filter { !$0.isEmpty && !x.contains($0) && !leftOut.contains($0) }
    }

    /// Finds the text of a cell.
    ///
    /// - Parameters:
    ///   - line: The line on which its row starts.
    ///   - column: The name of its column.
    /// - Returns: The text; `nil` where there is none, or it is not UTF-8.
    public func cell(line: Int, column: String) -> String? {
        let sample = DialectSample(bytes, isWhole: isWhole, options: options)
        let rows = sample.numberedRows(sample.delimiter(), atMost: .max)
        guard let place = names.firstIndex(of: column), let row = rows.first(where: { $0.line == line })?.row,
            row.indices.contains(place)
        else { return nil }
        return row[place].text(bytes.span)
    }

    /// Other lines that may name the columns, the likeliest first.
    ///
    /// Such a line has several cells, text in more than half of them, and no blank cell between others. Those before a line of as many cells
    /// come first.
    public func linesOfNames(beside current: Int?) -> [Int] {
        var found: [Int] = []
        var others: [Int] = []
        for line in 1...Self.linesOfNames where line != current {
            var options = options
            options.dialect.headerLine = line
            let sample = DialectSample(bytes, isWhole: isWhole, options: options)
            let rows = sample.numberedRows(sample.delimiter(), atMost: 2)
            guard let (row, place) = rows.first, place == line, row.count > 1 else { continue }
            let cells = row.dropFirst().reversed().drop { $0.trimmed(bytes.span).isEmpty }
            guard 2 * row.count(where: { isName($0) }) > row.count,
                !cells.contains(where: { $0.trimmed(bytes.span).isEmpty })
            else { continue }
            if rows.count > 1, rows[1].row.count == row.count { found.append(line) } else { others.append(line) }
        }
        return found + others
    }

    /// The texts with which lines begin that may be comments, among the common ones.
    public var comments: [String] {
        let lines = bytes.split(maxSplits: 4 * Self.linesOfNames, omittingEmptySubsequences: true) {
            CSVByte.endsLine($0)
        }
        return ["#", "//", "%", "!", ";", "*"].filter { mark in lines.contains { $0.starts(with: mark.utf8) } }
    }

    private func isName(_ field: CSVField) -> Bool {
        let cell = bytes.span.extracting(field.trimmed(bytes.span))
        return !cell.isEmpty && DecimalNumber.read(cell) == .notANumber && ISO8601(utf8: cell) == nil
            && !CommonTexts.isNumberOrMissing(cell) && !CommonTexts.isDate(cell)
    }
}
