/// A digest of a state, the same on every machine and in every run.
///
/// It takes in 64-bit words one after the other, each by `h ← (h ⊕ word) · K; h ← h ⊕ (h ≫ 32)` with K = ⌊2⁶⁴/φ⌋, an odd
/// number, so that each step is a bijection of h for a given word and of the word for a given h: two inputs that differ in
/// one word have different digests. It withstands chance, not intent.
package struct StateDigest: Sendable, Hashable {
    /// The digest of the words so far.
    package var digest: UInt64

    /// Starts with no word.
    @inlinable @inline(__always)
    package init() {
        digest = 0x243F_6A88_85A3_08D3
    }

    /// Takes in a word.
    @inlinable @inline(__always)
    package mutating func add(_ word: UInt64) {
        digest = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
        digest ^= digest >> 32
    }

    /// Takes in a whole number.
    @inlinable @inline(__always)
    package mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

    /// Takes in a moment.
    @inlinable @inline(__always)
    package mutating func add(_ time: Timestamp) { add(UInt64(bitPattern: time.microseconds)) }

    /// Takes in a number by its bits.
    @inlinable @inline(__always)
    package mutating func add(_ number: Double) { add(number.bitPattern) }

    /// Takes in a point.
    @inlinable @inline(__always)
    package mutating func add(_ point: Point) {
        add(point.x)
        add(point.y)
    }

    /// Takes in a text: its bytes, eight a word, and how many they are.
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
