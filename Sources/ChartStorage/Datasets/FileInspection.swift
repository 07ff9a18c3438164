import ChartSeries
import ChartStores

/// Checks a dataset's files, a few milliseconds at a time.
///
/// It checks the rows of its creation, and blocks no change.
struct FileInspection: DatasetInspection {
    private var parts: [Part]
    private var indexCheck: IndexFile.Check?

    /// A part of the files that can be checked by itself.
    enum Part: Sendable {
        /// The index of a column.
        case index(path: String)
        /// A full segment of a column.
        case segment(ColumnValues, path: String, start: Int, checksum: String)
        /// The landmarks of x.
        case landmarks(XLandmarks, of: ColumnValues, path: String)
    }

    /// Creates a check of parts, from the last one.
    init(_ parts: [Part]) {
        self.parts = parts
    }

    /// Checks the next part.
    ///
    /// It removes an altered index or altered landmarks, so that the next start rebuilds them.
    ///
    /// - Returns: Whether there are more parts.
    /// - Throws: `DatasetStoreError`, `damaged` with the file and the rows.
    mutating func advance() throws(DatasetStoreError) -> Bool {
        switch parts.popLast() {
        case .none:
            break
        case .index(let path)?:
            if indexCheck == nil { indexCheck = try IndexFile.Check(path) }
            guard var check = indexCheck else { break }
            let isSound = check.advance()
            indexCheck = isSound == nil ? check : nil
            if isSound == nil { parts.append(.index(path: path)) }
            if isSound == false { throw Self.outdated(path) }
        case .segment(let values, let path, let start, let checksum)?:
            try Self.check(values, path: path, start: start, checksum: checksum)
        case .landmarks(let landmarks, let x, let path)?:
            if !landmarks.match(x) { throw Self.outdated(path) }
        }
        return !parts.isEmpty
    }

    /// Checks a sealed segment against its checksum.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` with the file and the rows.
    static func check(
        _ values: ColumnValues, path: String, start: Int, checksum: String
    ) throws(DatasetStoreError) {
        var sum = SegmentChecksum()
        values.withSpan(of: start..<start + SegmentChecksum.rows) { sum.update($0) }
        guard sum.text == checksum else {
            let end = start + SegmentChecksum.rows - 1
            throw DatasetStoreError(.damaged, "\(path) was changed in rows \(start) to \(end)")
        }
    }

    private static func outdated(_ path: String) -> DatasetStoreError {
        try? Folder.remove(path)
        return DatasetStoreError(.damaged, "\(path) was changed; the next start rebuilds it")
    }
}

extension XLandmarks {
    /// Whether these are the values of an x at the rows of landmarks.
    func match(_ x: ColumnValues) -> Bool {
        values.count <= XLandmarks.count(ofRows: x.count)
            && values.indices.allSatisfy { values[$0].bitPattern == x[$0 * XLandmarks.rowsApart].bitPattern }
    }
}
