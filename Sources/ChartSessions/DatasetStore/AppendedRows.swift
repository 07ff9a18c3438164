public import ChartSeries

/// Rows that are to be appended: the first piece in memory, and all of them in a spool once there are more.
///
/// Nothing can be seen of them before they are appended, all or none.
public final class AppendedRows {
    /// How many rows there are.
    public private(set) var rowCount = 0
    /// What x measures, and the x of the last row; `nil` as long as there are no rows.
    public private(set) var last: (kind: XKind, x: Double)?
    /// How many pieces there are.
    package private(set) var pieceCount = 0
    /// Whether the rows count against the quota already.
    var isReserved: Bool { reserved > 0 }

    private let store: any DatasetStore
    private let quota: StorageQuota
    private let check: (Table) throws(TableError) -> Void
    private var held: [Table] = []
    private var spool: (any RowSpool)?
    private var reserved = 0

    /// Starts without rows.
    ///
    /// - Parameters:
    ///   - store: Makes room for rows beside the memory.
    ///   - quota: Bounds what they take.
    ///   - check: Whether rows can fit, asked once there are more than a piece.
    init(
        store: any DatasetStore, within quota: StorageQuota,
        checking check: @escaping (Table) throws(TableError) -> Void
    ) {
        self.store = store
        self.quota = quota
        self.check = check
    }

    /// Takes rows that are in memory.
    convenience init(_ rows: Table) {
        self.init(store: MemoryDatasetStore(), within: StorageQuota()) { _ throws(TableError) in }
        hold(rows)
    }

    deinit {
        if reserved > 0 { quota.release(draft: reserved) }
    }

    /// Takes the next rows.
    ///
    /// - Parameter block: Rows of the same columns as those before, which follow them.
    /// - Throws: ``DatasetCatalog/Refusal``; the rows are of no further use then.
    public func append(_ block: RowBlock) throws(DatasetCatalog.Refusal) {
        let piece: Table
        do throws(TableError) {
            piece = try Table(
                xName: block.shape.xName, xKind: block.shape.xKind, x: block.x,
                columns: block.columns.indices.map { (name: block.shape.columns[$0], values: block.columns[$0]) })
            if pieceCount == 1 { try check(held[0]) }
        } catch {
            throw .table(error)
        }
        do throws(DatasetStoreError) {
            if pieceCount == 1 { try leaveMemory() }
            if let spool {
                try write(piece, to: spool)
                note(piece)
            } else {
                hold(piece)
            }
        } catch {
            throw .store(error)
        }
    }

    /// A piece of the rows, in their order.
    package func piece(_ index: Int) throws(DatasetStoreError) -> Table {
        if let spool { try spool.piece(index) } else { held[index] }
    }

    private func leaveMemory() throws(DatasetStoreError) {
        guard let spool = try store.makeSpool() else { return }
        try write(held[0], to: spool)
        self.spool = spool
        held = []
    }

    private func write(_ piece: Table, to spool: any RowSpool) throws(DatasetStoreError) {
        let bytes = piece.rowCount * (1 + piece.columns.count) * MemoryLayout<Double>.size
        try quota.reserve(draft: bytes)
        reserved += bytes
        try spool.append(piece)
    }

    private func hold(_ piece: Table) {
        held.append(piece)
        note(piece)
    }

    private func note(_ piece: Table) {
        pieceCount += 1
        rowCount += piece.rowCount
        last = piece.extent.map { (piece.xKind, $0.last) }
    }
}
