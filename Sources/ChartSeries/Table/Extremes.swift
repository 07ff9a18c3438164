/// The smallest and the largest of some values; of equal ones the first.
struct Extremes: Sendable, Equatable {
    /// The smallest value, infinity for none.
    private(set) var minimum = Double.infinity
    /// The largest value, minus infinity for none.
    private(set) var maximum = -Double.infinity

    /// Whether there is a value.
    var isEmpty: Bool { minimum > maximum }

    /// Takes a value in; NaN, a missing one, changes nothing.
    mutating func include(_ value: Double) {
        if value < minimum { minimum = value }
        if value > maximum { maximum = value }
    }

    /// Takes in what others were made of.
    mutating func include(_ other: Extremes) {
        if other.minimum < minimum { minimum = other.minimum }
        if other.maximum > maximum { maximum = other.maximum }
    }
}
