internal import ChartSeries

/// A column in its file: written behind its end, read as memory.
struct StoredColumn: Sendable {
    /// What the file holds.
    private(set) var ledger: ColumnLedger
    /// The file, opened only to write, so that many columns do not use up the open files of a process.
    private let path: String
    private var buffer: GrowingBuffer<Double>
    private let soundness: TableSoundness

    private static let width = MemoryLayout<Double>.size

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
        let mapping = try Self.map(file, rows: rows, soundness)
        let buffer = mapping.values()
        let start = rows - rows % SegmentChecksum.rows
        mapping.pages.bring(start * Self.width..<rows * Self.width)
        var open = SegmentChecksum()
        ColumnValues(sharing: buffer, count: rows).withSpan(of: start..<rows) { open.update($0) }
        guard open.text == record.open else {
            throw DatasetStoreError(.damaged, "\(path) was changed in rows \(start) to \(rows - 1)")
        }
        self.path = path
        self.buffer = buffer
        self.soundness = soundness
        ledger = ColumnLedger(record, rows: rows, open: open)
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
        ledger = writer.ledger
        self.path = path
        self.soundness = soundness
        buffer = try Self.map(File(path, .read), rows: values.count, soundness).values()
    }

    /// The values.
    var values: ColumnValues { ColumnValues(sharing: buffer, count: ledger.rows) }

    /// Writes values behind the others.
    ///
    /// - Returns: All values.
    mutating func append(_ added: ColumnValues, isSynchronous: Bool) throws(DatasetStoreError) -> ColumnValues {
        let rows = ledger.rows + added.count
        let file = try File(path, .write)
        guard try file.size() >= ledger.rows * Self.width else {
            soundness.noteDamage()
            throw wasCut
        }
        try added.withSpan(of: added.indices) { span throws(DatasetStoreError) in
            try file.write(span, at: ledger.rows * Self.width)
            ledger.enter(span)
        }
        if isSynchronous { try file.synchronize() }
        if rows > buffer.capacity { buffer = try Self.map(file, rows: rows, soundness).values() }
        return values
    }

    /// What is wrong with a file that is shorter than what was written to it; `nil` when it is not, or is gone.
    var shortness: DatasetStoreError? {
        guard let size = File.size(at: path), size < ledger.rows * Self.width else { return nil }
        return wasCut
    }

    private var wasCut: DatasetStoreError { DatasetStoreError(.damaged, "\(path) was cut below \(ledger.rows) rows") }

    /// Waits until the disk has everything.
    func synchronize() throws(DatasetStoreError) {
        try File(path, .write).synchronize()
    }

    /// Maps a file with room to grow.
    private static func map(
        _ file: File, rows: Int, _ soundness: TableSoundness
    ) throws(DatasetStoreError) -> Mapping {
        try file.map(capacity: 2 * (rows + SegmentChecksum.rows) * width, soundness)
    }
}
