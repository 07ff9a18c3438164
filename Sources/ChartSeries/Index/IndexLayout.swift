/// Where the arrays of an index lie in one piece of memory, as the number of rows that it has room for determines it.
///
/// Level 0 has a block for every 32 rows, each level above one for every 8 blocks of the level below. The arrays of a
/// level follow each other: the extremes (two doubles a block: the minimum, and the maximum with its sign turned), the
/// positions of both in the block (8 bits each on level 0, 32 above), the numbers of missing values (8 bits on level 0,
/// 32 above), and above level 0 the sums of the present values. Every array starts at a multiple of 64 bytes; numbers
/// are little-endian.
struct IndexLayout: Equatable {
    /// Where the arrays of a level start, in bytes.
    struct Level: Equatable {
        let extremes: Int
        let positions: Int
        let missing: Int
        let sums: Int
    }

    /// A block of level 0 has 2 to this power rows.
    static let blockShift = 5
    /// A block has 2 to this power blocks of the level below.
    static let fanOutShift = 3
    /// How many rows a block of level 0 has.
    static let blockSize = 1 << blockShift
    /// The most levels: a position in a block of the highest one still has 32 bits.
    private static let maximumLevels = 9
    /// The most rows, by which the highest level has no more than 16 blocks.
    static let maximumRows = 1 << 33

    /// The levels, from the one of the smallest blocks.
    let levels: [Level]
    /// The number of bytes of all arrays.
    let byteCount: Int

    init(rowCapacity: Int) {
        precondition(rowCapacity <= Self.maximumRows, "an index of more rows than its levels can tell")
        var levels: [Level] = []
        var end = 0
        func place(_ byteCount: Int) -> Int {
            defer { end += (byteCount + 63) & ~63 }
            return end
        }
        while levels.count < Self.maximumLevels {
            let isLowest = levels.isEmpty
            let count = Self.blockCount(ofRows: rowCapacity, level: levels.count)
            guard isLowest || count > 0 else { break }
            levels.append(
                Level(
                    extremes: place(16 * count), positions: place((isLowest ? 2 : 8) * count),
                    missing: place((isLowest ? 1 : 4) * count), sums: place((isLowest ? 0 : 8) * count)))
        }
        self.levels = levels
        byteCount = end
    }

    /// A block of a level has 2 to this power rows.
    static func rowShift(level: Int) -> Int { blockShift + fanOutShift * level }

    /// How many whole blocks of a level so many rows have.
    static func blockCount(ofRows rows: Int, level: Int) -> Int { rows >> rowShift(level: level) }
}
