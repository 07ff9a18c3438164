import ChartStores
import CoreTestSupport
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Random batches through two registries over one store, with the server's own log.
@Suite struct SharedSessionLawTests {
    private let shared = SharedSessions()

    @Test(arguments: 0..<12) func `each acknowledged batch is one revision, and every state is that of a replay`(
        seed: Int
    ) async throws {
        var cases = SeededCases(seed: UInt64(seed))
        let nodes = [shared.registry(), shared.registry(evictAfter: cases.isTrue() ? 0 : 60_000)]
        let id = try await shared.open(nodes[0])
        let (clients, count) = (4, 12)
        let batches = (0..<clients).map { _ in (1...count).map { SharedSessions.events(&cases, at: $0 * 1_000) } }
        let moves = (0..<clients).map { _ in (1...count).map { _ in cases.integer(in: 0...1) } }
        try await withThrowingTaskGroup { group in
            for client in 0..<clients {
                group.addTask {
                    for sequence in 1...count {
                        let node = nodes[moves[client][sequence - 1]]
                        try await shared.post(
                            batches[client][sequence - 1], from: "c\(client)", sequence, to: id, of: node)
                        if sequence % 4 == 0 { await node.sweep() }
                    }
                }
            }
            try await group.waitForAll()
        }
        let entries = try await shared.store.entries(of: id, after: 0, limit: .max)
        #expect(entries.map(\.revision) == Array(1...clients * count))
        for client in 0..<clients {
            let lines = entries.map { String(decoding: $0.line, as: UTF8.self) }
            #expect(lines.count { $0.contains(#""client":"c\#(client)""#) } == count)
        }
        let fresh = shared.registry()
        let replayed = try await fresh.read(fresh.cell(id)) { ($0.revision, $0.stateHash) }
        for node in nodes {
            let cell = try await node.cell(id)
            try await node.confirm(cell)
            try node.read(cell) { session in
                #expect(session.revision == replayed.0)
                #expect(session.stateHash == replayed.1)
            }
        }
    }
}
