/// An axis of the screen along which a pan counts.
public enum PanAxis: String, Sendable, Hashable, Codable {
    /// Both.
    case xy
    /// Horizontal only.
    case x
    /// Vertical only.
    case y
}
