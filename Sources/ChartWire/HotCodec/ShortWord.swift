/// A string of at most fifteen ASCII characters, stored in one number so that comparing two of them is fast.
///
/// The enumerations of a batch have such words as raw values: both readers take the words from there.
public struct ShortWord: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes and a closing quotation mark, the first byte lowest.
    private let bits: UInt128

    /// Creates a word from a literal of at most fifteen ASCII characters.
    @inline(__always)
    public init(stringLiteral text: StaticString) {
        // The compiler folds this loop into a constant, but not the same code in another form.
        bits = text.withUTF8Buffer { bytes in
            var bits = UInt128(UInt8(ascii: "\""))
            for index in (0..<bytes.count).reversed() { bits = unsafe bits &<< 8 | UInt128(bytes[index]) }
            return bits
        }
    }

    /// Reads the bytes up to the next quotation mark, whatever they are.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of a document.
    ///   - start: The start of the string, after its opening quotation mark.
    /// - Returns: The word, and its length in bytes with the closing quotation mark; nil if no mark is within 16 bytes.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, at start: Int) -> (word: ShortWord, count: Int)? {
        guard start + 16 <= bytes.count else { return readSlowly(bytes, at: start) }
        // Eight bytes at a time: byte by byte, the names would take a third of the whole pass.
        let low = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
        let lowMarks = marks(low)
        if lowMarks != 0 {
            let bits = low & (lowMarks ^ (lowMarks &- 1))
            return (ShortWord(UInt128(bits)), lowMarks.trailingZeroBitCount / 8 + 1)
        }
        let high = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt64.self).littleEndian
        let highMarks = marks(high)
        guard highMarks != 0 else { return nil }
        let bits = high & (highMarks ^ (highMarks &- 1))
        return (ShortWord(UInt128(bits) << 64 | UInt128(low)), highMarks.trailingZeroBitCount / 8 + 9)
    }

    private init(_ bits: UInt128) {
        self.bits = bits
    }

    /// Creates a word from a text; nil if the text has more than fifteen bytes.
    init?(_ text: String) {
        guard text.utf8.count <= 15 else { return nil }
        bits = text.utf8.reversed().reduce(UInt128(UInt8(ascii: "\""))) { $0 << 8 | UInt128($1) }
    }

    /// The characters.
    public var description: String {
        // The highest byte that is not 0 is the quotation mark, 0x22.
        let count = (127 - bits.leadingZeroBitCount) / 8
        return String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }, as: UTF8.self)
    }

    private static func readSlowly(_ bytes: Span<UInt8>, at start: Int) -> (word: ShortWord, count: Int)? {
        var bits: UInt128 = 0
        for index in start..<bytes.count {
            bits |= UInt128(bytes[index]) << (8 * (index - start))
            if bytes[index] == UInt8(ascii: "\"") { return (ShortWord(bits), index - start + 1) }
        }
        return nil
    }

    /// Marks each quotation mark by the highest bit of its byte; only the lowest mark is reliable.
    @inline(__always)
    private static func marks(_ bytes: UInt64) -> UInt64 {
        let differences = bytes ^ 0x2222_2222_2222_2222
        return (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
    }
}
