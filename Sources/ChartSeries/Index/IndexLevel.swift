/// The arrays of one level of an index; valid as long as the memory of the index.
@safe struct IndexLevel: @unchecked Sendable {
    /// The number of the level; level 0 has the smallest blocks.
    let number: Int
    /// The base-2 logarithm of the number of rows in a block.
    let rowShift: Int
    // Pointers, because M4 reads about a hundred blocks per pixel column and bounds checks cost a third of its speed.
    private let extremesOfBlocks: UnsafeMutablePointer<SIMD2<Double>>
    private let positions: UnsafeMutableRawPointer
    private let missing: UnsafeMutableRawPointer
    private let sums: UnsafeMutablePointer<Double>

    init(number: Int, at level: IndexLayout.Level, of memory: UnsafeMutableRawPointer) {
        self.number = number
        rowShift = IndexLayout.rowShift(level: number)
        unsafe extremesOfBlocks = (memory + level.extremes).assumingMemoryBound(to: SIMD2<Double>.self)
        unsafe positions = memory + level.positions
        unsafe missing = memory + level.missing
        unsafe sums = (memory + level.sums).assumingMemoryBound(to: Double.self)
    }

    /// The minimum and the negated maximum of a block; both are infinite if every value is missing.
    @inline(__always)
    func extremes(_ block: Int) -> SIMD2<Double> { unsafe extremesOfBlocks[block] }

    /// The minimum and the negated maximum of 8 blocks.
    @inline(__always)
    func extremesOfEight(from block: Int) -> SIMD2<Double> {
        var one = extremes(block)
        var other = extremes(block &+ 1)
        for offset in stride(from: 2, to: 8, by: 2) {
            let (next, nextOther) = (extremes(block &+ offset), extremes(block &+ offset &+ 1))
            one.replace(with: next, where: next .< one)
            other.replace(with: nextOther, where: nextOther .< other)
        }
        one.replace(with: other, where: other .< one)
        return one
    }

    /// The minimum and the negated maximum of 1 to 8 blocks; it may read the last block several times.
    @inline(__always)
    func extremesOfFew(from block: Int, to end: Int) -> SIMD2<Double> {
        let last = end &- 1
        var one = extremes(block)
        var other = extremes(min(block &+ 1, last))
        for offset in stride(from: 2, to: 8, by: 2) {
            let next = extremes(min(block &+ offset, last))
            let nextOther = extremes(min(block &+ offset &+ 1, last))
            one.replace(with: next, where: next .< one)
            other.replace(with: nextOther, where: nextOther .< other)
        }
        one.replace(with: other, where: other .< one)
        return one
    }

    /// The first row of an extreme, taken from the first block that holds it.
    @inline(__always)
    func firstRow(of end: ColumnEnd, _ extreme: Double, from block: Int, to limit: Int) -> Int {
        guard block &+ 8 <= limit else {
            let found = (block..<limit).first { extremes($0)[end.rawValue] <= extreme }
            return row(of: end, in: found ?? block)
        }
        var found = block
        for offset in (0..<8).reversed() {
            found = extremes(block &+ offset)[end.rawValue] <= extreme ? block &+ offset : found
        }
        return row(of: end, in: found)
    }

    /// The address of a block's extremes, for prefetching; the block need not exist.
    @inline(__always)
    func address(_ block: Int) -> UInt { unsafe UInt(bitPattern: extremesOfBlocks) &+ UInt(bitPattern: block &* 16) }

    /// The address of the positions of a block's extremes, for prefetching.
    @inline(__always)
    func positionsAddress(_ block: Int) -> UInt {
        unsafe UInt(bitPattern: positions) &+ UInt(bitPattern: block &* (number == 0 ? 2 : 8))
    }

    /// The addresses that a search may read for rows that start or end at a row.
    func addresses(around row: Int) -> (extremes: Range<UInt>, positions: Range<UInt>) {
        let (first, end) = (UInt(max(0, row >> rowShift - 16)), UInt(row >> rowShift + 16))
        let size: UInt = number == 0 ? 2 : 8
        let start = unsafe (extremes: UInt(bitPattern: extremesOfBlocks), positions: UInt(bitPattern: positions))
        return (
            start.extremes + 16 * first..<start.extremes + 16 * end,
            start.positions + size * first..<start.positions + size * end
        )
    }

