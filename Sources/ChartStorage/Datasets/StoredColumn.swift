import ChartSeries
import ChartStores

/// A column in its file: appended by writes, read as memory.
struct StoredColumn: Sendable {
    /// The summary of the file.
    private(set) var summary: ColumnFileSummary
    /// The files with the first row of each; rows are appended to the last one.
    ///
    /// They are open only during writes, so that many columns do not use up the open files of a process.
    private let files: [(path: String, from: Int)]
    private var buffer: GrowingBuffer<Double>
    /// Whether the buffer is the mapped file, and not a copy.
    private var isMapped: Bool
    private let soundness: TableSoundness

    private static let width = MemoryLayout<Double>.size
    /// The most files of a column; a mapping of each takes one of the system's.
    static let mostParts = 64
    /// The minimum rows of a mapped column; a mapping costs more than the copy of a short one.
    private static let fewestMappedRows = 4096

    /// Opens the files of a column and checks its open segment.
    ///
    /// - Parameters:
    ///   - files: The paths with the first row of each, in the order of the rows.
    ///   - record: What they hold.
    ///   - rows: The number of rows.
    ///   - soundness: Notes a truncated file.
    /// - Throws: `DatasetStoreError`, `damaged` if one is too short or the open segment was altered.
    init(
        opening files: [(path: String, from: Int)], _ record: ColumnRecord, rows: Int, _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        let opened = try Self.open(files, rows: rows)
        let start = rows - rows % SegmentChecksum.rows
        let buffer: GrowingBuffer<Double>
        isMapped = rows >= Self.fewestMappedRows
        if isMapped {
            let mapping = try Self.map(opened, rows: rows, soundness)
            mapping.pages.bring(start * Self.width..<rows * Self.width)
            buffer = mapping.values()
        } else {
            buffer = try Self.read(opened[0].file, rows: rows)
        }
        var open = SegmentChecksum()
        ColumnValues(sharing: buffer, count: rows).withSpan(of: start..<rows) { open.update($0) }
        guard open.text == record.open else {
            throw DatasetStoreError(
                .damaged, "\(files[files.count - 1].path) was changed in rows \(start) to \(rows - 1)")
        }
        self.files = files
        self.buffer = buffer
        self.soundness = soundness
        summary = ColumnFileSummary(record, rows: rows, open: open)
    }

    /// Writes the rows of a column behind its first segments to a new file.
    ///
    /// - Parameters:
    ///   - values: The column before.
    ///   - kept: The files of the first segments, with the first row of each.
    ///   - path: The new file.
    ///   - cut: The number of rows in the first segments.
    ///   - head: The extremes of these rows, and the number of missing ones.
    ///   - sealed: The checksums of these segments.
    ///   - from: The number of rows of the column before that stay.
    ///   - tail: The rows behind them.
    ///   - soundness: Notes a truncated file.
    /// - Throws: `DatasetStoreError`.
    init(
        editing values: ColumnValues, keeping kept: [(path: String, from: Int)], writing path: String, behind cut: Int,
        head: ColumnSummary, sealed: [String], from: Int, tail: ColumnValues, _ soundness: TableSoundness
    ) throws(DatasetStoreError) {
        var writer = try ColumnFileWriter(path)
        try Self.write(values, cut..<from, to: &writer)
        try Self.write(tail, tail.indices, to: &writer)
        try writer.synchronize()
        summary = ColumnFileSummary(rows: cut, head, sealed: sealed, behind: writer.summary)
        files = kept + [(path, cut)]
        self.soundness = soundness
        let rows = summary.rows
        let opened = try Self.open(files, rows: rows)
        isMapped = rows >= Self.fewestMappedRows
        buffer =
            isMapped ? try Self.map(opened, rows: rows, soundness).values() : try Self.read(opened[0].file, rows: rows)
    }

