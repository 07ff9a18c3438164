/// How decimal numbers are written, described by the number 1234.56 in that form.
///
/// `1.234,56`, `1'234.56`, `1 234,56`, `$1,234.56` and `1234,56 €` are patterns. Between `1` and `234` stands the
/// separator of thousands, before `56` the decimal mark, and around them a currency or unit. In a cell, the sign, the
/// separators and the text around the number may be left out. A space stands for no-break spaces too.
public struct NumberPattern: Sendable, Hashable {
    /// The pattern as given.
    public let pattern: String
    private let before: [UInt8]
    private let after: [UInt8]
    private let separator: [UInt8]
    private let decimalMark: UInt8?

    /// Reads a pattern.
    ///
    /// - Parameter pattern: The number 1234.56 in the form to read; without `56` there are whole numbers alone.
    /// - Throws: `FormatError` if the pattern does not describe a number.
    public init(_ pattern: String) throws(FormatError) {
        guard let (before, separator, decimalMark, after) = Self.parts(of: pattern) else {
            throw FormatError(reason: "a number format is the number 1234.56 as the text writes it, such as 1.234,56")
        }
        self.pattern = pattern
        self.before = Array(before.utf8)
        self.separator = Array(separator.utf8)
        self.decimalMark = decimalMark
        self.after = Array(after.utf8)
    }

    /// Reads a cell.
    func read(_ bytes: Span<UInt8>) -> DecimalNumber.Outcome {
        guard let plain = plainText(bytes) else {
            return DecimalNumber.read(bytes) == .notFinite ? .notFinite : .notANumber
        }
        return DecimalNumber.read(plain.span)
    }

    /// The number with a decimal point and without anything around it; `nil` if it is not of this form.
    private func plainText(_ bytes: Span<UInt8>) -> [UInt8]? {
        var (position, end) = (0, bytes.count)
        if Self.starts(bytes, at: end - after.count, with: after) { end -= after.count }
        while let length = Self.blank(bytes, before: end), length <= end { end -= length }
        var plain: [UInt8] = []
        plain.reserveCapacity(end)
        takeSign(bytes, &position, into: &plain)
        if Self.starts(bytes, at: position, with: before) { position += before.count }
        position = Self.skipBlanks(bytes, position, end)
        if plain.isEmpty { takeSign(bytes, &position, into: &plain) }
        position = Self.skipBlanks(bytes, position, end)
        guard takeWhole(bytes, &position, end, into: &plain) else { return nil }
        if position < end, bytes[position] == decimalMark {
            plain.append(UInt8(ascii: "."))
            position += 1
        }
        while position < end, Self.isDigit(bytes[position]) || isExponent(bytes, position) {
            plain.append(bytes[position])
            position += 1
        }
        return position == end ? plain : nil
    }

    /// Takes the digits before the decimal mark; separators must stand before three digits each.
    private func takeWhole(_ bytes: Span<UInt8>, _ position: inout Int, _ end: Int, into plain: inout [UInt8]) -> Bool {
        var group = 0
        var isGrouped = false
        while position < end {
            if Self.isDigit(bytes[position]) {
                plain.append(bytes[position])
                position += 1
                group += 1
            } else if let length = separatorLength(bytes, position) {
                guard isGrouped ? group == 3 : (1...3).contains(group) && !Self.beginsWithZero(plain.suffix(group))
                else {
                    return false
                }
                (isGrouped, group) = (true, 0)
                position += length
            } else {
                break
            }
        }
        return !isGrouped || group == 3
    }

    private func separatorLength(_ bytes: Span<UInt8>, _ position: Int) -> Int? {
        guard !separator.isEmpty else { return nil }
        if separator == [UInt8(ascii: " ")] { return Self.blank(bytes, at: position) }
        return Self.starts(bytes, at: position, with: separator) ? separator.count : nil
    }

    private func isExponent(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
        switch bytes[position] {
        case UInt8(ascii: "e"), UInt8(ascii: "E"): true
        case UInt8(ascii: "+"), UInt8(ascii: "-"): position > 0 && bytes[position - 1] | 0x20 == UInt8(ascii: "e")
        default: false
        }
    }

    private func takeSign(_ bytes: Span<UInt8>, _ position: inout Int, into plain: inout [UInt8]) {
        if Self.starts(bytes, at: position, with: Self.minus) {
            plain.append(UInt8(ascii: "-"))
            position += Self.minus.count
        } else if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            plain.append(bytes[position])
            position += 1
        }
    }
}

extension NumberPattern {
    /// The minus sign U+2212, which typeset text has.
    private static let minus = Array("\u{2212}".utf8)
    private static let separators: [Character] = [
        ".", ",", "'", "\u{2019}", "_", " ", "\u{A0}", "\u{202F}", "\u{2009}",
    ]
    private static let blanks: [[UInt8]] = [" ", "\t", "\u{A0}", "\u{202F}", "\u{2009}"].map { Array($0.utf8) }

    private static func parts(
        of pattern: String
    ) -> (before: Substring, separator: String, decimalMark: UInt8?, after: Substring)? {
        guard let one = pattern.firstIndex(of: "1") else { return nil }
        var rest = pattern[one...].dropFirst()
        var separator = ""
        if let first = rest.first, first != "2" {
            guard separators.contains(first) else { return nil }
            separator = blanks.contains(Array(String(first).utf8)) ? " " : String(first)
            rest = rest.dropFirst()
        }
        guard rest.hasPrefix("234") else { return nil }
        rest = rest.dropFirst(3)
        var decimalMark: UInt8?
        if let mark = rest.first, mark == "." || mark == ",", rest.dropFirst().hasPrefix("56") {
            guard separator != String(mark) else { return nil }
            decimalMark = mark.asciiValue
            rest = rest.dropFirst(3)
        }
        let (before, after) = (trimmed(pattern[..<one]), trimmed(rest))
        let isText = { (text: Substring) in !text.contains { $0.isNumber || "+-.,".contains($0) } }
        return isText(before) && isText(after) ? (before, separator, decimalMark, after) : nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Whether digits begin with a zero, as no group of thousands does.
    private static func beginsWithZero(_ digits: ArraySlice<UInt8>) -> Bool { digits.first == UInt8(ascii: "0") }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func starts(_ bytes: Span<UInt8>, at position: Int, with text: [UInt8]) -> Bool {
        guard position >= 0, position + text.count <= bytes.count else { return false }
        return text.indices.allSatisfy { bytes[position + $0] == text[$0] }
    }

    private static func blank(_ bytes: Span<UInt8>, at position: Int) -> Int? {
        for blank in blanks where starts(bytes, at: position, with: blank) { return blank.count }
        return nil
    }

    private static func blank(_ bytes: Span<UInt8>, before end: Int) -> Int? {
        for blank in blanks where starts(bytes, at: end - blank.count, with: blank) { return blank.count }
        return nil
    }

    private static func skipBlanks(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var position = start
        while position < end, let length = blank(bytes, at: position) { position += length }
        return position
    }
}
