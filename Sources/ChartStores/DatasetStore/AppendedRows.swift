package import ChartSeries

/// Rows to append: the first piece in memory, and all of them in a spool once there are more.
///
/// They become visible with the append, all or none.
package final class AppendedRows {
    /// The number of rows.
    package private(set) var rowCount = 0
    /// The kind of x, and the greatest x; `nil` without rows.
    package private(set) var last: (kind: XKind, x: Double)?
    /// The number of pieces.
    package private(set) var pieceCount = 0
    /// The subject of the dataset's owner when the append began; `nil` without one.
    package let owner: String?

    /// The dataset; empty for rows that are in memory already.
    private let dataset: String
    private let makeSpool: () throws(DatasetStoreError) -> (any RowSpool)?
    private let quota: StorageQuota
    private let check: (Table) throws(TableError) -> Void
    /// Whether the rows may have columns that the dataset lacks.
    package let addsColumns: Bool
    /// The columns of the last piece; earlier ones may lack some at the end, which are missing in their rows.
    private var names: [String] = []
    /// Whether the rows may come in any order; each piece is put in order.
    private let isInAnyOrder: Bool
    private var held: [Table] = []
    private var spool: (any RowSpool)?
    private var reserved = 0

    /// Starts without rows.
    ///
    /// - Parameters:
    ///   - dataset: The dataset, for what may be refused.
    ///   - makeSpool: Creates the spool; `nil` keeps the rows in memory.
    ///   - owner: The subject of the dataset's owner; `nil` without one.
    ///   - quota: Limits their disk space.
    ///   - addsColumns: Whether the rows may have columns that the dataset lacks.
    ///   - isInAnyOrder: Whether the rows may come in any order; each piece is put in order.
    ///   - check: Checks the first piece, once there are more.
    package init(
        to dataset: String, makingSpool makeSpool: @escaping () throws(DatasetStoreError) -> (any RowSpool)?,
        ownedBy owner: String?,
        within quota: StorageQuota, addingColumns addsColumns: Bool = false, isInAnyOrder: Bool = false,
        checking check: @escaping (Table) throws(TableError) -> Void
    ) {
        self.dataset = dataset
        self.isInAnyOrder = isInAnyOrder
        self.makeSpool = makeSpool
        self.owner = owner
        self.quota = quota
        self.addsColumns = addsColumns
        self.check = check
    }

    /// Creates an append of rows in memory, which may have columns that the dataset lacks.
    package convenience init(_ rows: Table, addingColumns addsColumns: Bool = false) {
        self.init(
            to: "", makingSpool: { () throws(DatasetStoreError) in nil }, ownedBy: nil, within: StorageQuota(),
            addingColumns: addsColumns, checking: { _ throws(TableError) in })
        hold(rows)
    }

    deinit {
        if reserved > 0 { quota.release(draft: reserved, of: owner) }
    }

    /// Adds the next rows.
    ///
    /// - Parameter block: Rows of the same columns, or of more behind these, which follow the earlier ones.
    /// - Throws: ``DatasetRefusal``; the append cannot be used then.
    package func append(_ block: RowBlock) throws(DatasetRefusal) {
        let piece: Table
        let block = isInAnyOrder ? block.inOrder : block
        do throws(TableError) {
            piece = try Table(
                xName: block.shape.xName, xKind: block.shape.xKind, x: block.x,
                columns: block.columns.indices.map { (name: block.shape.columns[$0], values: block.columns[$0]) })
            if pieceCount == 1 { try check(held[0]) }
        } catch {
            throw .init(.table(error), of: dataset)
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
            throw .init(.store(error), of: dataset)
        }
    }

    /// Returns a piece of the rows, in their order.
    package func piece(_ index: Int) throws(DatasetStoreError) -> Table {
        let piece: Table
        if let spool { piece = try spool.piece(index) } else { piece = held[index] }
        return piece.columns.count < names.count ? piece.adding(columns: names[piece.columns.count...]) : piece
    }

    /// The columns of the rows that a dataset lacks and that they may add to it.
    package func addedColumns(to table: Table, _ first: Table) -> [String] {
        addsColumns ? first.columns.map(\.name).filter { table.column(named: $0) == nil } : []
    }

    /// All rows, in the order of x.
    ///
    /// - Complexity: O(number of rows), which are in memory then.
    package func incoming() throws(DatasetStoreError) -> IncomingRows {
        var pieces: [Table] = []
        for index in 0..<pieceCount { pieces.append(try piece(index)) }
        return IncomingRows(pieces)
    }

    /// Whether the quota already includes the rows; not where another owner has replaced the dataset meanwhile.
    package func isReserved(for owner: String?) -> Bool { reserved > 0 && owner == self.owner }

    /// The bytes of the rows, of which there is at least one.
    package var bytes: Int {
        get throws(DatasetStoreError) {
            rowCount * (1 + (try piece(0).columns.count)) * MemoryLayout<Double>.size
        }
    }

    private func leaveMemory() throws(DatasetStoreError) {
        guard let spool = try makeSpool() else { return }
        try write(held[0], to: spool)
        self.spool = spool
        held = []
    }

    private func write(_ piece: Table, to spool: any RowSpool) throws(DatasetStoreError) {
        let bytes = piece.rowCount * (1 + piece.columns.count) * MemoryLayout<Double>.size
        try quota.reserve(draft: bytes, of: owner)
        reserved += bytes
        try spool.append(piece)
    }

    private func hold(_ piece: Table) {
        held.append(piece)
        note(piece)
    }

    private func note(_ piece: Table) {
        pieceCount += 1
        names = piece.columns.map(\.name)
        rowCount += piece.rowCount
        last = piece.extent.map { (piece.xKind, max($0.last, last?.x ?? $0.last)) }
    }
}
