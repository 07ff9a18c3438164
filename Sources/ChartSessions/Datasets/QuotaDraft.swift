import ChartSeries

/// A draft that reserves its bytes in a quota.
final class QuotaDraft: DatasetDraft {
    /// The draft that takes the rows.
    let draft: any DatasetDraft
    private let quota: StorageQuota
    private var reserved = 0
    private var rows = 0
    private var columns = 0

    var owner: String? { draft.owner }

    /// Wraps a draft.
    init(_ draft: any DatasetDraft, within quota: StorageQuota) {
        self.draft = draft
        self.quota = quota
    }

    deinit {
        quota.release(draft: reserved, of: draft.owner)
    }

    func append(_ block: RowBlock) throws(DatasetStoreError) {
        // Columns that were added have values in the earlier rows too.
        let added = max(0, block.columns.count - columns) * rows
        let bytes = (block.x.count * (1 + block.columns.count) + added) * MemoryLayout<Double>.size
        try quota.reserve(draft: bytes, of: draft.owner)
        reserved += bytes
        rows += block.x.count
        columns = block.columns.count
        try draft.append(block)
    }

    func prepare() throws(DatasetStoreError) { try draft.prepare() }

    func commit(version: Int) throws(DatasetStoreError) -> Table { try draft.commit(version: version) }
}
