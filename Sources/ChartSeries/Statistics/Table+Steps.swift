/// How far values lie apart.
extension Table {
    /// The widest step of x from a value of a column to the next one; 0 for fewer than two values.
    ///
    /// The rows of a block are read once; afterwards its widest step is known.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows.
    /// - Returns: The step, in the unit of x.
    /// - Complexity: O(rows / 4,096) for rows that were asked for before, O(rows) for others.
    public func widestStep(ofColumn index: Int, rows: Range<Int>) -> Double {
        guard let first = firstPresentRow(ofColumn: index, from: rows.lowerBound), first < rows.upperBound else {
            return 0
        }
        let size = BlockSums.rows
        // A block has the step that leads into it, so the first value must lie before it.
        let start = first / size + 1
        let blocks = start..<max(start, rows.upperBound / size)
        var widest = widestStep(first..<(blocks.isEmpty ? rows.upperBound : start * size), ofColumn: index, after: nil)
        for block in blocks {
            let rows = (block * size)..<((block + 1) * size)
            let step = columns[index].sums.widestStep(inBlock: block) {
                widestStep(
                    rows, ofColumn: index, after: lastPresentRow(ofColumn: index, before: rows.lowerBound))
            }
            widest = max(widest, step)
        }
        guard !blocks.isEmpty else { return widest }
        let rest = (blocks.upperBound * size)..<rows.upperBound
        return max(
            widest,
            widestStep(rest, ofColumn: index, after: lastPresentRow(ofColumn: index, before: rest.lowerBound)))
    }

    private func widestStep(_ rows: Range<Int>, ofColumn index: Int, after before: Int?) -> Double {
        var last = before.map { x[$0] }
        var widest = 0.0
        readPieces(of: rows, ofColumn: index) { x, y in
            for row in y.indices where !y[row].isNaN {
                if let last { widest = max(widest, x[row] - last) }
                last = x[row]
            }
        }
        return widest
    }
}
