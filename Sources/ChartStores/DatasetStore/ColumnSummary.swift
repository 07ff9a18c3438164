/// The summary of a column's values.
package struct ColumnSummary: Sendable, Equatable {
    /// The smallest present value; `nil` without one.
    package var minimum: Double?
    /// The largest present value; `nil` without one.
    package var maximum: Double?
    /// The number of missing values.
    package var missing = 0

    /// Creates a summary; by default of no values.
    package init(minimum: Double? = nil, maximum: Double? = nil, missing: Int = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.missing = missing
    }

    /// Adds the next values.
    ///
    /// - Complexity: O(number of values).
    package mutating func add(_ values: Span<Double>) {
        var smallest = minimum ?? .infinity
        var largest = maximum ?? -.infinity
        for index in values.indices {
            let value = values[index]
            if value < smallest { smallest = value }
            if value > largest { largest = value }
            if value.isNaN { missing += 1 }
        }
        if smallest <= largest { (minimum, maximum) = (smallest, largest) }
    }
}
