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
