import ChartDatasets
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions

/// Viewers of a session that another registry changes, by hints and without them.
@Suite(.timeLimit(.minutes(10))) struct HintedViewerTests {
    private let nodes = SharedNodes()

    /// Runs a test while the second registry follows hints.
    private func following(_ test: () async throws -> Void) async throws {
        let listener = Task { try await HintListener(registry: nodes.other).run() }
        try await test()
        listener.cancel()
        try await listener.value
    }

    @Test func `a viewer gets each revision of another registry, and the end`() async throws {
        try await following {
            let id = try await nodes.open()
            let viewer = try await nodes.other.watch(nodes.other.cell(id), PlainFormat().view)
            _ = await viewer.next()
            for revision in 1...50 {
                try await nodes.one.post([.tick(at: Int64(revision))], to: id)
                if revision % 7 == 0 {
                    for known in revision - 6...revision { #expect(await viewer.next()?.revision == known) }
                }
            }
            #expect(await viewer.next()?.revision == 50)
            try await nodes.one.end(id)
            #expect(await viewer.words(2) == ["end deleted", "nothing"])
            await #expect(throws: SessionError.gone) { try await nodes.other.cell(id) }
        }
    }

    @Test func `both registries change a session, and a viewer of each gets all revisions`() async throws {
        let other = Task { try await HintListener(registry: nodes.one).run() }
        try await following {
            let id = try await nodes.open()
            var viewers: [StreamViewer] = []
            for node in nodes.both { viewers.append(try await node.watch(node.cell(id), PlainFormat().view)) }
            for viewer in viewers { _ = await viewer.next() }
            try await withThrowingTaskGroup { group in
                for (index, node) in nodes.both.enumerated() {
                    group.addTask {
                        for sequence in 1...25 { try await node.post(to: id, from: "\(index)", sequence) }
                    }
                }
                try await group.waitForAll()
            }
            for viewer in viewers {
                for revision in 1...50 { #expect(await viewer.next()?.revision == revision) }
            }
        }
        other.cancel()
        try await other.value
    }

    @Test func `a lost hint is made up for by the next sweep`() async throws {
        nodes.shared.hints.losesHints = true
        try await following {
            let id = try await nodes.open()
            let viewer = try await nodes.other.watch(nodes.other.cell(id), PlainFormat().view)
            _ = await viewer.next()
            try await nodes.one.post(to: id)
            nodes.other.remindViewers()
            #expect(await viewer.next() == .silence)
            await nodes.other.sweep()
            #expect(await viewer.next()?.revision == 1)
        }
    }

    @Test(arguments: [1, 99, Int.max]) func `a doubled, wrong or false hint changes nothing`(hinted: Int) async throws {
        try await following {
            let id = try await nodes.open()
            let viewer = try await nodes.other.watch(nodes.other.cell(id), PlainFormat().view)
            _ = await viewer.next()
            try await nodes.one.post([.tick(at: 1)], to: id)
            #expect(await viewer.next()?.revision == 1)
            for _ in 1...2 { nodes.shared.hints.tell(id, hinted) }
            try await nodes.one.post([.tick(at: 2)], to: id)
            #expect(await viewer.next()?.revision == 2)
        }
    }

    @Test func `hints are asked for while a session has viewers`() async throws {
        let id = try await nodes.open()
        let cell = try await nodes.other.cell(id)
        do {
            let viewers = try (1...2).map { _ in try nodes.other.watch(cell, PlainFormat().view) }
            #expect(nodes.shared.hints.isWatched(id))
            withExtendedLifetime(viewers) {}
        }
        #expect(!nodes.shared.hints.isWatched(id))
        let viewer = try nodes.other.watch(cell, PlainFormat().view)
        #expect(nodes.shared.hints.isWatched(id))
        withExtendedLifetime(viewer) {}
    }

    @Test func `a session without viewers is left alone`() async throws {
        try await following {
            let (quiet, watched) = (try await nodes.open(), try await nodes.open())
            let viewer = try await nodes.other.watch(nodes.other.cell(watched), PlainFormat().view)
            _ = await viewer.next()
            for id in [quiet, watched] { try await nodes.one.post(to: id) }
            #expect(await viewer.next()?.revision == 1)
            #expect(try await nodes.other.cell(quiet).committedRevision == 0)
        }
    }

    @Test func `an observer learns what brought the revisions`() async throws {
        let causes = Mutex<[CatchUpCause]>([])
        let node = SessionRegistry(
            catalog: LocalDatasetCatalog(["users": SampleSession.table]), store: nodes.shared,
            format: nodes.one.dependencies.format, clock: nodes.time.sessionClock,
            observer: SessionObserver(caughtUp: { cause, _ in causes.withLock { $0.append(cause) } }))
        let listener = Task { try await HintListener(registry: node).run() }
        let id = try await nodes.open()
        let viewer = try await node.watch(node.cell(id), PlainFormat().view)
        _ = await viewer.next()
        try await nodes.one.post(to: id)
        #expect(await viewer.next()?.revision == 1)
        try await eventually { causes.withLock { $0 } == [.hint] }
        nodes.shared.hints.losesHints = true
        try await nodes.one.post(to: id)
        await node.sweep()
        #expect(await viewer.next()?.revision == 2)
        #expect(causes.withLock { $0 } == [.hint, .poll])
        listener.cancel()
        try await listener.value
    }
}
