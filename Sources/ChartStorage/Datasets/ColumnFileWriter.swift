import ChartSeries
import ChartSessions

/// Writes the values of a column to a file of its own, one block after another.
///
/// The file is open only while it is written: a dataset of many columns would use up the open files of a process.
struct ColumnFileWriter: Sendable {
    /// What was written.
    private(set) var summary = ColumnFileSummary()
    private let path: String

    /// Makes the file anew.
    init(_ path: String) throws(DatasetStoreError) {
        self.path = path
        _ = try File(path, .create)
    }

    /// Writes more values behind the others.
    mutating func append(_ values: Span<Double>) throws(DatasetStoreError) {
        try File(path, .write).write(values, at: summary.rows * MemoryLayout<Double>.size)
        summary.add(values)
    }

    /// Waits until the disk has everything.
    func synchronize() throws(DatasetStoreError) {
        try File(path, .write).synchronize()
    }
}

/// Finds out whether values lie at equal distances, to the last bit.
struct RegularityCheck: Sendable {
    private var first: Double?
    private var step: Double?
    private var rows = 0
    private var isRefuted = false

    /// Starts over no values.
    init() {}

    /// Looks at the next values.
    mutating func look(at values: Span<Double>) {
        guard !isRefuted else { return }
        for index in values.indices {
            let value = values[index]
            if let first, let step {
                isRefuted = value != first + Double(rows + index) * step
            } else if let first {
                step = value - first
                isRefuted = !(value > first) || first + (value - first) != value
            } else {
                first = value
            }
            guard !isRefuted else { return }
        }
        rows += values.count
    }

    /// Where the values start and how far they are apart, if there are two at least and all fit.
    var result: RegularX? {
        guard !isRefuted, let first, let step, (first + Double(rows) * step).isFinite else { return nil }
        return RegularX(start: first, step: step)
    }
}
