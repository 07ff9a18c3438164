import ChartStores
import ChartWire
import Synchronization

/// The rates that requests are held to; each request counts once.
///
/// It counts for its principal, or for the client's address where it has none or ends before the server knows one.
final class RequestQuotas: Sendable {
    private let principal: RequestQuota?
    private let address: RequestQuota?
    private let clock: SessionClock

    /// Creates the quotas of a server.
    ///
    /// - Parameters:
    ///   - limits: The limits; nil quotas where both rates are off.
    ///   - clock: The clock of the rates.
    init?(_ limits: Limits, clock: SessionClock) {
        guard limits.requestsPerSecondOfPrincipal != nil || limits.requestsPerSecondOfAddress != nil else { return nil }
        principal = limits.requestsPerSecondOfPrincipal.map { RequestQuota(requestsPerSecond: $0) }
        address = limits.requestsPerSecondOfAddress.map { RequestQuota(requestsPerSecond: $0) }
        self.clock = clock
    }

    /// Takes a request, or refuses it.
    ///
    /// - Parameters:
    ///   - incoming: The request.
    ///   - principal: Its principal; nil where it has none, or where a JWT has to be verified first.
    /// - Throws: `limits.principal-rate`, `limits.address-rate`.
    func admit(_ incoming: IncomingRequest, of principal: Principal?) throws(Problem) {
        if let principal {
            guard let quota = self.principal, let wait = quota.admit(principal.subject, now: clock.now()) else {
                return
            }
            throw .principalRate(limit: quota.rate.perSecond, retryAfter: wait)
        }
        guard let address, let wait = address.admit(incoming.clientAddress.key, now: clock.now()) else { return }
        throw .addressRate(limit: address.rate.perSecond, retryAfter: wait)
    }

    /// Counts a request for its principal and no longer for its address, once its JWT is verified.
    ///
    /// - Throws: `limits.principal-rate`.
    func recount(_ incoming: IncomingRequest, for principal: Principal) throws(Problem) {
        address?.giveBack(incoming.clientAddress.key)
        try admit(incoming, of: principal)
    }
}

/// Holds each name, such as a principal or a client address, to a rate of requests; safe on every thread.
///
/// A name may use up one second's worth of requests at once. The quota remembers a bounded number of names. Where all of
/// them are busy, further names share one common entry, so they are held to the rate together. An entry is busy until
/// its requests would have arrived at exactly the rate, which is one second after its last request at most.
final class RequestQuota: Sendable {
    /// A part of the names, so that event loops seldom wait for each other.
    private final class Shard: Sendable {
        let table: Mutex<QuotaTable>

        init(rate: RequestRate, capacity: Int) {
            table = Mutex(QuotaTable(rate: rate, capacity: capacity))
        }
    }

    /// The names that are remembered unless given.
    static let mostNames = 65_536
    /// The parts of a large quota.
    private static let shardCount = 16
    /// The fewest names of a part; a quota of fewer names has one part.
    private static let fewestNamesOfShard = 64

    /// The rate of each name.
    let rate: RequestRate
    private let shards: [Shard]
    /// The arrival time of all names without an entry.
    private let common = Mutex(RequestRate.unused)

    /// Creates a quota without requests.
    ///
    /// - Parameters:
    ///   - requestsPerSecond: The requests a second of each name, 1 to 1000000.
    ///   - names: The most names that have an entry of their own.
    init(requestsPerSecond: Int, names: Int = RequestQuota.mostNames) {
        let rate = RequestRate(perSecond: requestsPerSecond)
        let count = names >= Self.shardCount * Self.fewestNamesOfShard ? Self.shardCount : 1
        self.rate = rate
        shards = (0..<count).map { _ in Shard(rate: rate, capacity: names / count) }
    }

    /// How many names have an entry.
    var count: Int { shards.reduce(0) { count, shard in count + shard.table.withLock { $0.count } } }

    /// Takes a request of a name, or refuses it.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - now: The time in milliseconds, of a clock that may have any zero and may go back.
    /// - Returns: When a refused request may come again; nil for a request that is taken.
    /// - Complexity: O(1).
    func admit(_ name: some Hashable, now: Int64) -> RetryAfter? {
        let now = rate.shares(now)
        let hash = name.hashValue
        switch shard(of: hash).table.withLock({ $0.admit(hash, at: now) }) {
        case .admitted: return nil
        case .refused(let wait): return wait
        case .full: return common.withLock { [rate] in rate.admit(&$0, at: now) }
        }
    }

    /// Gives back a request that was taken, as if its name had not sent it.
    ///
    /// A request that was taken by the common entry is not given back.
    ///
    /// - Complexity: O(1).
    func giveBack(_ name: some Hashable) {
        let hash = name.hashValue
        shard(of: hash).table.withLock { $0.giveBack(hash) }
    }

    private func shard(of hash: Int) -> Shard { shards[Int(UInt(bitPattern: hash) >> 32) % shards.count] }
}

/// The arrival times of the names of one part of a quota, in bounded memory.
///
/// A name is kept as its hash, whose seed is secret and made anew for each process. A long name takes no more room.
struct QuotaTable {
    /// What the table says to a request.
    enum Verdict: Equatable {
        /// The name keeps to its rate.
        case admitted
        /// The name is too fast.
        case refused(RetryAfter)
        /// The name has no entry, and none is free.
        case full
    }

