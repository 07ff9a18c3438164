/// The day on which weeks begin.
public enum WeekStart: String, Sendable, Hashable, Codable, CaseIterable {
    /// Monday, as in ISO 8601.
    case monday
    /// Sunday.
    case sunday
}
