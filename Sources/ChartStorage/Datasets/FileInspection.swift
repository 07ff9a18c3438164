import ChartSeries
import ChartSessions

/// Looks through a dataset's files for what was not written to them, a few milliseconds at a time.
///
/// It keeps the rows as of when it was made, and holds up nobody who changes them.
struct FileInspection: DatasetInspection {
    private var parts: [Part]
    private var indexCheck: IndexFile.Check?

    /// A part of the files that can be looked through by itself.
    enum Part: Sendable {
        /// The index of a column.
        case index(path: String)
        /// A full segment of a column.
        case segment(ColumnValues, path: String, start: Int, checksum: String)
        /// The landmarks of x.
        case landmarks(XLandmarks, of: ColumnValues, path: String)
    }

    /// Starts to look through parts, from the last one.
    init(_ parts: [Part]) {
        self.parts = parts
    }

    /// Looks through the next part.
    ///
    /// An index and landmarks that were changed are removed, so that the next start makes them anew.
    ///
    /// - Returns: Whether there is more to look through.
    /// - Throws: ``DatasetStoreError``, `damaged` with the file and the rows.
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
            if !landmarks.areThose(of: x) { throw Self.outdated(path) }
        }
        return !parts.isEmpty
    }

    /// Holds a sealed segment to its checksum.
    ///
    /// - Throws: ``DatasetStoreError``, `damaged` with the file and the rows.
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
        return DatasetStoreError(.damaged, "\(path) was changed; the next start makes it anew")
    }
}

extension XLandmarks {
    /// Whether these stand in an x at their rows.
    func areThose(of x: ColumnValues) -> Bool {
        values.count <= XLandmarks.count(ofRows: x.count)
            && values.indices.allSatisfy { values[$0].bitPattern == x[$0 * XLandmarks.rowsApart].bitPattern }
    }
}
