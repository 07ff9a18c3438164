package import ChartStores

extension PostgresSessionStore {
    /// Reads a committed session; see `SessionStore.session(_:)`.
    package func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        try await read(ReadStatements.session, PostgresParameters { $0.add(id) }, after: [id]) {
            try SessionRows.session(id, $0)
        }
    }

    /// Reads what is known about a name; see `SessionStore.find(_:)`.
    package func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        try await read(ReadStatements.find, PostgresParameters { $0.add(id) }, after: [id]) { result in
            guard result.count > 0 else { return .unknown }
            if let ago = result.integer(0, 9) { return .ended(ago: max(0, ago)) }
            return .live(try SessionRows.summary(result, 0))
        }
    }

    /// Reads the last revisions; see `SessionStore.revisions(of:)`.
    package func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        guard !ids.isEmpty else { return [:] }
        return try await read(BackgroundStatement.revisions.text, PostgresParameters { $0.addArray(ids) }, after: ids) {
            result in
            var revisions: [String: Int] = [:]
            for row in 0..<result.count {
                guard let id = result.text(row, 0) else { continue }
                revisions[id] = result.integer(row, 1).map(Int.init)
            }
            return revisions
        }
    }

    /// Whether a token belongs to a live session; see `SessionStore.hasToken(_:at:)`.
    package func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool {
        try await read(
            ReadStatements.hasToken,
            PostgresParameters { parameters in
                parameters.add(hash)
                parameters.add(date)
            }
        ) { $0.truth(0, 0) == true }
    }

    /// Whether a live session shows a dataset; see `SessionStore.shows(_:)`.
    package func shows(_ dataset: String) async throws(SessionStoreError) -> Bool {
        try await read(ReadStatements.shows, PostgresParameters { $0.add(Array(dataset.utf8)) }) {
            $0.truth(0, 0) == true
        }
    }

    /// Counts sessions and tombstones; see `SessionStore.counts()`.
    ///
    /// - Complexity: It grows with the number of nodes: each keeps its own count, in the transactions of its changes.
    package func counts() async throws(SessionStoreError) -> StoreCounts {
        try await read(BackgroundStatement.counts.text, PostgresParameters()) { result in
            StoreCounts(
                live: Int(max(0, result.integer(0, 0) ?? 0)), ended: Int(max(0, result.integer(0, 1) ?? 0)))
        }
    }

    /// Counts the sessions of a principal; see `SessionStore.count(ofOwner:upTo:)`.
    package func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        try await read(
            ReadStatements.ownerCount,
            PostgresParameters { parameters in
                parameters.add(Array(owner.utf8))
                parameters.add(Int64(max(0, limit)))
            }
        ) { Int($0.integer(0, 0) ?? 0) }
    }

    /// Returns overdue sessions; see `SessionStore.overdue(limit:)`.
    package func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        try await read(BackgroundStatement.overdue.text, PostgresParameters { $0.add(Int64(max(0, limit))) }) {
            result in
            (0..<result.count).compactMap { result.text($0, 0) }
        }
    }

    /// Reads a page of a log; see `SessionStore.entries(of:after:limit:)`.
    package func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await read(
            ReadStatements.entries,
            PostgresParameters { parameters in
                parameters.add(id)
                parameters.add(Int64(revision))
                parameters.add(Int64(max(0, limit)))
                parameters.add(Int64(LogPage.byteLimit))
            }, after: [id]
        ) { try SessionRows.page(of: id, limit: limit, $0) }
    }

    /// Reads a page of the live sessions; see `SessionStore.summaries(after:limit:)`.
    package func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await read(
            ReadStatements.summaries,
            PostgresParameters { parameters in
                parameters.add(id ?? "")
                parameters.add(Int64(max(0, limit)))
            }
        ) { result in try (0..<result.count).map { try SessionRows.summary(result, $0) } }
    }
}
