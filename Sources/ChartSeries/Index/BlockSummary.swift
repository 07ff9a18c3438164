/// The summary of some rows of a column.
struct BlockSummary {
    /// The smallest present value, or infinity.
    var minimum = Double.infinity
    /// The largest present value, or minus infinity.
    var maximum = -Double.infinity
    /// The first row of the smallest value.
    var minimumRow: Int
    /// The first row of the largest value.
    var maximumRow: Int
    /// How many values are missing.
    var missingCount = 0
    /// The sum of the present values.
    var sum = 0.0

    /// Makes the summary of no rows, before a first row.
    init(at row: Int) {
        minimumRow = row
        maximumRow = row
    }

    /// Adds the value of the next row.
    @inline(__always)
    mutating func add(_ value: Double, row: Int) {
        if value < minimum { (minimum, minimumRow) = (value, row) }
        if value > maximum { (maximum, maximumRow) = (value, row) }
        if value.isNaN { missingCount += 1 } else { sum += value }
    }

    /// Adds the summary of the rows that follow.
    mutating func add(_ next: BlockSummary) {
        if next.minimum < minimum { (minimum, minimumRow) = (next.minimum, next.minimumRow) }
        if next.maximum > maximum { (maximum, maximumRow) = (next.maximum, next.maximumRow) }
        missingCount += next.missingCount
        sum += next.sum
    }
}
