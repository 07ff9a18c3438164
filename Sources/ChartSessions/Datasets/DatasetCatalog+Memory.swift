package import ChartSeries
package import ChartStores

/// Changes whose rows are in memory.
extension DatasetCatalog {
    /// Appends rows in memory; see ``append(_:to:expecting:)``.
    package func append(
        _ rows: Table, to name: String, expecting expectation: Expectation = { _ in true }
    ) throws(DatasetRefusal) -> Table {
        try append(AppendedRows(rows), to: name, expecting: expectation)
    }

    /// Adds a table in memory, or replaces one under the next version.
    ///
    /// - Parameters:
    ///   - table: The rows.
    ///   - name: The name.
    ///   - owner: The subject of the principal that writes it; `nil` without one.
    ///   - expectation: The caller's condition.
    /// - Returns: Whether the name is new.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then.
    package func put(
        _ table: Table, as name: String, owner: String? = nil, expecting expectation: Expectation = { _ in true }
    ) async throws(DatasetRefusal) -> Bool {
        let block = RowBlock(table)
        let draft = try makeDraft(for: name, shape: block.shape, owner: owner)
        do throws(DatasetStoreError) {
            try draft.append(block)
        } catch {
            throw .store(error)
        }
        return try await commit(draft, as: name, expecting: expectation).isNew
    }
}
