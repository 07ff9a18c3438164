import ChartWire
import CoreTestSupport
import Testing

@testable import ChartSessions

/// What viewers of different registries get, byte for byte.
@Suite(.timeLimit(.minutes(10))) struct StreamBytesTests {
    private let shared = SharedSessions()

    private static func view(_ query: String) throws -> StreamView {
        let query = try QueryParameters(query: query, allowed: QueryParameters.viewNames)
        return StreamView(try query.view(window: .auto, hasSpecification: false))
    }

    /// The next update of a viewer: its revision and its bytes.
    private func update(_ viewer: StreamViewer) async throws -> [UInt8] {
        guard case .update(let revision, let body, _)? = await viewer.next() else { throw NoUpdate() }
        return Array("\(revision) ".utf8) + body
    }

    @Test(arguments: ["", "window=none", "window=full&layout=columns", "ticks=false"], 0..<3)
    func `a viewer by hints and one that resumes from the log get what one on the changing registry gets`(
        query: String, seed: Int
    ) async throws {
        var cases = SeededCases(seed: UInt64(seed))
        let view = try Self.view(query)
        let (one, other) = (shared.registry(), shared.registry())
        let listener = Task { try await HintListener(registry: other).run() }
        let id = try await shared.open(one)
        let near = try await one.watch(one.cell(id), view)
        let far = try await other.watch(other.cell(id), view)
        for viewer in [near, far] { _ = await viewer.next() }
        var updates: [[UInt8]] = []
        for sequence in 1...20 {
            let events = SharedSessions.events(&cases, at: sequence * 1_000)
            try await shared.post(events, from: "c", sequence, to: id, of: one)
            if sequence % 6 == 0 { await one.sweep() }
            let update = try await update(near)
            updates.append(update)
            #expect(try await self.update(far) == update)
        }
        let fresh = shared.registry()
        let cell = try await fresh.cell(id)
        for known in 0..<20 {
            let back = try fresh.watch(cell, view, knowing: StreamBookmark(revision: known))
            for revision in known + 1...20 {
                let update = try await update(back)
                #expect(update == updates[revision - 1], "revision \(revision) after \(known)")
            }
        }
        listener.cancel()
        try await listener.value
    }
}

private struct NoUpdate: Error {}
