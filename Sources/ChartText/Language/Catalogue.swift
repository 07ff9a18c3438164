import Foundation

/// The texts of one language.
struct Catalogue: Sendable {
    /// A text, or one for each plural category.
    enum Entry: Sendable, Hashable {
        case text(String)
        case plural([String: String])
    }

    /// Why a file holds no texts of its language.
    struct Flaw: Error, Hashable {
        let key: String
        let what: String
    }

    private let texts: [TextKey: [PluralCategory: TextTemplate]]
    private let language: ChartLanguage

    /// Reads the file of a language, and checks that it is complete.
    ///
    /// - Throws: A ``Flaw``, or a `DecodingError` for a file that is not JSON of texts.
    init(json: [UInt8], language: ChartLanguage) throws {
        var entries = try JSONDecoder().decode([String: Entry].self, from: Data(json))
        var texts: [TextKey: [PluralCategory: TextTemplate]] = [:]
        for key in TextKey.allCases {
            guard let entry = entries.removeValue(forKey: key.rawValue) else {
                throw Flaw(key: key.rawValue, what: "is missing")
            }
            texts[key] = try Self.templates(of: entry, key, in: language)
        }
        if let stranger = entries.keys.min() { throw Flaw(key: stranger, what: "is unknown") }
        self.texts = texts
        self.language = language
    }

    private static func templates(
        of entry: Entry, _ key: TextKey, in language: ChartLanguage
    ) throws(Flaw) -> [PluralCategory: TextTemplate] {
        var templates: [PluralCategory: TextTemplate] = [:]
        switch entry {
        case .text(let text):
            guard !key.hasPlural else { throw Flaw(key: key.rawValue, what: "needs plural categories") }
            templates[.other] = try template(text, key, category: .other)
        case .plural(let forms):
            guard key.hasPlural else { throw Flaw(key: key.rawValue, what: "has no plural") }
            let names = language.pluralCategories.map(\.rawValue)
            if let unknown = forms.keys.filter({ !names.contains($0) }).min() {
                throw Flaw(key: key.rawValue, what: "has the category \(unknown), which the language lacks")
            }
            for category in language.pluralCategories {
                guard let text = forms[category.rawValue] else {
                    throw Flaw(key: key.rawValue, what: "lacks the category \(category.rawValue)")
                }
                templates[category] = try template(text, key, category: category)
            }
        }
        return templates
    }

    private static func template(
        _ text: String, _ key: TextKey, category: PluralCategory
    ) throws(Flaw) -> TextTemplate {
        guard !text.isEmpty || key == .sentences, let template = TextTemplate(text) else {
            throw Flaw(key: key.rawValue, what: "is empty, or has braces that do not match")
        }
        if let unknown = template.placeholders.subtracting(key.placeholders).min() {
            throw Flaw(key: key.rawValue, what: "has the unknown placeholder {\(unknown)}")
        }
        // A form for exactly one number may say it in words.
        let spoken: Set<String> = [.zero, .one, .two].contains(category) && key.hasPlural ? ["count"] : []
        if let missing = Set(key.placeholders).subtracting(template.placeholders).subtracting(spoken).min() {
            throw Flaw(key: key.rawValue, what: "lacks the placeholder {\(missing)} in \(category.rawValue)")
        }
        return template
    }

    /// A text with its placeholders filled.
    func text(_ key: TextKey, _ values: KeyValuePairs<String, String> = [:]) -> String {
        template(key, .other).filled(values)
    }

    /// A text about a number of things.
    func text(_ key: TextKey, count: Int, _ values: KeyValuePairs<String, String>) -> String {
        template(key, language.pluralCategory(of: count)).filled(values)
    }

    private func template(_ key: TextKey, _ category: PluralCategory) -> TextTemplate {
        guard let template = texts[key]?[category] else { preconditionFailure("a checked text is there") }
        return template
    }
}

extension Catalogue.Entry: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .plural(try container.decode([String: String].self))
        }
    }
}
