extension Array {
    /// Lets go of the room for further elements, of which an array that has grown one by one has up to as much again.
    ///
    /// Complexity: O(count).
    @inlinable package mutating func trimCapacity() {
        guard capacity > count else { return }
        var copy: [Element] = []
        copy.reserveCapacity(count)
        copy += self
        self = copy
    }

    /// Lets go of the room for further elements where it is more than an eighth of all.
    ///
    /// Complexity: O(count).
    @inlinable package mutating func trimLargeCapacity() {
        if capacity - count > capacity / 8 { trimCapacity() }
    }
}
