/// Replaces the SHA-256 of a text by a sum (FNV-1a), so that credentials are read without the library of hashes.
package struct TextHash: Sendable, Hashable {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Hashes a text.
    package init(of text: String) {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        bytes = text.utf8.reduce(into: [UInt8](repeating: 0, count: 32)) { bytes, byte in
            sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3
            bytes[Int(sum % 32)] ^= UInt8(truncatingIfNeeded: sum >> 32)
        }
    }
}
