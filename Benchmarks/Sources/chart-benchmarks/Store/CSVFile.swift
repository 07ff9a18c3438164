import ChartSeries
import Foundation

/// Writes random walks as text.
enum CSVFile {
    /// Writes a file with x and two columns of values.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - rows: The number of rows.
    ///   - isText: Whether x is ISO 8601 text; otherwise it is a number of milliseconds.
    /// - Returns: The number of bytes.
    /// - Throws: When the disk is full.
    static func write(to path: String, rows: Int, isText: Bool) throws -> Double {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkFailure("no file can be made at \(path)") }
        defer { try? file.close() }
        try file.write(contentsOf: Data("date,price,price2\n".utf8))
        var walk = RandomWalk(seed: 1).blocks(rows: rows, walks: 2)
        while let block = walk.next() {
            var text = ""
            for row in block.x.indices {
                text += isText ? ISO8601.format(block.x[row]) : "\(Int(block.x[row]))"
                text += ",\(block.columns[0][row]),\(block.columns[1][row])\n"
            }
            try file.write(contentsOf: Data(text.utf8))
        }
        return Double(try file.offset())
    }
}
