/// The languages that a client accepts (RFC 9110 §12.5.4), and the best of them that has texts.
package enum AcceptLanguage {
    /// The longest field that is read, in bytes; a longer one counts as absent.
    static let longestField = 1_024
    /// The most ranges that are read; the others count as absent.
    static let mostRanges = 32

    private static let answers = BoundedCache<String, Choice>(capacity: 256)

    private struct Choice: Sendable {
        let locale: ChartLocale?
    }

    /// The locale for a header field: the lookup of RFC 4647 §3.4 over its ranges by descending weight.
    ///
    /// A range of weight 0, `*` and a range that cannot be read match nothing.
    ///
    /// - Parameter field: The value of the field.
    /// - Returns: The locale; `nil` where no accepted language has texts.
    /// - Complexity: O(1) for a field that was read before.
    package static func locale(for field: String) -> ChartLocale? {
        guard field.utf8.count <= longestField else { return nil }
        return answers.value(of: field) { Choice(locale: choose(field)) }.locale
    }

    private static func choose(_ field: String) -> ChartLocale? {
        var best: (locale: ChartLocale, weight: Int)?
        for range in field.split(separator: ",").prefix(mostRanges) {
            let parts = range.split(separator: ";", omittingEmptySubsequences: false)
            guard let weight = weight(of: parts.dropFirst()), weight > best?.weight ?? 0,
                let tag = LanguageTag(trimmed(parts[0])), let locale = ChartLocale.lookup(tag)
            else { continue }
            best = (locale, weight)
        }
        return best?.locale
    }

    /// The weight in thousandths; `nil` for parameters that are no weight.
    private static func weight(of parameters: ArraySlice<Substring>) -> Int? {
        guard let first = parameters.first else { return 1_000 }
        let text = trimmed(first).lowercased()
        guard parameters.count == 1, text.hasPrefix("q="), let weight = Double(text.dropFirst(2)),
            (0...1).contains(weight)
        else { return nil }
        return Int((weight * 1_000).rounded())
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var text = text.drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }
}
