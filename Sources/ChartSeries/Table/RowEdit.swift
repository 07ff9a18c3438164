/// A change of a table: rows to put between others, to replace or to remove, or new columns.
public struct RowEdit: Sendable {
    /// The first row that changes or moves.
    public let from: Int
    /// The rows from there on, after the change; their columns are those of the table, in its order.
    public let tail: Table
    /// What makes the rows before of the rows after; `nil` where these are a prefix of them.
    public let delta: RowDelta?
    /// The first and the last x that is put in or taken out; `nil` where rows are only appended.
    public let changed: ClosedRange<Double>?

    /// The change that puts rows behind all others.
    ///
    /// - Parameters:
    ///   - rows: The rows, whose columns are those of the table, in its order.
    ///   - table: The table.
    /// - Returns: The change.
    public static func appending(_ rows: Table, to table: Table) -> RowEdit {
        RowEdit(from: table.rowCount, tail: rows, delta: nil, changed: nil)
    }

    /// All rows after the change.
    ///
    /// - Parameter table: The table, which may have columns more.
    /// - Returns: The rows.
    public func pieces(of table: Table) -> RowPieces {
        RowPieces([(table, 0..<from), (tail, 0..<tail.rowCount)], columnsOf: table)
    }
}

/// Rows of tables one behind the other, as a store writes them anew.
public struct RowPieces: Sendable {
    /// The rows, in order.
    public let parts: [(table: Table, rows: Range<Int>)]
    /// Their columns; without rows x is a number until the first ones come.
    public let shape: RowShape

    /// Joins rows.
    ///
    /// - Parameters:
    ///   - parts: The rows, in order.
    ///   - table: A table with the names of their columns.
    public init(_ parts: [(table: Table, rows: Range<Int>)], columnsOf table: Table) {
        self.parts = parts.filter { !$0.rows.isEmpty }
        shape = RowShape(
            xName: table.xName, xKind: self.parts.first?.table.xKind ?? .number, columns: table.columns.map(\.name))
    }
}

/// What a request does to a table.
public struct RowMerge: Sendable {
    /// What becomes of the rows of a request that are not simply appended.
    public struct Counts: Sendable, Hashable {
        /// The rows that are put before the last x.
        public var merged = 0
        /// The rows that are replaced, wherever they are.
        public var replaced = 0
        /// The late rows that are left out.
        public var dropped = 0

        /// Creates counts of nothing.
        public init() {}
    }

    /// What the request does.
    public enum Change: Sendable {
        /// It changes nothing, because all its rows are left out.
        case nothing
        /// It appends these rows, whose columns are those of the table.
        case append(Table)
        /// It changes rows that are there.
        case edit(RowEdit)
    }

    /// What becomes of its rows.
    public var counts = Counts()
    /// What it does.
    public var change = Change.nothing
}

extension Table {
    /// Works out what the rows of a request do by the rules of this table; nothing changes.
    ///
    /// - Parameter rows: The rows.
    /// - Returns: The change.
    /// - Throws: `TableError` if the columns differ, or for a row that lies too early.
    /// - Complexity: O(number of new rows), and O(number of rows from the first changed one on) for an edit.
    public func merging(_ rows: IncomingRows) throws(TableError) -> RowMerge {
        var rows = rows
        var merge = RowMerge()
        guard rows.xName == xName, rows.xKind == xKind || rowCount == 0 else {
            throw .xMismatch(expected: xName, expectedKind: xKind, found: rows.xName, foundKind: rows.xKind)
        }
        let sources = try sources(in: rows)
        if let last = x.last, let first = rows.x.first, first < last {
            switch rules.late {
            case .refuse:
                throw .olderThanLast(last: last, first: first, kind: xKind)
            case .drop:
                merge.counts.dropped = rows.dropRows(before: last)
            case .merge:
                let start = rowCount - min(rules.lateRows, Self.mostMovedCells / (columns.count + 1))
                guard start <= 0 || first >= x[start - 1] else {
                    throw .tooLate(first: first, earliest: x[start - 1], kind: xKind)
                }
            }
        }
        guard let first = rows.x.first else { return merge }
        if rules.key != nil { rows.joinRowsOfSameX() }
        let isBehind = x.last.map { first > $0 || (first == $0 && rules.key == nil) } ?? true
        guard isBehind else {
            merge.change = .edit(edit(by: rows, sources, counting: &merge.counts))
            return merge
        }
        let columns = zip(self.columns, sources).map { column, source in
            let missing = [Double](repeating: .nan, count: rows.count)
            return (name: column.name, values: source.map { rows.present($0) } ?? missing)
        }
        merge.change = .append(try Table(xName: xName, xKind: rows.xKind, x: rows.x, columns: columns))
        return merge
    }

