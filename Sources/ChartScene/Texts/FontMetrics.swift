/// The widths of texts in a common sans-serif font.
///
/// The picture names the fonts of the system, which differ. DejaVu Sans is wider than nearly all of them, so that a
/// text that fits by this table fits in them.
enum FontMetrics {
    /// The distance from the baseline to the top of a line, as a share of the size.
    static let ascent = 0.96
    /// The distance from the baseline to the bottom of a line, as a share of the size.
    static let descent = 0.28
    /// The distance from the baseline to the middle of capitals and digits, as a share of the size.
    static let middle = 0.36
    /// How much wider a semi-bold text is.
    private static let boldness = 1.2

    /// The width of a text.
    ///
    /// - Parameters:
    ///   - text: The text, of one line.
    ///   - size: The size of the font, in points.
    ///   - isBold: Whether the font is semi-bold.
    /// - Returns: The width in points.
    static func width(of text: String, size: Double, isBold: Bool = false) -> Double {
        let hundredths = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
        return Double(hundredths) / 100 * size * (isBold ? boldness : 1)
    }

    /// Cuts a text at its end, with an ellipsis, so that it is no wider than a width.
    ///
    /// - Parameters:
    ///   - text: The text, of one line.
    ///   - limit: The width in points.
    ///   - size: The size of the font, in points.
    ///   - isBold: Whether the font is semi-bold.
    /// - Returns: The text, or its beginning; `nil` where not even one character has room.
    /// - Complexity: O(characters²).
    static func cut(_ text: String, toWidth limit: Double, size: Double, isBold: Bool = false) -> String? {
        guard width(of: text, size: size, isBold: isBold) > limit else { return text }
        var rest = text
        while !rest.isEmpty {
            rest.removeLast()
            while rest.last == " " { rest.removeLast() }
            let cut = rest + "…"
            if width(of: cut, size: size, isBold: isBold) <= limit { return rest.isEmpty ? nil : cut }
        }
        return nil
    }

    /// The advance width of a character in hundredths of the font's size, rounded up.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        let code = Int(scalar.value)
        for block in blocks where code >= block.first && code < block.first + block.widths.count {
            return Int(block.widths[code - block.first])
        }
        switch code {
        case 0x0300...0x036F, 0x0591...0x05BD, 0x0610...0x061A, 0x064B...0x065F, 0x200B...0x200F, 0x202A...0x202E,
            0x2066...0x2069, 0xFE00...0xFE0F:
            return 0
        // The widest of the joined letters, and vowel signs that take room.
        case 0x0590...0x07FF, 0x0900...0x0DFF: return 90
        case 0x0E00...0x10FF, 0x1E00...0x1FFF, 0x2010...0x2BFF: return 105
        // Ideographs, kana and Hangul fill a square.
        case 0x1100...0x11FF, 0x2E80...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
            return 100
        default: return 140
        }
    }
}
