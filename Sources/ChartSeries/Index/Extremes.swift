/// The smallest and the largest of some values, and the first row of each.
public struct Extremes: Sendable, Equatable {
    /// The smallest value, or infinity when there is none.
    public internal(set) var minimum = Double.infinity
    /// The largest value, or minus infinity when there is none.
    public internal(set) var maximum = -Double.infinity
    /// The first row of the smallest value.
    public internal(set) var minimumRow: Int
    /// The first row of the largest value.
    public internal(set) var maximumRow: Int

    /// Whether there is no value.
    @inline(__always)
    var isEmpty: Bool { minimum > maximum }

    /// Makes the extremes of no values.
    init(at row: Int) {
        minimumRow = row
        maximumRow = row
    }

    /// Adds the value of a row that does not lie before the rows added earlier.
    mutating func add(_ value: Double, row: Int) {
        if value < minimum { (minimum, minimumRow) = (value, row) }
        if value > maximum { (maximum, maximumRow) = (value, row) }
    }
}
