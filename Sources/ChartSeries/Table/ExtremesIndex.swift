/// The extremes of each block of values, of each block of blocks, and so on, so that those of any run of values are found
/// without a look at every one.
///
/// It takes a quarter of a byte a value.
struct ExtremesIndex: Sendable {
    /// How many values make a block, and how many blocks the block above.
    static let fanOut = 64

    /// Each level's blocks, of which the last may be incomplete; a level of more than ``fanOut`` blocks has one above.
    private var levels: [[Extremes]] = []

    /// Takes in values that were appended.
    ///
    /// - Parameters:
    ///   - values: All values.
    ///   - count: How many of them were known already.
    /// - Complexity: O(number of new values).
    mutating func extend(over values: [Double], knowing count: Int) {
        guard values.count > Self.fanOut else { return }
        var first = rebuild(level: 0, from: count, of: values) { $0.include($1) }
        var level = 1
        while levels[level - 1].count > Self.fanOut {
            first = rebuild(level: level, from: first, of: levels[level - 1]) { $0.include($1) }
            level += 1
        }
    }

    /// Makes the blocks of a level anew from the one that holds an element of the level below.
    ///
    /// - Returns: The position of the first of them.
    private mutating func rebuild<Element>(
        level: Int, from element: Int, of elements: [Element], _ include: (inout Extremes, Element) -> Void
    ) -> Int {
        if level == levels.count { levels.append([]) }
        let first = min(element / Self.fanOut, levels[level].count)
        levels[level].removeSubrange(first...)
        for start in stride(from: first * Self.fanOut, to: elements.count, by: Self.fanOut) {
            var block = Extremes()
            for element in elements[start..<min(start + Self.fanOut, elements.count)] { include(&block, element) }
            levels[level].append(block)
        }
        return first
    }

    /// The extremes of some of the values.
    ///
    /// - Parameters:
    ///   - rows: The positions of those that count.
    ///   - values: All values, as they were taken in.
    /// - Returns: Their extremes; of equal ones the first.
    /// - Complexity: O(log n).
    func extremes(of rows: Range<Int>, in values: [Double]) -> Extremes {
        var found = Extremes()
        collect(rows, of: values, into: &found, above: 0) { $0.include($1) }
        return found
    }

    /// Takes in, from left to right, the elements outside whole blocks one by one and the rest from the level above.
    private func collect<Element>(
        _ range: Range<Int>, of elements: [Element], into found: inout Extremes, above level: Int,
        _ include: (inout Extremes, Element) -> Void
    ) {
        let firstBlock = (range.lowerBound + Self.fanOut - 1) / Self.fanOut
        let lastBlock = range.upperBound / Self.fanOut
        guard level < levels.count, firstBlock < lastBlock else {
            for element in elements[range] { include(&found, element) }
            return
        }
        for element in elements[range.lowerBound..<firstBlock * Self.fanOut] { include(&found, element) }
        collect(firstBlock..<lastBlock, of: levels[level], into: &found, above: level + 1) { $0.include($1) }
        for element in elements[lastBlock * Self.fanOut..<range.upperBound] { include(&found, element) }
    }
}
