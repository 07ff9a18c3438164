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
