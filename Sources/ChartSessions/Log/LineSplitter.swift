/// Splits bytes that arrive in pieces into lines.
package struct LineSplitter {
    /// The longest line, in bytes.
    package let limit: Int
    private var rest: [UInt8] = []

    /// A line is longer than the limit.
    package struct Overflow: Error {}

    /// Creates a splitter without input.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Reads the next bytes.
    ///
    /// - Parameters:
    ///   - piece: The bytes.
    ///   - take: Receives each complete line without its end; empty lines are skipped.
    /// - Throws: ``Overflow``, or the error of `take`.
    package mutating func append(_ piece: some Collection<UInt8>, _ take: ([UInt8]) throws -> Void) throws {
        var piece = piece[...]
        while let end = piece.firstIndex(of: UInt8(ascii: "\n")) {
            rest.append(contentsOf: piece[..<end])
            piece = piece[piece.index(after: end)...]
            try finish(take)
        }
        // The line may end in a carriage return, which is no part of it.
        guard rest.count + piece.count <= limit + 1 else { throw Overflow() }
        rest.append(contentsOf: piece)
        guard rest.count <= limit || rest.last == UInt8(ascii: "\r") else { throw Overflow() }
    }

    /// Passes on the rest as the last line.
    package mutating func finish(_ take: ([UInt8]) throws -> Void) throws {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        let line = rest
        rest = []
        guard line.count <= limit else { throw Overflow() }
        if !line.isEmpty { try take(line) }
    }
}
