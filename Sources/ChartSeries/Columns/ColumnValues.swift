/// The doubles of a column in order, one a row.
///
/// They lie in memory, or in a mapped file, or are regular and not stored at all. A copy costs a reference; it keeps its
/// rows while others append to theirs.
public struct ColumnValues: Sendable {
    private enum Form: Sendable {
        /// The value of row i is `start + i · step`, rounded once each.
        case regular(start: Double, step: Double)
        /// The first `count` elements of a buffer that may be shared.
        case stored(GrowingBuffer<Double>)
    }

    private var form: Form
    /// The number of rows.
    public internal(set) var count: Int

    /// Copies values.
    public init(_ values: some Collection<Double>) {
        count = values.count
        let buffer = GrowingBuffer<Double>(capacity: count)
        let elements = Array(values)
        guard buffer.extend(from: 0, with: elements.span) else { preconditionFailure("a new buffer has room") }
        form = .stored(buffer)
    }

    /// Describes values at equal distances.
    ///
    /// - Parameters:
    ///   - start: The value of the first row.
    ///   - step: What the value of a row is above that of the row before, before rounding.
    ///   - count: The number of rows.
    public init(start: Double, step: Double, count: Int) {
        form = .regular(start: start, step: step)
        self.count = count
    }

    /// Shares the first elements of a buffer.
    public init(sharing buffer: GrowingBuffer<Double>, count: Int) {
        precondition(count <= buffer.capacity, "more rows than the buffer has")
        form = .stored(buffer)
        self.count = count
    }

    /// Where the values start and how far they are apart, when they are regular and not stored.
    public var regularity: (start: Double, step: Double)? {
        guard case .regular(let start, let step) = form else { return nil }
        return (start, step)
    }

