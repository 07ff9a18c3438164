import ChartSeries
package import ChartStores

extension SessionStore {
    /// Enqueues a change and waits for its outcome.
    ///
    /// - Parameters:
    ///   - change: What is to be stored.
    ///   - chain: The changes that it builds on.
    /// - Returns: Success once it is committed.
    package func outcome(
        of change: StoreChange, on chain: ChangeChain = ChangeChain()
    ) async -> Result<Void, SessionStoreError> {
        await withCheckedContinuation { continuation in
            switch enqueue(change, on: chain, whenDone: { continuation.resume(returning: $0) }) {
            case .queued: break
            case .done(let outcome): continuation.resume(returning: outcome)
            }
        }
    }

    /// Enqueues a change and waits until the store has committed it.
    ///
    /// - Parameters:
    ///   - change: What is to be stored.
    ///   - chain: The changes that it builds on.
    /// - Throws: What the change failed with.
    package func commit(_ change: StoreChange, on chain: ChangeChain = ChangeChain()) async throws(SessionStoreError) {
        try await outcome(of: change, on: chain).get()
    }

    /// Enqueues a change and waits for its error.
    ///
    /// - Parameters:
    ///   - change: What is to be stored.
    ///   - chain: The changes that it builds on.
    /// - Returns: The error; `nil` where the change is committed.
    package func refusal(of change: StoreChange, on chain: ChangeChain = ChangeChain()) async -> SessionStoreError? {
        switch await outcome(of: change, on: chain) {
        case .success: nil
        case .failure(let error): error
        }
    }
}

extension StoredHead {
    /// A sample head of a session with an id, and with tokens of its own.
    package static func sample(
        _ id: String, datasets: [String] = ["users"], owner: SessionOwner? = nil, createdAt: Int64? = nil,
        idleTimeout: Double = 3_600_000.5
    ) -> StoredHead {
        StoredHead(
            id: id, driverTokenHash: [1, 0, 255] + id.utf8, viewerTokenHash: [2] + id.utf8, idleTimeout: idleTimeout,
            datasets: datasets, line: Array(#"{"kind":"session","name":"\#(id)"}"#.utf8), owner: owner,
            createdAt: createdAt)
    }
}

extension SessionOwner {
    /// A sample owner with two patterns.
    package static func sample(_ subject: String) -> SessionOwner {
        SessionOwner(subject: ExactName(subject), datasets: DatasetPatterns(["sales-*", "\u{0}\n\"\(subject)"]))
    }
}

extension LogEntry {
    /// A sample entry of a revision, with a line of its own.
    package static func sample(_ revision: Int) -> LogEntry {
        LogEntry(revision: revision, line: Array(#"{"revision":\#(revision)}"#.utf8))
    }
}

extension StoreChange {
    /// A change that appends the sample entry of a revision to a session.
    package static func sample(_ session: String, _ revision: Int, datasets: [String]? = nil) -> StoreChange {
        .append(session: session, .sample(revision), datasets: datasets)
    }
}
