public import ChartSeries
import Synchronization

/// The datasets of the server by name, and how many live sessions show each.
public final class DatasetCatalog: Sendable {
    private struct Entry: Sendable {
        var table: Table
        var uses = 0
    }

    private let entries: Mutex<[String: Entry]>

    /// Why a dataset cannot be changed.
    public enum Refusal: Error, Sendable, Equatable {
        /// There is none of this name.
        case unknown
        /// A live session shows it.
        case inUse
        /// The rows do not fit.
        case table(TableError)
    }

    /// Creates a catalog of tables by name.
    public init(_ tables: [String: Table] = [:]) {
        entries = Mutex(tables.mapValues { Entry(table: $0) })
    }

    /// The names, in ascending order of their bytes.
    public var names: [String] { entries.withLock { $0.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } } }

    /// The rows of a name.
    public func table(_ name: String) -> Table? { entries.withLock { $0[name]?.table } }

    /// Adds a dataset, or replaces it under the next version.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - name: The name.
    /// - Returns: Whether the name is new.
    /// - Throws: ``Refusal/inUse`` while a live session shows it.
    public func put(_ table: Table, as name: String) throws(Refusal) -> Bool {
        try entries.withLock { entries throws(Refusal) in
            guard let old = entries[name] else {
                entries[name] = Entry(table: table)
                return true
            }
            guard old.uses == 0 else { throw .inUse }
            entries[name]?.table = old.table.replaced(by: table)
            return false
        }
    }

    /// Appends rows.
    ///
    /// - Parameters:
    ///   - rows: The rows, none of them older than the last.
    ///   - name: The dataset.
    /// - Returns: All rows.
    /// - Throws: ``Refusal``; nothing has changed then.
    public func append(_ rows: Table, to name: String) throws(Refusal) -> Table {
        try entries.withLock { entries throws(Refusal) in
            guard entries[name] != nil else { throw .unknown }
            do throws(TableError) {
                try entries[name]?.table.append(rows)
            } catch {
                throw .table(error)
            }
            guard let table = entries[name]?.table else { throw .unknown }
            return table
        }
    }

    /// Removes a dataset.
    public func remove(_ name: String) throws(Refusal) {
        try entries.withLock { entries throws(Refusal) in
            guard let entry = entries[name] else { throw .unknown }
            guard entry.uses == 0 else { throw .inUse }
            entries[name] = nil
        }
    }

    /// Notes that a live session shows a dataset.
    ///
    /// - Parameter name: The dataset.
    /// - Returns: Its rows; `nil` when there is none of this name.
    public func retain(_ name: String) -> Table? {
        entries.withLock { entries in
            entries[name]?.uses += 1
            return entries[name]?.table
        }
    }

    /// Notes that a live session shows a dataset no longer.
    public func release(_ name: String) {
        entries.withLock { $0[name]?.uses -= 1 }
    }
}
