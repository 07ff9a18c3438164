/// The path of a finger in both benchmarks: back and forth around the middle of a plot of 800 × 400 points.
enum DragPath {
    /// The number of moves per batch.
    static let movesPerBatch = 8
    /// The milliseconds between two moves, about the interval of a 120 Hz screen.
    static let moveInterval = 8
    /// The number of moves after which the finger is back at the same place.
    static let period = 128
    /// The place where the finger goes down, in tenths of a point.
    static let start = (x: 4_000, y: 2_000)

    /// Returns the place after a number of moves, in tenths of a point; each move changes x by 9.3 points.
    static func tenths(afterMoves count: Int) -> (x: Int, y: Int) {
        let phase = count % period
        let quarter = period / 4
        let swing =
            phase < quarter ? phase : phase < 3 * quarter ? 2 * quarter - phase : phase - period
        return (start.x + 93 * swing, start.y + 15 * swing)
    }
}
