/// The subtags of a BCP 47 tag that decide texts and formats: language, script and region, in their usual case.
struct LanguageTag: Sendable, Hashable {
    /// The longest tag, in bytes.
    static let longest = 35

    let language: String
    let script: String?
    let region: String?

    /// Reads a tag such as `de-CH`; `nil` for text that is no tag.
    ///
    /// Other subtags than those of language, script and region count for nothing.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isSound = parts.enumerated().allSatisfy { index, part in
            (index == 0 ? 2...8 : 1...8).contains(part.count)
                && part.allSatisfy { Self.isLetter($0) || index > 0 && Self.isDigit($0) }
        }
        guard isSound else { return nil }
        language = String(decoding: parts[0], as: UTF8.self).lowercased()
        var rest = parts.dropFirst()
        if let part = rest.first, part.count == 4, part.allSatisfy(Self.isLetter) {
            let name = String(decoding: part, as: UTF8.self).lowercased()
            script = name.prefix(1).uppercased() + name.dropFirst()
            rest = rest.dropFirst()
        } else {
            script = nil
        }
        if let part = rest.first,
            part.count == 2 && part.allSatisfy(Self.isLetter) || part.count == 3 && part.allSatisfy(Self.isDigit)
        {
            region = String(decoding: part, as: UTF8.self).uppercased()
        } else {
            region = nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
