/// The running minimum and negated maximum over windows of blocks or rows, with the first window of each.
struct ExtremesSearch {
    private(set) var pair: SIMD2<Double>
    /// The window of each extreme: level + 1, or 0 for rows, in the top 8 bits; the first block or row below them.
    private var windows: SIMD2<Int64>

    private static var levelShift: Int64 { 56 }

    /// Makes a search from a first window.
    ///
    /// - Parameters:
    ///   - pair: The minimum and the negated maximum of the window.
    ///   - start: The first block or row of the window.
    ///   - level: The number of the level; -1 for rows.
    @inline(__always)
    init(_ pair: SIMD2<Double>, from start: Int, level: Int) {
        self.pair = pair
        windows = Self.window(from: start, level: level)
    }

    @inline(__always)
    private static func window(from start: Int, level: Int) -> SIMD2<Int64> {
        SIMD2(repeating: Int64(level &+ 1) &<< levelShift | Int64(start))
    }

    /// Adds a window that does not lie before the windows added earlier.
    @inline(__always)
    mutating func add(behind next: SIMD2<Double>, from start: Int, level: Int) {
        let isBeyond = next .< pair
        pair.replace(with: next, where: isBeyond)
        windows.replace(with: Self.window(from: start, level: level), where: isBeyond)
    }

    /// Adds a window that does not lie after the windows added earlier.
    @inline(__always)
    mutating func add(before next: SIMD2<Double>, from start: Int, level: Int) {
        let isNotWithin = next .<= pair
        pair.replace(with: next, where: isNotWithin)
        windows.replace(with: Self.window(from: start, level: level), where: isNotWithin)
    }

    /// Whether a window before those added earlier could hold an extreme, or an equal value in an earlier row.
    @inline(__always)
    func isReached(before others: SIMD2<Double>) -> Bool {
        (others.x <= pair.x ? 1 : 0) | (others.y <= pair.y ? 1 : 0) != 0
    }

    /// Whether a window after those added earlier could hold an extreme.
    @inline(__always)
    func isReached(behind others: SIMD2<Double>) -> Bool {
        (others.x < pair.x ? 1 : 0) | (others.y < pair.y ? 1 : 0) != 0
    }

    /// The first block or row of the window that holds an extreme.
    @inline(__always)
    func start(of end: ColumnEnd) -> Int { Int(windows[end.rawValue] & (1 << Self.levelShift - 1)) }

    /// The level of the window that holds an extreme; -1 for rows.
    @inline(__always)
    func level(of end: ColumnEnd) -> Int { Int(windows[end.rawValue] &>> Self.levelShift) &- 1 }
}
