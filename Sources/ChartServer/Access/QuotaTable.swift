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
