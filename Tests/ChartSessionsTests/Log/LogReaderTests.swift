import ChartStores
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Reading a log while its session continues.
@Suite struct LogReaderTests {
    private let store = MemorySessionStore()

    private func append(_ revisions: ClosedRange<Int>) async throws {
        for revision in revisions { try await store.commit(.sample("a", revision)) }
    }

    private func lines(_ revisions: ClosedRange<Int>) -> [[UInt8]] { revisions.map { LogEntry.sample($0).line } }

    @Test func `a snapshot replaces lines that are dropped during the read`() async throws {
        try await store.commit(.create(.sample("a")))
        try await append(1...3)
        var reader = LogReader(store: store, session: "a")
        var read = try await reader.next()
        #expect(read == lines(1...3))
        try await append(4...6)
        let snapshot = StoredSnapshot(revision: 5, state: Array("{}".utf8))
        try await store.commit(.snapshot(session: "a", snapshot, keepsHistory: false))
        read = try await reader.next()
        #expect(read == [LogWriter.line(of: snapshot)])
        read = try await reader.next()
        #expect(read == lines(6...6))
        read = try await reader.next()
        #expect(read.isEmpty)
    }

    @Test func `a snapshot replaces all the rest that is dropped during the read`() async throws {
        try await store.commit(.create(.sample("a")))
        try await append(1...2)
        var snapshot = StoredSnapshot(revision: 2, state: Array("{}".utf8))
        try await store.commit(.snapshot(session: "a", snapshot, keepsHistory: false))
        var reader = LogReader(store: store, session: "a")
        var read = try await reader.next()
        #expect(read == [LogWriter.line(of: snapshot)])
        for end in [4, 6] {
            try await append(end - 1...end)
            snapshot = StoredSnapshot(revision: end, state: Array("{}".utf8))
            try await store.commit(.snapshot(session: "a", snapshot, keepsHistory: false))
            read = try await reader.next()
            #expect(read == [LogWriter.line(of: snapshot)])
        }
        read = try await reader.next()
        #expect(read.isEmpty)
    }

    @Test func `a log without any kept line is its snapshot`() async throws {
        try await store.commit(.create(.sample("a")))
        try await append(1...2)
        let snapshot = StoredSnapshot(revision: 2, state: Array("{}".utf8))
        try await store.commit(.snapshot(session: "a", snapshot, keepsHistory: false))
        var reader = LogReader(store: store, session: "a")
        var read = try await reader.next()
        #expect(read == [LogWriter.line(of: snapshot)])
        read = try await reader.next()
        #expect(read.isEmpty)
    }

    @Test func `after a gap the log continues with the snapshot behind it`() async throws {
        try await store.commit(.create(.sample("a")))
        try await append(1...3)
        var later = LogReader(store: store, session: "a")
        var read = try await later.next()
        #expect(read == lines(1...3))
        let snapshot = StoredSnapshot(revision: 5, state: Array("{}".utf8))
        try await store.commit(.snapshot(session: "a", snapshot, keepsHistory: true))
        try await append(6...7)
        for var reader in [later, LogReader(store: store, session: "a")] {
            read = try await reader.next()
            #expect(read == [LogWriter.line(of: snapshot)])
            read = try await reader.next()
            #expect(read == lines(6...7))
            read = try await reader.next()
            #expect(read.isEmpty)
        }
    }

    @Test func `a log without a change has no lines`() async throws {
        try await store.commit(.create(.sample("a")))
        var reader = LogReader(store: store, session: "a")
        let read = try await reader.next()
        #expect(read.isEmpty)
    }

    @Test(arguments: [0, 1]) func `a log whose session ends during the read is not taken for a whole one`(
        pages: Int
    ) async throws {
        try await store.commit(.create(.sample("a")))
        try await append(1...2)
        var reader = LogReader(store: store, session: "a")
        for _ in 0..<pages { _ = try await reader.next() }
        try await store.commit(.end(session: "a"))
        await #expect(throws: SessionError.gone) { try await reader.next() }
    }
}
