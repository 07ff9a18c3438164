import ChartSeries
import ChartStores

/// The expected contents of a column's file: the summary of its values and the checksum of each segment.
struct ColumnFileSummary: Sendable, Equatable {
    /// The number of values.
    private(set) var rows = 0
    /// The extremes and the number of missing values.
    private(set) var values = ColumnSummary()
    /// The checksums of the full segments.
    private(set) var sealed: [String] = []
    /// The checksum of the open segment.
    private(set) var open = SegmentChecksum()

    /// Creates a summary of no values.
    init() {}

    /// Continues a record, with its open segment read again.
    init(_ record: ColumnRecord, rows: Int, open: SegmentChecksum) {
        self.rows = rows
        values = ColumnSummary(minimum: record.minimum, maximum: record.maximum, missing: record.missing)
        sealed = record.sealed
        self.open = open
    }

    /// Joins whole segments of a column and the values of another file behind them.
    ///
    /// - Parameters:
    ///   - rows: The number of values in the segments.
    ///   - values: The extremes of these values, and the number of missing ones.
    ///   - sealed: The checksums of the segments.
    ///   - tail: What stands behind them.
    init(rows: Int, _ values: ColumnSummary, sealed: [String], behind tail: ColumnFileSummary) {
        self.rows = rows + tail.rows
        self.values = ColumnSummary(
            minimum: [values.minimum, tail.values.minimum].compactMap(\.self).min(),
            maximum: [values.maximum, tail.values.maximum].compactMap(\.self).max(),
            missing: values.missing + tail.values.missing)
        self.sealed = sealed + tail.sealed
        open = tail.open
    }

    /// Adds the next values.
    mutating func add(_ next: Span<Double>) {
        values.add(next)
        var start = 0
        while start < next.count {
            let end = min(next.count, start + SegmentChecksum.rows - open.count)
            open.update(next.extracting(start..<end))
            if open.count == SegmentChecksum.rows {
                sealed.append(open.text)
                open = SegmentChecksum()
            }
            start = end
        }
        rows += next.count
    }

    /// The record of the column for a manifest.
    func record(name: String) -> ColumnRecord {
        ColumnRecord(
            name: name, minimum: values.minimum, maximum: values.maximum, missing: values.missing, sealed: sealed,
            open: open.text)
    }
}
