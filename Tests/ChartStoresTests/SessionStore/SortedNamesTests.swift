import CoreTestSupport
import Testing

@testable import ChartStores

struct SortedNamesTests {
    @Test(arguments: UInt64(0)..<6) func `names come out sorted, each once, in pages without gaps`(seed: UInt64) {
        var cases = SeededCases(seed: seed)
        var (names, model) = (SortedNames(), Set<String>())
        for step in 1...4_000 {
            let name = String(cases.integer(in: 0...2_500))
            if cases.isTrue(oneIn: step < 3_000 ? 4 : 1) {
                names.remove(name)
                model.remove(name)
            } else {
                names.insert(name)
                model.insert(name)
            }
            guard step % 500 == 0 else { continue }
            let sorted = model.sorted()
            #expect(names.names(after: nil, limit: .max) == sorted)
            let start = String(cases.integer(in: 0...9_999))
            let limit = cases.integer(in: 1...700)
            #expect(names.names(after: start, limit: limit) == Array(sorted.drop { $0 <= start }.prefix(limit)))
        }
    }

    @Test func `a list without names has empty pages`() {
        var names = SortedNames()
        names.remove("a")
        #expect(names.names(after: nil, limit: 3).isEmpty && names.names(after: "a", limit: 3).isEmpty)
        names.insert("b")
        names.remove("a")
        names.remove("c")
        #expect(names.names(after: "a", limit: 3) == ["b"] && names.names(after: "b", limit: 3).isEmpty)
        names.remove("b")
        #expect(names.names(after: nil, limit: 3).isEmpty)
    }

    @Test func `more names than a block holds stay in order`() {
        var names = SortedNames()
        let all = (0..<(3 * SortedNames.mostNamesPerBlock)).map { String(100_000 + $0) }
        for name in all.reversed() { names.insert(name) }
        var pages: [String] = []
        while true {
            let page = names.names(after: pages.last, limit: 100)
            guard !page.isEmpty else { break }
            pages += page
        }
        #expect(pages == all)
    }
}
