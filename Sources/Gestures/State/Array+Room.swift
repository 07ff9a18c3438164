extension Array {
    /// Frees unused capacity, which in an array grown by appending is up to as large as its count.
    ///
    /// Complexity: O(count).
    @inlinable package mutating func letGoOfRoom() {
        guard capacity > count else { return }
        var copy: [Element] = []
        copy.reserveCapacity(count)
        copy += self
        self = copy
    }

    /// Frees unused capacity if it is more than an eighth of the whole.
    ///
    /// Complexity: O(count).
    @inlinable package mutating func letGoOfMuchRoom() {
        if capacity - count > capacity / 8 { letGoOfRoom() }
    }
}
