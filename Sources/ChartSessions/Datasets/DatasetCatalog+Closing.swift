package import ChartSeries
import ChartStores
import Synchronization

/// Files stay mapped only while callers use them, since a process has a limited number of mappings.
extension DatasetCatalog {
    /// Unmaps the datasets that no caller has used since the last call; the next caller maps them again.
    ///
    /// Sessions that hold rows keep them mapped.
    package func closeIdle() {
        changes.withLock { _ in closeIdleInTurn() }
    }

    private func closeIdleInTurn() {
        let idle = state.withLock { state in
            Array(state.entries.keys).filter { state.written[$0] == nil && state.entries[$0]?.closeIfIdle() == true }
        }
        for name in idle { closeFiles(of: name) }
    }

    /// Returns the content of a name, and opens closed files; the caller holds the lock of changes.
    func contentInTurn(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = state.withLock({ $0.entries[name] }) else { return nil }
        if let content = entry.content { return content }
        // The caller confirms a shared dataset first, which opens its files.
        if sharing != nil { return .failure(DatasetStoreError(.unreachable, "\(name) is not open")) }
        guard let soundness = entry.closedSoundness else { preconditionFailure("rows without files are not closed") }
        do throws(DatasetStoreError) {
            let table = try open(name, soundness)
            state.withLock { $0.entries[name]?.show(table) }
            return .success(table)
        } catch {
            // The system may allow later what it refuses now.
            if error.kind == .damaged { state.withLock { $0.entries[name]?.withdraw(error) } }
            return .failure(error)
        }
    }

    /// Opens files, and closes idle ones if there are too many.
    private func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        try withRoom { () throws(DatasetStoreError) in try store.open(name, soundness) }
    }

    /// Runs a body that may open files, and repeats it after closing idle ones; the caller holds the lock of changes.
    func withRoom<Result>(_ body: () throws(DatasetStoreError) -> Result) throws(DatasetStoreError) -> Result {
        // A dataset used since the last closing survives the first one, and is closed by the second.
        for _ in 0..<2 {
            do throws(DatasetStoreError) {
                return try body()
            } catch {
                guard error.kind == .exhausted else { throw error }
            }
            closeIdleInTurn()
        }
        return try body()
    }

    /// Whether a dataset's files are closed, so that its use takes longer.
    func isClosed(_ name: String) -> Bool { state.withLock { $0.entries[name]?.closedSoundness != nil } }

    /// The descriptions of the datasets without a fault, in ascending order of the bytes of their names.
    ///
    /// - Complexity: O(number of columns of all datasets); it opens no file.
    package var descriptions: [(name: String, description: TableDescription)] {
        state.withLock { $0.entries }.compactMap { name, entry in
            entry.description.map { (name, $0) }
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
