/// Entity tags of answers that have no version of their own.
enum EntityTag {
    /// The tag of the bytes of an answer: the same for the same bytes, and hardly ever for others.
    ///
    /// The hash is FNV-1a over words of eight bytes, mixed at the end; it guards against nobody's intent.
    static func of(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let words = bytes.count / 8
        for word in 0..<words {
            var value: UInt64 = 0
            for offset in 0..<8 { value |= UInt64(bytes[8 * word + offset]) << UInt64(8 * offset) }
            hash = (hash ^ value) &* 0x100_0000_01B3
            hash ^= hash >> 29
        }
        for byte in bytes[(8 * words)...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ UInt64(bytes.count)) &* 0xBF58_476D_1CE4_E5B9
        return "\"\(String(hash ^ hash >> 31, radix: 16))\""
    }
}
