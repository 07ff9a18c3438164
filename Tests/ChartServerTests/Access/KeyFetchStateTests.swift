import Testing

@testable import ChartServer

struct KeyFetchStateTests {
    /// A source that has fetched its keys at 0.
    private func fetched() -> KeyFetchState {
        var state = KeyFetchState()
        _ = state.handle(.started(now: 0))
        _ = state.handle(.fetched(.empty, now: 0))
        return state
    }

    @Test func `the first requests wait for the first fetch`() {
        var state = KeyFetchState()
        #expect(state.handle(.missed(waiter: 1, now: 0)) == [.release([1])])
        #expect(state.handle(.started(now: 0)) == [.fetch])
        #expect(state.handle(.missed(waiter: 2, now: 1)) == [])
        #expect(state.handle(.missed(waiter: 3, now: 2)) == [])
        #expect(state.keys == nil)
        #expect(state.handle(.fetched(.empty, now: 3)) == [.release([2, 3])])
        #expect(state.keys != nil)
    }

    @Test func `an unknown key causes one fetch a minute, which all requests wait for`() {
        var state = fetched()
        #expect(state.handle(.missed(waiter: 1, now: 1)) == [.fetch])
        #expect(state.handle(.missed(waiter: 2, now: 2)) == [])
        #expect(state.handle(.fetched(.empty, now: 3)) == [.release([1, 2])])
        #expect(state.handle(.missed(waiter: 3, now: 60_000)) == [.release([3])])
        #expect(state.handle(.missed(waiter: 4, now: 60_001)) == [.fetch])
        #expect(state.handle(.failed(now: 60_002)) == [.release([4])])
        #expect(state.handle(.missed(waiter: 5, now: 120_000)) == [.release([5])])
        #expect(state.handle(.missed(waiter: 6, now: 120_001)) == [.fetch])
    }

    @Test func `the keys are fetched each 15 minutes, and a minute after a failure`() {
        var state = fetched()
        #expect(state.handle(.ticked(now: 899_999)) == [])
        #expect(state.handle(.ticked(now: 900_000)) == [.fetch])
        #expect(state.handle(.ticked(now: 900_001)) == [])
        #expect(state.handle(.failed(now: 905_000)) == [])
        #expect(state.keys != nil)
        #expect(state.handle(.ticked(now: 964_999)) == [])
        #expect(state.handle(.ticked(now: 965_000)) == [.fetch])
        #expect(state.handle(.fetched(.empty, now: 966_000)) == [])
        #expect(state.handle(.ticked(now: 1_865_999)) == [])
        #expect(state.handle(.ticked(now: 1_866_000)) == [.fetch])
    }

    @Test func `without keys a failed fetch is repeated after five seconds`() {
        var state = KeyFetchState()
        _ = state.handle(.started(now: 0))
        #expect(state.handle(.failed(now: 100)) == [])
        #expect(state.handle(.ticked(now: 5_099)) == [])
        #expect(state.handle(.ticked(now: 5_100)) == [.fetch])
    }

    @Test func `a shorter time to the next fetch is for failures and unknown keys alike`() {
        var state = KeyFetchState(refetchInterval: 2_000)
        _ = state.handle(.started(now: 0))
        #expect(state.handle(.failed(now: 100)) == [])
        #expect(state.handle(.ticked(now: 2_099)) == [])
        #expect(state.handle(.ticked(now: 2_100)) == [.fetch])
        #expect(state.handle(.fetched(.empty, now: 2_200)) == [])
        #expect(state.handle(.missed(waiter: 1, now: 2_300)) == [.fetch])
        #expect(state.handle(.failed(now: 2_400)) == [.release([1])])
        #expect(state.handle(.missed(waiter: 2, now: 4_299)) == [.release([2])])
        #expect(state.handle(.ticked(now: 4_399)) == [])
        #expect(state.handle(.ticked(now: 4_400)) == [.fetch])
    }

    @Test func `at most 256 requests wait, and one that leaves makes room`() {
        var state = fetched()
        #expect(state.handle(.missed(waiter: 0, now: 1)) == [.fetch])
        for waiter in 1..<UInt64(256) { #expect(state.handle(.missed(waiter: waiter, now: 1)) == []) }
        #expect(state.handle(.missed(waiter: 256, now: 1)) == [.release([256])])
        #expect(state.handle(.left(waiter: 7)) == [.release([7])])
        #expect(state.handle(.missed(waiter: 257, now: 1)) == [])
        let waiters = Array(0..<UInt64(256)).filter { $0 != 7 } + [257]
        #expect(state.handle(.fetched(.empty, now: 2)) == [.release(waiters)])
    }

    @Test func `a stop releases the waiting requests, and later ones do not wait`() {
        var state = fetched()
        #expect(state.handle(.missed(waiter: 1, now: 1)) == [.fetch])
        #expect(state.handle(.stopped) == [.release([1])])
        #expect(state.handle(.missed(waiter: 2, now: 100_000)) == [.release([2])])
        #expect(state.handle(.ticked(now: 10_000_000)) == [])
    }
}
