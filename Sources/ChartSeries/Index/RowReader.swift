/// Reads the values of consecutive rows as they lie in memory, valid as long as they.
@safe struct RowReader {
    // A pointer, because M4 reads 64 values a pixel column at fixed counts: checked subscripts keep them from being
    // read as vectors.
    private let values: UnsafePointer<Double>

    init(_ values: UnsafePointer<Double>) {
        unsafe self.values = unsafe values
    }

    /// The value of a row.
    @inline(__always)
    subscript(row: Int) -> Double { unsafe values[row] }

    /// The address of a row's value, to be prefetched; the row need not exist.
    @inline(__always)
    func address(_ row: Int) -> UInt { unsafe UInt(bitPattern: values) &+ UInt(bitPattern: row &* 8) }

    /// The extremes of 32 rows, the maximum with its sign turned; NaN counts for nothing.
    @inline(__always)
    func extremesOfBlock(from row: Int) -> SIMD2<Double> {
        var low = SIMD8<Double>(repeating: .infinity)
        var high = SIMD8<Double>(repeating: -.infinity)
        for part in 0..<4 {
            let next = unsafe UnsafeRawPointer(values + row + 8 * part).loadUnaligned(as: SIMD8<Double>.self)
            low.replace(with: next, where: next .< low)
            high.replace(with: next, where: next .> high)
        }
        var low4 = low.lowHalf
        low4.replace(with: low.highHalf, where: low.highHalf .< low4)
        var low2 = low4.lowHalf
        low2.replace(with: low4.highHalf, where: low4.highHalf .< low2)
        var high4 = high.lowHalf
        high4.replace(with: high.highHalf, where: high.highHalf .> high4)
        var high2 = high4.lowHalf
        high2.replace(with: high4.highHalf, where: high4.highHalf .> high2)
        return SIMD2(low2.x < low2.y ? low2.x : low2.y, -(high2.x > high2.y ? high2.x : high2.y))
    }

    /// The first of 32 rows that holds a value; the first of them all if none does.
    @inline(__always)
    func firstRowOfBlock(from row: Int, where value: Double) -> Int {
        var found = 0
        for offset in (0..<32).reversed() {
            found = unsafe values[row + offset] == value ? offset : found
        }
        return row + found
    }

    /// What some rows hold.
    func summary(_ rows: Range<Int>) -> BlockSummary {
        var summary = BlockSummary(at: rows.lowerBound)
        for row in rows { summary.add(self[row], row: row) }
        return summary
    }

    /// What 32 rows hold, their sum left out.
    @inline(__always)
    func summaryOfBlock(from row: Int) -> BlockSummary {
        let extremes = extremesOfBlock(from: row)
        var summary = BlockSummary(at: row)
        summary.minimum = extremes.x
        summary.maximum = -extremes.y
        summary.minimumRow = firstRowOfBlock(from: row, where: summary.minimum)
        summary.maximumRow = firstRowOfBlock(from: row, where: summary.maximum)
        for offset in 0..<32 { summary.missingCount += self[row + offset].isNaN ? 1 : 0 }
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
    /// Lends a reader of some rows, which it counts from 0.
    func withReader<Result>(of rows: Range<Int>, _ body: (RowReader) -> Result) -> Result? {
        withSpan(of: rows) { span in
            unsafe span.withUnsafeBufferPointer { buffer in
                unsafe buffer.baseAddress.map { body(unsafe RowReader($0)) }
            }
        }
    }
}
