/// The doubles of a column in row order, one per row.
///
/// The values are stored in memory or in a mapped file, or they are regular and computed. A copy shares the storage.
/// Appending to one copy does not change the rows of another.
public struct ColumnValues: Sendable {
    private enum Form: Sendable {
        /// Row i has the value `start + i · step`, computed with one rounding of the product and one of the sum.
        case regular(start: Double, step: Double)
        /// The first `count` elements of a buffer, which other copies may share.
        case stored(GrowingBuffer<Double>)
        /// The same, each mapped.
        case mapped(GrowingBuffer<Double>, MonotoneMap)
    }

    private var form: Form
    /// The number of rows.
    public internal(set) var count: Int

    /// Copies the values of a collection.
    public init(_ values: some Collection<Double>) {
        count = values.count
        let buffer = GrowingBuffer<Double>(capacity: count)
        let elements = Array(values)
        guard buffer.extend(from: 0, with: elements.span) else { preconditionFailure("a new buffer has room") }
        form = .stored(buffer)
    }

    /// Describes evenly spaced values, which are computed and not stored.
    ///
    /// - Parameters:
    ///   - start: The value of the first row.
    ///   - step: The difference between the values of two consecutive rows, before rounding.
    ///   - count: The number of rows.
    public init(start: Double, step: Double, count: Int) {
        form = .regular(start: start, step: step)
        self.count = count
    }

    /// Shares the first `count` elements of a buffer.
    public init(sharing buffer: GrowingBuffer<Double>, count: Int) {
        precondition(count <= buffer.capacity, "more rows than the buffer has")
        form = .stored(buffer)
        self.count = count
    }

    /// The first value and the step of regular values; `nil` for stored values.
    public var regularity: (start: Double, step: Double)? {
        guard case .regular(let start, let step) = form else { return nil }
        return (start, step)
    }

    /// What tells values from others that may go on otherwise, and the buffer that holds them; none for regular ones.
    var storage: (key: StorageKey, owner: AnyObject?) {
        switch form {
        case .regular(let start, let step): (.regular(start: start, step: step), nil)
        case .stored(let buffer): (.buffer(ObjectIdentifier(buffer)), buffer)
        case .mapped: preconditionFailure("mapped values are not told from others")
        }
    }

    /// What tells values from others, whatever their number.
    enum StorageKey: Hashable {
        case regular(start: Double, step: Double)
        case buffer(ObjectIdentifier)
    }

    /// The stored values mapped, of which none becomes infinite.
    func mapped(by map: MonotoneMap) -> ColumnValues {
        guard case .stored(let buffer) = form else { preconditionFailure("values that are not stored") }
        var mapped = self
        mapped.form = .mapped(buffer, map)
        return mapped
    }

    /// How the stored values are mapped; `nil` where they are not.
    var map: MonotoneMap? {
        guard case .mapped(_, let map) = form else { return nil }
        return map
    }

    /// The values without their map.
    var unmapped: ColumnValues {
        guard case .mapped(let buffer, _) = form else { return self }
        return ColumnValues(sharing: buffer, count: count)
    }

    private var buffer: GrowingBuffer<Double>? {
        switch form {
        case .regular: nil
        case .stored(let buffer), .mapped(let buffer, _): buffer
        }
    }

    /// Whether both are stored in one buffer, so that one of them has the first rows of the other.
    func shareStorage(with other: ColumnValues) -> Bool {
        guard case .stored(let buffer) = form, case .stored(let otherBuffer) = other.form else { return false }
        return buffer === otherBuffer
    }

    /// Calls a closure with the values of some rows as a span.
    ///
    /// - Complexity: O(1) for stored values; O(number of rows) for regular values, which it computes.
    public func withSpan<Result, Failure: Error>(
        of rows: Range<Int>, _ body: (Span<Double>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "rows that the column does not have")
        switch form {
        case .stored(let buffer):
            return try buffer.withElements(rows, body)
        case .regular, .mapped:
            let values = rows.map { self[$0] }
            return try body(values.span)
        }
    }

    /// Copies the values of some rows.
    ///
    /// - Parameter rows: Rows that the column has, ascending.
    /// - Returns: One value per row.
    /// - Complexity: O(number of rows).
    public func values(at rows: RowIndices) -> [Double] { values(at: rows, knowing: nil) }

