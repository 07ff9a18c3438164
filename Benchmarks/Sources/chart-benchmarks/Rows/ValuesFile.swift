import ChartSeries
import Foundation

/// Passes values to another process.
enum ValuesFile {
    /// Writes values as little-endian doubles.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - file: The file to write.
    /// - Throws: When the disk is full.
    static func write(_ values: ColumnValues, to file: URL) throws {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw BenchmarkFailure("no file can be made at \(file.path)")
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        for start in stride(from: 0, to: values.count, by: 1 << 20) {
            let part = values[start..<min(start + 1 << 20, values.count)].map(\.bitPattern.littleEndian)
            try handle.write(contentsOf: unsafe part.withUnsafeBytes { unsafe Data($0) })
        }
    }
}
