/// Entity tags of answers that have no version of their own.
package enum EntityTag {
    /// The tag of the bytes of an answer: the same for the same bytes, and hardly ever for others.
    ///
    /// The hash is FNV-1a over words of eight bytes, in four lanes whose products do not wait for each other, mixed at
    /// the end; it guards against nobody's intent.
    package static func of(_ bytes: [UInt8]) -> String {
        var lanes = SIMD4<UInt64>(repeating: 0xCBF2_9CE4_8422_2325)
        let rounds = bytes.count / 32
        let span = bytes.span
        for round in 0..<rounds {
            // 32 bytes at a time: every answer of a window is hashed, and byte by byte each one is checked.
            let words = unsafe span.bytes.unsafeLoadUnaligned(fromByteOffset: 32 * round, as: SIMD4<UInt64>.self)
            lanes = (lanes ^ words) &* 0x100_0000_01B3
            lanes ^= lanes &>> 29
        }
        var hash = UInt64(bytes.count)
        for lane in lanes.indices { hash = mixed(hash, lanes[lane]) }
        for byte in bytes[(32 * rounds)...] { hash = mixed(hash, UInt64(byte)) }
        hash &*= 0xBF58_476D_1CE4_E5B9
        return "\"\(String(hash ^ hash >> 31, radix: 16))\""
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x100_0000_01B3
        return product ^ product >> 29
    }
}
