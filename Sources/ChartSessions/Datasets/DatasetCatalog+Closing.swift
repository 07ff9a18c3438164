public import ChartSeries
import Synchronization

/// Files of datasets are mapped only as long as callers ask for them: the parts of a process's memory are bounded.
extension DatasetCatalog {
    /// Unmaps the files of datasets whose rows no caller has asked for since the last call; the next one maps them again.
    ///
    /// Sessions that hold rows in memory keep them mapped.
    public func closeIdle() {
        changes.withLock { _ in closeIdleInTurn() }
    }

    private func closeIdleInTurn() {
        let idle = state.withLock { state in
            Array(state.entries.keys).filter { state.entries[$0]?.closeIfIdle() == true }
        }
        for name in idle { store.close(name) }
    }

    /// What is there under a name, whose files are opened when they are not; the caller holds the lock of changes.
    func contentInTurn(of name: String) -> Result<Table, DatasetStoreError>? {
        guard let entry = state.withLock({ $0.entries[name] }) else { return nil }
        if let content = entry.content { return content }
        guard let soundness = entry.closedSoundness else { preconditionFailure("rows without files are not closed") }
        do throws(DatasetStoreError) {
            let table = try open(name, soundness)
            state.withLock { $0.entries[name]?.show(table) }
            return .success(table)
        } catch {
            // What the system refuses now it may give later.
            if error.kind == .damaged { state.withLock { $0.entries[name]?.withdraw(error) } }
            return .failure(error)
        }
    }

    /// Opens files, in place of idle ones where there is no room for more.
    private func open(_ name: String, _ soundness: TableSoundness) throws(DatasetStoreError) -> Table {
        try withRoom { () throws(DatasetStoreError) in try store.open(name, soundness) }
    }

    /// Does what may open files, again once idle ones are closed where there is no room; the caller holds the lock of changes.
    func withRoom<Result>(_ body: () throws(DatasetStoreError) -> Result) throws(DatasetStoreError) -> Result {
        // The first closing gives up what was idle since the last one, the second what was idle since the first: the rest.
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

    /// Whether to show a dataset takes the time to open its files.
    public func isClosed(_ name: String) -> Bool { state.withLock { $0.entries[name]?.closedSoundness != nil } }

    /// What the datasets are that can be shown, in ascending order of the bytes of their names.
    ///
    /// - Complexity: O(number of columns of all datasets); no file is opened for it.
    public var descriptions: [(name: String, description: TableDescription)] {
        state.withLock { $0.entries }.compactMap { name, entry in
            entry.description.map { (name, $0) }
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
