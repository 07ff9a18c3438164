/// The number of a candlestick that a column holds, by the last part of its name.
///
/// The last part stands after a point, an underscore, a hyphen or a blank, and may be in any case: `open`, `AAPL.Open`.
public struct CandlePart: Sendable, Hashable {
    /// One of the four numbers of a candlestick.
    public enum Role: String, Sendable, CaseIterable {
        /// The first value.
        case open
        /// The largest value.
        case high
        /// The smallest value.
        case low
        /// The last value.
        case close

        /// How rows that already hold the four numbers make those of a longer time.
        public var aggregate: Aggregate {
            switch self {
            case .open: .first
            case .high: .max
            case .low: .min
            case .close: .last
            }
        }
    }

    /// The number.
    public let role: Role
    /// The name before its last part, in lower case; columns of one candlestick have the same.
    public let group: String

    /// Creates a part.
    public init(role: Role, group: String) {
        self.role = role
        self.group = group
    }

    /// Reads the name of a column; `nil` for one that names none of the four.
    public init?(ofColumn name: String) {
        let name = name.lowercased()
        let last = name.lastIndex { ".-_ ".contains($0) }.map(name.index(after:)) ?? name.startIndex
        guard let role = Role(rawValue: String(name[last...])) else { return nil }
        self.init(role: role, group: String(name[..<last]))
    }
}
