import ChartSeries
import Synchronization

/// Limits the disk space of datasets and logs, and the number of datasets.
///
/// The size of a dataset is updated with each change of its files, the size of the logs once a second. The logs may
/// thus exceed the limit by the growth of one second. At the limit, existing data can be read and removed.
public final class StorageQuota: Sendable {
    private struct Usage {
        var datasets: [String: Int] = [:]
        var drafts = 0
        var logs = 0
        var total: Int { datasets.values.reduce(0, +) + drafts + logs }
    }

    /// The maximum number of bytes; `nil` for no limit.
    public let mostBytes: Int?
    /// The maximum number of datasets.
    public let mostDatasets: Int
    private let usage = Mutex(Usage())
    private let isReached = Atomic(false)

    /// Creates an unused quota.
    ///
    /// - Parameters:
    ///   - mostBytes: The maximum bytes of disk; `nil` for no limit.
    ///   - mostDatasets: The maximum number of datasets.
    public init(mostBytes: Int? = nil, mostDatasets: Int = .max) {
        self.mostBytes = mostBytes
        self.mostDatasets = mostDatasets
    }

    /// Whether the bytes are limited, so that callers have to report sizes.
    public var limitsBytes: Bool { mostBytes != nil }

    /// Throws once the limit is reached.
    ///
    /// - Complexity: O(1), one atomic load.
    func checkRoomForLogs() throws(SessionError) {
        guard let mostBytes, isReached.load(ordering: .relaxed) else { return }
        throw .quota(bytes: mostBytes)
    }

    /// Throws for rows that exceed the limit.
    ///
    /// - Parameter bytes: The bytes of the rows.
    /// - Throws: ``DatasetStoreError``, `quota`.
    func checkRoom(for bytes: Int) throws(DatasetStoreError) {
        guard let mostBytes else { return }
        guard usage.withLock({ $0.total + bytes <= mostBytes }) else { throw .overQuota(bytes: mostBytes) }
    }

    /// Reserves bytes for a draft, until ``release(draft:)``.
    func reserve(draft bytes: Int) throws(DatasetStoreError) {
        guard let mostBytes else { return }
        let hasRoom = usage.withLock { usage in
            guard usage.total + bytes <= mostBytes else { return false }
            usage.drafts += bytes
            return true
        }
        guard hasRoom else { throw .overQuota(bytes: mostBytes) }
    }

    /// Releases the bytes of a draft that was committed or dropped.
    func release(draft bytes: Int) { note { $0.drafts -= bytes } }

    /// Sets the bytes of a dataset's files; `nil` for a removed dataset.
    func note(dataset name: String, bytes: Int?) { note { $0.datasets[name] = bytes } }

    /// Sets the bytes of the sessions' logs.
    func note(logs bytes: Int) { note { $0.logs = bytes } }

    private func note(_ change: (inout Usage) -> Void) {
        guard let mostBytes else { return }
        let total = usage.withLock { usage in
            change(&usage)
            return usage.total
        }
        isReached.store(total >= mostBytes, ordering: .relaxed)
    }
}

extension DatasetStoreError {
    fileprivate static func overQuota(bytes: Int) -> DatasetStoreError {
        DatasetStoreError(.quota, "the datasets and the logs of sessions may take \(bytes) bytes of disk")
    }

    /// The error of too many datasets.
    static func overQuota(datasets: Int) -> DatasetStoreError {
        DatasetStoreError(.quota, "there may be \(datasets) datasets")
    }
}

/// A draft that reserves its bytes in a quota.
final class QuotaDraft: DatasetDraft {
    private let draft: any DatasetDraft
    private let quota: StorageQuota
    private var reserved = 0

    /// Wraps a draft.
    init(_ draft: any DatasetDraft, within quota: StorageQuota) {
        self.draft = draft
        self.quota = quota
    }

    deinit {
        quota.release(draft: reserved)
    }

    func append(_ block: RowBlock) throws(DatasetStoreError) {
        let bytes = block.x.count * (1 + block.columns.count) * MemoryLayout<Double>.size
        try quota.reserve(draft: bytes)
        reserved += bytes
        try draft.append(block)
    }

    func prepare() throws(DatasetStoreError) { try draft.prepare() }

    func commit(version: Int) throws(DatasetStoreError) -> Table { try draft.commit(version: version) }
}
