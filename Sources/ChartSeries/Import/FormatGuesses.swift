/// Texts that cells often hold and that an import must be told to read.
public enum CommonTexts {
    /// The common texts of missing values.
    public static let missing = [
        "NA", "N/A", "n/a", "#N/A", "NULL", "Null", "null", "None", "none", "nil", "-", "--", ".", "?", "missing",
    ]

    /// Whether a cell is a number of a common format, or a common text of a missing value.
    static func isNumberOrMissing(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= 40, let text = String(utf8: bytes) else { return false }
        return missing.contains(text) || NumberPattern.guess(of: text) != nil
    }
}

extension NumberPattern {
    private static let bases = ["1,234.56", "1.234,56", "1'234.56", "1 234,56", "1_234.56"]

    /// The first common format that reads a text; `nil` if there is none.
    ///
    /// - Parameter text: A cell that is no plain number.
    /// - Returns: A format, with the currency sign, the percent sign or the currency's three letters of the text.
    public static func guess(of text: String) -> NumberPattern? {
        let isNumeric = { (character: Character) in character.isNumber || "+-.,".contains(character) }
        guard let first = text.firstIndex(where: isNumeric), let last = text.lastIndex(where: isNumeric) else {
            return nil
        }
        let (before, after) = (text[..<first], text[text.index(after: last)...])
        guard isCurrency(before), isCurrency(after) else { return nil }
        for base in bases {
            let isRead = { (format: NumberPattern) in
                if case .value = format.read(Array(text.utf8).span) { true } else { false }
            }
            if let format = try? NumberPattern(before + base + after), isRead(format) { return format }
        }
        return nil
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

    /// The common formats that read a text, at most two.
    ///
    /// - Parameter text: A cell that is no ISO-8601 date.
    /// - Returns: The formats; two where day and month can be mistaken for each other.
    public static func guesses(of text: String) -> [DateFormat] {
        var guesses: [DateFormat] = []
        for day in days {
            for time in times where guesses.count < 2 {
                guard let format = try? DateFormat(day + time), format.date(in: Array(text.utf8).span) != nil else {
                    continue
                }
                guesses.append(format)
            }
        }
        return guesses
    }
}
