import ChartSeries
import ChartSessions

/// A column in its file: written behind its end, read as memory.
struct StoredColumn: Sendable {
    /// What the file holds.
    private(set) var summary: ColumnFileSummary
    /// The file, opened only to write, so that many columns do not use up the open files of a process.
    private let path: String
    private var buffer: GrowingBuffer<Double>
    /// Whether the buffer is the mapped file, and not a copy of it.
    private var isMapped: Bool
    private let soundness: TableSoundness

    private static let width = MemoryLayout<Double>.size
    /// A column of fewer rows is read and not mapped: a mapping for each of many short columns costs more than they take.
    static let fewestMappedRows = 4096

    /// Opens a file and reads its open segment.
    ///
    /// - Throws: ``DatasetStoreError``, `damaged` where it is too short or its open segment was changed.
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

    /// Writes values to a file of their own.
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

    /// Writes values behind the others.
    ///
    /// - Returns: All values.
    mutating func append(_ added: ColumnValues, isSynchronous: Bool) throws(DatasetStoreError) -> ColumnValues {
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
        if isSynchronous { try file.synchronize() }
        guard !isHeld else { return values }
        if isMapped || rows >= Self.fewestMappedRows {
            buffer = try Self.map(file, rows: rows, soundness).values()
            isMapped = true
        } else {
            buffer = try Self.read(file, rows: rows)
        }
        return values
    }

    /// What is wrong with a file that is shorter than what was written to it; `nil` when it is not, or is gone.
    var shortness: DatasetStoreError? {
        guard let size = File.size(at: path), size < summary.rows * Self.width else { return nil }
        return wasCut
    }

    private var wasCut: DatasetStoreError { DatasetStoreError(.damaged, "\(path) was cut below \(summary.rows) rows") }

    /// Waits until the disk has everything.
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
