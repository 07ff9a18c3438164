/// One value of a row that is imported from something that tells numbers from text.
public enum Cell: Sendable, Equatable {
    /// A number.
    case number(Double)
    /// Text, of which only x can make use, as a date.
    case text(String)
    /// No value.
    case missing
}