    /// Returns the same rows with a column for each name that only the rows of a request have, missing in all rows.
    ///
    /// - Parameter rows: The rows of the request.
    /// - Returns: The table; `nil` where it has all columns.
    /// - Complexity: O(number of rows) for each new column.
    public func widened(for rows: IncomingRows) -> Table? {
        let known = Set(columns.map { ExactName($0.name) })
        let added = rows.names.filter { !known.contains(ExactName($0)) }
        guard !added.isEmpty else { return nil }
        return adding(columns: added)
    }

    /// Works out what the removal of a range does; nothing changes.
    ///
    /// - Parameter range: The x to remove.
    /// - Returns: The change, and the number of rows; `nil` where there are no rows.
    /// - Complexity: O(number of rows from the first removed one on).
    public func removing(_ range: ClosedRange<Double>) -> (edit: RowEdit, count: Int)? {
        let gone = rows(in: range)
        guard !gone.isEmpty else { return nil }
        let rest = gone.upperBound..<rowCount
        let tail = tail(x: x.copied(rest), columns: columns.map { $0.values.copied(rest) })
        let delta = RowDelta(inserted: [], removed: [gone], of: self)
        let edit = RowEdit(
            from: gone.lowerBound, tail: tail, delta: delta, changed: x[gone.lowerBound]...x[gone.upperBound - 1])
        return (edit, gone.count)
    }

    /// Returns the rows after a change, as the next version.
    ///
    /// - Complexity: O(number of rows), most of which is copied at once.
    public func applying(_ edit: RowEdit) -> Table {
        replaced(by: before(edit.from, then: edit.tail)).with(
            rules: rules, edits: edits, events: events)
    }

    /// Returns the rows before a change, numbered as they were.
    ///
    /// - Parameters:
    ///   - delta: The last change of this table that was no append.
    ///   - version: The version that the change made.
    /// - Returns: The rows; `nil` where the change is not of this table.
    /// - Complexity: O(number of rows).
    public func undoing(_ delta: RowDelta, of version: Int) -> Table? {
        guard delta.columnCount <= columns.count, delta.rowsAfter <= rowCount else { return nil }
        let earlier = edits.filter { $0.version < version }
        let whole = (prefix(rows: delta.rowsAfter, version: version) ?? self).keeping(firstColumns: delta.columnCount)
        let start = min(
            delta.inserted.first?.lowerBound ?? delta.rowsAfter, delta.removed.first?.lowerBound ?? delta.rowsAfter)
        var kept: [Int] = []
        var next = delta.inserted[...]
        for row in start..<max(start, delta.rowsAfter) {
            while let run = next.first, row >= run.upperBound { next = next.dropFirst() }
            if next.first?.contains(row) != true { kept.append(row) }
        }
        let tail = delta.rowsBefore(kept: kept, from: start, of: whole)
        let before = whole.before(start, then: tail)
        return before.numbered(version - 1).with(rules: rules, edits: earlier, events: events)
    }

    /// The most cells behind a late row, which are in memory while they move.
    private static let mostMovedCells = 1 << 25

    /// The position in `rows` of each column of this table; `nil` for one that the rows do not name.
    private func sources(in rows: IncomingRows) throws(TableError) -> [Int?] {
        var unused: [ExactName: Int] = [:]
        for (index, name) in rows.names.enumerated() { unused[ExactName(name)] = index }
        var sources: [Int?] = []
        for column in columns {
            let source = unused.removeValue(forKey: ExactName(column.name))
            guard source != nil || rules.key != nil else { throw .missingColumn(column.name) }
            sources.append(source)
        }
        if let stranger = rows.names.first(where: { unused[ExactName($0)] != nil }) { throw .unknownColumn(stranger) }
        return sources
    }

