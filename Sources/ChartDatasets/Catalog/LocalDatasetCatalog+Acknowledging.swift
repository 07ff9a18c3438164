package import ChartSeries
package import ChartStores
import Synchronization

/// Appends that wait for the disk together.
///
/// An append is written in its turn, and the next one is written behind it. What is written counts, and is shown, once the
/// disk has it. Callers that wait at the same time share one wait.
extension LocalDatasetCatalog {
    /// Appends rows; see ``DatasetCatalog/commit(_:to:expecting:)``.
    ///
    /// It waits for the disk together with other callers.
    package func commit(
        _ rows: AppendedRows, to name: String, expecting expectation: Expectation
    ) async throws(DatasetRefusal) -> Table {
        let table = try await appendWithOthers(to: name) { () throws(DatasetRefusal) in
            try writeInTurn(rows, to: name, expecting: expectation)
        }
        guard let table else { preconditionFailure("an append that was written is there") }
        return table
    }

    /// Writes rows in the caller's turn, and waits for the disk together with other callers.
    ///
    /// - Parameters:
    ///   - name: The dataset.
    ///   - write: Writes rows after all written ones, or finds that they cannot be appended.
    /// - Returns: All rows; `nil` where nothing was written.
    /// - Throws: `DatasetRefusal`; the dataset has not changed then.
    func appendWithOthers(
        to name: String, _ write: () throws(DatasetRefusal) -> (table: Table, isShown: Bool)?
    ) async throws(DatasetRefusal) -> Table? {
        let written = try await changeInTurn(of: name) {
            () throws(DatasetRefusal) -> (table: Table, append: PendingAppend?)? in
            try readAnewInTurn(name)
            guard let (table, isShown) = try write() else { return nil }
            guard !isShown else { return (table, nil) }
            let append = PendingAppend(table, of: name, commit: known.commit(of: name))
            pending.add(append)
            return (table, append)
        }
        guard let (table, append) = written else { return nil }
        guard let append else { return table }
        while true {
            switch await append.turn() {
            case .leads: await acknowledgeAll()
            case .ended(.success): return table
            case .ended(.failure(let error)): throw .init(.store(error), of: name)
            }
        }
    }

    /// Acknowledges all appends that wait, and ends them in the turns of their datasets.
    private func acknowledgeAll() async {
        let group = pending.take()
        var names: [String] = []
        for append in group where !names.contains(append.name) { names.append(append.name) }
        let errors = store.acknowledge(names)
        for error in errors.values { known.noteUnconfirmed(error) }
        for name in names {
            await turns.withTurn(name) {
                // A dataset that was read anew meanwhile has later rows, which count.
                if let error = errors[name], store.isSuspended(name) { drop(name, for: error) }
                for append in group where append.name == name {
                    if let error = errors[name] {
                        append.end(.failure(error))
                    } else {
                        noteAcknowledged(append.table, of: name, commit: append.commit)
                        append.end(.success(()))
                    }
                }
            }
        }
        pending.handOver()
    }

    /// Acknowledges what is written of a dataset, so that no append is under way; the caller has the turn.
    ///
    /// A dataset whose last change the disk has not confirmed is read anew first.
    func acknowledgeInTurn(_ name: String) throws(DatasetRefusal) {
        if let table = known.state.withLock({ $0.written[name] }) {
            if let error = store.acknowledge([name])[name] {
                drop(name, for: error)
                throw .init(.store(error), of: name)
            }
            noteAcknowledged(table, of: name, commit: known.commit(of: name))
        }
        try readAnewInTurn(name)
    }

    private func noteAcknowledged(_ table: Table, of name: String, commit: Int?) {
        known.state.withLock { state in
            if state.entries[name]?.commit == commit, state.written[name]?.version == table.version {
                state.written[name] = nil
            }
        }
        show(table, of: name, commit: commit)
    }

    /// Drops what is written of a dataset, since it does not count.
    private func drop(_ name: String, for error: DatasetStoreError) {
        known.state.withLock { _ = $0.written.removeValue(forKey: name) }
        pending.fail(name, with: error)
        noteBytes(of: name)
    }

    /// Reads a dataset anew whose last change the disk has not confirmed; the caller has the turn.
    private func readAnewInTurn(_ name: String) throws(DatasetRefusal) {
        let (soundness, isWritten) = known.state.withLock { state in
            let entry = state.entries[name]
            return (entry?.closedSoundness ?? entry?.table?.soundness, state.written[name] != nil)
        }
        // The appends that are under way fail first.
        guard !isWritten, store.isSuspended(name) else { return }
        do throws(DatasetStoreError) {
            let table = try withRoom { () throws(DatasetStoreError) in
                try store.readAnew(name, soundness ?? TableSoundness())
            }
            known.state.withLock { state in
                if let table, state.entries[name]?.fault == nil { state.entries[name]?.show(table) }
            }
        } catch {
            guard error.kind == .damaged else { throw .init(.store(error), of: name) }
            known.state.withLock { $0.entries[name]?.withdraw(error) }
        }
    }
}
