/// Counts the live sessions of each client address, or of each principal.
///
/// A session without a counted holder is not in it.
struct SessionCounts: Sendable {
    private var counts: [String: Int] = [:]
    private var holders: [String: String] = [:]

    /// The number of live sessions of a holder.
    func count(of holder: String) -> Int { counts[holder] ?? 0 }

    /// Counts a session of a holder.
    mutating func add(_ session: String, of holder: String) {
        counts[holder, default: 0] += 1
        // All sessions of a holder share the text of the key.
        holders[session] = counts.index(forKey: holder).map { counts.keys[$0] }
    }

    /// Removes an ended session; an uncounted one is no error.
    mutating func remove(_ session: String) {
        guard let holder = holders.removeValue(forKey: session), let count = counts[holder] else { return }
        counts[holder] = count > 1 ? count - 1 : nil
    }
}
