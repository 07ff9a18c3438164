import ChartStores
import Testing

struct ChangeChainTests {
    @Test func `changes count until the chain breaks`() {
        let chain = ChangeChain()
        #expect(chain.count())
        #expect(chain.count())
        #expect(!chain.isBroken && chain.error == nil)
        #expect(chain.break(with: .full) == 2)
        #expect(!chain.count())
        #expect(chain.isBroken)
        #expect(chain.error == .full)
    }

    @Test func `the first error stays, and so does the count`() {
        let chain = ChangeChain()
        chain.break(with: .unavailable("first"))
        #expect(chain.break(with: .full) == 0)
        #expect(chain.error == .unavailable("first"))
    }

    @Test(arguments: 0..<20) func `a racing break and count agree on which came first`(round: Int) async {
        let chain = ChangeChain()
        async let counted = (0..<1_000).prefix { _ in chain.count() }.count
        async let kept = chain.break(with: .full)
        #expect(await counted == kept)
    }
}
