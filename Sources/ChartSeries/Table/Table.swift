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

extension Table {
    /// Returns the same rows with columns behind the others, in which every value is missing.
    ///
    /// - Parameter names: Names that the table lacks.
    /// - Returns: The table.
    /// - Complexity: O(number of rows) for each new column.
    public func adding(columns names: some Collection<String>) -> Table {
        let missing = ColumnValues(Array(repeating: .nan, count: rowCount))
        return with(
            columns: columns
                + names.map {
                    Column(trusting: $0, values: missing, minimum: nil, maximum: nil, missingCount: rowCount)
                })
    }

    /// Returns the same rows without the columns of other names.
    public func keeping(columns names: [String]) -> Table {
        let kept = Set(names.map { ExactName($0) })
        return with(columns: columns.filter { kept.contains(ExactName($0.name)) })
    }

    /// Returns the same rows with their first columns alone.
    func keeping(firstColumns count: Int) -> Table {
        count < columns.count ? with(columns: Array(columns.prefix(count))) : self
    }

    /// Returns the same rows with other columns, perhaps at other places.
    func with(columns: [Column], x places: Table? = nil) -> Table {
        let (x, landmarks) = places.map { ($0.x, $0.landmarks) } ?? (x, landmarks)
        var table = Table(
            trusting: xName, xKind: xKind, x: x, columns: columns, version: version, landmarks: landmarks,
            soundness: soundness)
        table.life = life
        return table
    }
}

extension Table {
    /// A table without rows or columns, whose x is of kind `number`.
    public static let empty: Table = {
        do throws(TableError) {
            return try Table(xName: "x", xKind: .number, x: [], columns: [])
        } catch {
            preconditionFailure("no rows cannot be out of order")
        }
    }()

    /// The table with its columns and its version, and without rows.
    public var withoutRows: Table {
        do throws(TableError) {
            return try Table(
                xName: xName, xKind: xKind, x: [], columns: columns.map { ($0.name, []) }, version: version)
        } catch {
            preconditionFailure("no rows cannot be out of order")
        }
    }
}

extension Table {
    /// Whether a read of the rows may wait for the disk, as of the last look or read.
    ///
    /// A thread that others wait for leaves such a read to another one.
    @inline(__always)
    public var isAway: Bool { soundness?.isAway ?? false }

    /// Looks whether all rows of files are in memory, and notes it for all versions of the rows.
    ///
    /// - Complexity: O(pages), up to the first that is only on disk.
    public func lookForAwayRows() {
        guard let soundness else { return }
        let isNear =
            x.isNear && landmarks?.values.isNear ?? true
            && columns.allSatisfy { $0.values.isNear && $0.index?.memory.isNear ?? true }
        soundness.note(isAway: !isNear)
    }
}

extension Table {
    /// Returns the first rows as the table that they formed before further rows were appended.
    ///
    /// Columns that were added since are left out. The prefix gives the same answers as that table, including sums: its index covers as many rows as it did then. A
    /// table that was too short for an index has none. Without rows, x is of kind `number`, because the first row
    /// decides the kind. Appending to the prefix copies the rows, as the buffers already hold later rows.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - version: The version of the table.
    /// - Returns: The table; `nil` if `rows` is negative or more than the table has.
    /// - Complexity: O(log n) per column, O(rows) per column without an index; a regular x is not read.
    public func prefix(rows: Int, version: Int) -> Table? {
        guard rows >= 0, rows <= rowCount else { return nil }
        let landmarks = rows < XLandmarks.minimumRows ? nil : landmarks?.prefix(rows: rows)
        let widening = life == nil ? nil : edits.first { $0.version > version && $0.columnsBefore != nil }
        let first = Table(
            trusting: xName, xKind: rows == 0 ? .number : xKind, x: x.prefix(rows: rows),
            columns: columns.prefix(widening?.columnsBefore ?? columns.count).map { $0.prefix(rows: rows) },
            version: version, landmarks: landmarks, soundness: soundness)
        return life == nil
            ? first : first.with(rules: rules, edits: edits.filter { $0.version <= version }, events: events)
    }
}

extension ColumnValues {
    /// Returns the first rows, sharing the storage; the column must have that many.
    func prefix(rows: Int) -> ColumnValues {
        precondition(rows >= 0 && rows <= count, "rows that the column does not have")
        var first = self
        first.count = rows
        return first
    }
}

extension Column {
    /// Returns the first rows, with the summary and the index that they had.
    func prefix(rows: Int) -> Column {
        let found = withReader { (extremes: $0.extremes(of: 0..<rows), present: $0.sum(of: 0..<rows).count) }
        let extremes = found?.extremes ?? Extremes(at: 0)
        return Column(
            trusting: name, values: values.prefix(rows: rows), minimum: extremes.isEmpty ? nil : extremes.minimum,
            maximum: extremes.isEmpty ? nil : extremes.maximum, missingCount: rows - (found?.present ?? 0),
            index: rows < ExtremesIndex.minimumRows ? nil : index?.prefix(rows: rows))
    }
}

extension ExtremesIndex {
    /// Returns the index of the first rows, sharing its blocks.
    fileprivate func prefix(rows: Int) -> ExtremesIndex {
        var first = self
        first.rowCount = min(rows, rowCount)
        return first
    }
}

extension XLandmarks {
    /// Returns the landmarks of the first rows, sharing the storage.
    fileprivate func prefix(rows: Int) -> XLandmarks {
        XLandmarks(trusting: values.prefix(rows: min(Self.count(ofRows: rows), values.count)))
    }
}

