/// Reads the complete rows at the start of some bytes.
protocol PieceReader: Sendable {
    /// The line of the next byte, from 1.
    var line: Int { get }

    /// Reads the complete rows.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that follow those read before.
    ///   - isLast: Whether these are the last bytes, so that the last row needs no line end.
    /// - Returns: The number of bytes read; the next call must start with the other bytes.
    /// - Throws: `ImportError` with the line and column of the first error.
    mutating func read(_ bytes: Span<UInt8>, isLast: Bool) throws(ImportError) -> Int
}

/// Passes bytes that arrive in pieces to a reader, and buffers only the incomplete row.
///
/// It parses the buffer again only when it has doubled, so small pieces cost no more than large ones.
struct PieceBuffer<Reader: PieceReader>: Sendable {
    var reader: Reader
    private var rest: [UInt8] = []
    /// The number of bytes that `rest` must have before it is parsed again.
    private var worthwhile = 0

    init(_ reader: Reader) { self.reader = reader }

    /// Reads more bytes.
    mutating func append(_ bytes: some Collection<UInt8>) throws(ImportError) {
        rest.append(contentsOf: bytes)
        guard rest.count >= worthwhile else { return }
        var text: [UInt8] = []
        swap(&text, &rest)
        text.removeFirst(try reader.read(text.span, isLast: false))
        swap(&text, &rest)
        guard rest.count <= CSVStream.longestRow else { throw ImportError(reason: .rowTooLong, line: reader.line) }
        worthwhile = min(2 * rest.count, CSVStream.longestRow + 1)
    }

    /// Reads the remaining bytes as the end of the text.
    mutating func finish() throws(ImportError) {
        var text: [UInt8] = []
        swap(&text, &rest)
        _ = try reader.read(text.span, isLast: true)
    }
}
