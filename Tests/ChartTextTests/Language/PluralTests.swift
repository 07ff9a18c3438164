import Testing

@testable import ChartText

/// The plural categories of CLDR, with its own sample numbers.
@Suite struct PluralTests {
    private static let samples: [(ChartLanguage, PluralCategory, [Int])] = [
        (.english, .one, [1]), (.english, .other, [0, 2, 16, 100, 1_000_000]),
        (.german, .one, [1]), (.german, .other, [0, 2, 1_000_000]),
        (.french, .one, [0, 1]), (.french, .many, [1_000_000, 3_000_000]), (.french, .other, [2, 17, 1_000_001]),
        (.spanish, .one, [1]), (.spanish, .many, [1_000_000]), (.spanish, .other, [0, 2, 16, 1_500_000]),
        (.portuguese, .one, [0, 1]), (.portuguese, .many, [2_000_000]), (.portuguese, .other, [2, 1_000]),
        (.japanese, .other, [0, 1, 2, 100]), (.simplifiedChinese, .other, [0, 1, 2, 100]),
        (.hindi, .one, [0, 1]), (.hindi, .other, [2, 17, 100_000]),
        (.arabic, .zero, [0]), (.arabic, .one, [1]), (.arabic, .two, [2]), (.arabic, .few, [3, 10, 103, 1_003]),
        (.arabic, .many, [11, 26, 111, 1_011]), (.arabic, .other, [100, 102, 200, 1_000, 1_000_000]),
    ]

    @Test func `every sample number has its category`() {
        for (language, category, numbers) in Self.samples {
            for number in numbers { #expect(language.pluralCategory(of: number) == category, "\(language) \(number)") }
        }
    }

    @Test(arguments: ChartLanguage.allCases) func `a language lists exactly the categories that numbers have`(
        language: ChartLanguage
    ) {
        var found: Set<PluralCategory> = []
        for number in Array(0...1_000) + [1_000_000] { found.insert(language.pluralCategory(of: number)) }
        #expect(found == Set(language.pluralCategories))
    }
}
