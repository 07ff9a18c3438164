import ChartSeries
import ChartSessions

/// A column in its file: appended by writes, read as memory.
struct StoredColumn: Sendable {
    /// The summary of the file.
    private(set) var summary: ColumnFileSummary
    /// The file, open only during writes, so that many columns do not use up the open files of a process.
    private let path: String
    private var buffer: GrowingBuffer<Double>
    /// Whether the buffer is the mapped file, and not a copy.
    private var isMapped: Bool
    private let soundness: TableSoundness

    private static let width = MemoryLayout<Double>.size
    /// The minimum rows of a mapped column; a mapping costs more than the copy of a short one.
    static let fewestMappedRows = 4096

    /// Opens a file and checks its open segment.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` if it is too short or its open segment was altered.
    init(
        opening path: String, _ record: ColumnRecord, rows: Int, _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        let file = try File(path, .read)
        let size = try file.size()
        guard size >= rows * Self.width else {
            throw DatasetStoreError(.damaged, "\(path) holds \(size / Self.width) rows instead of \(rows)")
        }
        let start = rows - rows % SegmentChecksum.rows
        let buffer: GrowingBuffer<Double>
        isMapped = rows >= Self.fewestMappedRows
        if isMapped {
            let mapping = try Self.map(file, rows: rows, soundness)
            mapping.pages.bring(start * Self.width..<rows * Self.width)
            buffer = mapping.values()
        } else {
            buffer = try Self.read(file, rows: rows)
        }
        var open = SegmentChecksum()
        ColumnValues(sharing: buffer, count: rows).withSpan(of: start..<rows) { open.update($0) }
        guard open.text == record.open else {
            throw DatasetStoreError(.damaged, "\(path) was changed in rows \(start) to \(rows - 1)")
        }
        self.path = path
        self.buffer = buffer
        self.soundness = soundness
        summary = ColumnFileSummary(record, rows: rows, open: open)
    }

    /// Writes values to a new file.
    init(writing values: ColumnValues, to path: String, _ soundness: TableSoundness) throws(DatasetStoreError) {
        var writer = try ColumnFileWriter(path)
        var start = 0
        while start < values.count {
            let end = min(values.count, start + SegmentChecksum.rows)
            try values.withSpan(of: start..<end) { span throws(DatasetStoreError) in try writer.append(span) }
            start = end
        }
        try writer.synchronize()
        summary = writer.summary
        self.path = path
        self.soundness = soundness
        let file = try File(path, .read)
        isMapped = values.count >= Self.fewestMappedRows
        buffer =
            isMapped
            ? try Self.map(file, rows: values.count, soundness).values() : try Self.read(file, rows: values.count)
    }

    /// The values.
    var values: ColumnValues { ColumnValues(sharing: buffer, count: summary.rows) }

    /// Appends values.
    ///
    /// - Returns: All values.
    mutating func append(_ added: ColumnValues) throws(DatasetStoreError) -> ColumnValues {
        let rows = summary.rows + added.count
        let file = try File(path, .write)
        guard try file.size() >= summary.rows * Self.width else {
            soundness.noteDamage()
            throw wasCut
        }
        let isHeld = try added.withSpan(of: added.indices) { span throws(DatasetStoreError) in
            try file.write(span, at: summary.rows * Self.width)
            let isHeld = isMapped ? rows <= buffer.capacity : buffer.extend(from: summary.rows, with: span)
            summary.add(span)
            return isHeld
        }
        guard !isHeld else { return values }
        if isMapped || rows >= Self.fewestMappedRows {
            buffer = try Self.map(file, rows: rows, soundness).values()
            isMapped = true
        } else {
            buffer = try Self.read(file, rows: rows)
        }
        return values
    }

    /// The error of a truncated file; `nil` for an intact or missing one.
    var shortness: DatasetStoreError? {
        guard let size = File.size(at: path), size < summary.rows * Self.width else { return nil }
        return wasCut
    }

    private var wasCut: DatasetStoreError { DatasetStoreError(.damaged, "\(path) was cut below \(summary.rows) rows") }

    /// Waits until the disk has all values.
    func synchronize() throws(DatasetStoreError) {
        try File(path, .write).synchronize()
    }

    /// Reads a short file, with room to grow.
    private static func read(_ file: File, rows: Int) throws(DatasetStoreError) -> GrowingBuffer<Double> {
        let bytes = try file.read(rows * width)
        let values = unsafe bytes.withUnsafeBytes { raw in
            (0..<rows).map { unsafe raw.loadUnaligned(fromByteOffset: $0 * width, as: Double.self) }
        }
        let buffer = GrowingBuffer<Double>(capacity: max(2 * rows, 64))
        guard buffer.extend(from: 0, with: values.span) else { preconditionFailure("a new buffer has room") }
        return buffer
    }

    /// Maps a file with room to grow.
    private static func map(
        _ file: File, rows: Int, _ soundness: TableSoundness
    ) throws(DatasetStoreError) -> Mapping {
        try file.map(capacity: 2 * (rows + SegmentChecksum.rows) * width, soundness)
    }
}
