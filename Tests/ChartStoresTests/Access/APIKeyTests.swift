import ChartStores
import Testing

struct APIKeyTests {
    private func make() -> (key: APIKey, text: String) {
        APIKey.make(name: "n", scopes: [.readDatasets], datasets: .all, createdAt: 1, expiresAt: 10)
    }

    @Test func `a key's text is csk, 12 digits and 40 digits, another one each time`() {
        let texts = (0..<50).map { _ in make().text }
        #expect(Set(texts).count == 50)
        for text in texts { #expect(text.wholeMatch(of: #/csk_[0-9a-f]{12}_[0-9a-f]{40}/#) != nil) }
    }

    @Test func `a key has the hash of its text, and its id`() {
        let (key, text) = make()
        #expect(key.hash == TextHash(of: text).bytes && key.hash.count == 32)
        #expect(APIKey.id(inText: text) == key.id)
        #expect(key.subject == "csk_" + key.id)
    }

    @Test func `a text of another form has no id`() {
        let text = make().text
        let malformed = [
            "", "csk_", String(text.dropLast()), text + "0", text.uppercased(), "x" + text.dropFirst(),
            text.replacingOccurrences(at: 16, with: "-"), text.replacingOccurrences(at: 4, with: "g"),
            text.replacingOccurrences(at: 56, with: "g"), String(text.dropLast(2)) + "é",
        ]
        for text in malformed { #expect(APIKey.id(inText: text) == nil, "\(text)") }
    }

    @Test func `a key expires at its time, and a revoked one is not called expired`() {
        var key = make().key
        #expect(key.state(at: 9) == .active && key.state(at: 10) == .expired)
        key.revokedAt = 5
        #expect(key.state(at: 4) == .revoked && key.state(at: 10) == .revoked)
    }

    @Test func `scopes are written in the order of the table, and unknown words are ignored`() {
        #expect(Scope.text(of: Set(Scope.allCases)) == Scope.allCases.map(\.rawValue).joined(separator: " "))
        #expect(Scope.known(in: "metrics:read  nothing datasets:read") == [.readMetrics, .readDatasets])
    }
}

extension String {
    fileprivate func replacingOccurrences(at offset: Int, with character: Character) -> String {
        String(enumerated().map { $0.offset == offset ? character : $0.element })
    }
}
