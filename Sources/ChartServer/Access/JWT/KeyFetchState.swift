/// When the keys at a URL are fetched, and which requests wait for it; times are in milliseconds of any clock.
struct KeyFetchState: Sendable {
    /// The time between two regular fetches, after which a removed key has lost its force.
    static let regularInterval: Int64 = 900_000
    /// The most time after which a failed fetch is repeated while there are no keys at all.
    static let firstRetryInterval: Int64 = 5_000
    /// The most requests that wait for a fetch; further ones are judged at once.
    static let mostWaiters = 256

    /// What happens to the keys.
    enum Event: Sendable {
        /// The service begins.
        case started(now: Int64)
        /// Time has passed.
        case ticked(now: Int64)
        /// A request brings a token whose key is unknown.
        case missed(waiter: UInt64, now: Int64)
        /// A request no longer waits.
        case left(waiter: UInt64)
        /// A fetch has brought keys.
        case fetched(JWTKeySet, now: Int64)
        /// A fetch has failed.
        case failed(now: Int64)
        /// The service ends.
        case stopped
    }

    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// Fetch the keys once.
        case fetch
        /// Let these requests be judged by the keys that there are.
        case release([UInt64])
    }

    /// The least time between two fetches that unknown keys cause, and after which a failed fetch is repeated.
    private let refetchInterval: Int64
    /// The keys of the last good fetch.
    private(set) var keys: JWTKeySet?
    /// Whether the service runs, so that a fetch can be done.
    private var isRunning = false
    private var isFetching = false
    private var waiters: [UInt64] = []
    private var nextRegular = Int64.max
    private var nextMiss = Int64.min

    /// Starts without keys, or with those of a file.
    init(keys: JWTKeySet? = nil, refetchInterval: Int64 = JWTSettings.defaultRefetchInterval) {
        self.keys = keys
        self.refetchInterval = refetchInterval
    }

    /// Takes an event, and says what is to be done.
    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .started:
            isRunning = true
            return fetch()
        case .ticked(let now):
            return isRunning && !isFetching && now >= nextRegular ? fetch() : []
        case .missed(let waiter, let now):
            return miss(waiter, now)
        case .left(let waiter):
            waiters.removeAll { $0 == waiter }
            return [.release([waiter])]
        case .fetched(let keys, let now):
            self.keys = keys
            nextRegular = now + Self.regularInterval
            return end()
        case .failed(let now):
            nextRegular = now + (keys == nil ? min(Self.firstRetryInterval, refetchInterval) : refetchInterval)
            return end()
        case .stopped:
            isRunning = false
            return end()
        }
    }

    private mutating func miss(_ waiter: UInt64, _ now: Int64) -> [Action] {
        guard isRunning, isFetching || now >= nextMiss, waiters.count < Self.mostWaiters else {
            return [.release([waiter])]
        }
        waiters.append(waiter)
        guard !isFetching else { return [] }
        nextMiss = now + refetchInterval
        return fetch()
    }

    private mutating func fetch() -> [Action] {
        isFetching = true
        return [.fetch]
    }

    private mutating func end() -> [Action] {
        isFetching = false
        defer { waiters = [] }
        return waiters.isEmpty ? [] : [.release(waiters)]
    }
}
