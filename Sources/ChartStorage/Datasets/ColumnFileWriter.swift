import ChartSeries
import ChartStores

/// Writes a column's values to a new file, block by block.
///
/// The file is open only during writes, since many columns would use up the open files of a process.
struct ColumnFileWriter: Sendable {
    /// The summary of the written values.
    private(set) var summary = ColumnFileSummary()
    private let path: String

    /// Creates the file, and replaces an existing one.
    init(_ path: String) throws(DatasetStoreError) {
        self.path = path
        _ = try File(path, .create)
    }

    /// Appends values.
    mutating func append(_ values: Span<Double>) throws(DatasetStoreError) {
        try File(path, .write).write(values, at: summary.rows * MemoryLayout<Double>.size)
        summary.add(values)
    }

    /// Waits until the disk has all values.
    func synchronize() throws(DatasetStoreError) {
        try File(path, .write).synchronize()
    }
}

/// Checks whether values have exactly equal distances.
struct RegularityCheck: Sendable {
    private var first: Double?
    private var step: Double?
    private var rows = 0
    private var isRefuted = false

    /// Starts without values.
    init() {}

    /// Checks the next values.
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

    /// The start and the step; `nil` for fewer than two values, or unequal distances.
    var result: RegularX? {
        guard !isRefuted, let first, let step, (first + Double(rows) * step).isFinite else { return nil }
        return RegularX(start: first, step: step)
    }
}
