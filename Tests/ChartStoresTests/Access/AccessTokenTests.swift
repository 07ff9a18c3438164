import ChartStores
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
        #expect(tokens.role(of: driver.text) == .owner)
        #expect(tokens.role(of: viewer.text) == .viewer)
        for text in ["", "x", AccessToken().text, String(driver.text.dropLast()), driver.text.uppercased() + "g"] {
            #expect(tokens.role(of: text) == nil)
        }
    }

    @Test func `a token is stored as a hash, and every byte is compared`() {
        let (driver, viewer) = (AccessToken(), AccessToken())
        let kept = AccessTokens(driver: driver, viewer: viewer)
        #expect(kept.driverHash.count == 32 && kept.viewerHash.count == 32)
        #expect(kept.driverHash != Array(driver.text.utf8))
        for index in 0..<32 {
            for bit in 0..<8 {
                var spoiled = kept.driverHash
                spoiled[index] ^= 1 << bit
                let tokens = AccessTokens(driverHash: spoiled, viewerHash: kept.viewerHash)
                #expect(tokens.role(of: driver.text) == nil, "byte \(index), bit \(bit)")
                #expect(tokens.role(of: viewer.text) == .viewer)
            }
        }
        let short = AccessTokens(driverHash: Array(kept.driverHash.dropLast()), viewerHash: [])
        #expect(short.role(of: driver.text) == nil)
    }
}
