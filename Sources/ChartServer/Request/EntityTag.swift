/// Entity tags of answers that have no version of their own.
enum EntityTag {
    /// The tag of the bytes of an answer: the same for the same bytes, and hardly ever for others.
    ///
    /// The hash is FNV-1a over words of eight bytes, mixed at the end; it guards against nobody's intent.
    static func of(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let words = bytes.count / 8
        let span = bytes.span
        for word in 0..<words {
            // Eight bytes at a time: every answer of a window is hashed, and byte by byte each one is checked.
            let value = unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: 8 * word, as: UInt64.self)
            hash = (hash ^ UInt64(littleEndian: value)) &* 0x100_0000_01B3
            hash ^= hash >> 29
        }
        for byte in bytes[(8 * words)...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ UInt64(bytes.count)) &* 0xBF58_476D_1CE4_E5B9
        return "\"\(String(hash ^ hash >> 31, radix: 16))\""
    }
}
