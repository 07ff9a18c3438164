/// A language with the formats of a region, as texts are written in.
package final class ChartLocale: Sendable {
    /// The BCP 47 tag, such as `de-CH`.
    package let tag: String
    /// The language of the texts.
    package let language: ChartLanguage
    /// Whether labels need no translation: those of the engine are American English.
    package let isStandard: Bool
    /// How it writes numbers and dates.
    let formats: LocaleFormats

    /// American English.
    package static let standard = ChartLocale(tag: "en-US", language: .english)

    /// The locales in use; a full cache is emptied, because its entries only save time.
    private static let known = BoundedCache<String, ChartLocale>(capacity: 64)

    private init(tag: String, language: ChartLanguage) {
        self.tag = tag
        self.language = language
        isStandard = tag == "en-US"
        formats = LocaleFormats(tag: tag)
    }

    /// The locale of a BCP 47 tag: the texts of its language with the formats of its region.
    ///
    /// - Parameter text: The tag.
    /// - Returns: The locale, American English for a language without texts; `nil` for text that is no tag.
    package static func of(tag text: String) -> ChartLocale? {
        guard text != standard.tag else { return standard }
        guard let tag = LanguageTag(text) else { return nil }
        return lookup(tag) ?? standard
    }

    /// The locale of a tag's language; `nil` for a language without texts.
    static func lookup(_ tag: LanguageTag) -> ChartLocale? {
        guard let language = ChartLanguage(tag) else { return nil }
        var name = language.rawValue
        if let region = tag.region { name += "-" + region }
        // English without a region is American.
        guard name != "en", name != standard.tag else { return standard }
        return known.value(of: name) { ChartLocale(tag: name, language: language) }
    }
}

extension ChartLocale: Hashable {
    /// Whether both have the same tag.
    package static func == (first: ChartLocale, second: ChartLocale) -> Bool {
        first === second || first.tag == second.tag
    }

    /// Adds the tag.
    package func hash(into hasher: inout Hasher) { hasher.combine(tag) }
}
