import ChartSeries
import ChartStores

/// Keeps rows in a file, which is open only during reads and writes.
///
/// A killed process leaves the file; the next start removes it.
final class FileRowSpool: RowSpool {
    /// The prefix of the files' names; no dataset has such a name.
    static let prefix = ".append-"

    private let path: String
    private var shape = RowShape(xName: "", xKind: .number, columns: [])
    private var pieces: [(offset: Int, rows: Int, columns: Int)] = []
    private var end = 0

    init(_ path: String) throws(DatasetStoreError) {
        self.path = path
        _ = try File(path, .create)
    }

    deinit {
        // The next start removes a remaining file.
        try? Folder.remove(path)
    }

    func append(_ piece: Table) throws(DatasetStoreError) {
        let file = try File(path, .write)
        shape = RowShape(xName: piece.xName, xKind: piece.xKind, columns: piece.columns.map(\.name))
        pieces.append((end, piece.rowCount, piece.columns.count))
        for values in [piece.x] + piece.columns.map(\.values) {
            try values.withSpan(of: values.indices) { span throws(DatasetStoreError) in try file.write(span, at: end) }
            end += values.count * MemoryLayout<Double>.size
        }
    }

    func piece(_ index: Int) throws(DatasetStoreError) -> Table {
        let file = try File(path, .read)
        let (start, rows, count) = pieces[index]
        var columns: [[Double]] = []
        for column in 0...count {
            columns.append(try file.readDoubles(rows, at: start + column * rows * MemoryLayout<Double>.size))
        }
        do throws(TableError) {
            return try Table(
                xName: shape.xName, xKind: shape.xKind, x: columns[0],
                columns: (0..<count).map { (name: shape.columns[$0], values: columns[$0 + 1]) })
        } catch {
            throw DatasetStoreError(.unavailable, "\(path) was changed while rows were appended")
        }
    }
}
