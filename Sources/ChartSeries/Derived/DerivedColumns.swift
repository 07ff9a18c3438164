import Synchronization

/// The derived columns that the process keeps, each for a derivation and the rows that it was computed from.
///
/// A column is computed once, and goes on where it has stopped as rows come. Those that were not used for longest go where
/// there are too many values, and those whose rows are gone.
public final class DerivedColumns: Sendable {
    /// Those of the process.
    public static let shared = DerivedColumns()

    /// Keeps nothing yet.
    init() {}

    /// The most values that are kept.
    public static let standardLimit = 1_000_000_000

    private struct Key: Hashable {
        let sources: [ColumnValues.StorageKey]
        let derivation: Derivation
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
        var limit = DerivedColumns.standardLimit
    }

    private let state = Mutex(State())

    /// Limits the values that are kept.
    public func limit(to count: Int) { state.withLock { $0.limit = count } }

    /// The most values that are kept.
    var limit: Int { state.withLock { $0.limit } }

    /// The values that are kept.
    public var count: Int { state.withLock { $0.entries.values.reduce(0) { $0 + $1.count } } }

    fileprivate func column(_ derivation: Derivation, of table: Table) -> Column {
        let sources = derivation.columns.map { table.columns[$0].values } + (derivation.readsX ? [table.x] : [])
        let owners = sources.compactMap(\.storage.owner)
        let key = Key(sources: sources.map(\.storage.key), derivation: derivation.withoutBase)
        let entry = state.withLock { state in
            state.uses += 1
            if let known = state.entries[key], known.fits(derivation, owners) {
                known.use(state.uses)
                return known
            }
            let made = Entry(derivation, owners)
            made.use(state.uses)
            state.entries[key] = made
            return made
        }
        let (column, isNew) = entry.column(of: table)
        if isNew { state.withLock { Self.clear(&$0) } }
        return column
    }

    /// Removes what is not needed any more, and the longest unused beyond the limit.
    private static func clear(_ state: inout State) {
        state.entries = state.entries.filter { $0.value.isAlive }
        var count = state.entries.values.reduce(0) { $0 + $1.count }
        guard count > state.limit else { return }
        let oldest = state.entries.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, entry) in oldest where count > state.limit {
            count -= entry.count
            state.entries[key] = nil
        }
    }
}

/// A derived column and where its computation has stopped.
private final class Entry: Sendable {
    private struct Computed {
        var walk: DerivationWalk
        var column: Column
    }

    private struct Source: @unchecked Sendable {
        // A weak reference is only read.
        weak var storage: AnyObject?
    }

    private let derivation: Derivation
    private let sources: [Source]
    private let computed: Mutex<Computed>
    private let rows = Atomic(0)
    private let used = Atomic<UInt64>(0)

    init(_ derivation: Derivation, _ owners: [AnyObject]) {
        self.derivation = derivation
        sources = owners.map { Source(storage: $0) }
        let none = Column(trusting: "", values: [], minimum: nil, maximum: nil, missingCount: 0)
        computed = Mutex(Computed(walk: DerivationWalk(derivation), column: none))
    }

    var count: Int { rows.load(ordering: .relaxed) }
    var lastUse: UInt64 { used.load(ordering: .relaxed) }
    func use(_ number: UInt64) { used.store(number, ordering: .relaxed) }

    /// Whether the rows that it was computed from are held elsewhere.
    var isAlive: Bool { sources.allSatisfy { $0.storage != nil } }

    func fits(_ derivation: Derivation, _ owners: [AnyObject]) -> Bool {
        self.derivation == derivation && zip(sources, owners).allSatisfy { $0.storage === $1 }
    }

    /// The column of all rows of a table, and whether some of it was computed now.
    func column(of table: Table) -> (column: Column, isNew: Bool) {
        let (column, isNew) = computed.withLock { computed in
            let isNew = computed.column.values.count < table.rowCount
            if isNew {
                let added = computed.walk.values(of: table, upTo: table.rowCount)
                computed.column.append(Column(derived: added))
                rows.store(table.rowCount, ordering: .relaxed)
            }
            return (computed.column, isNew)
        }
        return (column.values.count > table.rowCount ? column.prefix(rows: table.rowCount) : column, isNew)
    }
}

extension Column {
    /// Makes a column of values of which none is infinite.
    fileprivate init(derived values: [Double]) {
        do throws(TableError) {
            try self.init(name: "", values: values)
        } catch {
            preconditionFailure("a derived value is finite or missing")
        }
    }

    fileprivate func renamed(_ name: String) -> Column {
        var renamed = self
        renamed.name = name
        return renamed
    }
}

extension Derivation {
    /// The derivation without a base that moves.
    fileprivate var withoutBase: Derivation {
        guard case .percentChange(let column, _, let isMapped, moves: true) = self else { return self }
        return .percentChange(column, base: 0, isMapped: isMapped, moves: true)
    }
}

extension Table {
    /// Returns the same rows with derived columns behind the others.
    ///
    /// - Parameters:
    ///   - derivations: The derivations, with the names of their columns.
    ///   - kept: The derived columns that are kept.
    /// - Returns: The table.
    /// - Complexity: O(number of rows) for a derivation that is new, else O(number of new rows).
    public func deriving(
        _ derivations: [(name: String, derivation: Derivation)], keeping kept: DerivedColumns = .shared
    ) -> Table {
        with(
            columns: columns
                + derivations.map { name, derivation in
                    mapped(by: derivation, named: name) ?? kept.column(derivation, of: self).renamed(name)
                })
    }

    /// A column that the index of another one answers for; `nil` where it must be computed.
    private func mapped(by derivation: Derivation, named name: String) -> Column? {
        switch derivation {
        case .scaled(let column, let factor, let offset, isMapped: true) where factor != 0:
            columns[column].mapped(by: .scaled(factor: factor, offset: offset), named: name)
        case .percentChange(let column, let base, isMapped: true, let moves) where base != 0:
            columns[column].mapped(by: .percent(base: base, isClamped: moves), named: name)
        default: nil
        }
    }
}
