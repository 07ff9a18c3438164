/// The arrays of one level of an index, valid as long as its memory.
@safe struct IndexLevel: @unchecked Sendable {
    /// The number of the level, from 0 where blocks are smallest.
    let number: Int
    /// A block has 2 to this power rows.
    let rowShift: Int
    // Pointers, because M4 reads some hundred blocks a pixel column: checked subscripts cost it a third of its speed.
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

    /// The minimum of a block, and its maximum with the sign turned; both are infinite where every value is missing.
    @inline(__always)
    func extremes(_ block: Int) -> SIMD2<Double> { unsafe extremesOfBlocks[block] }

    /// The extremes of 8 blocks.
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

    /// The extremes of up to 8 blocks, of which the last may be read several times.
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

    /// The first row of an extreme in the first of up to 8 blocks that holds it.
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

    /// The address of a block's extremes, to be prefetched; it need not be one that exists.
    @inline(__always)
    func address(_ block: Int) -> UInt { unsafe UInt(bitPattern: extremesOfBlocks) &+ UInt(bitPattern: block &* 16) }

    /// The address of the positions of a block's extremes, to be prefetched.
    @inline(__always)
    func positionsAddress(_ block: Int) -> UInt {
        unsafe UInt(bitPattern: positions) &+ UInt(bitPattern: block &* (number == 0 ? 2 : 8))
    }

    /// The addresses of all that a search of rows that end or start at a row may read.
    func addresses(around row: Int) -> (extremes: Range<UInt>, positions: Range<UInt>) {
        let (first, end) = (UInt(max(0, row >> rowShift - 16)), UInt(row >> rowShift + 16))
        let size: UInt = number == 0 ? 2 : 8
        let start = unsafe (extremes: UInt(bitPattern: extremesOfBlocks), positions: UInt(bitPattern: positions))
        return (
            start.extremes + 16 * first..<start.extremes + 16 * end,
            start.positions + size * first..<start.positions + size * end
        )
    }

    /// The first row of a block's minimum, or of its maximum.
    ///
    /// It reads an 8-bit and a 32-bit position, one of them in vain: which is right cannot be guessed, and a wrong guess
    /// costs the processor more than a load. A position counts no further than its block, whatever a file says of it.
    @inline(__always)
    func row(of end: ColumnEnd, in block: Int) -> Int {
        let place = 2 &* block &+ end.rawValue
        let isLowest = number == 0
        let short = unsafe positions.load(fromByteOffset: isLowest ? place : 0, as: UInt8.self)
        let long = unsafe positions.load(fromByteOffset: isLowest ? 0 : 4 &* place, as: UInt32.self)
        return block &<< rowShift &+ (isLowest ? Int(short) : Int(long)) & (1 &<< rowShift &- 1)
    }

    /// How many values of a block are missing.
    @inline(__always)
    func missingCount(_ block: Int) -> Int {
        unsafe number == 0
            ? Int(missing.load(fromByteOffset: block, as: UInt8.self))
            : Int(missing.load(fromByteOffset: 4 * block, as: UInt32.self))
    }

    /// Whether a block starts at a row, and another ends before it.
    @inline(__always)
    func isEdge(_ row: Int) -> Bool { row & (1 << rowShift - 1) == 0 }

    /// Whether a block may have values of a band: whether its extremes reach it.
    @inline(__always)
    func reaches(_ band: ValueBand, _ block: Int) -> Bool {
        let extremes = extremes(block)
        return extremes.x <= band.upper && -extremes.y >= band.lower
    }

    /// Whether every value of a block is in a band, and none is missing.
    @inline(__always)
    func isWithin(_ band: ValueBand, _ block: Int) -> Bool {
        missingCount(block) == 0 && band.contains(extremes(block))
    }

    /// The sum of the present values of a block; there is none on level 0.
    func sum(_ block: Int) -> Double { unsafe sums[block] }

    /// What a block holds, its sum left out.
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
    ///   - block: Its number.
    ///   - summary: What it holds; the rows of its extremes are rows of the column.
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

    /// Copies the first blocks of the same level of another index.
    func copy(_ other: IndexLevel, blocks count: Int) {
        unsafe extremesOfBlocks.update(from: other.extremesOfBlocks, count: count)
        unsafe positions.copyMemory(from: other.positions, byteCount: (number == 0 ? 2 : 8) * count)
        unsafe missing.copyMemory(from: other.missing, byteCount: (number == 0 ? 1 : 4) * count)
        if number > 0 { unsafe sums.update(from: other.sums, count: count) }
    }
}
