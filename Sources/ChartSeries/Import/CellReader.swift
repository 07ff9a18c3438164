/// Reads the cells of delimited text by the rules of a dialect.
struct CellReader: Sendable {
    /// What a cell holds.
    enum Content: Equatable {
        /// No value: nothing, or a text of a missing value.
        case missing
        case number(DecimalNumber.Outcome)
        case text
    }

    private let dialect: TextDialect
    /// The texts of missing values in lower case, the shortest first, then in the order of their bytes.
    private let nullTexts: [[UInt8]]
    /// Whether a text of a missing value has other letters than those of ASCII.
    private let hasWideTexts: Bool

    init(_ dialect: TextDialect) {
        self.dialect = dialect
        nullTexts = dialect.nullTexts.map { Array($0.lowercased().utf8) }.sorted { one, other in
            one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
        }
        hasWideTexts = nullTexts.contains { $0.contains { $0 >= 0x80 } }
    }

    /// Reads the trimmed bytes of a cell.
    func content(_ bytes: Span<UInt8>) -> Content {
        guard !bytes.isEmpty, !isNull(bytes) else { return .missing }
        let number = dialect.numberFormat?.read(bytes) ?? DecimalNumber.read(bytes)
        return number == .notANumber ? .text : .number(number)
    }

    /// Whether a cell is a date that x may have.
    func isDate(_ bytes: Span<UInt8>) -> Bool {
        dialect.dateFormat.map { $0.date(in: bytes) != nil } ?? (ISO8601(utf8: bytes) != nil)
    }

    /// The text of a cell; `nil` if it is missing.
    ///
    /// - Throws: `ImportError` if it is not UTF-8.
    func text(_ field: CSVField, _ bytes: Span<UInt8>, _ line: Int) throws(ImportError) -> String? {
        let cell = bytes.extracting(field.trimmed(bytes))
        guard !cell.isEmpty, !isNull(cell) else { return nil }
        guard let text = field.text(bytes) else { throw ImportError(reason: .invalidUTF8, line: line) }
        return text
    }

    /// Appends a cell to x.
    func readX(_ field: CSVField, into builder: inout TableBuilder, _ bytes: Span<UInt8>, _ line: Int)
        throws(ImportError)
    {
        let cell = bytes.extracting(field.trimmed(bytes))
        guard !cell.isEmpty, !isNull(cell) else { throw builder.missingX(line: line) }
        if let format = dialect.dateFormat {
            guard let date = format.date(in: cell) else { throw builder.badDate(field.text(bytes), line: line) }
            return try builder.appendX(date: date, line: line)
        }
        switch content(cell) {
        case .number(.value(let number)): try builder.appendX(number, line: line)
        case .number(.notFinite): try builder.appendX(.nan, line: line)
        case .number(.notANumber), .text, .missing: try builder.appendX(text: cell, line: line)
        }
    }

    /// Appends a cell to a column of numbers.
    func readNumber(
        _ field: CSVField, to index: Int, of builder: inout TableBuilder, _ bytes: Span<UInt8>, _ line: Int
    ) throws(ImportError) {
        switch content(bytes.extracting(field.trimmed(bytes))) {
        case .missing: builder.appendMissing(to: index)
        case .number(.value(let number)): try builder.append(number, to: index, line: line)
        case .number(.notFinite): throw builder.notFinite(column: index, line: line)
        case .number(.notANumber), .text: throw builder.fault(of: field.text(bytes), column: index, line: line)
        }
    }

    /// Whether a cell has one of the texts of missing values, in any case.
    ///
    /// - Complexity: O(log n) comparisons of texts as long as the cell.
    private func isNull(_ bytes: Span<UInt8>) -> Bool {
        // A letter takes at most three times the bytes in another case.
        guard let longest = nullTexts.last, bytes.count <= (hasWideTexts ? 3 : 1) * longest.count else { return false }
        guard hasWideTexts, let text = String(utf8: bytes) else { return isKnown(bytes) }
        return isKnown(Array(text.lowercased().utf8).span)
    }

    private func isKnown(_ bytes: Span<UInt8>) -> Bool {
        var open = nullTexts.indices
        while let first = open.first {
            let middle = first + open.count / 2
            switch Self.order(of: bytes, and: nullTexts[middle]) {
            case 0: return true
            case ..<0: open = first..<middle
            default: open = middle + 1..<open.upperBound
            }
        }
        return false
    }

    /// Below 0 for a cell before a text, above 0 for one behind it; the shorter of the two is before the other.
    private static func order(of bytes: Span<UInt8>, and text: [UInt8]) -> Int {
        guard bytes.count == text.count else { return bytes.count - text.count }
        for index in text.indices {
            let letter = lowercase(bytes[index])
            if letter != text[index] { return Int(letter) - Int(text[index]) }
        }
        return 0
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
