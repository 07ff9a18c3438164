import Synchronization

/// Keeps values that are dear to make; when it is full, it forgets all of them.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let values = Mutex<[Key: Value]>([:])

    /// Creates an empty cache.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The kept value; made outside of the lock where there is none yet.
    func value(of key: Key, _ make: () -> Value) -> Value {
        if let found = values.withLock({ $0[key] }) { return found }
        let made = make()
        return values.withLock { values in
            if let found = values[key] { return found }
            if values.count >= capacity { values.removeAll() }
            values[key] = made
            return made
        }
    }

    /// How many values are kept.
    var count: Int { values.withLock(\.count) }
}
