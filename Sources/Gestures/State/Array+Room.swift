/// Frees the room that arrays do not use.
extension Array {
    /// Frees unused capacity, which is up to the count after single appends.
    ///
    /// - Complexity: O(count).
    @inlinable package mutating func trimCapacity() {
        guard capacity > count else { return }
        var copy: [Element] = []
        copy.reserveCapacity(count)
        copy += self
        self = copy
    }

    /// Frees unused capacity where it is more than an eighth of the whole.
    ///
    /// - Complexity: O(count).
    @inlinable package mutating func trimLargeCapacity() {
        if capacity - count > capacity / 8 { trimCapacity() }
    }
}
