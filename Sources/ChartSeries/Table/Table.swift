/// Rows in ascending x with columns of doubles beside it.
///
/// A table is a value: whoever holds one keeps its rows while others append to theirs. Rows of the same x keep the order
/// in which they came.
public struct Table: Sendable {
    /// The name of the x column.
    public let xName: String
    /// What x measures.
    public let xKind: XKind
    /// The x of each row, finite and never decreasing; milliseconds since 1970 UTC when `xKind` is `date`.
    public private(set) var x: ColumnValues
    /// Landmarks of x, which rows have that are many and not regular.
    public private(set) var landmarks: XLandmarks?
    /// The columns beside x, each with one value a row.
    public private(set) var columns: [Column]
    /// Counts the states of these rows, from 1; every append or replacement adds one.
    public private(set) var version: Int
    /// Whether the files of these rows hold what was written to them; `nil` for rows that have none.
    public let soundness: TableSoundness?

    /// Makes a table of rows that are in order already.
    ///
    /// - Parameters:
    ///   - xName: The name of the x column.
    ///   - xKind: What x measures.
    ///   - x: The x of each row, finite and never decreasing.
    ///   - columns: Names, unique and other than `xName`, with one value a row, where NaN is a missing one.
    ///   - version: The version to start from.
    /// - Throws: `TableError` for x out of order, unequal lengths, names used twice and infinite values.
    public init(
        xName: String,
        xKind: XKind,
        x: [Double],
        columns: [(name: String, values: [Double])],
        version: Int = 1
    ) throws(TableError) {
        var previous = -Double.infinity
        for (row, value) in x.enumerated() {
            guard value.isFinite else { throw .xNotFinite(row: row) }
            guard value >= previous else { throw .xDecreasing(row: row) }
            previous = value
        }
        var checked: [Column] = []
        var names: Set = [xName]
        for (name, values) in columns {
            guard names.insert(name).inserted else { throw .duplicateColumn(name) }
            guard values.count == x.count else {
                throw .lengthMismatch(column: name, expected: x.count, found: values.count)
            }
            checked.append(try Column(name: name, values: values))
        }
        self.xName = xName
        self.xKind = xKind
        self.x = ColumnValues(x)
        self.columns = checked
        self.version = version
        soundness = nil
        extendLandmarks()
    }

    /// Takes rows that were checked already, such as those of a file that a checked table was written to.
    ///
    /// - Parameters:
    ///   - xName: The name of the x column.
    ///   - xKind: What x measures.
    ///   - x: The x of each row, finite and never decreasing.
    ///   - columns: Columns with unique names and one value a row.
    ///   - version: The version to start from.
    ///   - landmarks: The landmarks of x; `nil` has them taken where there are to be any.
    ///   - soundness: Whether the files of the rows hold what was written to them; `nil` for rows that have none.
    public init(
        trusting xName: String, xKind: XKind, x: ColumnValues, columns: [Column], version: Int,
        landmarks: XLandmarks? = nil, soundness: TableSoundness? = nil
    ) {
        precondition(columns.allSatisfy { $0.values.count == x.count }, "a column with another number of rows")
        self.xName = xName
        self.xKind = xKind
        self.x = x
        self.columns = columns
        self.version = version
        self.landmarks = landmarks
        self.soundness = soundness
        extendLandmarks()
    }

    /// The number of rows.
    public var rowCount: Int { x.count }

    /// The first and the last x, or `nil` for a table without rows.
    public var extent: (first: Double, last: Double)? {
        guard let first = x.first, let last = x.last else { return nil }
        return (first, last)
    }

    /// Finds a column beside x by its name.
    public func column(named name: String) -> Column? {
        index(ofColumn: name).map { columns[$0] }
    }

    /// Finds the position in `columns` of the column of this name.
    public func index(ofColumn name: String) -> Int? {
        columns.firstIndex { $0.name == name }
    }

    /// Appends rows that do not lie before the last one, as a new version.
    ///
    /// The columns are matched by name, in any order. A table that throws is as it was.
    ///
    /// - Parameter other: The rows to append, with the same x and the same columns.
    /// - Throws: `TableError` when the columns differ or the rows are too old.
    /// - Complexity: O(number of new rows), amortised, whoever holds these rows; O(n) when another has appended to them.
    public mutating func append(_ other: Table) throws(TableError) {
        let sources = try check(other)
        x.append(contentsOf: other.x)
        for (index, source) in sources.enumerated() {
            columns[index].append(source)
        }
        extendLandmarks()
        version += 1
    }

    /// Checks that rows can be appended; the first rows decide what x measures.
    ///
    /// - Parameter other: The rows to append.
    /// - Returns: The columns of `other` in the order of these.
    /// - Throws: `TableError` when the columns differ or the rows are too old.
    @discardableResult
    public func check(_ other: Table) throws(TableError) -> [Column] {
        guard other.xName == xName, other.xKind == xKind || rowCount == 0 else {
            throw .xMismatch(
                expected: xName, expectedKind: xKind, found: other.xName, foundKind: other.xKind)
        }
        let sources = try other.columns(matching: columns)
        if let last = x.last, let first = other.x.first, first < last {
            throw .olderThanLast(last: last, first: first)
        }
        return sources
    }

    /// The next version, after somebody wrote new rows behind these, such as to mapped files.
    ///
    /// - Parameters:
    ///   - x: The x of all rows.
    ///   - values: The values of all rows, a column each.
    ///   - added: The columns of the new rows, in the order of these.
    /// - Returns: The table with all rows.
    public func grown(x: ColumnValues, columns values: [ColumnValues], by added: [Column]) -> Table {
        var grown = self
        grown.x = x
        for index in columns.indices {
            grown.columns[index] = columns[index].grown(to: values[index], by: added[index])
        }
        grown.extendLandmarks()
        grown.version += 1
        return grown
    }

    /// Takes the rows that the landmarks do not know yet into them; makes some where rows have become many.
    private mutating func extendLandmarks() {
        guard x.regularity == nil else { return }
        if landmarks == nil {
            guard x.count >= XLandmarks.minimumRows else { return }
            landmarks = XLandmarks(of: x)
        } else {
            landmarks?.extend(over: x)
        }
    }

    /// Makes the next version of this table out of the rows of another, which may have other columns.
    public func replaced(by other: Table) -> Table {
        var next = other
        next.version = version + 1
        return next
    }
    /// Finds the columns of the same names, in the order of others.
    private func columns(matching others: [Column]) throws(TableError) -> [Column] {
        var unused: [String: Column] = [:]
        for column in columns {
            unused[column.name] = column
        }
        var found: [Column] = []
        for other in others {
            guard let column = unused.removeValue(forKey: other.name) else { throw .missingColumn(other.name) }
            found.append(column)
        }
        if let stranger = columns.first(where: { unused[$0.name] != nil }) { throw .unknownColumn(stranger.name) }
        return found
    }
}
