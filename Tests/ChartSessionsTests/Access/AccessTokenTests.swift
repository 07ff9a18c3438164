import ChartSessions
import Testing

struct AccessTokenTests {
    @Test func `a token is 40 hexadecimal digits, another one each time`() {
        let tokens = (0..<50).map { _ in AccessToken().text }
        #expect(Set(tokens).count == 50)
        for token in tokens {
            #expect(token.utf8.count == 40)
            #expect(token.allSatisfy { "0123456789abcdef".contains($0) })
        }
    }

    @Test func `each token has its role, any other text has none`() {
        let (driver, viewer) = (AccessToken(), AccessToken())
        let tokens = AccessTokens(driver: driver, viewer: viewer)
        #expect(tokens.role(of: driver.text) == .driver)
        #expect(tokens.role(of: viewer.text) == .viewer)
        for text in ["", "x", AccessToken().text, String(driver.text.dropLast()), driver.text.uppercased() + "g"] {
            #expect(tokens.role(of: text) == nil)
        }
    }
}
