/// How a dataset takes rows whose x is there already, or lies before its last one.
public struct RowRules: Sendable, Hashable {
    /// What makes two rows the same row.
    public enum Key: String, Sendable, Hashable, Codable, CaseIterable {
        /// Their x.
        case x
    }

    /// What happens to rows that lie before the last one.
    public enum Late: String, Sendable, Hashable, Codable, CaseIterable {
        /// They refuse the whole request.
        case refuse
        /// They are put where they belong.
        case merge
        /// They are left out and counted.
        case drop
    }

    /// How many rows stay, and for how long; the others are dropped from the front.
    public struct Retention: Sendable, Hashable, Codable {
        /// The rows that stay at the end; `nil` for any number.
        public var rows: Int?
        /// How far before the last x rows stay, in the unit of x, milliseconds for dates; `nil` for any distance.
        public var age: Double?

        /// Creates a retention that drops no row.
        public init() {}
    }

    /// What makes a row replace another; `nil` where none does.
    public var key: Key?
    /// What happens to rows that lie before the last one.
    public var late = Late.refuse
    /// The most rows of the dataset that stand behind a late row.
    public var lateRows = 1_000_000
    /// How many rows stay; `nil` for all.
    public var retain: Retention?

    /// Creates the rules of a dataset that only takes rows behind its last one.
    public init() {}

    /// The rules of a dataset that only takes rows behind its last one.
    public static let standard = RowRules()
    /// The least and the greatest ``lateRows``.
    public static let mostLateRows = 1...1_000_000_000

    /// Whether the rows of a request may stand in any order.
    public var takesAnyOrder: Bool { late != .refuse }

    /// Whether a request can change rows that are there, so that its answer counts them.
    public var countsLateRows: Bool { key != nil || late != .refuse }
}

extension RowRules: Codable {
    private enum CodingKeys: String, CodingKey {
        case key, late, lateRows, retain
    }

    /// Reads stored rules; a rule that they lack has its default.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        key = try stored.decodeIfPresent(Key.self, forKey: .key)
        late = try stored.decodeIfPresent(Late.self, forKey: .late) ?? late
        lateRows = try stored.decodeIfPresent(Int.self, forKey: .lateRows) ?? lateRows
        retain = try stored.decodeIfPresent(Retention.self, forKey: .retain)
    }
}
