/// What ``MemorySessionStore`` keeps of one session.
struct MemorySession {
    private var head: StoredHead
    private var snapshot: StoredSnapshot?
    /// In the order of their revisions.
    private var entries: [LogEntry] = []

    init(head: StoredHead) {
        self.head = head
    }

    var summary: StoreContents.Live {
        StoreContents.Live(id: head.id, datasets: head.datasets, idleTimeout: head.idleTimeout)
    }

    var sinceSnapshot: StoredSession {
        StoredSession(head: head, snapshot: snapshot, entries: Array(entries[index(after: snapshot?.revision ?? 0)...]))
    }

    func has(_ revision: Int) -> Bool {
        guard let last = entries.last, revision <= last.revision else { return false }
        let index = index(after: revision - 1)
        return entries[index].revision == revision
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
        entries.append(entry)
        if let datasets { head.datasets = datasets }
    }

    mutating func take(_ snapshot: StoredSnapshot, keepsHistory: Bool) {
        self.snapshot = snapshot
        if !keepsHistory { entries.removeFirst(index(after: snapshot.revision)) }
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
