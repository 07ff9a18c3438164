package import ChartText

/// Entity tags of answers without a version, or in one of several languages.
package enum EntityTag {
    /// The tag of a surface in a language that is not that of its session.
    package static func of(_ tag: String, in locale: ChartLocale) -> String { tag.dropLast() + ";\(locale.tag)\"" }

    /// The tag of the same surface in the language of its session.
    package static func withoutLanguage(_ tag: String) -> String {
        guard let mark = tag.lastIndex(of: ";"), tag.last == "\"" else { return tag }
        return tag[..<mark] + "\""
    }

    /// The tag of the bytes of an answer: equal bytes have equal tags, and different bytes almost never do.
    ///
    /// The hash is FNV-1a over words of eight bytes, in four independent lanes that are mixed at the end. It does not
    /// protect against deliberate collisions.
    package static func of(_ bytes: [UInt8]) -> String {
        var lanes = SIMD4<UInt64>(repeating: 0xCBF2_9CE4_8422_2325)
        let rounds = bytes.count / 32
        let span = bytes.span
        for round in 0..<rounds {
            // 32 bytes at a time: every answer with a window is hashed, and a loop over bytes would check each index.
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
