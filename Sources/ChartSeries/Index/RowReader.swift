/// Reads the values of consecutive rows in memory; valid as long as this memory.
@safe struct RowReader {
    // A pointer, because M4 reads 64 values per pixel column in loops of fixed length. Bounds checks would prevent
    // their vectorisation.
    private let values: UnsafePointer<Double>

    init(_ values: UnsafePointer<Double>) {
        unsafe self.values = unsafe values
    }

    /// The value of a row.
    @inline(__always)
    subscript(row: Int) -> Double { unsafe values[row] }

    /// The address of a row's value, for prefetching; the row need not exist.
    @inline(__always)
    func address(_ row: Int) -> UInt { unsafe UInt(bitPattern: values) &+ UInt(bitPattern: row &* 8) }

    /// The minimum and the negated maximum of 32 rows; NaN is ignored.
    ///
    /// It uses pairs because the compiler makes one instruction of a minimum of two lanes, and a dozen of one of eight.
    @inline(__always)
    func extremesOfBlock(from row: Int) -> SIMD2<Double> {
        var low = SIMD2<Double>(repeating: .infinity)
        var otherLow = low
        var high = SIMD2<Double>(repeating: -.infinity)
        var otherHigh = high
        for offset in stride(from: 0, to: 32, by: 4) {
            let (next, other) = (pair(row &+ offset), pair(row &+ offset &+ 2))
            low.replace(with: next, where: next .< low)
            otherLow.replace(with: other, where: other .< otherLow)
            high.replace(with: next, where: next .> high)
            otherHigh.replace(with: other, where: other .> otherHigh)
        }
        low.replace(with: otherLow, where: otherLow .< low)
        high.replace(with: otherHigh, where: otherHigh .> high)
        return SIMD2(low.x < low.y ? low.x : low.y, -(high.x > high.y ? high.x : high.y))
    }

    /// The values of two rows.
    @inline(__always)
    private func pair(_ row: Int) -> SIMD2<Double> {
        unsafe UnsafeRawPointer(values + row).loadUnaligned(as: SIMD2<Double>.self)
    }

    /// The first of 32 rows whose value is not above `value`; the first row of all if there is none.
    @inline(__always)
    func firstRowOfBlock(from row: Int, notAbove value: Double) -> Int {
        var found = 0
        for offset in (0..<32).reversed() { found = self[row &+ offset] <= value ? offset : found }
        return row &+ found
    }

    /// The first of 32 rows whose value is not below `value`; the first row of all if there is none.
    @inline(__always)
    func firstRowOfBlock(from row: Int, notBelow value: Double) -> Int {
        var found = 0
        for offset in (0..<32).reversed() { found = self[row &+ offset] >= value ? offset : found }
        return row &+ found
    }

    /// The summary of 32 rows, without the sum.
    @inline(__always)
    func summaryOfBlock(from row: Int) -> BlockSummary {
        let extremes = extremesOfBlock(from: row)
        var summary = BlockSummary(at: row)
        summary.minimum = extremes.x
        summary.maximum = -extremes.y
        summary.minimumRow = firstRowOfBlock(from: row, notAbove: summary.minimum)
        summary.maximumRow = firstRowOfBlock(from: row, notBelow: summary.maximum)
        for offset in 0..<32 { summary.missingCount += self[row &+ offset].isNaN ? 1 : 0 }
        return summary
    }

    /// The sum of the present values of some rows.
    func sum(_ rows: Range<Int>) -> Double {
        var sum = 0.0
        for row in rows { sum += self[row].isNaN ? 0 : self[row] }
        return sum
    }
}

extension ColumnValues {
    /// Calls a closure with a reader of some rows; the reader counts them from 0.
    func withReader<Result>(of rows: Range<Int>, _ body: (RowReader) -> Result) -> Result? {
        withSpan(of: rows) { span in
            unsafe span.withUnsafeBufferPointer { buffer in
                unsafe buffer.baseAddress.map { body(unsafe RowReader($0)) }
            }
        }
    }
}
