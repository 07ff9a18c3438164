/// Where a finger goes in both benchmarks: to and fro about the middle of a plot of 800 × 400 points.
enum DragPath {
    /// How many moves a batch holds.
    static let movesPerBatch = 8
    /// The milliseconds between two moves, about those of a screen of 120 Hz.
    static let moveInterval = 8
    /// After how many moves the finger is back where it was.
    static let period = 128
    /// Where the finger goes down, in tenths of a point.
    static let start = (x: 4_000, y: 2_000)

    /// Where the finger is after some moves, in tenths of a point; 9.3 points further along x with each.
    static func tenths(afterMoves count: Int) -> (x: Int, y: Int) {
        let phase = count % period
        let quarter = period / 4
        let swing =
            phase < quarter ? phase : phase < 3 * quarter ? 2 * quarter - phase : phase - period
        return (start.x + 93 * swing, start.y + 15 * swing)
    }
}
