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

    /// What makes a row replace another; `nil` where none does.
    public var key: Key?
    /// What happens to rows that lie before the last one.
    public var late = Late.refuse
    /// The most rows of the dataset that stand behind a late row.
    public var lateRows = 1_000_000

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
        case key, late, lateRows
    }

    /// Reads stored rules; a rule that they lack has its default.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        key = try stored.decodeIfPresent(Key.self, forKey: .key)
        late = try stored.decodeIfPresent(Late.self, forKey: .late) ?? late
        lateRows = try stored.decodeIfPresent(Int.self, forKey: .lateRows) ?? lateRows
    }
}
