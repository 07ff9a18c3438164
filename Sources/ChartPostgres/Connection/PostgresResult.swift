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

    /// The array of bytes in a column; `nil` for NULL, and for an array with NULL in it.
    func byteArrays(_ row: Int, _ column: Int) -> [[UInt8]]? {
        guard let bytes = bytes(row, column) else { return nil }
        var position = 0
        func next() -> Int? {
            guard position + 4 <= bytes.count else { return nil }
            defer { position += 4 }
            return Int(bytes[position..<position + 4].reduce(Int32(0)) { $0 << 8 | Int32($1) })
        }
        guard let dimensions = next(), next() != nil, next() != nil else { return nil }
        guard dimensions == 1 else { return dimensions == 0 ? [] : nil }
        guard let count = next(), next() != nil else { return nil }
        var elements: [[UInt8]] = []
        for _ in 0..<count {
            guard let length = next(), length >= 0, position + length <= bytes.count else { return nil }
            elements.append(Array(bytes[position..<position + length]))
            position += length
        }
        return elements
    }

    /// The text in a column; `nil` for NULL.
    func text(_ row: Int, _ column: Int) -> String? { bytes(row, column).map { String(decoding: $0, as: UTF8.self) } }

    /// Whether a column is true; `nil` for NULL.
    func truth(_ row: Int, _ column: Int) -> Bool? { bytes(row, column).map { $0 == [1] } }
}
