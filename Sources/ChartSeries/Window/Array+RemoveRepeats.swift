/// Removes neighbours that are equal.
extension Array where Element: Equatable {
    /// Removes every element that equals the one before it.
    mutating func removeRepeats() {
        guard var previous = first else { return }
        var end = 1
        for index in indices.dropFirst() where self[index] != previous {
            previous = self[index]
            self[end] = previous
            end += 1
        }
        removeSubrange(end...)
    }
}
