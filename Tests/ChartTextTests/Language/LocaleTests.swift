import Testing

@testable import ChartText

/// Which locale a tag and a header field find.
@Suite struct LocaleTests {
    @Test(arguments: [
        ("en-US", "en-US"), ("en", "en-US"), ("EN-us", "en-US"), ("en-GB", "en-GB"), ("de", "de"), ("de-CH", "de-CH"),
        ("de-Latn-AT", "de-AT"), ("DE-de-1996", "de-DE"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans-CN"),
        ("zh-Hans", "zh-Hans"), ("zh-Hant", "en-US"), ("zh-TW", "en-US"), ("zh-Hans-HK", "zh-Hans-HK"),
        ("pt-BR", "pt-BR"), ("es-419", "es-419"), ("ar-u-nu-arab", "ar"), ("tlh", "en-US"), ("xx-YY", "en-US"),
    ])
    func `a tag finds the texts of its language and the formats of its region`(tag: String, found: String) {
        #expect(ChartLocale.of(tag: tag)?.tag == found)
    }

    @Test(arguments: [
        "", "d", "de_CH", "de--CH", "de-", "-de", "1e", "ünder", "de CH", String(repeating: "a-", count: 18) + "b",
    ])
    func `what is no tag finds nothing`(text: String) {
        #expect(ChartLocale.of(tag: text) == nil)
    }

    @Test(arguments: [
        ("de", "de"), ("de-CH, de;q=0.9, en;q=0.8", "de-CH"), ("en;q=0.8,fr", "fr"), ("nl, sv;q=0.9, ja;q=0.1", "ja"),
        ("fr;q=0, de;q=0.5", "de"), ("en-US,en;q=0.5", "en-US"), ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("de;q=0.5,fr;q=0.5", "de"), (" hi ; q=0.3 ,\tar ;q=0.31", "ar"), ("*, es;q=0.2", "es"),
        ("de;q=nope, es", "es"), ("de;q=2, es;q=0.1", "es"), ("de;level=1, es;q=0.1", "es"),
    ])
    func `a field finds the accepted language of the greatest weight that has texts`(field: String, found: String) {
        #expect(AcceptLanguage.locale(for: field)?.tag == found)
    }

    @Test(arguments: ["", "*", "nl", "de;q=0", ",,,", ";q=1", "*;q=0.5", "tlh, de;q=0.0"])
    func `a field without a language that has texts finds nothing`(field: String) {
        #expect(AcceptLanguage.locale(for: field) == nil)
    }

    @Test func `a field that is too long counts as absent, and so do ranges beyond the first`() {
        #expect(AcceptLanguage.locale(for: "de" + String(repeating: " ", count: AcceptLanguage.longestField)) == nil)
        let strangers = Array(repeating: "nl", count: AcceptLanguage.mostRanges - 1)
        #expect(AcceptLanguage.locale(for: (strangers + ["de"]).joined(separator: ","))?.tag == "de")
        #expect(AcceptLanguage.locale(for: (strangers + ["nl", "de"]).joined(separator: ",")) == nil)
    }

    @Test func `a cache never has more values than it may`() {
        let cache = BoundedCache<Int, Int>(capacity: 8)
        for key in 0..<100 {
            #expect(cache.value(of: key) { key * 2 } == key * 2)
            #expect(cache.count <= 8)
        }
        #expect(cache.value(of: 99) { -1 } == 198, "a kept value is not made again")
    }
}