    /// Writes values to a new file.
    init(writing values: ColumnValues, to path: String, _ soundness: TableSoundness) throws(DatasetStoreError) {
        var writer = try ColumnFileWriter(path)
        try Self.write(values, values.indices, to: &writer)
        try writer.synchronize()
        summary = writer.summary
        files = [(path, 0)]
        self.soundness = soundness
        let opened = try Self.open(files, rows: values.count)
        isMapped = values.count >= Self.fewestMappedRows
        buffer =
            isMapped
            ? try Self.map(opened, rows: values.count, soundness).values()
            : try Self.read(opened[0].file, rows: values.count)
    }

    private static func write(
        _ values: ColumnValues, _ rows: Range<Int>, to writer: inout ColumnFileWriter
    ) throws(DatasetStoreError) {
        var start = rows.lowerBound
        while start < rows.upperBound {
            let end = min(rows.upperBound, start + SegmentChecksum.rows)
            try values.withSpan(of: start..<end) { span throws(DatasetStoreError) in try writer.append(span) }
            start = end
        }
    }

    /// Opens files for reading, each with the bytes that count.
    ///
    /// - Throws: `DatasetStoreError`, `damaged` if one is too short.
    private static func open(
        _ files: [(path: String, from: Int)], rows: Int
    ) throws(DatasetStoreError) -> [(file: File, bytes: Int)] {
        var opened: [(file: File, bytes: Int)] = []
        for (index, part) in files.enumerated() {
            let count = (index + 1 < files.count ? files[index + 1].from : rows) - part.from
            let file = try File(part.path, .read)
            let size = try file.size()
            guard size >= count * width else {
                throw DatasetStoreError(.damaged, "\(part.path) holds \(size / width) rows instead of \(count)")
            }
            opened.append((file, count * width))
        }
        return opened
    }

    /// The file that takes appended rows, and its first row.
    private var last: (path: String, from: Int) { files[files.count - 1] }

    /// The values.
    var values: ColumnValues { ColumnValues(sharing: buffer, count: summary.rows) }

    /// Appends values.
    ///
    /// - Returns: All values.
    mutating func append(_ added: ColumnValues) throws(DatasetStoreError) -> ColumnValues {
        let rows = summary.rows + added.count
        let (path, first) = last
        let file = try File(path, .write)
        let end = (summary.rows - first) * Self.width
        guard try file.size() >= end else {
            soundness.noteDamage()
            throw wasCut
        }
        let isHeld = try added.withSpan(of: added.indices) { span throws(DatasetStoreError) in
            try file.write(span, at: end)
            let isHeld = isMapped ? rows <= buffer.capacity : buffer.extend(from: summary.rows, with: span)
            summary.add(span)
            return isHeld
        }
        guard !isHeld else { return values }
        if isMapped || rows >= Self.fewestMappedRows {
            buffer = try Self.map(Self.open(files, rows: rows), rows: rows, soundness).values()
            isMapped = true
        } else {
            buffer = try Self.read(file, rows: rows)
        }
        return values
    }

    /// The error of a truncated file; `nil` for an intact or missing one.
    var shortness: DatasetStoreError? {
        for (index, part) in files.enumerated() {
            let end = index + 1 < files.count ? files[index + 1].from : summary.rows
            if let size = File.size(at: part.path), size < (end - part.from) * Self.width { return wasCut }
        }
        return nil
    }

    private var wasCut: DatasetStoreError {
        DatasetStoreError(.damaged, "\(last.path) was cut below \(summary.rows) rows")
    }

    /// Waits until the disk has all values.
    func synchronize() throws(DatasetStoreError) {
        try File(last.path, .write).synchronize()
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

    /// Maps files with room to grow.
    private static func map(
        _ parts: [(file: File, bytes: Int)], rows: Int, _ soundness: TableSoundness
    ) throws(DatasetStoreError) -> Mapping {
        try File.map(parts, capacity: 2 * (rows + SegmentChecksum.rows) * width, soundness)
    }
}
