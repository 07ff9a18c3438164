/// Writes the blocks of an index.
struct IndexWriter {
    let memory: IndexMemory

    /// Writes every block that the rows from `row` on have completed.
    func write(_ values: ColumnValues, from row: Int) {
        for level in memory.levels {
            let written = IndexLayout.blockCount(ofRows: row, level: level.number)
            let end = IndexLayout.blockCount(ofRows: values.count, level: level.number)
            guard written < end else { continue }
            switch level.number {
            case 0: summarize(values, into: level, written..<end)
            case 1: summarize(values, into: level, written..<end, above: memory.levels[0])
            default: summarize(memory.levels[level.number - 1], into: level, written..<end)
            }
        }
    }

    /// Copies the blocks of the first rows of another index.
    func copy(_ other: IndexMemory, rows: Int) {
        for (source, target) in zip(other.levels, memory.levels) {
            target.copy(source, blocks: IndexLayout.blockCount(ofRows: rows, level: target.number))
        }
    }

    private func summarize(_ values: ColumnValues, into level: IndexLevel, _ blocks: Range<Int>) {
        let start = blocks.lowerBound << level.rowShift
        values.withReader(of: start..<blocks.upperBound << level.rowShift) { reader in
            for block in blocks {
                var summary = reader.summaryOfBlock(from: block << level.rowShift - start)
                summary.minimumRow += start
                summary.maximumRow += start
                level.write(block, summary)
            }
        }
    }

    /// Writes blocks of level 1 and adds their values row by row, so that a block always has the same sum.
    private func summarize(
        _ values: ColumnValues, into level: IndexLevel, _ blocks: Range<Int>, above lower: IndexLevel
    ) {
        let start = blocks.lowerBound << level.rowShift
        values.withReader(of: start..<blocks.upperBound << level.rowShift) { reader in
            for block in blocks {
                let row = block << level.rowShift - start
                var whole = summary(of: block, lower)
                whole.sum = reader.sum(row..<row + 1 << level.rowShift)
                level.write(block, whole)
            }
        }
    }

    private func summarize(_ lower: IndexLevel, into level: IndexLevel, _ blocks: Range<Int>) {
        for block in blocks {
            var whole = summary(of: block, lower)
            for child in block << IndexLayout.fanOutShift..<(block + 1) << IndexLayout.fanOutShift {
                whole.sum += lower.sum(child)
            }
            level.write(block, whole)
        }
    }

    /// Combines the blocks of the level below into one summary, without the sum.
    private func summary(of block: Int, _ lower: IndexLevel) -> BlockSummary {
        let first = block << IndexLayout.fanOutShift
        var whole = BlockSummary(at: first << lower.rowShift)
        for child in first..<first + 1 << IndexLayout.fanOutShift { whole.add(lower.summary(child)) }
        return whole
    }
}
