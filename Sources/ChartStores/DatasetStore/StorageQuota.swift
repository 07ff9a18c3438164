import Synchronization

/// Limits the disk space of datasets and logs, that of the datasets of each owner, and the number of datasets.
///
/// The size of a dataset is updated with each change of its files, the size of the logs once a second. The logs may
/// thus exceed the limit by the growth of one second. At the limit, existing data can be read and removed.
package final class StorageQuota: Sendable {
    /// The maximum number of bytes; `nil` for no limit.
    package let mostBytes: Int?
    /// The maximum number of bytes of the datasets of one owner; `nil` for no limit.
    package let mostBytesPerOwner: Int?
    /// The maximum number of datasets.
    package let mostDatasets: Int
    private let usage = Mutex(StorageUsage())
    private let isReached = Atomic(false)

    /// Creates an unused quota.
    ///
    /// - Parameters:
    ///   - mostBytes: The maximum bytes of disk; `nil` for no limit.
    ///   - mostBytesPerOwner: The maximum bytes of the datasets of one owner; `nil` for no limit.
    ///   - mostDatasets: The maximum number of datasets.
    package init(mostBytes: Int? = nil, mostBytesPerOwner: Int? = nil, mostDatasets: Int = .max) {
        self.mostBytes = mostBytes
        self.mostBytesPerOwner = mostBytesPerOwner
        self.mostDatasets = mostDatasets
    }

    /// Whether the bytes of all are limited, so that callers have to report the sizes of logs.
    package var limitsBytes: Bool { mostBytes != nil }

    /// Whether any bytes are limited, so that callers have to report the sizes of datasets.
    package var limitsDatasetBytes: Bool { mostBytes != nil || mostBytesPerOwner != nil }

    /// The bytes of disk that datasets, drafts and logs take; `nil` where no limit asks for them.
    package var storedBytes: Int? { limitsBytes ? usage.withLock { $0.total } : nil }

    /// The maximum number of bytes once it is reached, so that no log may grow; `nil` before.
    ///
    /// - Complexity: O(1), one atomic load.
    package var reachedBytes: Int? {
        guard let mostBytes, isReached.load(ordering: .relaxed) else { return nil }
        return mostBytes
    }

    /// Throws for rows that exceed a limit.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the rows.
    ///   - owner: The owner of their dataset; `nil` without one.
    /// - Throws: ``DatasetStoreError``, `quota` or `ownerQuota`.
    package func checkRoom(for bytes: Int, of owner: String?) throws(DatasetStoreError) {
        try usage.withLock { usage throws(DatasetStoreError) in try check(bytes, of: owner, usage) }
    }

    /// Reserves bytes for a draft, until ``release(draft:of:)``.
    package func reserve(draft bytes: Int, of owner: String?) throws(DatasetStoreError) {
        try usage.withLock { usage throws(DatasetStoreError) in
            try check(bytes, of: owner, usage)
            usage.addDraft(bytes, of: owner)
        }
    }

    private func check(_ bytes: Int, of owner: String?, _ usage: StorageUsage) throws(DatasetStoreError) {
        if let mostBytes, usage.total + bytes > mostBytes { throw .overQuota(bytes: mostBytes) }
        guard let owner, let mostBytesPerOwner else { return }
        guard usage.bytes(of: owner) + bytes <= mostBytesPerOwner else {
            throw .overQuota(bytesPerOwner: mostBytesPerOwner)
        }
    }

    /// Releases the bytes of a draft that was committed or dropped.
    package func release(draft bytes: Int, of owner: String?) { note { $0.addDraft(-bytes, of: owner) } }

    /// Sets the bytes and the owner of a dataset's files; `nil` bytes for a removed dataset.
    package func note(dataset name: String, bytes: Int?, owner: String? = nil) {
        note { $0.set(bytes.map { StorageUsage.Dataset(bytes: $0, owner: owner) }, as: name) }
    }

    /// Sets the bytes of the sessions' logs.
    package func note(logs bytes: Int) { note { $0.logs = bytes } }

    private func note(_ change: (inout StorageUsage) -> Void) {
        let total = usage.withLock { usage in
            change(&usage)
            return usage.total
        }
        if let mostBytes { isReached.store(total >= mostBytes, ordering: .relaxed) }
    }
}

extension DatasetStoreError {
    fileprivate static func overQuota(bytes: Int) -> DatasetStoreError {
        DatasetStoreError(.quota, "the datasets and the logs of sessions may take \(bytes) bytes of disk")
    }

    fileprivate static func overQuota(bytesPerOwner bytes: Int) -> DatasetStoreError {
        DatasetStoreError(.ownerQuota, "the datasets of one principal may take \(bytes) bytes of disk")
    }

    /// The error of too many datasets.
    package static func overQuota(datasets: Int) -> DatasetStoreError {
        DatasetStoreError(.quota, "there may be \(datasets) datasets")
    }
}
