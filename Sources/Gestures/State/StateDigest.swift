/// A digest of a state, the same on every machine and in every run.
///
/// It adds each 64-bit word by `h ← (h ⊕ word) · K; h ← h ⊕ (h ≫ 32)` with the odd number K = ⌊2⁶⁴/φ⌋. Each step is a
/// bijection of h for a given word, and of the word for a given h. Hence two inputs that differ in one word have
/// different digests. The digest detects accidental differences; it is not cryptographic.
package struct StateDigest: Sendable, Hashable {
    /// The digest of the words so far.
    package var digest: UInt64

    /// Creates the digest of no words.
    @inlinable @inline(__always)
    package init() {
        digest = 0x243F_6A88_85A3_08D3
    }

    /// Adds a word.
    @inlinable @inline(__always)
    package mutating func add(_ word: UInt64) {
        digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
        digest ^= digest >> 32
    }

    /// Adds a whole number.
    @inlinable @inline(__always)
    package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    /// Adds a timestamp.
    @inlinable @inline(__always)
    package mutating func add(_ time: Timestamp) { add(UInt64(bitPattern: time.microseconds)) }

    /// Adds the bits of a number.
    @inlinable @inline(__always)
    package mutating func add(_ number: Double) { add(number.bitPattern) }

    /// Adds a point.
    @inlinable @inline(__always)
    package mutating func add(_ point: Point) {
        add(point.x)
        add(point.y)
    }

    /// Adds a text: its UTF-8 bytes, eight to a word, and their count.
    package mutating func add(_ text: String) {
        var word: UInt64 = 0
        var count = 0
        for byte in text.utf8 {
            word = word << 8 | UInt64(byte)
            count += 1
            if count & 7 == 0 { add(word) }
        }
        add(word)
        add(count)
    }
}
