import Gestures

/// The data of one session in ``MemorySessionStore``.
struct MemorySession {
    private(set) var head: StoredHead
    private var snapshot: StoredSnapshot?
    /// In the order of their revisions.
    private var entries: [LogEntry] = []
    /// The revision of the last entry, also of a dropped one, or of a snapshot beyond it; 0 for an empty log.
    private(set) var lastRevision = 0
    /// When it was last used, in milliseconds of the store's clock.
    private var usedAt: Int64

    init(head: StoredHead, now: Int64) {
        self.head = head
        usedAt = now
        self.head.line.trimCapacity()
    }

    var id: String { head.id }
    var datasets: [String] { head.datasets }

    /// When it will have been idle for too long, in milliseconds of the store's clock.
    var dueAt: Int64 { usedAt + Int64(head.idleTimeout) }

    func summary(now: Int64) -> StoredSummary { StoredSummary(of: head, at: lastRevision, idle: max(0, now - usedAt)) }

    mutating func noteUse(at time: Int64) { usedAt = max(usedAt, time) }

    var sinceSnapshot: StoredSession {
        StoredSession(head: head, snapshot: snapshot, entries: Array(entries[index(after: snapshot?.revision ?? 0)...]))
    }

    /// Why an entry cannot be appended; `nil` for the next revision.
    func obstacle(to revision: Int) -> SessionStoreError? {
        guard revision > lastRevision else { return .present(head.id, revision: revision) }
        return revision == lastRevision + 1 ? nil : .gap(head.id, revision: revision)
    }

    func page(after revision: Int, limit: Int) -> [LogEntry] {
        var page = LogPage(limit: limit)
        for entry in entries[index(after: revision)...] {
            guard !page.isFull else { break }
            page.append(entry)
        }
        return page.entries
    }

    mutating func append(_ entry: LogEntry, datasets: [String]?) {
        var kept = entry
        kept.line.trimLargeCapacity()
        entries.append(kept)
        lastRevision = entry.revision
        if let datasets { head.datasets = datasets }
    }

    mutating func take(_ snapshot: StoredSnapshot, keepsHistory: Bool) {
        guard snapshot.revision >= self.snapshot?.revision ?? 0 else { return }
        self.snapshot = snapshot
        let isBeyondEnd = snapshot.revision > lastRevision
        if isBeyondEnd { lastRevision = snapshot.revision }
        if isBeyondEnd || !keepsHistory { entries.removeFirst(index(after: snapshot.revision)) }
    }

    private func index(after revision: Int) -> Int {
        var low = entries.startIndex
        var high = entries.endIndex
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].revision <= revision { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
