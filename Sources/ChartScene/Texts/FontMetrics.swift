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

extension FontMetrics {
    /// Characters in a row, with their widths.
    struct Block {
        /// The code of the first character.
        let first: Int
        /// The advance widths in hundredths of the font's size, rounded up.
        let widths: [UInt8]
    }

    /// The advance widths of DejaVu Sans 2.37, read from the table `hmtx` of its font file.
    ///
    /// They are the printable characters of ASCII, Latin with marks, Greek, Cyrillic, punctuation and currencies.
    static let blocks: [Block] = [
        Block(
            first: 0x20,
            widths: [
                32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
                34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70,
                64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28,
                98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
            ]),
        Block(
            first: 0xA0,
            widths: [
                32, 41, 64, 64, 64, 64, 34, 50, 50, 100, 48, 62, 84, 37, 100, 50, 50, 84, 41, 41, 50, 64, 64, 32, 50,
                41, 48, 62, 97, 97, 97, 54, 69, 69, 69, 69, 69, 69, 98, 70, 64, 64, 64, 64, 30, 30, 30, 30, 78, 75, 79,
                79, 79, 79, 79, 84, 79, 74, 74, 74, 74, 62, 61, 63, 62, 62, 62, 62, 62, 62, 99, 55, 62, 62, 62, 62, 28,
                28, 28, 28, 62, 64, 62, 62, 62, 62, 62, 84, 62, 64, 64, 64, 64, 60, 64, 60, 69, 62, 69, 62, 69, 62, 70,
                55, 70, 55, 70, 55, 70, 55, 78, 64, 78, 64, 64, 62, 64, 62, 64, 62, 64, 62, 64, 62, 78, 64, 78, 64, 78,
                64, 78, 64, 76, 64, 92, 70, 30, 28, 30, 28, 30, 28, 30, 28, 30, 28, 59, 56, 30, 28, 66, 58, 58, 56, 28,
                56, 28, 56, 38, 56, 35, 57, 29, 75, 64, 75, 64, 75, 64, 82, 75, 64, 79, 62, 79, 62, 79, 62, 107, 103,
                70, 42, 70, 42, 70, 42, 64, 53, 64, 53, 64, 53, 64, 53, 62, 40, 62, 40, 62, 40, 74, 64, 74, 64, 74, 64,
                74, 64, 74, 64, 74, 64, 99, 82, 62, 60, 62, 69, 53, 69, 53, 69, 53, 36,
            ]),
        Block(
            first: 0x370,
            widths: [
                66, 57, 87, 65, 28, 28, 75, 65, 100, 100, 50, 55, 55, 55, 34, 30, 100, 100, 100, 100, 50, 50, 70, 32,
                75, 88, 41, 100, 82, 100, 83, 83, 34, 69, 69, 56, 69, 64, 69, 76, 79, 30, 66, 69, 87, 75, 64, 79, 76,
                61, 100, 64, 62, 62, 79, 69, 79, 77, 30, 62, 66, 55, 64, 34, 58, 66, 64, 60, 62, 55, 55, 64, 62, 34,
                59, 60, 64, 56, 56, 62, 61, 64, 59, 64, 61, 58, 66, 58, 66, 84, 34, 58, 62, 58, 84, 66, 62, 62, 70, 85,
                70, 66, 84, 67, 79, 62, 65, 59, 58, 46, 66, 66, 87, 63, 94, 84, 76, 66, 80, 62, 69, 61, 77, 63, 70, 62,
                62, 54, 67, 64, 55, 28, 79, 62, 62, 61, 64, 70, 87, 66, 64, 71, 70, 71,
            ]),
        Block(
            first: 0x400,
            widths: [
                64, 64, 79, 61, 70, 64, 30, 30, 30, 110, 105, 79, 71, 75, 61, 76, 69, 69, 69, 61, 79, 64, 108, 65, 75,
                75, 71, 76, 87, 76, 79, 76, 61, 70, 62, 61, 87, 69, 78, 69, 107, 110, 84, 89, 69, 70, 108, 70, 62, 62,
                59, 53, 70, 62, 91, 54, 65, 65, 61, 64, 76, 66, 62, 66, 64, 55, 59, 60, 86, 60, 69, 60, 92, 95, 71, 79,
                59, 55, 85, 61, 62, 62, 63, 53, 55, 53, 28, 28, 28, 91, 90, 66, 61, 65, 60, 66,
            ]),
        Block(
            first: 0x2010,
            widths: [
                37, 37, 64, 50, 100, 100, 50, 50, 32, 32, 32, 32, 52, 52, 52, 52, 50, 50, 59, 59, 34, 67, 100,
            ]),
        Block(
            first: 0x20A0,
            widths: [
                88, 64, 64, 64, 64, 98, 64, 128, 108, 99, 79, 64, 64, 64, 64, 128, 64, 64, 64, 64, 78, 64, 100, 100,
                64, 64, 64, 100, 100, 64, 100, 100,
            ]),
    ]
}
