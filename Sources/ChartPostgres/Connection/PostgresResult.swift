#if PostgreSQL
import CPostgres

/// The rows of a statement, in the binary form of the protocol.
@safe final class PostgresResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit { unsafe PQclear(handle) }

    /// The number of rows.
    var count: Int { Int(unsafe PQntuples(handle)) }

    /// The number of rows that the statement has changed.
    var changes: Int { Int(unsafe String(cString: PQcmdTuples(handle))) ?? 0 }

    /// The integer of 8 bytes in a column; `nil` for NULL.
    func integer(_ row: Int, _ column: Int) -> Int64? {
        guard let bytes = bytes(row, column), bytes.count == 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The double in a column; `nil` for NULL.
    func number(_ row: Int, _ column: Int) -> Double? {
        integer(row, column).map { Double(bitPattern: UInt64(bitPattern: $0)) }
    }

    /// The bytes in a column; `nil` for NULL.
    func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        let (row, column) = (Int32(row), Int32(column))
        guard unsafe PQgetisnull(handle, row, column) == 0 else { return nil }
        let count = Int(unsafe PQgetlength(handle, row, column))
        return unsafe Array(UnsafeRawBufferPointer(start: PQgetvalue(handle, row, column), count: count))
    }

    /// The text in a column; `nil` for NULL.
    func text(_ row: Int, _ column: Int) -> String? { bytes(row, column).map { String(decoding: $0, as: UTF8.self) } }

    /// Whether a column is true; `nil` for NULL.
    func truth(_ row: Int, _ column: Int) -> Bool? { bytes(row, column).map { $0 == [1] } }
}
#endif
