import ChartSeries
import Synchronization

/// Bounds how much disk the datasets and the logs of sessions take, and how many datasets there are.
///
/// The sizes of datasets are noted whenever their files change, the size of the logs once a second. So the logs may pass
/// the limit by what one second adds. What is there when the limit is reached can still be read and removed.
public final class StorageQuota: Sendable {
    private struct Usage {
        var datasets: [String: Int] = [:]
        var drafts = 0
        var logs = 0
        var total: Int { datasets.values.reduce(0, +) + drafts + logs }
    }

    /// The most bytes; `nil` for no limit.
    public let mostBytes: Int?
    /// The most datasets.
    public let mostDatasets: Int
    private let usage = Mutex(Usage())
    private let isReached = Atomic(false)

    /// Creates a quota of which nothing is used.
    ///
    /// - Parameters:
    ///   - mostBytes: The most bytes of disk; `nil` for no limit.
    ///   - mostDatasets: The most datasets.
    public init(mostBytes: Int? = nil, mostDatasets: Int = .max) {
        self.mostBytes = mostBytes
        self.mostDatasets = mostDatasets
    }

    /// Whether the bytes are limited, so that sizes have to be noted.
    public var limitsBytes: Bool { mostBytes != nil }

    /// Refuses changes of sessions once the limit is reached.
    ///
    /// - Complexity: O(1), one atomic load.
    func checkRoomForLogs() throws(SessionError) {
        guard let mostBytes, isReached.load(ordering: .relaxed) else { return }
        throw .quota(bytes: mostBytes)
    }

    /// Refuses rows for which there is no room.
    ///
    /// - Parameter bytes: How many bytes they take.
    /// - Throws: ``DatasetStoreError``, `quota`.
    func checkRoom(for bytes: Int) throws(DatasetStoreError) {
        guard let mostBytes else { return }
        guard usage.withLock({ $0.total + bytes <= mostBytes }) else { throw .overQuota(bytes: mostBytes) }
    }

    /// Takes room for the rows of a draft, until ``release(draft:)`` gives it back.
    func reserve(draft bytes: Int) throws(DatasetStoreError) {
        guard let mostBytes else { return }
        let hasRoom = usage.withLock { usage in
            guard usage.total + bytes <= mostBytes else { return false }
            usage.drafts += bytes
            return true
        }
        guard hasRoom else { throw .overQuota(bytes: mostBytes) }
    }

    /// Gives back the room of a draft, which is a dataset by now or was given up.
    func release(draft bytes: Int) { note { $0.drafts -= bytes } }

    /// Notes how many bytes the files of a dataset have; `nil` for one that was removed.
    func note(dataset name: String, bytes: Int?) { note { $0.datasets[name] = bytes } }

    /// Notes how many bytes the logs of sessions take.
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

    /// There are as many datasets as there may be.
    static func overQuota(datasets: Int) -> DatasetStoreError {
        DatasetStoreError(.quota, "there may be \(datasets) datasets")
    }
}

/// A draft whose rows count against a quota while they are written.
final class QuotaDraft: DatasetDraft {
    private let draft: any DatasetDraft
    private let quota: StorageQuota
    private var reserved = 0

    /// Counts the rows of a draft.
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
