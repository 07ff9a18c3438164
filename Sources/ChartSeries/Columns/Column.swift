/// A named column of doubles with a running summary; NaN is a missing value.
public struct Column: Sendable {
    /// The longest name, in bytes of UTF-8.
    package static let longestName = 256

    /// The name, which is unique in its table.
    public internal(set) var name: String
    /// One value per row; NaN is a missing value.
    public private(set) var values: ColumnValues
    /// The smallest present value, or `nil` when every value is missing.
    public private(set) var minimum: Double?
    /// The largest present value, or `nil` when every value is missing.
    public private(set) var maximum: Double?
    /// How many values are missing.
    public private(set) var missingCount = 0
    /// The index of minima and maxima; `nil` in a column of fewer than ``ExtremesIndex/minimumRows`` rows.
    public private(set) var index: ExtremesIndex?
    /// The sums of blocks of rows that were asked for.
    var sums = BlockSums()

    init(name: String, values: [Double]) throws(TableError) {
        self.name = name
        self.values = ColumnValues(values)
        try summarize(values)
        extendIndex()
    }

    /// Makes a column from stored values whose summary is known, such as those of a verified file.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - values: One value per row, stored and not regular; NaN is a missing value, none is infinite.
    ///   - minimum: The smallest present value, or `nil` when every value is missing.
    ///   - maximum: The largest present value, or `nil` when every value is missing.
    ///   - missingCount: How many values are missing.
    ///   - index: The index of the first rows or of all; `nil` builds one from all rows, if enough.
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

    /// Returns the column with its values mapped, which its index answers for too; `nil` where one would be infinite.
    func mapped(by map: MonotoneMap, named name: String) -> Column? {
        guard values.regularity == nil, values.map == nil else { return nil }
        var mapped = self
        mapped.name = name
        mapped.values = values.mapped(by: map)
        if let minimum, let maximum {
            let ends = [map(minimum), map(maximum)]
            guard ends.allSatisfy(\.isFinite) else { return nil }
            (mapped.minimum, mapped.maximum) = (ends.min(), ends.max())
        }
        return mapped
    }

    /// The column without its map, whose sums it shares.
    var unmapped: Column {
        var unmapped = self
        unmapped.values = values.unmapped
        return unmapped
    }

    /// The column with its values stored, where they are mapped.
    var stored: Column {
        guard values.map != nil else { return self }
        do throws(TableError) {
            return try Column(name: name, values: Array(values))
        } catch {
            preconditionFailure("a mapped value is finite or missing")
        }
    }

    /// Returns this column with values that the caller has written behind the old ones, such as to a mapped file.
    ///
    /// - Parameters:
    ///   - values: All values.
    ///   - added: A column of the new values alone.
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
        let before = values
        values.append(contentsOf: other.values)
        // Another copy of the column may have gone on otherwise.
        if !values.shareStorage(with: before) { sums = BlockSums() }
        summarize(other)
        extendIndex()
    }

    private mutating func summarize(_ added: Column) {
        minimum = [minimum, added.minimum].compactMap(\.self).min()
        maximum = [maximum, added.maximum].compactMap(\.self).max()
        missingCount += added.missingCount
    }

    /// Adds the new rows to the index; creates the index once the column has enough rows.
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
