import Testing

@testable import ChartSessions

struct TokenIndexTests {
    @Test func `the index finds both tokens of a session until it ends, and never a malformed hash`() {
        let (driver, viewer, other) = (AccessToken(), AccessToken(), AccessToken())
        let pair = TokenIndex.Pair(AccessTokens(driver: driver, viewer: viewer))
        var index = TokenIndex()
        index.add(pair)
        index.add(TokenIndex.Pair(AccessTokens(driverHash: [], viewerHash: [1])))
        #expect(index.contains(driver.text) && index.contains(viewer.text) && !index.contains(other.text))
        index.remove(pair)
        #expect(!index.contains(driver.text) && !index.contains(viewer.text))
    }
}
