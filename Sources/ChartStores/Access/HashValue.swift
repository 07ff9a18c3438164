package import Crypto

/// A SHA-256 hash of 256 bits, stored inline.
package struct HashValue: Sendable, Hashable {
    /// The bytes as big-endian words.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Creates a hash of 32 bytes; `nil` for another count.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self = unsafe bytes.withUnsafeBytes { unsafe HashValue(reading: $0) }
    }

    /// Creates a hash of 32 bytes.
    init(reading bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count == 32, "a hash has 32 bytes")
        func word(_ number: Int) -> UInt64 {
            UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8 * number, as: UInt64.self))
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// The 32 bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        for word in [words.0, words.1, words.2, words.3] {
            unsafe withUnsafeBytes(of: word.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Compares all bits in constant time.
    package static func == (one: HashValue, other: HashValue) -> Bool {
        (one.words.0 ^ other.words.0) | (one.words.1 ^ other.words.1) | (one.words.2 ^ other.words.2)
            | (one.words.3 ^ other.words.3) == 0
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
    }
}

extension HashValue {
    /// Takes a computed digest.
    package init(_ digest: SHA256.Digest) {
        self = unsafe digest.withUnsafeBytes { unsafe HashValue(reading: $0) }
    }
}
