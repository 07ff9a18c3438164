/// An index of a column's minima and maxima over blocks of 32 rows, over every 8 of these blocks, and so on.
///
/// It holds complete blocks only, so written blocks never change. Rows after the last complete block are read from the
/// column. A copy shares the memory; extending one copy does not change another. It takes 0.76 bytes per row.
public struct ExtremesIndex: Sendable {
    /// The fewest rows for which an index is faster than reading the column.
    public static let minimumRows = 4096
    /// The most rows that an index can have.
    public static let maximumRows = IndexLayout.maximumRows

    private(set) var memory: IndexMemory
    /// The number of rows covered, including those after the last complete block.
    public internal(set) var rowCount: Int

    /// Indexes a column.
    ///
    /// - Complexity: O(n).
    public init(of values: ColumnValues) {
        memory = IndexMemory(rowCapacity: values.count)
        rowCount = 0
        extend(over: values)
    }

    /// Takes over memory that already holds an index, and writes further blocks to it while there is room.
    ///
    /// - Parameters:
    ///   - memory: The memory, aligned to 64 bytes; it must stay valid as long as `owner` lives.
    ///   - rowCapacity: The row capacity of the arrays; `memory` has at least `byteCount(rowCapacity:)` bytes.
    ///   - rowCount: The number of rows covered.
    ///   - owner: The object that keeps the memory valid and frees it when released.
    public init(
        adopting memory: UnsafeMutableRawBufferPointer, rowCapacity: Int, rowCount: Int, owner: any Sendable
    ) {
        self.memory = unsafe IndexMemory(memory, rowCapacity: rowCapacity, rowCount: rowCount, owner: owner)
        self.rowCount = rowCount
    }

    /// Reads memory that already holds an index, such as a mapped file of what `withBytes` gave; extending it copies.
    ///
    /// - Parameters:
    ///   - memory: The memory, aligned to 64 bytes; it must stay valid and unchanged as long as `owner` lives.
    ///   - rowCapacity: The row capacity of the arrays; `memory` has at least `byteCount(rowCapacity:)` bytes.
    ///   - rowCount: The number of rows covered.
    ///   - owner: The object that keeps the memory valid and frees it when released.
    public init(lending memory: UnsafeRawBufferPointer, rowCapacity: Int, rowCount: Int, owner: any Sendable) {
        let memory = unsafe UnsafeMutableRawBufferPointer(mutating: memory)
        self.memory = unsafe IndexMemory(
            memory, rowCapacity: rowCapacity, rowCount: rowCount, isWritable: false, owner: owner)
        self.rowCount = rowCount
    }

    /// The number of bytes of an index with room for `rowCapacity` rows.
    public static func byteCount(rowCapacity: Int) -> Int { IndexLayout(rowCapacity: rowCapacity).byteCount }

    /// The number of rows that the arrays are laid out for.
    public var rowCapacity: Int { memory.rowCapacity }

    /// Calls a closure with the `byteCount(rowCapacity:)` bytes of the arrays, for example to write them to a file.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try unsafe body(memory.bytes)
    }

    /// Adds the appended rows of the column, in place if there is room and no other copy has extended the index.
    ///
    /// - Parameter values: All values of the column.
    /// - Complexity: O(number of new rows), amortised.
    public mutating func extend(over values: ColumnValues) {
        guard values.count > rowCount else { return }
        if memory.claim(from: rowCount, to: values.count) {
            IndexWriter(memory: memory).write(values, from: rowCount)
        } else {
            let larger = IndexMemory(rowCapacity: max(2 * rowCount, values.count))
            let writer = IndexWriter(memory: larger)
            guard larger.claim(from: 0, to: values.count) else { preconditionFailure("a new index has room") }
            writer.copy(memory, rows: rowCount)
            writer.write(values, from: rowCount)
            memory = larger
        }
        rowCount = values.count
    }
}
