import Synchronization

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
