/// A plural category of CLDR.
enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

extension ChartLanguage {
    /// The categories that whole numbers have in the language, by the plural rules of CLDR 46.
    var pluralCategories: [PluralCategory] {
        switch self {
        case .english, .german, .hindi: [.one, .other]
        case .french, .spanish, .portuguese: [.one, .many, .other]
        case .japanese, .simplifiedChinese: [.other]
        case .arabic: [.zero, .one, .two, .few, .many, .other]
        }
    }

    /// The category of a whole number of at least 0.
    func pluralCategory(of count: Int) -> PluralCategory {
        switch self {
        case .english, .german: return count == 1 ? .one : .other
        case .hindi: return count <= 1 ? .one : .other
        case .french, .portuguese:
            return count <= 1 ? .one : count % 1_000_000 == 0 ? .many : .other
        case .spanish: return count == 1 ? .one : count != 0 && count % 1_000_000 == 0 ? .many : .other
        case .japanese, .simplifiedChinese: return .other
        case .arabic:
            switch count {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            case _: break
            }
            switch count % 100 {
            case 3...10: return .few
            case 11...99: return .many
            case _: return .other
            }
        }
    }
}
