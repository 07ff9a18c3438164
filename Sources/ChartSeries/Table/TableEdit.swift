/// A change of a table that was no append: rows were put between others, replaced or removed, or columns were added.
public struct TableEdit: Sendable, Hashable, Codable {
    /// The version of the rows that the change made.
    public var version: Int
    /// The first x that was put in or taken out; `nil` where it is not known.
    public var first: Double?
    /// The last x that was put in or taken out; `nil` where it is not known.
    public var last: Double?
    /// Whether other rows took the place of all rows.
    public var isReplacement: Bool
    /// The number of columns before, where the change has added some behind them; `nil` where it has not.
    public var columnsBefore: Int?
    /// The rows that were dropped from the front by this change and all before it; `nil` for none.
    public var firstRow: Int?

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - version: The version of the rows that it made.
    ///   - changed: The x that were put in or taken out; `nil` where they are not known.
    ///   - isReplacement: Whether other rows took the place of all rows.
    ///   - columnsBefore: The number of columns before, where it has added some.
    ///   - firstRow: The rows that were dropped from the front by it and before it; `nil` for none.
    public init(
        version: Int, changed: ClosedRange<Double>? = nil, isReplacement: Bool = false, columnsBefore: Int? = nil,
        firstRow: Int? = nil
    ) {
        self.version = version
        first = changed?.lowerBound
        last = changed?.upperBound
        self.isReplacement = isReplacement
        self.columnsBefore = columnsBefore
        self.firstRow = firstRow
    }

    /// Whether the rows before are a prefix of those after, which have columns more.
    public var keepsRows: Bool { columnsBefore != nil && first == nil && !isReplacement }

    /// The change that puts other rows in the place of all.
    ///
    /// - Parameters:
    ///   - before: The number of columns before.
    ///   - columns: The number of columns after, of which those before stand first.
    ///   - version: The version of the rows that it makes.
    /// - Returns: The change.
    public static func replacing(_ before: Int, by columns: Int, at version: Int) -> TableEdit {
        TableEdit(version: version, isReplacement: true, columnsBefore: columns > before ? before : nil)
    }

    /// The x that were put in or taken out; `nil` where they are not known.
    public var changed: ClosedRange<Double>? {
        guard let first, let last, first <= last else { return nil }
        return first...last
    }
}

extension [TableEdit] {
    /// The version that the last change of the rows made which was no append; `nil` without one.
    public var edition: Int? { last { !$0.keepsRows }?.version }

    /// The rows that were dropped from the front, by the last change and all before it.
    public var firstRow: Int { last?.firstRow ?? 0 }

    /// These changes and another, whose rows are numbered on from theirs unless it replaces them.
    ///
    /// - Parameters:
    ///   - edit: The change.
    ///   - dropped: The rows that it drops from the front.
    /// - Returns: The changes, as far as a table remembers them.
    public func followed(by edit: TableEdit, dropping dropped: Int = 0) -> [TableEdit] {
        var edit = edit
        let first = edit.isReplacement ? 0 : firstRow + dropped
        edit.firstRow = first == 0 ? nil : first
        return Table.remembered(self + [edit])
    }
}

/// What a table follows beside its rows, in one place, since few tables have any of it.
final class TableLife: Sendable {
    let rules: RowRules
    let edits: [TableEdit]
    let firstRow: Int
    let events: TableEvents?

    init(rules: RowRules, edits: [TableEdit], events: TableEvents?) {
        self.rules = rules
        self.edits = edits
        self.events = events
        firstRow = edits.firstRow
    }
}

extension Table {
    /// The most changes of rows that a table remembers.
    public static let mostEdits = 64

    /// Leaves out the changes that a table does not remember: it knows all that have added columns, and the last of rows.
    ///
    /// - Parameter edits: Changes, the newest last.
    /// - Returns: The changes that it remembers.
    public static func remembered(_ edits: [TableEdit]) -> [TableEdit] {
        var forgotten = edits.count { !$0.keepsRows } - mostEdits
        guard forgotten > 0 else { return edits }
        return edits.compactMap { edit in
            guard !edit.keepsRows, forgotten > 0 else { return edit }
            forgotten -= 1
            return edit.columnsBefore.map {
                TableEdit(version: edit.version, columnsBefore: $0, firstRow: edit.firstRow)
            }
        }
    }

    /// How the dataset takes late and repeated rows.
    public var rules: RowRules { life?.rules ?? .standard }

    /// The changes that were no appends, as far as they are ``remembered(_:)``, the newest last.
    public var edits: [TableEdit] { life?.edits ?? [] }

    /// The version that the last change of the rows made which was no append; 0 without one.
    ///
    /// Rows of one edition are prefixes of each other.
    public var edition: Int { life?.edits.edition ?? 0 }

    /// The number of the first row: as many were dropped from the front.
    ///
    /// Within the process rows are counted from 0; where their numbers leave it, this is added, so that they stay as they
    /// were.
    public var firstRow: Int { life?.firstRow ?? 0 }

    /// What people have noted about the data; `nil` for a dataset that never had an event.
    public var events: TableEvents? { life?.events }

    /// Returns the same rows with other rules, changes and events.
    ///
    /// - Parameters:
    ///   - rules: How the dataset takes late and repeated rows.
    ///   - edits: The changes that were no appends, the newest last.
    ///   - events: What people have noted about the data.
    /// - Returns: The table.
    public func with(rules: RowRules, edits: [TableEdit], events: TableEvents?) -> Table {
        var same = self
        let isPlain = rules == .standard && edits.isEmpty && events == nil
        same.life = isPlain ? nil : TableLife(rules: rules, edits: Self.remembered(edits), events: events)
        return same
    }

    /// The x that changes other than appends have put in or taken out since a version.
    ///
    /// - Parameter version: The version that the caller knows.
    /// - Returns: The first and the last x, which are those of all rows where the table does not remember every change;
    ///   `nil` where rows were only appended. `isReplacement` tells whether other rows took the place of all.
    public func changes(since version: Int) -> (changed: ClosedRange<Double>?, isReplacement: Bool)? {
        let newer = edits.filter { $0.version > version && !$0.keepsRows }
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
