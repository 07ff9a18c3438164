import Synchronization

/// Whether the last spans were delivered.
final class Delivery: Sendable {
    private let isFailing = Mutex(false)

    /// Notes how a delivery has ended.
    ///
    /// - Returns: Whether it has ended otherwise than the one before.
    func turn(failing: Bool) -> Bool {
        isFailing.withLock { last in
            defer { last = failing }
            return last != failing
        }
    }
}
