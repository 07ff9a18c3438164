/// When sessions ended, for those that ended last.
struct Tombstones: Sendable {
    private let capacity: Int
    private var endings: [String: Int64] = [:]
    /// The names in the order of their ends, behind those that are forgotten already.
    private var order: [String] = []
    private var forgotten = 0

    /// Creates a yard without stones.
    ///
    /// - Parameter capacity: The most stones, at least 1; a further one takes the place of the oldest.
    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// The number of stones.
    var count: Int { endings.count }

    /// When a session ended, in milliseconds of the session clock; `nil` for one that has no stone.
    subscript(id: String) -> Int64? { endings[id] }

    /// Sets a stone.
    ///
    /// - Returns: Whose stone it takes the place of; `nil` while there is room.
    @discardableResult
    mutating func add(_ id: String, at now: Int64) -> String? {
        let displaced = count == capacity ? order[forgotten] : nil
        if displaced != nil { forgetOldest() }
        endings[id] = now
        order.append(id)
        return displaced
    }

    /// Clears the stones of sessions that ended more than a duration in milliseconds ago.
    ///
    /// - Returns: Whose stones they were.
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
