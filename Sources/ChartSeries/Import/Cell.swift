/// A value of an imported row, from a format that distinguishes numbers from text.
public enum Cell: Sendable, Equatable {
    /// A number.
    case number(Double)
    /// Text, which only x accepts, as a date.
    case text(String)
    /// No value.
    case missing
}