/// The rows that a dataset drops from its front.
extension Table {
    /// The number of rows in front that ``RowRules/retain`` lets go now.
    ///
    /// A drop writes the rows that stay anew. So they go in whole blocks, and not before they are an eighth of those that
    /// stay: a row is written nine times in the mean, however many there are.
    ///
    /// - Complexity: O(log of the number of rows).
    public var rowsToDrop: Int {
        guard let retain = rules.retain, let last = x.last else { return 0 }
        var count = max(0, rowCount - (retain.rows ?? rowCount))
        if let age = retain.age { count = max(count, rows(in: (last - age)...last).lowerBound) }
        count -= count % Self.rowsOfBlock
        return count * Self.leastShare >= rowCount - count ? count : 0
    }

    /// The change that drops rows from the front.
    ///
    /// - Parameter count: The number of rows, at least one and fewer than there are.
    /// - Returns: The rows that stay, the change as the table remembers it, and what makes the rows before of those after,
    ///   where it is small enough to be kept.
    public func dropping(_ count: Int) -> (rest: RowPieces, edit: TableEdit, delta: RowDelta?) {
        let isKept = count * (columns.count + 1) <= Self.mostCellsKept
        return (
            RowPieces([(self, count..<rowCount)], columnsOf: self),
            TableEdit(version: version + 1, changed: x[0]...x[count - 1]),
            isKept ? RowDelta(inserted: [], removed: [0..<count], of: self) : nil
        )
    }

    /// Rows are dropped in multiples of this.
    private static var rowsOfBlock: Int { 64 }
    /// What is dropped is at least this part of what stays.
    private static var leastShare: Int { 8 }
    /// The most cells that are kept of dropped rows.
    private static var mostCellsKept: Int { 1 << 22 }
}

extension Table {
    /// Finds the rows whose x lies in a closed range.
    ///
    /// - Complexity: O(log n); nearly constant where x is almost evenly spaced.
    public func rows(in range: ClosedRange<Double>) -> Range<Int> {
        let search = SortedSearch(x: x, rows: x.indices)
        let lower = search.firstRow(near: range.lowerBound) { $0 >= range.lowerBound }
        let rest = SortedSearch(x: x, rows: lower..<x.count)
        return lower..<rest.firstRow(near: range.upperBound) { $0 > range.upperBound }
    }

    /// Finds the rows whose key lies in a closed range, such as rows whose civil day starts in it.
    ///
    /// - Parameters:
    ///   - range: The range of keys.
    ///   - key: Maps an x to its key; never decreasing.
    /// - Returns: The rows; if there are none, an empty range at the position where they would be.
    /// - Complexity: O(log n) calls of `key`.
    public func rows(in range: ClosedRange<Double>, by key: (Double) -> Double) -> Range<Int> {
        let search = SortedSearch(x: x, rows: x.indices)
        let lower = search.firstRow(near: range.lowerBound) { key($0) >= range.lowerBound }
        let rest = SortedSearch(x: x, rows: lower..<x.count)
        return lower..<rest.firstRow(near: range.upperBound) { key($0) > range.upperBound }
    }

    /// Finds the row nearest to an x.
    ///
    /// Of two equally near rows the earlier counts, and of rows with the same x the first.
    ///
    /// - Parameters:
    ///   - target: The x.
    ///   - rows: The rows to choose from.
    /// - Returns: The row, or `nil` when `rows` is empty.
    public func nearestRow(to target: Double, in rows: Range<Int>) -> Int? {
        guard !rows.isEmpty else { return nil }
        let search = SortedSearch(x: x, rows: rows)
        let after = search.firstRow(near: target) { $0 >= target }
        guard after > rows.lowerBound else { return after }
        let value = x[after - 1]
        let before = search.firstRow(from: after - 1) { $0 >= value }
        guard after < rows.upperBound else { return before }
        return target - value <= x[after] - target ? before : after
    }

    /// Finds the last row in a range that has a value in a column.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows to search.
    /// - Returns: The row; `nil` if no row has a value.
    /// - Complexity: O(log n); O(1) if the last row has a value.
    public func lastPresentRow(ofColumn index: Int, in rows: Range<Int>) -> Int? {
        guard let last = rows.last else { return nil }
        let column = columns[index]
        if !column.values[last].isNaN { return last }
        return column.withReader { $0.lastRow(in: .present, from: rows.lowerBound, before: last) } ?? nil
    }

    /// Finds the smallest and the largest present value of a column in a range of rows.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows to search.
    ///   - limits: The values to consider, such as those that an axis can show; `nil` considers every present value.
    /// - Returns: Both values; `nil` if no row has such a value.
    /// - Complexity: O(log n); with limits, plus the rows in blocks of 32 with values inside and outside them.
    public func valueRange(
        ofColumn index: Int, rows: Range<Int>, within limits: ClosedRange<Double>? = nil
    ) -> (minimum: Double, maximum: Double)? {
        let column = columns[index]
        let band = limits.map { ValueBand($0) } ?? .present
        if rows == x.indices {
            guard let minimum = column.minimum, let maximum = column.maximum else { return nil }
            if band.contains(minimum), band.contains(maximum) { return (minimum, maximum) }
        }
        if column.values.map != nil {
            return DrawnSeries(column: column, band: band).extremes(of: rows).map { ($0.minimum, $0.maximum) }
        }
        guard let found = column.withReader({ $0.extremes(of: rows, in: band) }), !found.isEmpty else { return nil }
        return (found.minimum, found.maximum)
    }
}
