/// The screen axis along which a pan measures its hysteresis.
public enum PanAxis: String, Sendable, Hashable, Codable {
    /// Both axes: the distance itself.
    case xy
    /// Horizontal only.
    case x
    /// Vertical only.
    case y
}
