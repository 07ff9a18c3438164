/// A string of at most fifteen characters of ASCII with the quotation mark at its end, in one number, so that two are
/// compared at once.
///
/// A word that is written as a literal is a constant of the compiled code.
struct ShortWord: Equatable, ExpressibleByStringLiteral {
    /// The bytes, the first one lowest.
    private let bits: UInt128

    @inline(__always)
    init(stringLiteral text: StaticString) {
        // The compiler folds this loop, and no other way of writing it, into a constant.
        bits = text.withUTF8Buffer { bytes in
            var bits = UInt128(UInt8(ascii: "\""))
            for index in (0..<bytes.count).reversed() { bits = unsafe bits &<< 8 | UInt128(bytes[index]) }
            return bits
        }
    }

    /// Takes the bytes up to the next quotation mark, whatever they are.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of a document.
    ///   - start: Where the string starts, behind its first quotation mark.
    /// - Returns: The word with its length in bytes, quotation mark included; nil when there is none within reach.
    @inline(__always)
    static func read(_ bytes: Span<UInt8>, at start: Int) -> (word: ShortWord, count: Int)? {
        guard start + 16 <= bytes.count else { return readSlowly(bytes, at: start) }
        // Eight bytes at a time: byte by byte, the names take a third of the whole pass.
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

    private static func readSlowly(_ bytes: Span<UInt8>, at start: Int) -> (word: ShortWord, count: Int)? {
        var bits: UInt128 = 0
        for index in start..<bytes.count {
            bits |= UInt128(bytes[index]) << (8 * (index - start))
            if bytes[index] == UInt8(ascii: "\"") { return (ShortWord(bits), index - start + 1) }
        }
        return nil
    }

    /// The highest bit of each byte that is a quotation mark; above the lowest of them, others may be set too.
    @inline(__always)
    private static func marks(_ bytes: UInt64) -> UInt64 {
        let differences = bytes ^ 0x2222_2222_2222_2222
        return (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
    }
}
