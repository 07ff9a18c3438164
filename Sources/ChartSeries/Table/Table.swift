/// Rows in ascending x, with columns of doubles.
///
/// A table is a value: a copy keeps its rows when rows are appended to another copy. Rows with equal x stay in the
/// order in which they were added.
///
/// ```swift
/// let table = try Table(
///     xName: "time", xKind: .number, x: [0, 1, 2], columns: [(name: "level", values: [1.5, .nan, 2])])
/// assert(table.rowCount == 3 && table.columns[0].values[2] == 2)
/// ```
public struct Table: Sendable {
    /// The name of the x column.
    public let xName: String
    /// What x measures.
    public private(set) var xKind: XKind
    /// The x of each row, finite and never decreasing; milliseconds since 1970 UTC when `xKind` is `date`.
    public private(set) var x: ColumnValues
    /// The landmarks of x; `nil` for regular x and for fewer than ``XLandmarks/minimumRows`` rows.
    public private(set) var landmarks: XLandmarks?
    /// The columns beside x, each with one value a row.
    public private(set) var columns: [Column]
    /// The version of the rows, from 1; every append or replacement adds one.
    public private(set) var version: Int
    /// Whether the files of these rows hold what was written to them; `nil` for rows without files.
    public let soundness: TableSoundness?
    /// What the dataset follows beside its rows; `nil` for the standard rules and no changes but appends.
    var life: TableLife?

    /// Makes a table from rows that are already in order.
    ///
    /// - Parameters:
    ///   - xName: The name of the x column.
    ///   - xKind: What x measures.
    ///   - x: The x of each row, finite and never decreasing.
    ///   - columns: Names that are unique and differ from `xName`, each with one value per row; NaN is a missing value.
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
        var names: Set = [ExactName(xName)]
        for (name, values) in columns {
            guard names.insert(ExactName(name)).inserted else { throw .duplicateColumn(name) }
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

    /// Makes a table from rows that were checked before, such as those of a file that holds a checked table.
    ///
    /// - Parameters:
    ///   - xName: The name of the x column.
    ///   - xKind: What x measures.
    ///   - x: The x of each row, finite and never decreasing.
    ///   - columns: Columns with unique names and one value per row.
    ///   - version: The version to start from.
    ///   - landmarks: The landmarks of x; `nil` computes them if x needs any.
    ///   - soundness: Whether the files of the rows hold what was written to them; `nil` for rows without files.
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

    /// Finds the position in `columns` of a column by its name.
    public func index(ofColumn name: String) -> Int? {
        columns.firstIndex { ExactName($0.name) == ExactName(name) }
    }

    /// Appends rows whose x are not below the last one, which makes a new version.
    ///
    /// Columns are matched by name, in any order. If this throws, the table is unchanged.
    ///
    /// - Parameter other: The rows to append, with the same x name and the same columns.
    /// - Throws: `TableError` if the columns differ or a row is too old.
    /// - Complexity: O(number of new rows), amortised; O(n) if another copy of this table was appended to.
    public mutating func append(_ other: Table) throws(TableError) {
        let sources = try check(other)
        if rowCount == 0 { xKind = other.xKind }
        x.append(contentsOf: other.x)
        for (index, source) in sources.enumerated() {
            columns[index].append(source)
        }
        extendLandmarks()
        version += 1
    }

    /// Checks that rows can be appended; the first rows of a table decide what x measures.
    ///
    /// - Parameter other: The rows to append.
    /// - Returns: The columns of `other` in the order of this table.
    /// - Throws: `TableError` if the columns differ or a row is too old.
    @discardableResult
    public func check(_ other: Table) throws(TableError) -> [Column] {
        guard other.xName == xName, other.xKind == xKind || rowCount == 0 else {
            throw .xMismatch(
                expected: xName, expectedKind: xKind, found: other.xName, foundKind: other.xKind)
        }
        let sources = try other.columns(matching: columns)
        if let last = x.last, let first = other.x.first, first < last {
            throw .olderThanLast(last: last, first: first, kind: xKind)
        }
        return sources
    }

    /// Returns the next version, with rows that the caller has written behind these, such as to mapped files.
    ///
    /// - Parameters:
    ///   - x: The x of all rows.
    ///   - values: The values of all rows, per column.
    ///   - added: The columns of the new rows, in the order of this table.
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

    /// Adds the new rows to the landmarks; creates the landmarks once there are enough rows.
    private mutating func extendLandmarks() {
        guard x.regularity == nil else { return }
        if landmarks == nil {
            guard x.count >= XLandmarks.minimumRows else { return }
            landmarks = XLandmarks(of: x)
        } else {
            landmarks?.extend(over: x)
        }
    }

    /// Returns the rows of another table as the next version of this one; the columns may differ.
    public func replaced(by other: Table) -> Table {
        var next = other
        next.version = version + 1
        return next
    }

    /// Returns the same rows under another version, such as that of a database that other processes write.
    public func numbered(_ version: Int) -> Table {
        var same = self
        same.version = version
        return same
    }

    /// Finds the columns of the same names, in the order of `others`.
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
