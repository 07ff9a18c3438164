/// How the rows of a window are chosen.
public enum WindowMethod: String, Sendable, Codable, CaseIterable {
    /// Every row.
    case none
    /// First, last, minimum and maximum of each pixel column and series.
    case m4
    /// Every row while they fit, else `m4`.
    case auto
}
