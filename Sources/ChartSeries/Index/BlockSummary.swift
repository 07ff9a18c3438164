/// What some rows of a column hold.
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

    /// Starts with no row, at one.
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

    /// Adds what the rows behind hold.
    mutating func add(_ next: BlockSummary) {
        if next.minimum < minimum { (minimum, minimumRow) = (next.minimum, next.minimumRow) }
        if next.maximum > maximum { (maximum, maximumRow) = (next.maximum, next.maximumRow) }
        missingCount += next.missingCount
        sum += next.sum
    }
}
