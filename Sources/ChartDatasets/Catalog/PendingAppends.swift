import ChartSeries
import ChartStores
import Synchronization

/// An append that is written and waits until it counts.
final class PendingAppend: Sendable {
    /// What the waiting caller has to do.
    enum Turn: Sendable {
        /// It acknowledges all appends that wait.
        case leads
        /// The append counts, or it does not.
        case ended(Result<Void, DatasetStoreError>)
    }

    private struct State: Sendable {
        var leads = false
        var result: Result<Void, DatasetStoreError>?
        var waiter: CheckedContinuation<Void, Never>?
    }

    /// The dataset.
    let name: String
    /// All rows with the appended ones.
    let table: Table
    /// The number of the commit that the rows were appended to.
    let commit: Int?
    private let state = Mutex(State())

    init(_ table: Table, of name: String, commit: Int?) {
        (self.table, self.name, self.commit) = (table, name, commit)
    }

    /// Makes the caller the next one that acknowledges.
    func lead() { change { $0.leads = true } }

    /// Ends the append; only the first result counts.
    func end(_ result: Result<Void, DatasetStoreError>) { change { $0.result = $0.result ?? result } }

    /// Waits for what the caller has to do; it leads before it hears how its append has ended.
    func turn() async -> Turn {
        await withCheckedContinuation { continuation in
            let isKnown = state.withLock { state in
                guard !state.leads, state.result == nil else { return true }
                state.waiter = continuation
                return false
            }
            if isKnown { continuation.resume() }
        }
        return state.withLock { state in
            guard !state.leads, let result = state.result else {
                state.leads = false
                return .leads
            }
            return .ended(result)
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.withLock { state in
            body(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}

/// The appends that wait until they count, and who acknowledges them.
///
/// One caller at a time acknowledges all that wait, and then passes that on to one that came meanwhile.
final class PendingAppends: Sendable {
    private struct State: Sendable {
        var waiting: [PendingAppend] = []
        var isLed = false
    }

    private let state = Mutex(State())

    /// Adds an append; the first one leads.
    func add(_ append: PendingAppend) {
        let leads = state.withLock { state in
            state.waiting.append(append)
            defer { state.isLed = true }
            return !state.isLed
        }
        if leads { append.lead() }
    }

    /// Takes all that wait; the caller leads.
    func take() -> [PendingAppend] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Ends the appends of a dataset that wait.
    func fail(_ name: String, with error: DatasetStoreError) {
        let failed = state.withLock { state in
            let failed = state.waiting.filter { $0.name == name }
            state.waiting.removeAll { $0.name == name }
            return failed
        }
        for append in failed { append.end(.failure(error)) }
    }

    /// Passes the lead on to an append that waits.
    func handOver() {
        let next = state.withLock { state in
            state.isLed = !state.waiting.isEmpty
            return state.waiting.first
        }
        next?.lead()
    }
}
