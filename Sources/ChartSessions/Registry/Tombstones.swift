/// When sessions ended, for the latest ends.
struct Tombstones: Sendable {
    private let capacity: Int
    private var endings: [String: Int64] = [:]
    /// The names in the order of their ends, after the forgotten ones.
    private var order: [String] = []
    private var forgotten = 0

    /// Creates an empty list of tombstones.
    ///
    /// - Parameter capacity: The maximum number, at least 1; a further tombstone replaces the oldest.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// The number of tombstones.
    var count: Int { endings.count }

    /// When a session ended, in milliseconds of the session clock; `nil` without a tombstone.
    subscript(id: String) -> Int64? { endings[id] }

    /// Adds a tombstone.
    ///
    /// - Returns: The session of the replaced tombstone; `nil` without one.
    @discardableResult
    mutating func add(_ id: String, at now: Int64) -> String? {
        let displaced = count == capacity ? order[forgotten] : nil
        if displaced != nil { forgetOldest() }
        endings[id] = now
        order.append(id)
        return displaced
    }

    /// Removes the tombstones that are older than a duration in milliseconds.
    ///
    /// - Returns: Their sessions.
    mutating func forget(olderThan duration: Double, now: Int64) -> [String] {
        var cleared: [String] = []
        while forgotten < order.count, let ending = endings[order[forgotten]], Double(now - ending) > duration {
            cleared.append(order[forgotten])
            forgetOldest()
        }
        return cleared
    }

    private mutating func forgetOldest() {
        endings[order[forgotten]] = nil
        forgotten += 1
        guard forgotten > order.count / 2 else { return }
        order.removeFirst(forgotten)
        forgotten = 0
    }
}
