/// What an edit has put in and taken out: enough to make the rows before of the rows after.
public struct RowDelta: Sendable, Hashable {
    /// The rows that were put in, as runs of rows after the edit.
    public private(set) var inserted: [Range<Int>]
    /// The rows that were taken out, as runs of rows before the edit.
    public private(set) var removed: [Range<Int>]
    /// The number of rows after the edit.
    public private(set) var rowsAfter: Int
    /// What x measured before the edit.
    public private(set) var xKind: XKind
    /// The x of the rows that were taken out, then the values of each column.
    private var columns: [[Double]]

    /// The number of columns beside x.
    var columnCount: Int { columns.count - 1 }

    /// Notes an edit.
    ///
    /// - Parameters:
    ///   - inserted: The rows that are put in, as runs of rows after the edit.
    ///   - removed: The rows that are taken out, as runs of rows before the edit.
    ///   - table: The rows before the edit.
    init(inserted: [Range<Int>], removed: [Range<Int>], of table: Table) {
        self.inserted = inserted
        self.removed = removed
        rowsAfter =
            table.rowCount + inserted.reduce(0) { $0 + $1.count } - removed.reduce(0) { $0 + $1.count }
        xKind = table.xKind
        columns = ([table.x] + table.columns.map(\.values)).map { values in
            removed.flatMap { values.copied($0) }
        }
    }

    /// Notes that other rows take the place of all.
    ///
    /// - Parameters:
    ///   - table: The rows before; their columns stand first in the rows after, in their order.
    ///   - count: The number of rows after.
    public init(replacing table: Table, byRows count: Int) {
        let (inserted, removed) = (0..<count, 0..<table.rowCount)
        self.init(
            inserted: inserted.isEmpty ? [] : [inserted], removed: removed.isEmpty ? [] : [removed], of: table)
    }

    /// Returns the rows before the edit from one on.
    ///
    /// - Parameters:
    ///   - kept: The rows after the edit that were there before, from `start` on.
    ///   - start: The first row that the edit has changed or moved.
    ///   - table: The rows after the edit, with the columns that there were before it.
    /// - Returns: The rows.
    func rowsBefore(kept: [Int], from start: Int, of table: Table) -> Table {
        let gone = removed.reduce(0) { $0 + $1.count }
        // A kept row as its number, one that was taken out as the complement of its place.
        var order: [Int] = []
        order.reserveCapacity(kept.count + gone)
        var (next, place) = (kept[...], 0)
        for run in removed {
            let count = max(0, run.lowerBound - start - order.count)
            order += next.prefix(count)
            next = next.dropFirst(count)
            for _ in run {
                order.append(~place)
                place += 1
            }
        }
        order += next
        let values = ([table.x] + table.columns.map(\.values)).enumerated().map { index, values in
            order.map { $0 >= 0 ? values[$0] : columns[index][~$0] }
        }
        do throws(TableError) {
            return try Table(
                xName: table.xName, xKind: xKind, x: values[0],
                columns: table.columns.indices.map { (name: table.columns[$0].name, values: values[$0 + 1]) })
        } catch {
            preconditionFailure("the rows before an edit do not form a table: \(error)")
        }
    }
}

extension RowDelta {
    private static let headWords = 5

    /// The delta as words, for a file.
    public var words: [UInt64] {
        let runs = (inserted + removed).flatMap { [UInt64($0.lowerBound), UInt64($0.count)] }
        let head = [
            UInt64(inserted.count), UInt64(removed.count), UInt64(rowsAfter), xKind == .date ? 1 : 0,
            UInt64(columns.count),
        ]
        return head + runs + columns.flatMap { $0.map(\.bitPattern) }
    }

    /// Reads the words of a file.
    ///
    /// - Parameter words: The words that ``words`` gave; it is `nil` for others.
    public init?(words: some RandomAccessCollection<UInt64>) {
        let words = Array(words)
        guard words.count >= Self.headWords, words[0] < 1 << 32, words[1] < 1 << 32, words[2] < 1 << 33,
            words[4] >= 1, words[4] < 1 << 16
        else { return nil }
        let (insertedCount, removedCount) = (Int(words[0]), Int(words[1]))
        let end = Self.headWords + 2 * (insertedCount + removedCount)
        guard words.count >= end else { return nil }
        var runs: [Range<Int>] = []
        for place in stride(from: Self.headWords, to: end, by: 2) {
            guard words[place] < 1 << 33, words[place + 1] < 1 << 33 else { return nil }
            runs.append(Int(words[place])..<Int(words[place] + words[place + 1]))
        }
        inserted = Array(runs.prefix(insertedCount))
        removed = Array(runs.dropFirst(insertedCount))
        rowsAfter = Int(words[2])
        xKind = words[3] == 1 ? .date : .number
        let gone = removed.reduce(0) { $0 + $1.count }
        let count = Int(words[4])
        guard words.count == end + gone * count else { return nil }
        columns = (0..<count).map { column in
            words[(end + gone * column)..<(end + gone * (column + 1))].map { Double(bitPattern: $0) }
        }
    }
}