    private func edit(by rows: IncomingRows, _ sources: [Int?], counting counts: inout RowMerge.Counts) -> RowEdit {
        let equal = self.rows(in: rows.x[0]...rows.x[0])
        let isKeyed = rules.key != nil
        let start = isKeyed && !equal.isEmpty ? equal.upperBound - 1 : equal.upperBound
        let last = x[rowCount - 1]
        let oldX = x.copied(start..<rowCount)
        // An old row as its number from `start` on, a new one as the complement of its number.
        var order: [Int] = []
        order.reserveCapacity(oldX.count + rows.count)
        var replaced = [Int](repeating: -1, count: rows.count)
        var (inserted, removed) = (RowRuns(), RowRuns())
        var old = 0
        for new in 0..<rows.count {
            let x = rows.x[new]
            while old < oldX.count && (oldX[old] < x || (!isKeyed && oldX[old] == x)) {
                order.append(old)
                old += 1
            }
            if isKeyed, old < oldX.count, oldX[old] == x {
                while old + 1 < oldX.count, oldX[old + 1] == x {
                    order.append(old)
                    old += 1
                }
                replaced[new] = old
                removed.append(start + old)
                old += 1
                counts.replaced += 1
            } else if x < last {
                counts.merged += 1
            }
            inserted.append(start + order.count)
            order.append(~new)
        }
        order += old..<oldX.count
        let columns = columns.indices.map { index in
            let values = self.columns[index].values.copied(start..<rowCount)
            let source = sources[index].map { rows.columns[$0] }
            return order.map { place -> Double in
                guard place < 0 else { return values[place] }
                let new = ~place
                if let cell = source?[new], !IncomingRows.isUnnamed(cell) { return cell }
                return replaced[new] < 0 ? .nan : values[replaced[new]]
            }
        }
        let delta = RowDelta(inserted: inserted.runs, removed: removed.runs, of: self)
        return RowEdit(
            from: start, tail: tail(x: order.map { $0 < 0 ? rows.x[~$0] : oldX[$0] }, columns: columns), delta: delta,
            changed: rows.x[0]...rows.x[rows.count - 1])
    }

    /// A table of rows that are in order.
    fileprivate func tail(x: [Double], columns values: [[Double]]) -> Table {
        do throws(TableError) {
            return try Table(
                xName: xName, xKind: xKind, x: x,
                columns: columns.indices.map { (name: columns[$0].name, values: values[$0]) })
        } catch {
            preconditionFailure("rows of a table do not form one: \(error)")
        }
    }

    /// The first rows of this table with other rows behind them.
    private func before(_ row: Int, then tail: Table) -> Table {
        guard row > 0, var whole = prefix(rows: row, version: version) else {
            return tail.rowCount > 0 ? tail : .withoutRows(like: tail)
        }
        guard tail.rowCount > 0 else { return whole }
        do throws(TableError) {
            try whole.append(tail)
        } catch {
            preconditionFailure("the rows behind those of a table do not fit: \(error)")
        }
        return whole
    }

    /// A table without rows, whose first rows decide the kind of x.
    private static func withoutRows(like table: Table) -> Table {
        table.prefix(rows: 0, version: 1) ?? table
    }
}

extension IncomingRows {
    /// Works out the first rows of a dataset.
    ///
    /// - Parameter rules: The rules of the dataset.
    /// - Returns: The rows to append to none.
    /// - Throws: `TableError` for a name that stands twice.
    public func beginning(rules: RowRules) throws(TableError) -> RowMerge {
        let none = try Table(
            xName: xName, xKind: xKind, x: [], columns: names.map { (name: $0, values: [Double]()) })
        return try none.with(rules: rules, edits: [], events: nil).merging(self)
    }
}

/// Ascending rows as runs.
struct RowRuns {
    private(set) var runs: [Range<Int>] = []

    /// Adds a row behind the earlier ones.
    mutating func append(_ row: Int) {
        if let last = runs.last, last.upperBound == row {
            runs[runs.count - 1] = last.lowerBound..<row + 1
        } else {
            runs.append(row..<row + 1)
        }
    }
}
