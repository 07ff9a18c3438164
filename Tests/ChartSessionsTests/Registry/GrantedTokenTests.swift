import ChartStores
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Tokens that a session gives out, where several processes have it.
struct GrantedTokenTests {
    @Test func `a token counts on each node from its making to its removal`() async throws {
        let nodes = SharedNodes()
        let id = try await nodes.open()
        let (token, secret) = try await nodes.one.grantToken([.annotate, .look], author: "Mia", lifetime: nil, to: id)
        for node in nodes.both {
            #expect(try await node.grantedToken(secret.text, of: id) == token)
            #expect(try await node.grantedTokens(of: id) == [token])
            #expect(try await node.knows(token: secret.text))
        }
        #expect(token.role == .annotator && token.author == "Mia")
        #expect(try await nodes.other.revokeToken(token.id, of: id))
        for node in nodes.both {
            #expect(try await node.grantedToken(secret.text, of: id) == nil)
            #expect(await node.stillCounts(token, of: id) == false)
        }
    }

    @Test func `a token that only annotates has a name of its own`() async throws {
        let nodes = SharedNodes()
        let id = try await nodes.open()
        let (one, _) = try await nodes.one.grantToken([.annotate], author: nil, lifetime: nil, to: id)
        let (other, _) = try await nodes.one.grantToken([.annotate, .drive], author: nil, lifetime: 5, to: id)
        #expect(one.author == one.id && other.author == nil && other.role == .driver)
        nodes.time.advance(byMilliseconds: 4)
        #expect(await nodes.other.stillCounts(other, of: id))
        nodes.time.advance(byMilliseconds: 1)
        #expect(await nodes.other.stillCounts(other, of: id) == false)
        #expect(try await nodes.other.grantedTokens(of: id) == [one])
    }

    @Test func `a session that is not there gives out none`() async throws {
        let nodes = SharedNodes()
        let error = await #expect(throws: SessionError.self) {
            try await nodes.one.grantToken([.look], author: nil, lifetime: nil, to: "nothing")
        }
        #expect(error == .gone)
    }
}
