import ChartSeries
import ChartStores
import Synchronization

/// A dataset of the catalog.
struct DatasetEntry: Sendable {
    /// The location of the rows.
    private enum Rows: Sendable {
        /// In memory or mapped.
        case open(Table)
        /// In unmapped files, since no caller has used them for a while.
        case closed(TableDescription)
        /// Damaged or unreadable.
        case lost(DatasetStoreError)
    }

    /// Marks that a caller has used the rows.
    private final class Interest: Sendable {
        let isRecent = Atomic(true)
    }

    private var rows: Rows
    private let interest = Interest()
    /// The number of the commit of the rows; 0 for those of the start.
    var commit = 0
    /// The version of the rows, kept for damaged ones; 0 for rows that were never opened.
    private(set) var version: Int
    /// What the shared catalog says of these rows; `nil` where no other process has them.
    private(set) var shared: SharedDataset?
    /// The subject of the principal that wrote the dataset; `nil` without one.
    let owner: String?
    /// Whether the listener knows of the damage.
    var isDamageReported = false

    init(_ content: Result<Table, DatasetStoreError>, owner: String? = nil, commit: Int = 0) {
        self.owner = owner
        switch content {
        case .success(let table): (rows, version) = (.open(table), table.version)
        case .failure(let error): (rows, version) = (.lost(error), 0)
        }
        self.commit = commit
    }

    /// Creates an entry with closed files.
    init(closed description: TableDescription, owner: String? = nil) {
        self.owner = owner
        (rows, version) = (.closed(description), description.version)
    }

    /// Creates an entry of the shared catalog whose rows are not open here.
    init(_ shared: SharedDataset) {
        self.init(closed: shared.description, owner: shared.owner)
        self.shared = shared
    }

    /// Creates an entry of the shared catalog with its rows.
    init(_ shared: SharedDataset, _ table: Table, commit: Int) {
        self.init(.success(table), owner: shared.owner, commit: commit)
        self.shared = shared
    }

    private var soundness: TableSoundness? {
        switch rows {
        case .open(let table): table.soundness
        case .closed(let description): description.soundness
        case .lost: nil
        }
    }

    /// The error of the rows; `nil` if none is known.
    var fault: DatasetStoreError? {
        if case .lost(let error) = rows { return error }
        return soundness?.isDamaged == true ? .foundDamaged : nil
    }

    /// The rows or their error; `nil` while the files are closed.
    var content: Result<Table, DatasetStoreError>? {
        if let fault { return .failure(fault) }
        guard case .open(let table) = rows else { return nil }
        interest.isRecent.store(true, ordering: .relaxed)
        return .success(table)
    }

    /// The rows; `nil` while the files are closed, and for a fault.
    var table: Table? { try? content?.get() }

    /// The description of the rows; `nil` for a fault.
    var description: TableDescription? {
        guard fault == nil else { return nil }
        switch rows {
        case .open(let table): return TableDescription(table)
        case .closed(let description): return description
        case .lost: return nil
        }
    }

    /// The soundness for reopening closed files; `nil` if they are not closed.
    var closedSoundness: TableSoundness? {
        guard case .closed(let description) = rows else { return nil }
        return description.soundness
    }

    /// Replaces the rows after an append or a reopening.
    mutating func show(_ table: Table) {
        rows = .open(table)
        version = table.version
        interest.isRecent.store(true, ordering: .relaxed)
    }

    /// Withdraws the rows, also from sessions that hold them.
    mutating func withdraw(_ error: DatasetStoreError) {
        soundness?.noteDamage()
        rows = .lost(error)
    }

    /// Closes rows with files that no caller has used since the last call.
    ///
    /// - Returns: Whether it closed them.
    mutating func closeIfIdle() -> Bool {
        guard case .open(let table) = rows, table.soundness?.isDamaged == false else { return false }
        guard !interest.isRecent.exchange(false, ordering: .relaxed) else { return false }
        rows = .closed(TableDescription(table))
        return true
    }
}
