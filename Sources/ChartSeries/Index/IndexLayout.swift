/// The offsets of an index's arrays in one piece of memory, which follow from its row capacity.
///
/// Level 0 has a block for every 32 rows; each higher level has a block for every 8 blocks of the level below. Each
/// level has four arrays, in this order. The extremes are two doubles per block: the minimum and the negated maximum.
/// The positions of both in the block have 8 bits each on level 0 and 32 bits above. The numbers of missing values have
/// 8 bits on level 0 and 32 bits above. The sums of the present values exist only above level 0. Every array starts at
/// a multiple of 64 bytes; numbers are little-endian.
struct IndexLayout: Equatable {
    /// The offsets of a level's arrays, in bytes.
    struct Level: Equatable {
        let extremes: Int
        let positions: Int
        let missing: Int
        let sums: Int
    }

    /// The base-2 logarithm of the number of rows in a block of level 0.
    static let blockShift = 5
    /// The base-2 logarithm of the number of blocks that form a block of the next level.
    static let fanOutShift = 3
    /// The number of rows in a block of level 0.
    static let blockSize = 1 << blockShift
    /// The most levels: a position in a block of the highest level fits into 32 bits.
    private static let maximumLevels = 9
    /// The most rows: the highest level then has at most 16 blocks.
    static let maximumRows = 1 << 33

    /// The levels, smallest blocks first.
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

    /// The base-2 logarithm of the number of rows in a block of a level.
    static func rowShift(level: Int) -> Int { blockShift + fanOutShift * level }

    /// The number of complete blocks of a level.
    static func blockCount(ofRows rows: Int, level: Int) -> Int { rows >> rowShift(level: level) }
}
