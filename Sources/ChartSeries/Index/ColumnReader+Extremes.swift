extension ColumnReader {
    /// The extremes of some rows.
    ///
    /// The rows are covered by windows of fixed size that overlap: the first and the last 32 rows, the first and the last
    /// 8 whole blocks between them, and so on upwards. Overlap does no harm, since the first row of an extreme is kept,
    /// and a loop whose length does not depend on the rows costs no wrong guess of the processor.
    ///
    /// - Complexity: O(log n) with an index, O(n) without.
    @inline(__always)
    func extremes(of rows: Range<Int>) -> Extremes {
        guard rows.count > 64, !levels.isEmpty else { return scannedExtremes(of: rows) }
        let lastRows = rows.upperBound - 32
        var head = WindowExtremes(values.extremesOfBlock(from: rows.lowerBound), from: rows.lowerBound, level: -1)
        var tail = WindowExtremes(values.extremesOfBlock(from: lastRows), from: lastRows, level: -1)
        var lower = (rows.lowerBound + 31) >> IndexLayout.blockShift
        var upper = rows.upperBound >> IndexLayout.blockShift
        var number = 0
        while upper - lower > 16 {
            let level = levels[number]
            head.add(behind: level.extremesOfEight(from: lower), from: lower, level: number)
            tail.add(before: level.extremesOfEight(from: upper - 8), from: upper - 8, level: number)
            lower = (lower + 7) >> IndexLayout.fanOutShift
            upper >>= IndexLayout.fanOutShift
            number += 1
        }
        let last = max(lower, upper - 8)
        let level = levels[number]
        head.add(behind: level.extremesOfFew(from: lower, to: upper), from: lower, level: number)
        head.add(behind: level.extremesOfFew(from: last, to: upper), from: last, level: number)
        head.add(behind: tail)
        let top = (level: number, end: upper)
        var extremes = Extremes(at: rows.lowerBound)
        extremes.minimum = head.pair.x
        extremes.maximum = -head.pair.y
        extremes.minimumRow = firstRow(of: .minimum, in: head, top)
        extremes.maximumRow = firstRow(of: .maximum, in: head, top)
        return extremes
    }

    /// The extremes of some rows, without the index.
    func scannedExtremes(of rows: Range<Int>) -> Extremes {
        var extremes = Extremes(at: rows.lowerBound)
        guard rows.count >= 32 else {
            for row in rows { extremes.add(values[row], row: row) }
            return extremes
        }
        var head = WindowExtremes(values.extremesOfBlock(from: rows.lowerBound), from: rows.lowerBound, level: -1)
        for row in stride(from: rows.lowerBound + 32, to: rows.upperBound, by: 32) {
            let start = min(row, rows.upperBound - 32)
            head.add(behind: values.extremesOfBlock(from: start), from: start, level: -1)
        }
        extremes.minimum = head.pair.x
        extremes.maximum = -head.pair.y
        extremes.minimumRow = values.firstRowOfBlock(from: head.start(of: .minimum), notAbove: extremes.minimum)
        extremes.maximumRow = values.firstRowOfBlock(from: head.start(of: .maximum), notBelow: extremes.maximum)
        return extremes
    }

    @inline(__always)
    private func firstRow(of end: ColumnEnd, in head: WindowExtremes, _ top: (level: Int, end: Int)) -> Int {
        let start = head.start(of: end)
        let number = head.level(of: end)
        let extreme = head.pair[end.rawValue]
        guard number >= 0 else {
            return end == .minimum
                ? values.firstRowOfBlock(from: start, notAbove: extreme)
                : values.firstRowOfBlock(from: start, notBelow: -extreme)
        }
        return levels[number].firstRow(of: end, extreme, from: start, to: number == top.level ? top.end : .max)
    }
}

/// The minimum, and the maximum with its sign turned, over windows of blocks or rows, and the first window of each.
private struct WindowExtremes {
    private(set) var pair: SIMD2<Double>
    /// The level, from 1, or 0 for rows, above the first block or row of the window.
    private var windows: SIMD2<Int64>

    private static var levelShift: Int64 { 56 }

    @inline(__always)
    init(_ pair: SIMD2<Double>, from start: Int, level: Int) {
        self.pair = pair
        windows = Self.window(from: start, level: level)
    }

    @inline(__always)
    private static func window(from start: Int, level: Int) -> SIMD2<Int64> {
        SIMD2(repeating: Int64(level + 1) << levelShift | Int64(start))
    }

    /// Adds a window that does not lie before those that were added.
    @inline(__always)
    mutating func add(behind next: SIMD2<Double>, from start: Int, level: Int) {
        let isBeyond = next .< pair
        pair.replace(with: next, where: isBeyond)
        windows.replace(with: Self.window(from: start, level: level), where: isBeyond)
    }

    /// Adds a window that does not lie behind those that were added.
    @inline(__always)
    mutating func add(before next: SIMD2<Double>, from start: Int, level: Int) {
        let isNotWithin = next .<= pair
        pair.replace(with: next, where: isNotWithin)
        windows.replace(with: Self.window(from: start, level: level), where: isNotWithin)
    }

    /// Adds windows that do not lie before those that were added.
    @inline(__always)
    mutating func add(behind others: WindowExtremes) {
        let isBeyond = others.pair .< pair
        pair.replace(with: others.pair, where: isBeyond)
        windows.replace(with: others.windows, where: isBeyond)
    }

    /// The first block or row of the window that holds an extreme.
    @inline(__always)
    func start(of end: ColumnEnd) -> Int { Int(windows[end.rawValue] & (1 << Self.levelShift - 1)) }

    /// The level of the window that holds an extreme; -1 for rows.
    @inline(__always)
    func level(of end: ColumnEnd) -> Int { Int(windows[end.rawValue] >> Self.levelShift) - 1 }
}
