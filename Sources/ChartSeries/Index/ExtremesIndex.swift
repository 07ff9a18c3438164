/// An index of a column's minima and maxima: what every block of 32 rows holds, and every 8 blocks together, and so on.
///
/// It knows whole blocks alone, so that what is written once stays as it is: rows behind the last whole block are read
/// from the column. A copy costs a reference; it keeps its blocks while others extend theirs. It takes 0.76 bytes a row.
public struct ExtremesIndex: Sendable {
    /// A column of fewer rows is read faster than an index.
    public static let minimumRows = 4096
    /// There is no index with room for more rows.
    public static let maximumRows = IndexLayout.maximumRows

    private(set) var memory: IndexMemory
    /// The number of rows that it covers, whole blocks or not.
    public internal(set) var rowCount: Int

    /// Indexes a column.
    ///
    /// - Complexity: O(n).
    public init(of values: ColumnValues) {
        memory = IndexMemory(rowCapacity: values.count)
        rowCount = 0
        extend(over: values)
    }

    /// Takes over memory in which an index stands already, and writes blocks behind it while there is room.
    ///
    /// - Parameters:
    ///   - memory: The memory, aligned to 64 bytes; it must stay valid as long as `owner` lives.
    ///   - rowCapacity: For how many rows its arrays were laid out; it has `byteCount(rowCapacity:)` bytes at least.
    ///   - rowCount: How many rows it covers.
    ///   - owner: What keeps the memory valid, and gives it back when it is released.
    public init(
        adopting memory: UnsafeMutableRawBufferPointer, rowCapacity: Int, rowCount: Int, owner: any Sendable
    ) {
        self.memory = unsafe IndexMemory(memory, rowCapacity: rowCapacity, rowCount: rowCount, owner: owner)
        self.rowCount = rowCount
    }

    /// Reads memory in which an index stands already, such as a mapped file of what `withBytes` lent; to extend it copies.
    ///
    /// - Parameters:
    ///   - memory: The memory, aligned to 64 bytes; it must stay valid and as it is as long as `owner` lives.
    ///   - rowCapacity: For how many rows its arrays were laid out; it has `byteCount(rowCapacity:)` bytes at least.
    ///   - rowCount: How many rows it covers.
    ///   - owner: What keeps the memory valid, and gives it back when it is released.
    public init(lending memory: UnsafeRawBufferPointer, rowCapacity: Int, rowCount: Int, owner: any Sendable) {
        let memory = unsafe UnsafeMutableRawBufferPointer(mutating: memory)
        self.memory = unsafe IndexMemory(
            memory, rowCapacity: rowCapacity, rowCount: rowCount, isWritable: false, owner: owner)
        self.rowCount = rowCount
    }

    /// How many bytes an index takes that has room for so many rows.
    public static func byteCount(rowCapacity: Int) -> Int { IndexLayout(rowCapacity: rowCapacity).byteCount }

    /// For how many rows its arrays are laid out.
    public var rowCapacity: Int { memory.rowCapacity }

    /// Lends the bytes of its arrays, `byteCount(rowCapacity:)` of them, to be written to a file.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try unsafe body(memory.bytes)
    }

    /// Takes in the rows that were appended to its column since, in place where nobody else has extended the same index.
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
