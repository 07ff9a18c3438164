/// How the numbers of an axis are written for people.
public struct NumberFormat: Sendable, Hashable, Codable {
    /// The notation of a number.
    public enum Notation: String, Sendable, Hashable, Codable, CaseIterable {
        /// All digits, such as 1,234,567.
        case plain
        /// A short number with a unit of size, such as 1.2M.
        case compact
        /// A mantissa and a power of ten, such as 1.2E6.
        case scientific
        /// Hundredths with a percent sign; 0.25 is 25 %.
        case percent
    }

    /// The largest number of decimals.
    public static let mostDecimals = 15

    /// The notation.
    public internal(set) var notation: Notation
    /// The number of decimals, from 0 to ``mostDecimals``; `nil` shows as many as the step of the ticks needs.
    public internal(set) var decimals: Int?

    /// Creates a format.
    public init(notation: Notation = .plain, decimals: Int? = nil) {
        self.notation = notation
        self.decimals = decimals
    }
}
