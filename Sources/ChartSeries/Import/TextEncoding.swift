/// How the bytes of a text stand for its characters.
public enum TextEncoding: String, Sendable, CaseIterable {
    /// UTF-8.
    case utf8 = "utf-8"
    /// UTF-16, the low byte of each unit first unless a byte-order mark says otherwise.
    case utf16 = "utf-16"
    /// Windows code page 1252, which has the characters of ISO 8859-1.
    case windows1252 = "windows-1252"
}

/// Rewrites a text that arrives in pieces as UTF-8, without its byte-order mark.
struct TextDecoder: Sendable {
    /// The characters of the bytes 0x80 to 0x9F in Windows code page 1252; five have none there and stand for themselves.
    private static let fromWindows: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153,
        0x9D,
        0x017E, 0x0178,
    ]

    /// The encoding; `nil` before it is known.
    private(set) var encoding: TextEncoding?
    private let given: TextEncoding?
    private var isHighByteFirst = false
    /// Bytes that begin something: a byte-order mark, a unit of UTF-16, or the first half of a pair.
    private var begun: [UInt8] = []

    /// Makes a decoder; a byte-order mark goes before the given encoding.
    init(_ given: TextEncoding?) { self.given = given }

    /// Rewrites the next bytes; a half of a character at the end becomes a replacement character.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that follow those before.
    ///   - isLast: Whether no bytes follow.
    /// - Returns: Their UTF-8.
    mutating func decode(_ bytes: some Collection<UInt8>, isLast: Bool = false) -> [UInt8] {
        var text = begun + bytes
        begun = []
        if encoding == nil {
            guard text.count >= 3 || isLast else {
                begun = text
                return []
            }
            text.removeFirst(findEncoding(text))
        }
        switch encoding ?? .utf8 {
        case .utf8: return text
        case .windows1252: return Self.windows(text)
        case .utf16: return units(text, isLast: isLast)
        }
    }

    /// Decides by the mark at the start, and returns its length.
    private mutating func findEncoding(_ text: [UInt8]) -> Int {
        let (encoding, length): (TextEncoding, Int) =
            if text.starts(with: [0xEF, 0xBB, 0xBF]) {
                (.utf8, 3)
            } else if text.starts(with: [0xFF, 0xFE]) {
                (.utf16, 2)
            } else if text.starts(with: [0xFE, 0xFF]) {
                (.utf16, 2)
            } else {
                (given ?? .utf8, 0)
            }
        isHighByteFirst = length == 2 && text[0] == 0xFE
        self.encoding = encoding
        return length
    }

    private static func windows(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 >= 0x80 }) else { return text }
        var utf8: [UInt8] = []
        utf8.reserveCapacity(text.count + text.count / 8)
        for byte in text {
            let code = (0x80...0x9F).contains(byte) ? fromWindows[Int(byte) - 0x80] : UInt16(byte)
            utf8 += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
        }
        return utf8
    }

    private mutating func units(_ text: [UInt8], isLast: Bool) -> [UInt8] {
        let (low, high) = isHighByteFirst ? (1, 0) : (0, 1)
        var units = stride(from: 0, to: text.count & ~1, by: 2).map { at in
            UInt16(text[at + low]) | UInt16(text[at + high]) << 8
        }
        if isLast {
            if text.count % 2 == 1 { units.append(0xFFFD) }
        } else {
            begun = Array(text[(units.count * 2)...])
            if let last = units.last, UTF16.isLeadSurrogate(last) {
                units.removeLast()
                begun = Array(text[(units.count * 2)...])
            }
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
