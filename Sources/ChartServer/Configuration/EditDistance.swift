/// The number of single-character changes between two words (Levenshtein).
enum EditDistance {
    /// Counts the insertions, deletions and replacements that turn one word into the other.
    ///
    /// - Complexity: the product of the two lengths.
    static func between(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var previous = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let replaced = previous[column] + (character == other ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[right.count]
    }
}
