import ChartSeries

/// What a column's file must hold: the summary of its values and the checksum of each segment.
struct ColumnLedger: Sendable, Equatable {
    /// How many values were entered.
    private(set) var rows = 0
    /// The smallest present value.
    private(set) var minimum: Double?
    /// The largest present value.
    private(set) var maximum: Double?
    /// How many values are missing.
    private(set) var missing = 0
    /// The checksums of the segments that are full.
    private(set) var sealed: [String] = []
    /// The checksum of the segment that is not full yet.
    private(set) var open = SegmentChecksum()

    /// Starts over no values.
    init() {}

    /// Goes on where a record ends, once the open segment was read again.
    init(_ record: ColumnRecord, rows: Int, open: SegmentChecksum) {
        self.rows = rows
        minimum = record.minimum
        maximum = record.maximum
        missing = record.missing
        sealed = record.sealed
        self.open = open
    }

    /// Enters the next values.
    mutating func enter(_ values: Span<Double>) {
        summarize(values)
        var start = 0
        while start < values.count {
            let end = min(values.count, start + SegmentChecksum.rows - open.count)
            open.update(values.extracting(start..<end))
            if open.count == SegmentChecksum.rows {
                sealed.append(open.text)
                open = SegmentChecksum()
            }
            start = end
        }
        rows += values.count
    }

    /// What a manifest says of the column.
    func record(name: String) -> ColumnRecord {
        ColumnRecord(
            name: name, minimum: minimum, maximum: maximum, missing: missing, sealed: sealed, open: open.text)
    }

    private mutating func summarize(_ values: Span<Double>) {
        var smallest = minimum ?? .infinity
        var largest = maximum ?? -.infinity
        for index in values.indices {
            let value = values[index]
            if value < smallest { smallest = value }
            if value > largest { largest = value }
            if value.isNaN { missing += 1 }
        }
        if smallest <= largest { (minimum, maximum) = (smallest, largest) }
    }
}
