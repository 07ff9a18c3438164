/// How the rows of a window are chosen.
public enum WindowMethod: String, Sendable, Codable, CaseIterable {
    /// Every row.
    case none
    /// First, last, minimum and maximum of each pixel column and series.
    case m4
    /// The smallest and the largest value of bins of equal width, for each series.
    case minmax
    /// The rows that form the largest triangles, for each series.
    case lttb
    /// As `lttb`, but chosen from the rows of `minmax` with four times the points.
    case minmaxlttb
    /// Bars of whole steps of civil time.
    case calendar
    /// Every row if the rows fit, else `m4`.
    case auto
}
