import Testing

@testable import ChartText

/// The files of texts, and how one is refused.
@Suite struct CatalogueTests {
    private static let english = String(decoding: ChartLanguage.english.json, as: UTF8.self)

    /// The flaw of the English file after a change.
    private static func flaw(
        replacing old: String, with new: String, in language: ChartLanguage = .english
    ) -> Catalogue.Flaw? {
        #expect(english.contains(old))
        let changed = english.replacing(old, with: new, maxReplacements: 1)
        do {
            _ = try Catalogue(json: Array(changed.utf8), language: language)
            return nil
        } catch {
            return error as? Catalogue.Flaw
        }
    }

    @Test(arguments: ChartLanguage.allCases) func `a language has every text, placeholder and plural`(
        language: ChartLanguage
    ) throws {
        let catalogue = try Catalogue(json: language.json, language: language)
        #expect(catalogue.text(.range, ["from": "1", "to": "2"]).contains("1"))
    }

    @Test(arguments: ChartLanguage.allCases) func `no language but English has an English sentence`(
        language: ChartLanguage
    ) {
        guard language != .english else { return }
        for key in [TextKey.trendMixed, .selectionNone, .changeNone, .axisLogarithmic, .kindLine] {
            #expect(language.catalogue.text(key) != ChartLanguage.english.catalogue.text(key))
        }
    }

    @Test func `a missing text is found`() {
        #expect(Self.flaw(replacing: #""trend.flat""#, with: #""trend.even""#)?.key == "trend.flat")
    }

    @Test func `an unknown text is found`() {
        let flaw = Self.flaw(replacing: #"{"#, with: #"{"trend.even":"It is even.","#)
        #expect(flaw == Catalogue.Flaw(key: "trend.even", what: "is unknown"))
    }

    @Test func `an unknown placeholder is found`() {
        let flaw = Self.flaw(replacing: "The mean is {mean}.", with: "The mean is {mean} {median}.")
        #expect(flaw == Catalogue.Flaw(key: "series.mean", what: "has the unknown placeholder {median}"))
    }

    @Test func `a missing placeholder is found`() {
        #expect(Self.flaw(replacing: "The mean is {mean}.", with: "There is a mean.")?.key == "series.mean")
        #expect(Self.flaw(replacing: "{count} values are missing.", with: "Some are missing.")?.key == "series.missing")
    }

    @Test func `a missing or foreign plural category is found`() {
        #expect(Self.flaw(replacing: "{", with: "{", in: .arabic)?.what == "lacks the category zero")
        #expect(Self.flaw(replacing: "{", with: "{", in: .japanese)?.what.hasPrefix("has the category one") == true)
        #expect(
            Self.flaw(replacing: #""series.missing": {"#, with: #""series.missing": {"few": "x","#)?.key
                == "series.missing")
    }

    @Test func `broken braces are found`() {
        #expect(Self.flaw(replacing: "{mean}", with: "{mean")?.key == "series.mean")
        #expect(Self.flaw(replacing: "{mean}", with: "mean}")?.key == "series.mean")
    }
}
