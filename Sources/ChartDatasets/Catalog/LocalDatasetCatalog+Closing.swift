import ChartSeries
import ChartStores
import Synchronization

/// Files stay mapped only while callers use them, since a process has a limited number of mappings.
extension LocalDatasetCatalog {
    /// Unmaps unused datasets; see ``DatasetCatalog/closeIdle()``.
    package func closeIdle() {
        for name in known.state.withLock({ Array($0.entries.keys) }) {
            // A dataset that changes is not idle.
            turns.withTurnIfFree(name) {
                let isIdle = known.state.withLock { state in
                    state.written[name] == nil && state.entries[name]?.closeIfIdle() == true
                }
                if isIdle { store.close(name) }
            }
        }
    }

    /// Returns the content of a name, and opens closed files; the caller has the turn.
    func contentInTurn(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = known.state.withLock({ $0.entries[name] }) else { return nil }
        if let content = entry.content { return content }
        guard let soundness = entry.closedSoundness else { preconditionFailure("rows without files are not closed") }
        do throws(DatasetStoreError) {
            let table = try open(name, soundness)
            known.state.withLock { $0.entries[name]?.show(table) }
            return .success(table)
        } catch {
            // The system may allow later what it refuses now.
            if error.kind == .damaged { known.state.withLock { $0.entries[name]?.withdraw(error) } }
            return .failure(error)
        }
    }

    /// Opens files, and closes idle ones if there are too many.
    private func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        try withRoom { () throws(DatasetStoreError) in try store.open(name, soundness) }
    }

    /// Runs a body that may open files, and repeats it after closing idle ones; the caller has the turn of a dataset.
    func withRoom<Result>(_ body: () throws(DatasetStoreError) -> Result) throws(DatasetStoreError) -> Result {
        // A dataset used since the last closing survives the first one, and is closed by the second.
        for _ in 0..<2 {
            do throws(DatasetStoreError) {
                return try body()
            } catch {
                guard error.kind == .exhausted else { throw error }
            }
            closeIdle()
        }
        return try body()
    }
}
