import ChartSeries
import Synchronization

/// A dataset of the catalog.
struct DatasetEntry: Sendable {
    /// Where the rows are.
    private enum Rows: Sendable {
        /// In memory, or mapped.
        case open(Table)
        /// In files that are not mapped, since no caller has asked for them for a while.
        case closed(TableDescription)
        /// They cannot be shown.
        case lost(DatasetStoreError)
    }

    /// Notes that a caller has asked for the rows.
    private final class Interest: Sendable {
        let isRecent = Atomic(true)
    }

    private var rows: Rows
    private let interest = Interest()
    /// Which commit the rows came with; 0 for those of the start.
    var commit = 0
    /// The version of the rows, also of those that are damaged since; 0 for those that were never opened.
    private(set) var version: Int
    /// Whether the listener has been told that the rows are damaged.
    var isDamageTold = false

    init(_ content: Result<Table, DatasetStoreError>, commit: Int = 0) {
        switch content {
        case .success(let table): (rows, version) = (.open(table), table.version)
        case .failure(let error): (rows, version) = (.lost(error), 0)
        }
        self.commit = commit
    }

    /// Takes a dataset whose files are closed.
    init(closed description: TableDescription) {
        (rows, version) = (.closed(description), description.version)
    }

    private var soundness: TableSoundness? {
        switch rows {
        case .open(let table): table.soundness
        case .closed(let description): description.soundness
        case .lost: nil
        }
    }

    /// What is wrong with the rows by now; `nil` when nothing is, as far as is known.
    var fault: DatasetStoreError? {
        if case .lost(let error) = rows { return error }
        return soundness?.isDamaged == true ? .foundDamaged : nil
    }

    /// The rows, or what is wrong with them by now; `nil` while their files are closed.
    var content: Result<Table, DatasetStoreError>? {
        if let fault { return .failure(fault) }
        guard case .open(let table) = rows else { return nil }
        interest.isRecent.store(true, ordering: .relaxed)
        return .success(table)
    }

    /// The rows; `nil` while their files are closed, and when they cannot be shown.
    var table: Table? { try? content?.get() }

    /// What the rows are; `nil` when they cannot be shown.
    var description: TableDescription? {
        guard fault == nil else { return nil }
        switch rows {
        case .open(let table): return TableDescription(table)
        case .closed(let description): return description
        case .lost: return nil
        }
    }

    /// What the files are opened again with; `nil` for a dataset whose files are not closed.
    var closedSoundness: TableSoundness? {
        guard case .closed(let description) = rows else { return nil }
        return description.soundness
    }

    /// Takes over rows: those to which others were appended, or whose files were opened again.
    mutating func show(_ table: Table) {
        rows = .open(table)
        version = table.version
        interest.isRecent.store(true, ordering: .relaxed)
    }

    /// Withdraws the rows, from the sessions too that hold them already.
    mutating func withdraw(_ error: DatasetStoreError) {
        soundness?.noteDamage()
        rows = .lost(error)
    }

    /// Gives up rows that have files and that no caller has asked for since the last call.
    ///
    /// - Returns: Whether it did.
    mutating func closeIfIdle() -> Bool {
        guard case .open(let table) = rows, table.soundness?.isDamaged == false else { return false }
        guard !interest.isRecent.exchange(false, ordering: .relaxed) else { return false }
        rows = .closed(TableDescription(table))
        return true
    }
}
