import ChartSeries
import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// What a connection remembers of its last caller.
struct LastCallerTests {
    private static let anna = Principal(subject: "anna", scopes: [.createSessions], datasets: .all)

    @Test func `the same header names the same caller, another one nobody`() {
        let last = LastCaller()
        #expect(last.caller(of: "Bearer a") == nil)
        last.remember(IdentifiedCaller(.principal(Self.anna)) { true }, of: "Bearer abc")
        #expect(last.caller(of: "Bearer abc")?.caller == .principal(Self.anna))
        for other in ["", "Bearer ab", "Bearer abcd", "Bearer abd", "Cearer abc", "bearer abc", "Bearer abc "] {
            #expect(last.caller(of: other) == nil, "\(other)")
        }
        last.remember(IdentifiedCaller(.principal(Self.anna)) { true }, of: "Bearer d")
        #expect(last.caller(of: "Bearer abc") == nil && last.caller(of: "Bearer d") != nil)
    }

    @Test func `a credential that ceases to hold is forgotten`() {
        let last = LastCaller()
        let isValid = Atomic(true)
        last.remember(IdentifiedCaller(.principal(Self.anna)) { isValid.load(ordering: .relaxed) }, of: "Bearer a")
        #expect(last.caller(of: "Bearer a") != nil)
        isValid.store(false, ordering: .relaxed)
        #expect(last.caller(of: "Bearer a") == nil)
        isValid.store(true, ordering: .relaxed)
        #expect(last.caller(of: "Bearer a") == nil)
    }

    @Test func `only principals are remembered`() {
        let last = LastCaller()
        last.remember(IdentifiedCaller(.token("a")), of: "Bearer a")
        last.remember(IdentifiedCaller(.anyone), of: "Basic a")
        #expect(last.caller(of: "Bearer a") == nil && last.caller(of: "Basic a") == nil)
    }

    @Test func `a key and its validity follow the ring`() throws {
        let (store, clock) = (MemoryAPIKeyStore(), ManualClock())
        let (key, text) = APIKey.make(
            name: "viewer", scopes: [.createSessions], datasets: .all, createdAt: clock.now, expiresAt: clock.now + 10)
        try store.add(key)
        let ring = try KeyRing(store: store, logger: LogLines().logger)
        let authorizer = Authorizer(mode: .keys, keys: ring, clock: SessionClock { clock.now })
        guard case .known(let found) = try authorizer.identify(.apiKey(text)) else {
            Issue.record("a key needs no verification")
            return
        }
        #expect(found.caller == .principal(key.principal) && found.validity?() == true)
        clock.advance(byMilliseconds: 10)
        #expect(found.validity?() == false)
        guard case .known(let token) = try authorizer.identify(.token("a")) else { return }
        #expect(token.validity == nil)
    }
}
