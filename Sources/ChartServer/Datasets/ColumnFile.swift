internal import ChartSeries
internal import Foundation

/// A column on disk: its Doubles, little-endian, one after the other.
enum ColumnFile {
    private static let rowsPerChunk = 131_072

    /// Writes a column and waits until the disk has it.
    static func write(_ values: ColumnValues, to url: URL) throws {
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        var start = 0
        while start < values.count {
            let end = min(start + rowsPerChunk, values.count)
            var bytes: [UInt8] = []
            bytes.reserveCapacity((end - start) * 8)
            for value in values[start..<end] {
                let bits = value.bitPattern
                for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
            }
            try file.write(contentsOf: Data(bytes))
            start = end
        }
        try file.synchronize()
    }

    /// Reads a column of a known length; nil when the file has another one.
    static func read(_ url: URL, rows: Int) throws -> [Double]? {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        var values: [Double] = []
        values.reserveCapacity(rows)
        while let data = try file.read(upToCount: rowsPerChunk * 8), !data.isEmpty {
            let bytes = [UInt8](data)
            guard bytes.count.isMultiple(of: 8), values.count + bytes.count / 8 <= rows else { return nil }
            for start in stride(from: 0, to: bytes.count, by: 8) {
                var bits: UInt64 = 0
                for index in 0..<8 { bits |= UInt64(bytes[start + index]) << (8 * UInt64(index)) }
                values.append(Double(bitPattern: bits))
            }
        }
        return values.count == rows ? values : nil
    }
}
