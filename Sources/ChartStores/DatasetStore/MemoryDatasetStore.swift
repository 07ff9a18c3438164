package import ChartSeries

/// Keeps the rows of datasets in memory, for the lifetime of the process.
package struct MemoryDatasetStore: DatasetStore {
    /// Creates a store.
    package init() {}

    /// Starts a dataset; see ``DatasetStore/makeDraft(for:shape:owner:)``.
    package func makeDraft(
        for name: String, shape: RowShape, owner: String?
    ) throws(DatasetStoreError) -> any DatasetDraft {
        MemoryDatasetDraft(shape: shape, owner: owner)
    }

    /// Appends rows; see ``DatasetStore/append(_:to:named:)``.
    package func append(_ rows: AppendedRows, to table: Table, named name: String) throws(DatasetStoreError) -> Table {
        var grown = table
        for index in 0..<rows.pieceCount {
            let piece = try rows.piece(index)
            do throws(TableError) {
                try grown.append(piece)
            } catch {
                preconditionFailure("rows that were checked do not fit: \(error)")
            }
        }
        return table.replaced(by: grown)
    }

    /// Changes rows that are there; see ``DatasetStore/edit(_:of:named:owner:life:)``.
    package func edit(
        _ edit: RowEdit, of table: Table, named name: String, owner: String?, life: DatasetLife
    ) throws(DatasetStoreError) -> Table {
        table.applying(edit).with(rules: life.rules, edits: life.edits, events: life.events)
    }

    /// Removes a dataset; see ``DatasetStore/remove(_:)``.
    package func remove(_ name: String) throws(DatasetStoreError) {}
}

private final class MemoryDatasetDraft: DatasetDraft {
    let owner: String?
    private var shape: RowShape
    private var x: ColumnValues = []
    private var columns: [ColumnValues]
    private var summaries: [ColumnSummary]

    init(shape: RowShape, owner: String?) {
        self.owner = owner
        self.shape = shape
        columns = shape.columns.map { _ in [] }
        summaries = shape.columns.map { _ in ColumnSummary() }
    }

    func append(_ block: RowBlock) throws(DatasetStoreError) {
        let missing = ColumnValues(Array(repeating: .nan, count: columns.count < block.columns.count ? x.count : 0))
        while columns.count < block.columns.count {
            columns.append(missing)
            summaries.append(ColumnSummary(missing: missing.count))
        }
        shape.columns = block.shape.columns
        x.append(contentsOf: ColumnValues(block.x))
        for (index, values) in block.columns.enumerated() {
            columns[index].append(contentsOf: ColumnValues(values))
            summaries[index].add(values.span)
        }
    }

    func prepare() throws(DatasetStoreError) {}

    func commit(version: Int, life: DatasetLife) throws(DatasetStoreError) -> Table {
        Table(
            trusting: shape.xName, xKind: shape.xKind, x: x,
            columns: shape.columns.indices.map { index in
                Column(
                    trusting: shape.columns[index], values: columns[index], minimum: summaries[index].minimum,
                    maximum: summaries[index].maximum, missingCount: summaries[index].missing)
            },
            version: version
        ).with(rules: life.rules, edits: life.edits, events: life.events)
    }
}
