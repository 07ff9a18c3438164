import ChartJSON
package import ChartSeries
import Crypto

/// Some rows of a dataset as a unit that never changes: column after column, x first, as little-endian doubles.
package struct DatasetSegment: Sendable, Equatable {
    /// The first row.
    package var firstRow: Int
    /// The number of rows.
    package var rows: Int
    /// The SHA-256 of the bytes, which is the segment's name.
    package var hash: [UInt8]
    /// The number of bytes.
    package var bytes: Int

    /// Creates the description of a segment.
    package init(firstRow: Int, rows: Int, hash: [UInt8], bytes: Int) {
        self.firstRow = firstRow
        self.rows = rows
        self.hash = hash
        self.bytes = bytes
    }

    /// The number of columns beside x; a segment that is older than a column of its dataset lacks it.
    package var columnCount: Int { rows > 0 ? bytes / (8 * rows) - 1 : 0 }

    /// The row after the last.
    package var end: Int { firstRow + rows }

    /// The bytes below which maintenance merges a segment with its neighbours.
    package static let smallBytes = 1 << 20

    /// The largest number of bytes of a segment that holds more than one row.
    package static let mostBytes = 8 << 20

    /// The number of rows of a full segment.
    package static func fullRows(columns: Int) -> Int { max(1, mostBytes / (8 * (1 + columns))) }

    /// Names the bytes of some rows.
    package init(_ bytes: [UInt8], firstRow: Int, rows: Int) {
        self.init(firstRow: firstRow, rows: rows, hash: Self.hash(of: bytes), bytes: bytes.count)
    }

    /// Encodes rows of a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - rows: Its rows.
    ///   - columns: The names of its columns beside x, in the order of the segment.
    /// - Returns: The bytes.
    /// - Complexity: O(number of values).
    package static func encode(_ table: Table, _ rows: Range<Int>, columns: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * rows.count * (1 + columns.count))
        for values in [table.x] + columns.compactMap({ table.column(named: $0)?.values }) {
            values.withSpan(of: rows) { span in
                for index in span.indices {
                    let pattern = span[index].bitPattern
                    for shift in stride(from: UInt64(0), to: 64, by: 8) {
                        bytes.append(UInt8(truncatingIfNeeded: pattern >> shift))
                    }
                }
            }
        }
        return bytes
    }

    /// Decodes the rows, once their bytes have the hash.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - shape: The columns; the last ones may be missing in the segment, and so in all of its rows.
    ///   - skipped: The number of leading rows to leave out.
    /// - Returns: The rows.
    /// - Throws: ``DatasetStoreError``, `damaged` for other bytes than those that the name stands for.
    package func decode(_ bytes: [UInt8], shape: RowShape, skipping skipped: Int) throws(DatasetStoreError) -> Table {
        let held = columnCount
        guard bytes.count == self.bytes, bytes.count == 8 * rows * (1 + held), held <= shape.columns.count,
            Self.hash(of: bytes) == hash
        else { throw damage }
        func column(_ number: Int) -> [Double] {
            guard number <= held else { return Array(repeating: .nan, count: rows - skipped) }
            return (skipped..<rows).map { row in
                let start = 8 * (number * rows + row)
                var pattern: UInt64 = 0
                for index in (0..<8).reversed() { pattern = pattern << 8 | UInt64(bytes[start + index]) }
                return Double(bitPattern: pattern)
            }
        }
        do throws(TableError) {
            return try Table(
                xName: shape.xName, xKind: shape.xKind, x: column(0),
                columns: shape.columns.indices.map { (name: shape.columns[$0], values: column($0 + 1)) })
        } catch {
            throw damage
        }
    }

    /// The error of a segment whose bytes are not those that were stored.
    package var damage: DatasetStoreError {
        DatasetStoreError(.damaged, "the segment \(Hexadecimal.text(of: hash)) is missing or was altered")
    }
}

extension DatasetSegment {
    /// The SHA-256 of bytes.
    package static func hash(of bytes: [UInt8]) -> [UInt8] { HashValue(SHA256.hash(data: bytes)).bytes }
}
