/// A named column of doubles, in which NaN stands for a missing value, with a running summary of what is present.
public struct Column: Sendable {
    /// The name, unique in its table.
    public let name: String
    /// One value a row; NaN is a missing one.
    public private(set) var values: ColumnValues
    /// The smallest present value, or `nil` when every value is missing.
    public private(set) var minimum: Double?
    /// The largest present value, or `nil` when every value is missing.
    public private(set) var maximum: Double?
    /// How many values are missing.
    public private(set) var missingCount = 0

    init(name: String, values: [Double]) throws(TableError) {
        self.name = name
        self.values = ColumnValues(values)
        try summarize(values)
    }

    /// Takes values whose summary is known already, such as those of a file that was checked when it was written.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: One value a row; NaN is a missing one, none is infinite.
    ///   - minimum: The smallest present value, or `nil` when every value is missing.
    ///   - maximum: The largest present value, or `nil` when every value is missing.
    ///   - missingCount: How many values are missing.
    public init(trusting name: String, values: ColumnValues, minimum: Double?, maximum: Double?, missingCount: Int) {
        self.name = name
        self.values = values
        self.minimum = minimum
        self.maximum = maximum
        self.missingCount = missingCount
    }

    /// The column after somebody wrote the values of another behind its own, such as to a mapped file.
    ///
    /// - Parameters:
    ///   - values: All values.
    ///   - added: The column of those that are new.
    /// - Returns: The column with all rows.
    func grown(to values: ColumnValues, by added: Column) -> Column {
        var grown = self
        grown.summarize(added)
        grown.values = values
        return grown
    }

    /// Appends the values of a column that has been checked already.
    ///
    /// - Complexity: O(number of new rows), amortised.
    mutating func append(_ other: Column) {
        values.append(contentsOf: other.values)
        summarize(other)
    }

    private mutating func summarize(_ added: Column) {
        minimum = [minimum, added.minimum].compactMap(\.self).min()
        maximum = [maximum, added.maximum].compactMap(\.self).max()
        missingCount += added.missingCount
    }

    private mutating func summarize(_ values: [Double]) throws(TableError) {
        var smallest = Double.infinity
        var largest = -Double.infinity
        for value in values {
            if value < smallest { smallest = value }
            if value > largest { largest = value }
            if value.isNaN { missingCount += 1 }
        }
        guard smallest > -.infinity, largest < .infinity else { throw .valueNotFinite(column: name) }
        guard missingCount < values.count else { return }
        minimum = smallest
        maximum = largest
    }
}
