/// What waits in a queue now.
struct QueueFigures: Sendable, Hashable {
    /// The number of elements that wait.
    var length: Int
    /// How long the one has waited that waits longest.
    var wait: Duration

    /// Creates the figures of a queue.
    ///
    /// - Parameters:
    ///   - length: The number of elements that wait.
    ///   - oldest: When the one came that waits longest; nil for an empty queue.
    init(length: Int, oldest: ContinuousClock.Instant?) {
        self.length = length
        wait = oldest.map { $0.duration(to: .now) } ?? .zero
    }
}
