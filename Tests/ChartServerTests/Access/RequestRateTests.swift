import Testing

@testable import ChartServer

struct RequestRateTests {
    @Test(arguments: [1, 3, 7, 999, 1_000, 1_001, 1_000_000])
    func `a burst of one second's worth is taken and not one request more`(perSecond: Int) {
        let rate = RequestRate(perSecond: perSecond)
        var arrival = RequestRate.unused
        let now = rate.shares(1_700_000_000_000)
        let taken = (0...perSecond).count { _ in rate.admit(&arrival, at: now) == nil }
        #expect(taken == perSecond)
    }

    @Test(arguments: [1, 3, 7, 60, 999, 1_000, 1_001, 30_000])
    func `the rate is held exactly over simulated time`(perSecond: Int) {
        let rate = RequestRate(perSecond: perSecond)
        var arrival = RequestRate.unused
        var taken = 0
        let seconds: Int64 = 10
        for millisecond in 0...seconds * 1_000 {
            // Twice what the rate allows, so that the burst is used up too.
            for _ in 0...perSecond / 500 + 1
            where rate.admit(&arrival, at: rate.shares(5_000 + millisecond)) == nil { taken += 1 }
        }
        let most = perSecond * Int(seconds + 1)
        #expect(taken == most)
    }

    @Test(arguments: [1, 3, 7, 999, 1_001, 250_000])
    func `the wait is the shortest after which a request is taken`(perSecond: Int) throws {
        let rate = RequestRate(perSecond: perSecond)
        var arrival = RequestRate.unused
        let begin: Int64 = 1_000
        for _ in 0..<perSecond { _ = rate.admit(&arrival, at: rate.shares(begin)) }
        let wait = try #require(rate.admit(&arrival, at: rate.shares(begin)))
        #expect(wait.milliseconds == Int64((1_000 + perSecond - 1) / perSecond))
        let early = rate.admit(&arrival, at: rate.shares(begin + wait.milliseconds - 1))
        #expect(early == RetryAfter(milliseconds: 1))
        #expect(rate.admit(&arrival, at: rate.shares(begin + wait.milliseconds)) == nil)
    }

    @Test(arguments: [(0, 1), (1, 1), (1_000, 1), (1_001, 2), (2_000, 2)])
    func `Retry-After is in whole seconds, rounded up and at least 1`(milliseconds: Int64, seconds: Int) {
        #expect(RetryAfter(milliseconds: milliseconds).seconds == seconds)
    }

    @Test func `a clock that goes back costs one request's wait and gives no burst`() throws {
        let rate = RequestRate(perSecond: 10)
        var arrival = RequestRate.unused
        #expect(rate.admit(&arrival, at: rate.shares(1_700_000_000_000)) == nil)
        let wait = try #require(rate.admit(&arrival, at: rate.shares(1_000)))
        #expect(wait.milliseconds == 100)
        #expect(rate.admit(&arrival, at: rate.shares(1_100)) == nil)
        #expect(rate.admit(&arrival, at: rate.shares(1_100)) != nil)
        #expect(rate.admit(&arrival, at: rate.shares(1_200)) == nil)
    }

    @Test(arguments: [Int64.min, -1, 0, .max]) func `no time overflows`(time: Int64) {
        let rate = RequestRate(perSecond: 1_000_000)
        var arrival = RequestRate.unused
        #expect(rate.admit(&arrival, at: rate.shares(time)) == nil)
    }
}
