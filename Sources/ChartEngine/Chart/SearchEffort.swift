/// The effort that one search may still take, in units of about one value read.
///
/// All series of a search share it. It bounds what a search costs, whatever the rows are: blocks whose values lie on
/// both sides of the place tell nothing of the rows in them.
struct SearchEffort {
    /// The effort of a search for the point nearest to a place, mostly far more than it takes.
    static let nearest = 32_768
    /// The effort of a search for the points inside a rectangle.
    static let inside = 4_194_304
    /// The effort to read the minimum and maximum of some rows of one series.
    static let extremes = 16

    private(set) var rest: Int

    /// Starts a search.
    init(_ effort: Int) { rest = effort }

    /// Whether nothing is left.
    var isSpent: Bool { rest <= 0 }

    /// Counts effort that was taken.
    mutating func spend(_ effort: Int) { rest -= effort }
}