    /// Lends the values of some rows as they lie in memory; regular ones are made for the purpose.
    ///
    /// - Complexity: O(1) for stored values.
    public func withSpan<Result, Failure: Error>(
        of rows: Range<Int>, _ body: (Span<Double>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows that the column does not have")
        switch form {
        case .stored(let buffer):
            return try buffer.withElements(rows, body)
        case .regular:
            let values = rows.map { self[$0] }
            return try body(values.span)
        }
    }

    /// Copies the values of some rows.
    ///
    /// - Parameter rows: Rows that the column has, ascending.
    /// - Returns: One value for each of them.
    /// - Complexity: O(number of the rows).
    public func values(at rows: RowIndices) -> [Double] { values(at: rows, knowing: nil) }

    /// Copies the values of some rows, as far as they are not known.
    func values(at rows: RowIndices, knowing known: [Double]?) -> [Double] {
        bring(rows, knowing: known)
        var values = [Double](repeating: 0, count: rows.count)
        copy(rows, rows.indices, knowing: known, into: &values, from: 0, by: 1)
        return values
    }

    /// Asks for the values of rows that may lie on a disk, before they are copied.
    ///
    /// - Parameters:
    ///   - rows: Rows that the column has, ascending.
    ///   - known: The value of each as far as it is known; see ``KnownValues``.
    func bring(_ rows: RowIndices, knowing known: [Double]?) {
        guard isPaged else { return }
        if let known {
            bring(rows.indices.filter { KnownValues.isUnknown(known[$0]) }.map { rows[$0] }, reach: 0)
        } else {
            bring(rows, reach: 0)
        }
    }

    /// Copies values of rows to places at equal distances.
    ///
    /// - Parameters:
    ///   - rows: Rows that the column has, ascending.
    ///   - positions: Which of them are copied.
    ///   - known: The value of each of the rows as far as it is known, and need not be read; see ``KnownValues``.
    ///   - cells: Where they are copied to.
    ///   - place: The place of the first.
    ///   - distance: How far the places lie apart.
    func copy(
        _ rows: RowIndices, _ positions: Range<Int>, knowing known: [Double]?, into cells: inout [Double],
        from place: Int, by distance: Int
    ) {
        guard !positions.isEmpty else { return }
        precondition(rows[0] >= 0 && rows[rows.count - 1] < count, "rows that the column does not have")
        let known = known?[positions]
        switch rows {
        case .contiguous(let range):
            let rows = range.lowerBound + positions.lowerBound..<range.lowerBound + positions.upperBound
            copy(rows, knowing: known, &cells, from: place, by: distance)
        case .list(let list):
            prefetch(list[positions], knowing: known)
            copy(list[positions], knowing: known, &cells, from: place, by: distance)
        }
    }

    /// Asks for the values of sparse rows all at once: whoever reads one after the other would wait for each.
    private func prefetch(_ rows: ArraySlice<Int>, knowing known: ArraySlice<Double>?) {
        guard case .stored(let buffer) = form else { return }
        if let known {
            for (row, value) in zip(rows, known) where KnownValues.isUnknown(value) { buffer.prefetch(at: row) }
        } else {
            for row in rows { buffer.prefetch(at: row) }
        }
    }

    @inline(__always)
    private func copy(
        _ rows: some Sequence<Int>, knowing known: ArraySlice<Double>?, _ cells: inout [Double], from place: Int,
        by distance: Int
    ) {
        var place = place
        func put(_ value: Double) {
            cells[place] = value
            place += distance
        }
        switch (form, known) {
        case (.regular(let start, let step), _): for row in rows { put(start + Double(row) * step) }
        case (.stored(let buffer), nil): for row in rows { put(buffer.element(at: row)) }
        case (.stored(let buffer), let known?):
            for (row, value) in zip(rows, known) {
                put(KnownValues.isUnknown(value) ? buffer.element(at: row) : value)
            }
        }
    }

    /// Whether values may lie on a disk.
    var isPaged: Bool {
        guard case .stored(let buffer) = form else { return false }
        return buffer.isPaged
    }

    /// Asks for values that may lie on a disk, before they are read one after the other.
    ///
    /// - Parameters:
    ///   - rows: Rows, ascending.
    ///   - reach: How many rows before and behind each are meant as well.
    func bring(_ rows: some RandomAccessCollection<Int>, reach: Int) {
        guard case .stored(let buffer) = form else { return }
        buffer.bring(rows, reach: reach)
    }

    /// The values with others behind them; see ``append(contentsOf:)``.
    public func appending(_ other: ColumnValues) -> ColumnValues {
        var grown = self
        grown.append(contentsOf: other)
        return grown
    }

    /// Appends values, in place where nobody else has appended to the same buffer and it has room.
    ///
    /// - Complexity: O(number of new rows), amortised.
    public mutating func append(contentsOf other: ColumnValues) {
        guard !other.isEmpty else { return }
        if case .regular(let start, let step) = form, other.continues(start: start, step: step, from: count) {
            count += other.count
            return
        }
        other.withSpan(of: other.indices) { added in
            if case .stored(let buffer) = form, buffer.extend(from: count, with: added) { return }
            let larger = GrowingBuffer<Double>(capacity: Swift.max(2 * count, count + added.count))
            let isCopied = withSpan(of: indices) { larger.extend(from: 0, with: $0) }
            guard isCopied, larger.extend(from: count, with: added) else {
                preconditionFailure("a new buffer has room")
            }
            form = .stored(larger)
        }
        count += other.count
    }

    /// Whether these values are those of the rows from `row` on of a regular column.
    ///
    /// - Parameters:
    ///   - start: The value of the regular column's first row.
    ///   - step: What the value of a row is above that of the row before, before rounding.
    ///   - row: The row of the regular column that the first of these values would be.
    /// - Returns: Whether every value is the one of its row.
    /// - Complexity: O(number of values).
    public func continues(start: Double, step: Double, from row: Int) -> Bool {
        indices.allSatisfy { self[$0] == start + Double(row + $0) * step }
    }
}

extension ColumnValues: RandomAccessCollection {
    /// The first row.
    public var startIndex: Int { 0 }

    /// The row behind the last.
    public var endIndex: Int { count }

    /// The value of a row.
    public subscript(row: Int) -> Double {
        precondition(row >= 0 && row < count, "a row that the column does not have")
        switch form {
        case .regular(let start, let step): return start + Double(row) * step
        case .stored(let buffer): return buffer.element(at: row)
        }
    }
}

extension ColumnValues: ExpressibleByArrayLiteral {
    /// Makes a column of a few values.
    public init(arrayLiteral values: Double...) {
        self.init(values)
    }
}

extension ColumnValues: Equatable {
    /// Whether both hold the same values, however they are kept; a missing value equals none, as NaN does not.
    public static func == (one: ColumnValues, other: ColumnValues) -> Bool {
        one.elementsEqual(other)
    }
}
