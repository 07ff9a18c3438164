/// How the rows of a window are chosen.
public enum WindowMethod: String, Sendable, Codable, CaseIterable {
    /// Every row.
    case none
    /// First, last, minimum and maximum of each pixel column and series.
    case m4
    /// The smallest and the largest value of bins of equal width, for each series.
    case minmax
    /// The rows that span the largest triangles, for each series.
    case lttb
    /// As `lttb`, out of the rows of a `minmax` with four times the points.
    case minmaxlttb
    /// Bars of whole steps of civil time.
    case calendar
    /// Every row while they fit, else `m4`.
    case auto
}

extension WindowMethod {
    /// The most values that a method may look at one after the other and still be quick: about two milliseconds.
    private static let quicklyScannedValues = 100_000

    /// The most values that may be answered and still be quick: some milliseconds.
    private static let quicklyAnsweredValues = 50_000

    /// Whether a window takes so long that nobody should wait for it who does not want it.
    ///
    /// - Parameters:
    ///   - rows: How many rows there may be.
    ///   - columns: How many columns are plotted.
    ///   - maximumRows: The most rows that the window may have.
    /// - Returns: Whether each of many rows is looked at, or the window is wide. Other methods find their rows through the
    ///   index, unless a logarithmic axis leaves values out that lie between others.
    public func takesLong(rows: Int, columns: Int, maximumRows: Int) -> Bool {
        if self == .lttb, rows > Self.quicklyScannedValues / max(1, columns) { return true }
        return min(rows, maximumRows) > Self.quicklyAnsweredValues / (columns + 1)
    }
}
