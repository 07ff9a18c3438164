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
    /// The index of minima and maxima, which a column of a few thousand rows or more has.
    public private(set) var index: ExtremesIndex?

    init(name: String, values: [Double]) throws(TableError) {
        self.name = name
        self.values = ColumnValues(values)
        try summarize(values)
        extendIndex()
    }

    /// Takes values whose summary is known already, such as those of a file that was checked when it was written.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: One value a row, stored ones; NaN is a missing one, none is infinite.
    ///   - minimum: The smallest present value, or `nil` when every value is missing.
    ///   - maximum: The largest present value, or `nil` when every value is missing.
    ///   - missingCount: How many values are missing.
    ///   - index: The index of minima and maxima, of the same rows; `nil` has one made, which reads every row.
    public init(
        trusting name: String, values: ColumnValues, minimum: Double?, maximum: Double?, missingCount: Int,
        index: ExtremesIndex? = nil
    ) {
        precondition(values.regularity == nil, "a column whose values are not stored")
        precondition((index?.rowCount ?? 0) <= values.count, "an index of more rows than the column has")
        self.name = name
        self.values = values
        self.minimum = minimum
        self.maximum = maximum
        self.missingCount = missingCount
        self.index = index
        extendIndex()
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
        grown.extendIndex()
        return grown
    }

    /// Appends the values of a column that has been checked already.
    ///
    /// - Complexity: O(number of new rows), amortised.
    mutating func append(_ other: Column) {
        values.append(contentsOf: other.values)
        summarize(other)
        extendIndex()
    }

    private mutating func summarize(_ added: Column) {
        minimum = [minimum, added.minimum].compactMap(\.self).min()
        maximum = [maximum, added.maximum].compactMap(\.self).max()
        missingCount += added.missingCount
    }

    /// Takes the rows that the index does not know yet into it; makes one where rows have become many.
    private mutating func extendIndex() {
        if index == nil {
            guard values.count >= ExtremesIndex.minimumRows else { return }
            index = ExtremesIndex(of: values)
        } else {
            index?.extend(over: values)
        }
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
