import ChartSeries

/// M4 by its definition, row by row and column by column, without regard to speed.
func slowM4(x: ColumnValues, series: [ColumnValues], rows: Range<Int>, from: Double, to: Double, width: Int) -> [Int] {
    func pixelColumn(_ row: Int) -> Int {
        if x[row] == to { return width - 1 }
        return Int(Double(width) * (x[row] - from) / (to - from))
    }
    return rows.filter { row in
        series.contains { values in
            let present = rows.filter { !values[$0].isNaN && pixelColumn($0) == pixelColumn(row) }
            if let first = present.first, let last = present.last, let least = present.map({ values[$0] }).min(),
                let most = present.map({ values[$0] }).max()
            {
                let kept = [
                    first, last, present.first { values[$0] == least }, present.first { values[$0] == most },
                ]
                if kept.contains(row) { return true }
            }
            let seen = max(0, rows.lowerBound - 1)..<min(values.count, rows.upperBound + 1)
            let startsRun = values[row].isNaN && row > seen.lowerBound && !values[row - 1].isNaN
            return startsRun && seen.contains { $0 > row && !values[$0].isNaN }
        }
    }
}