    /// How many entries a request without one looks at, so that its cost does not grow with the table.
    private static let mostLooks = 8

    private struct Entry {
        var name: Int
        var arrival: RequestRate.ArrivalTime
    }

    private let rate: RequestRate
    private let capacity: Int
    private var entries: [Entry] = []
    private var indices: [Int: Int] = [:]
    /// The entry that the next search for a free one begins with.
    private var hand = 0

    /// Creates an empty table of at least one entry.
    init(rate: RequestRate, capacity: Int) {
        self.rate = rate
        self.capacity = max(1, capacity)
    }

    /// How many names have an entry.
    var count: Int { entries.count }

    /// Takes a request of a name, or refuses it.
    ///
    /// - Parameters:
    ///   - name: The hash of the name.
    ///   - now: The time in shares of the rate.
    /// - Returns: What comes of it.
    /// - Complexity: O(1), also in a full table.
    mutating func admit(_ name: Int, at now: Int64) -> Verdict {
        if let index = indices[name] {
            return rate.admit(&entries[index].arrival, at: now).map { .refused($0) } ?? .admitted
        }
        guard let index = freeIndex(at: now) else { return .full }
        var arrival = RequestRate.unused
        let refusal = rate.admit(&arrival, at: now)
        let entry = Entry(name: name, arrival: arrival)
        if index == entries.count { entries.append(entry) } else { entries[index] = entry }
        indices[name] = index
        return refusal.map { .refused($0) } ?? .admitted
    }

    /// Gives back a request of a name; one without an entry gets nothing back.
    mutating func giveBack(_ name: Int) {
        guard let index = indices[name] else { return }
        rate.giveBack(&entries[index].arrival)
    }

    /// The place of a new entry; drops an entry whose time has passed when the table is full.
    private mutating func freeIndex(at now: Int64) -> Int? {
        guard entries.count == capacity else { return entries.count }
        for _ in 0..<min(Self.mostLooks, capacity) {
            let index = hand
            hand = (hand + 1) % capacity
            if rate.hasPassed(entries[index].arrival, at: now) {
                indices[entries[index].name] = nil
                return index
            }
        }
        return nil
    }
}

/// A rate of requests with a burst of one second's worth: the generic cell rate algorithm, with time as an input.
///
/// Times are in shares of a millisecond, so many as the rate has requests a second. One request then is exactly 1000
/// shares, and the rate is exact for every number of requests.
struct RequestRate: Sendable, Hashable {
    /// When the requests so far would have arrived at exactly the rate, in shares since the clock's zero.
    ///
    /// It lies ahead of the clock by the part of the burst that is used up.
    typealias ArrivalTime = Int64

    /// The requests a second; also the largest burst.
    let perSecond: Int

    /// The shares of one request.
    private static let interval: Int64 = 1_000
    /// The highest rate; also keeps the shares of every time below the largest `Int64`.
    private static let highest = 1_000_000
    /// The last time that a clock may have, in milliseconds: 146 years after its zero.
    private static let latest = Int64.max / 2 / Int64(highest)

    /// Creates a rate.
    ///
    /// - Parameter perSecond: The requests a second, 1 to 1000000.
    init(perSecond: Int) {
        precondition((1...Self.highest).contains(perSecond))
        self.perSecond = perSecond
    }

    /// The arrival time of a name without requests.
    static let unused: ArrivalTime = 0

    /// The shares of one burst.
    private var burst: Int64 { Int64(perSecond) * Self.interval }

    /// A time of the clock in shares.
    ///
    /// - Parameter milliseconds: The time; one before the clock's zero counts as the zero.
    /// - Returns: The same time in shares.
    func shares(_ milliseconds: Int64) -> Int64 { min(max(milliseconds, 0), Self.latest) * Int64(perSecond) }

    /// Whether the requests behind an arrival time no longer count.
    ///
    /// An arrival time further ahead than a burst comes from a clock that has gone back, and counts no longer either.
    func hasPassed(_ arrival: ArrivalTime, at now: Int64) -> Bool { arrival <= now || arrival - now > burst }

    /// Takes one more request, or refuses it.
    ///
    /// - Parameters:
    ///   - arrival: The arrival time of the name; a refused request leaves it as it is.
    ///   - now: The time in shares.
    /// - Returns: When a refused request may come again; nil for a request that is taken.
    func admit(_ arrival: inout ArrivalTime, at now: Int64) -> RetryAfter? {
        // A clock that has gone back costs at most the burst.
        let start = min(max(arrival, now), now + burst)
        let excess = start + Self.interval - now - burst
        guard excess > 0 else {
            arrival = start + Self.interval
            return nil
        }
        arrival = start
        return RetryAfter(milliseconds: (excess + Int64(perSecond) - 1) / Int64(perSecond))
    }

    /// Gives back a request that was taken.
    func giveBack(_ arrival: inout ArrivalTime) { arrival = max(arrival - Self.interval, Self.unused) }
}

/// How long a client has to wait before a request can be taken.
struct RetryAfter: Sendable, Hashable {
    /// The wait in milliseconds, rounded up.
    let milliseconds: Int64

    /// The wait in whole seconds as `Retry-After` says it, rounded up and at least 1.
    var seconds: Int { max(1, Int((milliseconds + 999) / 1_000)) }
}
