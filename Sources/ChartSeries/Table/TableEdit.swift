/// A change of a table that was no append: rows were put between others, replaced or removed.
public struct TableEdit: Sendable, Hashable, Codable {
    /// The version of the rows that the change made.
    public var version: Int
    /// The first x that was put in or taken out; `nil` where it is not known.
    public var first: Double?
    /// The last x that was put in or taken out; `nil` where it is not known.
    public var last: Double?
    /// Whether other rows took the place of all rows.
    public var isReplacement: Bool

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - version: The version of the rows that it made.
    ///   - changed: The x that were put in or taken out; `nil` where they are not known.
    ///   - isReplacement: Whether other rows took the place of all rows.
    public init(version: Int, changed: ClosedRange<Double>? = nil, isReplacement: Bool = false) {
        self.version = version
        first = changed?.lowerBound
        last = changed?.upperBound
        self.isReplacement = isReplacement
    }

    /// The x that were put in or taken out; `nil` where they are not known.
    public var changed: ClosedRange<Double>? {
        guard let first, let last, first <= last else { return nil }
        return first...last
    }
}

/// What a table follows beside its rows, in one place, since few tables have any of it.
final class TableLife: Sendable {
    let rules: RowRules
    let edits: [TableEdit]

    init(rules: RowRules, edits: [TableEdit]) {
        self.rules = rules
        self.edits = edits
    }
}

extension Table {
    /// The most changes that a table remembers.
    public static let mostEdits = 64

    /// How the dataset takes late and repeated rows.
    public var rules: RowRules { life?.rules ?? .standard }

    /// The last changes that were no appends, the newest last; at most ``mostEdits``.
    public var edits: [TableEdit] { life?.edits ?? [] }

    /// The version that the last change made which was no append; 0 without one.
    ///
    /// Rows of one edition are prefixes of each other.
    public var edition: Int { life?.edits.last?.version ?? 0 }

    /// Returns the same rows with other rules and changes.
    ///
    /// - Parameters:
    ///   - rules: How the dataset takes late and repeated rows.
    ///   - edits: The changes that were no appends, the newest last.
    /// - Returns: The table.
    public func with(rules: RowRules, edits: [TableEdit]) -> Table {
        var same = self
        let isPlain = rules == .standard && edits.isEmpty
        same.life = isPlain ? nil : TableLife(rules: rules, edits: Array(edits.suffix(Self.mostEdits)))
        return same
    }

    /// The x that changes other than appends have put in or taken out since a version.
    ///
    /// - Parameter version: The version that the caller knows.
    /// - Returns: The first and the last x, which are those of all rows where the table does not remember every change;
    ///   `nil` where rows were only appended. `isReplacement` tells whether other rows took the place of all.
    public func changes(since version: Int) -> (changed: ClosedRange<Double>?, isReplacement: Bool)? {
        let newer = edits.filter { $0.version > version }
        guard !newer.isEmpty else { return nil }
        var changed = newer[0].changed
        let isWhole = newer.count < Self.mostEdits && newer.allSatisfy { $0.changed != nil }
        for edit in newer.dropFirst() {
            guard let next = edit.changed, let before = changed else { continue }
            changed = min(before.lowerBound, next.lowerBound)...max(before.upperBound, next.upperBound)
        }
        let all = extent.map { $0.first...$0.last }
        return (isWhole ? changed : all, newer.contains(where: \.isReplacement))
    }
}
