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