    /// Copies the values of some rows, taking those that are known from `known` instead of the column.
    func values(at rows: RowIndices, knowing known: [Double]?) -> [Double] {
        bring(rows, knowing: known)
        var values = [Double](repeating: 0, count: rows.count)
        copy(rows, rows.indices, knowing: known, into: &values, from: 0, by: 1)
        return values
    }

    /// Asks the system to load the values of some rows from disk, before the caller copies them.
    ///
    /// - Parameters:
    ///   - rows: Rows that the column has, ascending.
    ///   - known: The known values of the rows; the column is read only for the others. See ``KnownValues``.
    func bring(_ rows: RowIndices, knowing known: [Double]?) {
        guard isPaged else { return }
        if let known {
            bring(rows.indices.filter { KnownValues.isUnknown(known[$0]) }.map { rows[$0] }, reach: 0)
        } else {
            bring(rows, reach: 0)
        }
    }

    /// Copies the values of some rows into every `distance`-th cell of an array.
    ///
    /// - Parameters:
    ///   - rows: Rows that the column has, ascending.
    ///   - positions: The positions in `rows` to copy.
    ///   - known: The known values of the rows; the column is read only for the others. See ``KnownValues``.
    ///   - cells: The array to copy into.
    ///   - place: The index of the first cell.
    ///   - distance: The number of cells from one value to the next.
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

    /// Prefetches the cache lines of sparse rows together, so that the reads do not wait for one after the other.
    private func prefetch(_ rows: ArraySlice<Int>, knowing known: ArraySlice<Double>?) {
        guard let buffer else { return }
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
        case (.mapped(let buffer, let map), _): for row in rows { put(map(buffer.element(at: row))) }
        }
    }

    /// Whether some values may have to be read from disk.
    var isPaged: Bool {
        buffer?.isPaged ?? false
    }

    /// Whether no read of a value would wait for the disk.
    var isNear: Bool {
        buffer?.isNear(count: count) ?? true
    }

    /// Asks the system to load values from disk, before the caller reads them one after the other.
    ///
    /// - Parameters:
    ///   - rows: The rows, ascending.
    ///   - reach: How many rows before and after each to load as well.
    func bring(_ rows: some RandomAccessCollection<Int>, reach: Int) {
        buffer?.bring(rows, reach: reach)
    }

    /// Returns these values followed by others; see ``append(contentsOf:)``.
    public func appending(_ other: ColumnValues) -> ColumnValues {
        var grown = self
        grown.append(contentsOf: other)
        return grown
    }

    /// Appends values, in place if the buffer has room and no other copy has appended to it.
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

    /// Whether these values equal the rows of a regular column from `row` on.
    ///
    /// - Parameters:
    ///   - start: The value of the regular column's first row.
    ///   - step: The difference between the values of two consecutive rows, before rounding.
    ///   - row: The row of the regular column to compare with the first of these values.
    /// - Returns: Whether every value equals that of its row.
    /// - Complexity: O(number of values).
    public func continues(start: Double, step: Double, from row: Int) -> Bool {
        indices.allSatisfy { self[$0] == start + Double(row + $0) * step }
    }
}

extension ColumnValues: RandomAccessCollection {
    /// The first row.
    public var startIndex: Int { 0 }

    /// The row after the last.
    public var endIndex: Int { count }

    /// The value of a row.
    public subscript(row: Int) -> Double {
        precondition(row >= 0 && row < count, "a row that the column does not have")
        switch form {
        case .regular(let start, let step): return start + Double(row) * step
        case .stored(let buffer): return buffer.element(at: row)
        case .mapped(let buffer, let map): return map(buffer.element(at: row))
        }
    }
}

extension ColumnValues: ExpressibleByArrayLiteral {
    /// Makes a column from an array literal.
    public init(arrayLiteral values: Double...) {
        self.init(values)
    }
}

extension ColumnValues: Equatable {
    /// Whether both hold the same values, stored or regular; NaN equals nothing, not even NaN.
    public static func == (one: ColumnValues, other: ColumnValues) -> Bool {
        one.elementsEqual(other)
    }
}
