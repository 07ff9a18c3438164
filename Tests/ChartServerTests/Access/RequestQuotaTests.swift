import ChartWire
import Testing

@testable import ChartServer

struct RequestQuotaTests {
    @Test func `each name has its own burst`() {
        let quota = RequestQuota(requestsPerSecond: 2)
        for name in ["a", "b"] {
            #expect(quota.admit(name, now: 5) == nil)
            #expect(quota.admit(name, now: 5) == nil)
            #expect(quota.admit(name, now: 5) == RetryAfter(milliseconds: 500))
        }
    }

    @Test func `many names leave the table at its bound`() {
        let quota = RequestQuota(requestsPerSecond: 1)
        for number in 0..<100_000 { _ = quota.admit("name \(number)", now: 5) }
        #expect(quota.count <= RequestQuota.mostNames)
        #expect(quota.count > RequestQuota.mostNames * 9 / 10)
    }

    @Test func `names whose time has passed give their entries to new names`() {
        let quota = RequestQuota(requestsPerSecond: 1, names: 10)
        for round in 0..<100 {
            for number in 0..<10 { #expect(quota.admit("\(round) \(number)", now: Int64(round) * 1_000) == nil) }
        }
        #expect(quota.count == 10)
    }

    @Test func `names beyond the bound are held to the rate together`() {
        let quota = RequestQuota(requestsPerSecond: 2, names: 10)
        for number in 0..<10 { #expect(quota.admit(number, now: 5) == nil) }
        #expect(quota.admit("x", now: 5) == nil)
        #expect(quota.admit("y", now: 5) == nil)
        #expect(quota.admit("z", now: 5) != nil)
        #expect(quota.admit(3, now: 5) == nil)
        #expect(quota.count == 10)
    }

    @Test func `a busy name keeps its own entry while new names rush in`() {
        let quota = RequestQuota(requestsPerSecond: 10, names: 2_048)
        var attacker = 0
        var taken = 0
        for millisecond in Int64(0)..<3_000 {
            // The busy name sends 20 requests a second, twice its rate.
            if millisecond.isMultiple(of: 50), quota.admit("busy", now: millisecond) == nil { taken += 1 }
            for _ in 0..<100 {
                attacker += 1
                _ = quota.admit("attacker \(attacker)", now: millisecond)
            }
        }
        #expect((38...40).contains(taken), "\(taken)")
        #expect(quota.count <= 2_048)
    }

    @Test func `a clock that goes back leaves no entry busy for ever`() {
        let quota = RequestQuota(requestsPerSecond: 1, names: 10)
        for number in 0..<10 { _ = quota.admit(number, now: 1_700_000_000_000) }
        for number in 10..<20 { #expect(quota.admit(number, now: 1_000) == nil) }
        #expect(quota.count == 10)
    }

    @Test func `a request that is given back does not count`() {
        let quota = RequestQuota(requestsPerSecond: 2)
        for _ in 0..<100 {
            #expect(quota.admit("a", now: 5) == nil)
            quota.giveBack("a")
        }
        for _ in 0..<10 { quota.giveBack("a") }
        quota.giveBack("b")
        for name in ["a", "b"] {
            for _ in 0..<2 { #expect(quota.admit(name, now: 5) == nil) }
            #expect(quota.admit(name, now: 5) == RetryAfter(milliseconds: 500))
        }
        #expect(quota.count == 2)
    }

    @Test func `a refusal is a problem with its wait`() {
        let wait = RetryAfter(milliseconds: 1_500)
        let principal = Problem.principalRate(limit: 5, retryAfter: wait)
        let address = Problem.addressRate(limit: 5, retryAfter: wait)
        #expect((principal.code, principal.retryAfter) == (.principalRateExceeded, 2))
        #expect((address.code, address.retryAfter) == (.addressRateExceeded, 2))
    }

    @Test func `names on several threads are held to the rate`() async {
        let quota = RequestQuota(requestsPerSecond: 1_000)
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { (0..<1_000).count { _ in quota.admit("one", now: 7) == nil } }
            }
            return await group.reduce(0, +)
        }
        #expect(taken == 1_000)
    }
}