    /// The first row of a block's minimum or maximum.
    ///
    /// It loads both an 8-bit and a 32-bit position and uses one, because a branch misprediction costs more than a
    /// load. The position is masked to the block size, so that a damaged file cannot lead outside the block.
    @inline(__always)
    func row(of end: ColumnEnd, in block: Int) -> Int {
        let place = 2 &* block &+ end.rawValue
        let isLowest = number == 0
        let short = unsafe positions.load(fromByteOffset: isLowest ? place : 0, as: UInt8.self)
        let long = unsafe positions.load(fromByteOffset: isLowest ? 0 : 4 &* place, as: UInt32.self)
        return block &<< rowShift &+ (isLowest ? Int(short) : Int(long)) & (1 &<< rowShift &- 1)
    }

    /// The number of missing values in a block.
    @inline(__always)
    func missingCount(_ block: Int) -> Int {
        unsafe number == 0
            ? Int(missing.load(fromByteOffset: block, as: UInt8.self))
            : Int(missing.load(fromByteOffset: 4 * block, as: UInt32.self))
    }

    /// Whether a block boundary lies directly before a row.
    @inline(__always)
    func isEdge(_ row: Int) -> Bool { row & (1 << rowShift - 1) == 0 }

    /// Whether a block may have values in a band, judged by its extremes.
    @inline(__always)
    func reaches(_ band: ValueBand, _ block: Int) -> Bool {
        let extremes = extremes(block)
        return extremes.x <= band.upper && -extremes.y >= band.lower
    }

    /// Whether every value of a block is in a band and none is missing.
    @inline(__always)
    func isWithin(_ band: ValueBand, _ block: Int) -> Bool {
        missingCount(block) == 0 && band.contains(extremes(block))
    }

    /// The sum of the present values of a block; level 0 stores no sums.
    func sum(_ block: Int) -> Double { unsafe sums[block] }

    /// The summary of a block, without its sum.
    func summary(_ block: Int) -> BlockSummary {
        var summary = BlockSummary(at: row(of: .minimum, in: block))
        summary.maximumRow = row(of: .maximum, in: block)
        summary.minimum = extremes(block).x
        summary.maximum = -extremes(block).y
        summary.missingCount = missingCount(block)
        return summary
    }

    /// Writes a block.
    ///
    /// - Parameters:
    ///   - block: The number of the block.
    ///   - summary: The summary; the rows of its extremes are rows of the column.
    @inline(__always)
    func write(_ block: Int, _ summary: BlockSummary) {
        unsafe extremesOfBlocks[block] = SIMD2(summary.minimum, -summary.maximum)
        let rows = SIMD2(summary.minimumRow, summary.maximumRow) &- block << rowShift
        if number == 0 {
            unsafe positions.storeBytes(of: UInt8(rows.x), toByteOffset: 2 * block, as: UInt8.self)
            unsafe positions.storeBytes(of: UInt8(rows.y), toByteOffset: 2 * block + 1, as: UInt8.self)
            unsafe missing.storeBytes(of: UInt8(summary.missingCount), toByteOffset: block, as: UInt8.self)
        } else {
            unsafe positions.storeBytes(of: UInt32(rows.x), toByteOffset: 8 * block, as: UInt32.self)
            unsafe positions.storeBytes(of: UInt32(rows.y), toByteOffset: 8 * block + 4, as: UInt32.self)
            unsafe missing.storeBytes(of: UInt32(summary.missingCount), toByteOffset: 4 * block, as: UInt32.self)
            unsafe sums[block] = summary.sum
        }
    }

    /// Copies the first blocks of the same level from another index.
    func copy(_ other: IndexLevel, blocks count: Int) {
        unsafe extremesOfBlocks.update(from: other.extremesOfBlocks, count: count)
        unsafe positions.copyMemory(from: other.positions, byteCount: (number == 0 ? 2 : 8) * count)
        unsafe missing.copyMemory(from: other.missing, byteCount: (number == 0 ? 1 : 4) * count)
        if number > 0 { unsafe sums.update(from: other.sums, count: count) }
    }
}
