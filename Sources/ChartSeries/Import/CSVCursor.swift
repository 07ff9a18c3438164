/// A position in CSV bytes that moves from cell to cell, following RFC 4180.
struct CSVCursor<Delimiter: CSVDelimiter> {
    /// The byte between two cells.
    let delimiter: Delimiter
    /// The offset of the next byte.
    var position: Int
    /// The line of the next byte, from 1.
    var line: Int

    /// Starts at the first byte; at the start of the text, after a byte-order mark if there is one.
    init(_ bytes: Span<UInt8>, delimiter: Delimiter, line: Int = 1, isStart: Bool = true) {
        self.delimiter = delimiter
        let hasMark = isStart && bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        position = hasMark ? 3 : 0
        self.line = line
    }

    /// Moves past lines that are blank or that begin with a comment's text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - comment: How the lines begin that are not read; empty for none.
    ///   - end: The end of the last complete line.
    mutating func skipLines(_ bytes: Span<UInt8>, comment: [UInt8], end: Int) {
        while position < end {
            var blank = position
            while blank < bytes.count, bytes[blank] == CSVByte.space { blank += 1 }
            if blank == bytes.count || CSVByte.endsLine(bytes[blank]) {
                position = blank
                _ = endField(bytes)
            } else if !comment.isEmpty, starts(bytes, with: comment) {
                skipLine(bytes)
            } else {
                return
            }
        }
    }

    /// Moves past the end of the line, whatever it holds.
    mutating func skipLine(_ bytes: Span<UInt8>) {
        while position < bytes.count, !CSVByte.endsLine(bytes[position]) { position += 1 }
        _ = endLine(bytes)
    }

    private func starts(_ bytes: Span<UInt8>, with text: [UInt8]) -> Bool {
        position + text.count <= bytes.count && text.indices.allSatisfy { bytes[position + $0] == text[$0] }
    }

    /// Whether a cell may end at a position.
    @inline(__always)
    func isEnd(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
        guard position < bytes.count else { return true }
        let byte = bytes[position]
        return byte == delimiter.byte || CSVByte.endsLine(byte)
    }

    /// Whether further bytes could change the cell before the position.
    func mayGoOn(behind bytes: Span<UInt8>) -> Bool {
        position == bytes.count || (position == bytes.count - 1 && bytes[position] == CSVByte.carriageReturn)
    }

    /// Whether the row that has been read is whole.
    func isBehindLine(_ bytes: Span<UInt8>, isLast: Bool) -> Bool {
        guard !isLast, let before = position > 0 ? bytes[position - 1] : nil else { return isLast }
        return before == CSVByte.newline || (before == CSVByte.carriageReturn && position < bytes.count)
    }

    /// Moves past a cell, to the delimiter or line end after it.
    @inline(__always)
    mutating func nextField(_ bytes: Span<UInt8>) throws(ImportError) -> CSVField {
        if position < bytes.count, bytes[position] == CSVByte.quote { return try nextQuotedField(bytes) }
        let start = position
        while !isEnd(bytes, position) { position += 1 }
        return CSVField(range: start..<position)
    }

    /// Moves past the delimiter or line end after a cell.
    ///
    /// - Returns: Whether the row continues.
    @inline(__always)
    mutating func endField(_ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count else { return false }
        if bytes[position] == delimiter.byte {
            position += 1
            return true
        }
        return endLine(bytes)
    }

    /// Moves past a line end; returns `false`, because no cell follows in the row.
    private mutating func endLine(_ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count else { return false }
        let isReturn = bytes[position] == CSVByte.carriageReturn
        position += isReturn && position + 1 < bytes.count && bytes[position + 1] == CSVByte.newline ? 2 : 1
        line += 1
        return false
    }

    private mutating func nextQuotedField(_ bytes: Span<UInt8>) throws(ImportError) -> CSVField {
        let start = position + 1
        let startLine = line
        var field = CSVField(range: start..<start)
        position = start
        while position < bytes.count {
            if bytes[position] == CSVByte.quote {
                if position + 1 < bytes.count, bytes[position + 1] == CSVByte.quote {
                    field.hasDoubledQuotes = true
                    position += 1
                } else {
                    field.range = start..<position
                    position += 1
                    return includingText(behind: field, bytes)
                }
            } else if bytes[position] == CSVByte.newline || isLoneReturn(bytes, position) {
                line += 1
            }
            position += 1
        }
        throw ImportError(reason: .unterminatedQuote, line: startLine)
    }

    private func isLoneReturn(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
        bytes[position] == CSVByte.carriageReturn
            && !(position + 1 < bytes.count && bytes[position + 1] == CSVByte.newline)
    }

    /// Includes text between the closing quote and the delimiter in the cell, together with the quotes.
    private mutating func includingText(behind field: CSVField, _ bytes: Span<UInt8>) -> CSVField {
        guard !isEnd(bytes, position) else { return field }
        while !isEnd(bytes, position) { position += 1 }
        return CSVField(range: (field.range.lowerBound - 1)..<position)
    }
}

extension CSVCursor {
    /// Moves past the line that names the columns.
    ///
    /// - Returns: The name of each column; empty where the line has none.
    /// - Throws: `ImportError` with the reason `noHeader` if all cells are numbers, dates or empty.
    mutating func header(_ bytes: Span<UInt8>) throws(ImportError) -> [String] {
        var header: [String] = []
        var namesSomething = false
        let line = line
        repeat {
            let field = try nextField(bytes)
            // UTF-16 that is read as UTF-8 has zeros.
            guard let name = field.text(bytes), !name.utf8.contains(0) else {
                throw ImportError(reason: .invalidUTF8, line: line)
            }
            let content = bytes.extracting(field.trimmed(bytes))
            if DecimalNumber.read(content) == .notANumber && ISO8601(utf8: content) == nil && !name.isEmpty {
                namesSomething = true
            }
            header.append(name)
        } while endField(bytes)
        guard namesSomething else { throw ImportError(reason: .noHeader, line: line) }
        return header
    }
}
