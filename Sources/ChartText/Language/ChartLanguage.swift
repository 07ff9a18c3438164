/// A language in which the server has texts.
package enum ChartLanguage: String, Sendable, Hashable, CaseIterable {
    /// English.
    case english = "en"
    /// German.
    case german = "de"
    /// French.
    case french = "fr"
    /// Spanish.
    case spanish = "es"
    /// Portuguese.
    case portuguese = "pt"
    /// Japanese.
    case japanese = "ja"
    /// Chinese in simplified characters.
    case simplifiedChinese = "zh-Hans"
    /// Arabic.
    case arabic = "ar"
    /// Hindi.
    case hindi = "hi"

    /// Whether it is written from right to left.
    package var isRightToLeft: Bool { self == .arabic }

    /// The language of a BCP 47 tag's subtags; `nil` for one without texts.
    init?(_ tag: LanguageTag) {
        guard tag.language == "zh" else {
            guard let language = ChartLanguage(rawValue: tag.language) else { return nil }
            self = language
            return
        }
        // Who reads traditional characters gets simplified ones only on request.
        let isTraditional = tag.script.map { $0 == "Hant" } ?? ["TW", "HK", "MO"].contains(tag.region)
        guard !isTraditional else { return nil }
        self = .simplifiedChinese
    }
}

extension ChartLanguage {
    /// The file of the language.
    var json: [UInt8] {
        switch self {
        case .english: PackageResources.en_json
        case .german: PackageResources.de_json
        case .french: PackageResources.fr_json
        case .spanish: PackageResources.es_json
        case .portuguese: PackageResources.pt_json
        case .japanese: PackageResources.ja_json
        case .simplifiedChinese: PackageResources.zh_Hans_json
        case .arabic: PackageResources.ar_json
        case .hindi: PackageResources.hi_json
        }
    }

    private static let catalogues: [ChartLanguage: Catalogue] = Dictionary(
        uniqueKeysWithValues: allCases.map { language in
            do {
                return (language, try Catalogue(json: language.json, language: language))
            } catch {
                preconditionFailure("the texts of \(language.rawValue) are incomplete: \(error)")
            }
        })

    /// The texts of the language.
    var catalogue: Catalogue {
        guard let catalogue = Self.catalogues[self] else { preconditionFailure("every language has texts") }
        return catalogue
    }
}
