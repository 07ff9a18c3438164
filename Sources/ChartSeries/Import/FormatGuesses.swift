/// Texts that cells often hold and that an import must be told to read.
public enum CommonTexts {
    /// The common texts of missing values.
    public static let missing = [
        "NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "None", "none", "nil", "-", "--", ".", "?", "missing",
    ]

    /// Whether a text is a common one of a missing value, in any case.
    public static func isMissing(_ text: String) -> Bool {
        let text = text.lowercased()
        return missing.contains { $0.lowercased() == text }
    }

    /// Whether a cell is a date of a common format.
    static func isDate(_ bytes: Span<UInt8>) -> Bool {
        guard (6...40).contains(bytes.count) else { return false }
        return DateFormat.common.contains { $0.date(in: bytes) != nil }
    }

    /// Whether a cell is a number of a common format, or a common text of a missing value.
    static func isNumberOrMissing(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= 40, let text = String(utf8: bytes) else { return false }
        return isMissing(text) || NumberPattern.guess(of: text) != nil
    }
}

extension NumberPattern {
    private static let bases = ["1,234.56", "1.234,56", "1'234.56", "1 234,56", "1_234.56"]

    /// The first common format that reads a text; `nil` if there is none.
    ///
    /// - Parameter text: A cell that is no plain number.
    /// - Returns: A format, with the currency sign, the percent sign or the currency's three letters of the text.
    public static func guess(of text: String) -> NumberPattern? { formats(of: text, atMost: 1).first }

    /// The common formats that read a text.
    ///
    /// - Parameter text: A cell that is no plain number.
    /// - Returns: The formats, with the currency sign, the percent sign or the currency's three letters of the text.
    public static func guesses(of text: String) -> [NumberPattern] { formats(of: text, atMost: .max) }

    private static func formats(of text: String, atMost count: Int) -> [NumberPattern] {
        let isNumeric = { (character: Character) in character.isNumber || "+-.,".contains(character) }
        guard let first = text.firstIndex(where: isNumeric), let last = text.lastIndex(where: isNumeric) else {
            return []
        }
        let (before, after) = (text[..<first], text[text.index(after: last)...])
        guard isCurrency(before), isCurrency(after) else { return [] }
        var formats: [NumberPattern] = []
        for base in bases where formats.count < count {
            guard let format = try? NumberPattern(before + base + after),
                case .value = format.read(Array(text.utf8).span)
            else { continue }
            formats.append(format)
        }
        return formats
    }

    private static func isCurrency(_ text: Substring) -> Bool {
        let sign = text.filter { !$0.isWhitespace }
        return sign.isEmpty || (sign.count == 1 && sign.allSatisfy { $0.isCurrencySymbol || $0 == "%" })
            || (sign.count == 3 && sign.allSatisfy { $0.isASCII && $0.isUppercase })
    }
}

extension DateFormat {
    private static let days = [
        "dd/MM/yyyy", "MM/dd/yyyy", "d/M/yyyy", "M/d/yyyy", "dd.MM.yyyy", "d.M.yyyy", "dd-MM-yyyy", "yyyy/MM/dd",
        "yyyy.MM.dd", "dd MMM yyyy", "d MMM yyyy", "MMM d, yyyy", "dd-MMM-yyyy", "yyyyMMdd",
    ]
    private static let times = [
        "", " HH:mm", " HH:mm:ss", " HH:mm:ss.S", " hh:mm a", " h:mm a", " hh:mm:ss a", " h:mm:ss a", "'T'HH:mm:ss",
    ]
    private static let rareTimes = [
        "'T'HH:mm", ", HH:mm", ", HH:mm:ss", " H:mm", " H:mm:ss", " HH:mmZ", " HH:mm:ssZ", " HH:mm:ss.SZ",
    ]

    /// The common formats, the rarer ones last.
    static let common: [DateFormat] = [times, rareTimes].flatMap { times in
        days.flatMap { day in times.compactMap { try? DateFormat(day + $0) } }
    }

    /// The date that a text means in a format; `nil` if it is none.
    public static func date(_ text: String, as format: DateFormat) -> ISO8601? {
        format.date(in: Array(text.utf8).span)
    }

    /// The common formats that read a text.
    ///
    /// - Parameter text: A cell that is no ISO-8601 date.
    /// - Returns: The formats; several where day and month can be mistaken for each other.
    public static func guesses(of text: String) -> [DateFormat] {
        let bytes = Array(text.utf8)
        return common.filter { $0.date(in: bytes.span) != nil }
    }
}
