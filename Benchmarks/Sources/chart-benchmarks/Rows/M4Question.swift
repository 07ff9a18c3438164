/// A kind of repeated query, and the state of the caches before it.
enum M4Question: String, CaseIterable {
    /// The same query each time, which all caches and the branch predictor have seen.
    case same = "same query again"
    /// The ends of the window move slightly each time.
    case moved = "ends moved"
    /// The ends move, and other memory fills the processor's caches before each query.
    case evicted = "caches evicted"

    /// Returns the window of one repetition, as shares of the whole range of x.
    func shares(_ time: Int) -> ClosedRange<Double> {
        switch self {
        case .same: 0...1
        case .moved, .evicted: Double(time) * 1.1e-5...1 - Double(time) * 0.7e-5
        }
    }
}
