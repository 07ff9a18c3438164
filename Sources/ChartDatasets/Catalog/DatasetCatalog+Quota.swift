import ChartSeries
import ChartStores
import Synchronization

/// The owners of datasets, and the limits of disk space.
extension DatasetCatalog {
    /// Updates a dataset's size in the quota.
    func noteBytes(of name: String) {
        guard known.quota.limitsDatasetBytes else { return }
        known.quota.note(dataset: name, bytes: bytes(of: name), owner: owner(of: name))
    }

    /// The subject of the principal that wrote a dataset; `nil` without one, and for a missing dataset.
    package func owner(of name: String) -> String? { known.state.withLock { $0.entries[name]?.owner } }

    /// Returns the disk bytes of the files of an owner's datasets, without its drafts.
    ///
    /// - Parameter owner: The subject of the principal that wrote them.
    /// - Returns: The bytes; 0 for datasets without files.
    /// - Complexity: O(number of datasets), and it looks at the files of the owner's ones.
    package func bytes(ofOwner owner: String) -> Int {
        let names = known.state.withLock { $0.entries.filter { $0.value.owner == owner } }.keys
        return names.reduce(0) { $0 + bytes(of: $1) }
    }

    /// Whether a dataset is there, or the server takes one more.
    package func hasRoom(for name: String) -> Bool {
        known.state.withLock { $0.entries[name] != nil || $0.entries.count < known.quota.mostDatasets }
    }

    /// The names of a dataset's columns beside x; `nil` without the dataset.
    package func columns(of name: String) -> [String]? {
        known.state.withLock { $0.entries[name] }.map { $0.description?.columns.map(\.name) ?? [] }
    }

    /// Throws for a new dataset beyond the maximum number.
    func checkRoom(for name: String) throws(DatasetRefusal) {
        let isBeyond = known.state.withLock { $0.entries[name] == nil && $0.entries.count >= known.quota.mostDatasets }
        guard !isBeyond else { throw .init(.store(.overQuota(datasets: known.quota.mostDatasets)), of: name) }
    }

    /// Throws for rows beyond the limits, if the quota does not include them yet.
    func checkRoom(for rows: AppendedRows, in name: String) throws(DatasetStoreError) {
        let owner = owner(of: name)
        guard !rows.isReserved(for: owner) else { return }
        try known.quota.checkRoom(for: try rows.bytes, of: owner)
    }
}
