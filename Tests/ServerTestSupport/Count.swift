import Synchronization

/// A number that several tasks of a test count up.
final class Count: Sendable {
    private let number = Atomic(0)

    /// The number so far.
    var value: Int { number.load(ordering: .relaxed) }

    /// Adds one, and returns the new number.
    @discardableResult
    func add() -> Int { number.wrappingAdd(1, ordering: .relaxed).newValue }
}
