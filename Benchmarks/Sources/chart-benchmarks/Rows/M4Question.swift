/// How often a query is asked, and what lies between one time and the next.
enum M4Question: String, CaseIterable {
    /// The same query, which every cache and the branch predictor know.
    case same = "same query again"
    /// The ends of the window move a little each time.
    case moved = "ends moved"
    /// The ends move, and the processor's caches are filled with other memory before.
    case evicted = "caches evicted"

    /// The window of one of the times, as shares of the whole range of x.
    func shares(_ time: Int) -> ClosedRange<Double> {
        switch self {
        case .same: 0...1
        case .moved, .evicted: Double(time) * 1.1e-5...1 - Double(time) * 0.7e-5
        }
    }
}
