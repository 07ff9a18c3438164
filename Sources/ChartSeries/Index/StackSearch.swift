/// Finds how far stacked columns reach above zero or below.
///
/// The search descends the levels of the columns' indexes. It skips blocks whose columns together cannot reach further
/// than a known row. If too many blocks remain on a level, it stops and returns an upper bound. The result then lies
/// slightly beyond the furthest row, never short of it.
struct StackSearch {
    /// The most blocks of one level that are examined.
    private static let mostBlocks = 1_024

    /// The stacked columns, lowest first.
    let columns: [ColumnReader]
    /// The rows to search.
    let rows: Range<Int>
    /// 1 for the values above zero, −1 for those below.
    let sign: Double

    /// How far the rows reach, at least 0.
    ///
    /// - Complexity: O(``mostBlocks`` · levels · columns); O(rows · columns) where the columns have no index.
    func furthest() -> Double {
        let levelCount = columns.map(\.levels.count).min() ?? 0
        guard levelCount > 0, rows.count > IndexLayout.blockSize else { return furthest(of: rows, beyond: 0) }
        var best = furthest(of: rowsBehindBlocks, beyond: 0)
        for column in columns {
            let extremes = column.extremes(of: rows)
            if !extremes.isEmpty {
                best = max(best, reach(of: sign > 0 ? extremes.maximumRow : extremes.minimumRow))
            }
        }
        var parents: [Int] = []
        for number in (0..<levelCount).reversed() {
            let isHighest = number == levelCount - 1
            let open = blocks(of: number, in: parents, andThoseFrom: isHighest ? 0 : firstBlockWithoutParent(number))
                .filter { reach(ofBlock: $0, level: number) > best }
            guard open.count <= Self.mostBlocks else {
                return open.reduce(max(best, reachBelow(number))) { max($0, reach(ofBlock: $1, level: number)) }
            }
            parents = open
        }
        for block in parents {
            let start = block << IndexLayout.blockShift
            best = furthest(of: rows.clamped(to: start..<start + IndexLayout.blockSize), beyond: best)
        }
        return best
    }

    /// The rows that no block of level 0 contains.
    private var rowsBehindBlocks: Range<Int> {
        let end = blockCount(0) << IndexLayout.blockShift
        return rows.clamped(to: min(end, rows.upperBound)..<rows.upperBound)
    }

    private func blockCount(_ number: Int) -> Int {
        IndexLayout.blockCount(ofRows: columns[0].rowCount, level: number)
    }

    /// The first block of a level that no block of the next level contains.
    private func firstBlockWithoutParent(_ number: Int) -> Int { blockCount(number + 1) << IndexLayout.fanOutShift }

    /// The blocks of a level that contain searched rows and lie in `parents`, and those from `first` on.
    private func blocks(of number: Int, in parents: [Int], andThoseFrom first: Int) -> [Int] {
        let shift = IndexLayout.rowShift(level: number)
        let all = rows.lowerBound >> shift..<min(blockCount(number), (rows.upperBound - 1) >> shift + 1)
        var blocks: [Int] = []
        for parent in parents {
            let children = parent << IndexLayout.fanOutShift..<(parent + 1) << IndexLayout.fanOutShift
            for child in children where child >= all.lowerBound && child < all.upperBound { blocks.append(child) }
        }
        let start = max(first, all.lowerBound)
        if start < all.upperBound { blocks.append(contentsOf: start..<all.upperBound) }
        return blocks
    }

    /// An upper bound of the blocks below a level that no block of this level contains.
    private func reachBelow(_ number: Int) -> Double {
        var reach = 0.0
        for lower in 0..<number {
            for block in blocks(of: lower, in: [], andThoseFrom: firstBlockWithoutParent(lower)) {
                reach = max(reach, self.reach(ofBlock: block, level: lower))
            }
        }
        return reach
    }

    /// An upper bound for a block: no row reaches further than the extremes of its columns together.
    private func reach(ofBlock block: Int, level number: Int) -> Double {
        var reach = 0.0
        for column in columns {
            let extremes = column.levels[number].extremes(block)
            reach += max(sign > 0 ? -extremes.y : -extremes.x, 0)
        }
        return min(reach, .greatestFiniteMagnitude)
    }

    private func reach(of row: Int) -> Double {
        var reach = 0.0
        for column in columns {
            let length = column.values[row] * sign
            if length > 0 { reach += length }
        }
        return min(reach, .greatestFiniteMagnitude)
    }

    private func furthest(of rows: Range<Int>, beyond known: Double) -> Double {
        rows.reduce(known) { max($0, reach(of: $1)) }
    }
}

extension Table {
    /// Finds the range of stacked columns in some rows.
    ///
    /// Positive values are stacked above zero, negative ones below, each in the order of the columns.
    ///
    /// - Parameters:
    ///   - indices: The positions of the columns in `columns`.
    ///   - rows: The rows to search.
    /// - Returns: A range that contains zero and every stacked value; in long tables it may be slightly too large.
    /// - Complexity: O(log n · columns) for most data; at most 1024 blocks per level and column with an index.
    public func stackedRange(ofColumns indices: [Int], rows: Range<Int>) -> (minimum: Double, maximum: Double) {
        stackedRange(of: indices[...], readers: [], rows: rows)
    }

    private func stackedRange(
        of indices: ArraySlice<Int>, readers: [ColumnReader], rows: Range<Int>
    ) -> (minimum: Double, maximum: Double) {
        guard let index = indices.first else {
            guard !readers.isEmpty, !rows.isEmpty else { return (0, 0) }
            let above = StackSearch(columns: readers, rows: rows, sign: 1).furthest()
            let below = StackSearch(columns: readers, rows: rows, sign: -1).furthest()
            return (0 - below, above)
        }
        return columns[index].withReader { stackedRange(of: indices.dropFirst(), readers: readers + [$0], rows: rows) }
            ?? (0, 0)
    }
}
