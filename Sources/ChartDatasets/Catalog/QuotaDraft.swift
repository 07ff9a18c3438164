import ChartSeries
import ChartStores

/// A draft that reserves its bytes in a quota.
final class QuotaDraft: DatasetDraft {
    /// The draft that takes the rows.
    let draft: any DatasetDraft
    private let quota: StorageQuota
    /// The columns of the rows.
    let shape: RowShape
    /// The number of rows so far.
    private(set) var rows = 0
    private var reserved = 0
    /// The number of columns so far.
    private(set) var columns = 0

    var owner: String? { draft.owner }

    /// Wraps a draft.
    init(_ draft: any DatasetDraft, of shape: RowShape, within quota: StorageQuota) {
        self.draft = draft
        self.shape = shape
        self.quota = quota
        columns = shape.columns.count
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

    func commit(version: Int, life: DatasetLife) throws(DatasetStoreError) -> Table {
        try draft.commit(version: version, life: life)
    }
}

/// A draft whose first columns are those of the rows that it may replace under sessions, in their order.
///
/// Sessions know columns by their places.
final class ArrangedDraft: DatasetDraft {
    /// The draft that takes the rows.
    let draft: QuotaDraft
    private let names: [String]

    var owner: String? { draft.owner }

    /// Wraps a draft of the arranged columns.
    init(_ draft: QuotaDraft) {
        self.draft = draft
        names = draft.shape.columns
    }

    /// A shape whose first columns are those of other rows, as far as it has them.
    static func arranged(_ shape: RowShape, like first: [String]) -> RowShape {
        let own = Set(shape.columns.map { ExactName($0) })
        let kept = first.filter { own.contains(ExactName($0)) }
        let known = Set(kept.map { ExactName($0) })
        var arranged = shape
        arranged.columns = kept + shape.columns.filter { !known.contains(ExactName($0)) }
        return arranged
    }

    func append(_ block: RowBlock) throws(DatasetStoreError) {
        // A block may have columns that earlier ones lack.
        try draft.append(block.arranged(Self.arranged(block.shape, like: names).columns))
    }

    func prepare() throws(DatasetStoreError) { try draft.prepare() }

    func commit(version: Int, life: DatasetLife) throws(DatasetStoreError) -> Table {
        try draft.commit(version: version, life: life)
    }
}
