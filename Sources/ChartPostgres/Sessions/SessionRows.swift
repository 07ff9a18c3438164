import ChartStores

/// Reads the rows of a session, and checks that none was altered.
enum SessionRows {
    private static let altered = SessionStoreError.damagedSession("the beginning of the log was altered")

    /// Reads what ``ReadStatements/session`` returns; `nil` for an unknown or ended session.
    static func session(_ id: String, _ result: PostgresResult) throws(SessionStoreError) -> StoredSession? {
        guard result.count > 0, let head = result.integer(0, 1) else { return nil }
        guard let line = result.bytes(0, 5), let driver = result.bytes(0, 6), let viewer = result.bytes(0, 7),
            let idleTimeout = result.number(0, 8)
        else { throw altered }
        let stored = StoredHead(
            id: id, driverTokenHash: driver, viewerTokenHash: viewer, idleTimeout: idleTimeout,
            datasets: datasets(result, 0, 12), line: line,
            owner: try owner(result.text(0, 9), patterns: result.text(0, 10)), createdAt: result.integer(0, 11))
        try RowSeal.check(result.integer(0, 4), is: RowSeal.head(stored), of: "the beginning of the log")
        var session = StoredSession(head: stored, snapshot: nil, entries: [])
        session.entries.reserveCapacity(result.count)
        for row in 1..<result.count {
            if result.integer(row, 0) == 1 {
                session.snapshot = try snapshot(of: id, result, row)
            } else {
                session.entries.append(
                    try entry(
                        of: id, after: session.entries.last?.revision ?? session.snapshot?.revision ?? 0, result, row))
            }
        }
        try checkEnd(session.entries.last?.revision ?? session.snapshot?.revision ?? 0, is: Int(head))
        return session
    }

    /// Reads what ``ReadStatements/entries`` returns; none for an unknown or ended session.
    static func page(of id: String, limit: Int, _ result: PostgresResult) throws(SessionStoreError) -> [LogEntry] {
        guard result.count > 0, let base = result.integer(0, 1), let head = result.integer(0, 2) else { return [] }
        var page = LogPage(limit: limit)
        var last = Int(base)
        for row in 1..<result.count {
            let entry = try entry(of: id, after: last, result, row)
            page.append(entry)
            last = entry.revision
        }
        if !page.isFull, base < head { try checkEnd(last, is: Int(head)) }
        return page.entries
    }

    /// Reads the summary in a row of ``ReadStatements/summaries``.
    static func summary(_ result: PostgresResult, _ row: Int) throws(SessionStoreError) -> StoredSummary {
        guard let id = result.text(row, 0), let head = result.integer(row, 1), let driver = result.bytes(row, 2),
            let viewer = result.bytes(row, 3), let idleTimeout = result.number(row, 5)
        else { throw altered }
        return StoredSummary(
            id: id, tokens: TokenHashes(driver: driver, viewer: viewer), owner: result.text(row, 4),
            revision: Int(head), datasets: datasets(result, row, 8),
            idleTimeout: idleTimeout, idle: max(0, result.integer(row, 7) ?? 0), createdAt: result.integer(row, 6))
    }

    private static func datasets(_ result: PostgresResult, _ row: Int, _ column: Int) -> [String] {
        result.byteArrays(row, column)?.map { String(decoding: $0, as: UTF8.self) } ?? []
    }

    private static func owner(_ subject: String?, patterns: String?) throws(SessionStoreError) -> SessionOwner? {
        switch (subject, patterns) {
        case (nil, nil): return nil
        case (let subject?, let patterns?):
            return SessionOwner(
                subjectText: subject, datasets: DatasetPatterns(try StoredTexts.names(in: patterns)))
        case (nil, _?), (_?, nil): throw .damagedSession("the owner of the session was altered")
        }
    }

    private static func snapshot(
        of id: String, _ result: PostgresResult, _ row: Int
    ) throws(SessionStoreError) -> StoredSnapshot {
        guard let revision = result.integer(row, 1), let state = result.bytes(row, 5) else { throw altered }
        try RowSeal.check(
            result.integer(row, 4), is: RowSeal.state(state, of: id, revision: Int(revision)),
            of: "the snapshot of revision \(revision)")
        return StoredSnapshot(revision: Int(revision), state: state)
    }

    private static func entry(
        of id: String, after last: Int, _ result: PostgresResult, _ row: Int
    ) throws(SessionStoreError) -> LogEntry {
        let (node, counter) = (result.integer(row, 2) ?? 0, result.integer(row, 3) ?? 0)
        guard let line = result.bytes(row, 5), let revision = result.integer(row, 1).map(Int.init), revision == last + 1
        else {
            throw .damagedSession("revision \(last + 1) is missing")
        }
        try RowSeal.check(
            result.integer(row, 4), is: RowSeal.line(line, of: id, revision: revision, node: node, counter: counter),
            of: "revision \(revision)")
        return LogEntry(revision: revision, line: line)
    }

    private static func checkEnd(_ last: Int, is head: Int) throws(SessionStoreError) {
        guard last == head else { throw .damagedSession("the log ends with revision \(last) and not with \(head)") }
    }
}
