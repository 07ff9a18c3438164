/// What the x values of a table measure.
public enum XKind: String, Sendable, Codable {
    /// Plain numbers.
    case number
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case date
}
