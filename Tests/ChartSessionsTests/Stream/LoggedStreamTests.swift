import StoreTestSupport
import Testing

@testable import ChartSessions

/// Viewers that return after revisions that only the log has.
struct LoggedStreamTests {
    private static let small = StreamLimits(bytes: 4 * 4_096)

    private func expectUpdates(_ revisions: ClosedRange<Int>, to viewer: StreamViewer) async {
        for revision in revisions { #expect(await viewer.next()?.words == "update \(revision) main:60.0…100.0") }
    }

    @Test(arguments: [0, 1, 98, 99]) func `a session without viewers before resumes after any revision`(
        known: Int
    ) async throws {
        let watched = try await WatchedSession()
        try watched.change(100)
        let viewer = try watched.watch(knowing: known)
        await expectUpdates(known + 1...100, to: viewer)
        try watched.change()
        await expectUpdates(101...101, to: viewer)
    }

    @Test func `a viewer that knows the last revision waits for the next`() async throws {
        let watched = try await WatchedSession()
        try watched.change(3)
        let viewer = try watched.watch(knowing: 3)
        watched.registry.remindViewers()
        #expect(await viewer.next() == .silence)
        try watched.change()
        await expectUpdates(4...4, to: viewer)
    }

    @Test func `a viewer of a revision before the kept events gets them all`() async throws {
        let watched = try await WatchedSession(streams: Self.small)
        let present = try watched.watch()
        _ = await present.next()
        try watched.change(20)
        let back = try watched.watch(knowing: 7)
        await expectUpdates(8...20, to: back)
        try watched.change(2)
        await expectUpdates(21...22, to: back)
        withExtendedLifetime(present) {}
    }

    @Test func `revisions that are made while a viewer reads the log follow without a gap`() async throws {
        let watched = try await WatchedSession(streams: Self.small)
        try watched.change(5)
        let viewer = try watched.watch(knowing: 0)
        for revision in 1...100 {
            if revision < 60 { try watched.change(2) }
            await expectUpdates(revision...revision, to: viewer)
        }
    }

    @Test func `a registry that has just restored the session resumes its streams`() async throws {
        let watched = try await WatchedSession(snapshotEvery: 4)
        try watched.change(10)
        await watched.registry.sweep()
        try watched.change(10)
        watched.time.advance(byMilliseconds: 10_000)
        for _ in 1...2 { await watched.registry.sweep() }
        #expect(try await watched.registry.census() == .init(evicted: 1))
        let cell = try await watched.registry.cell(watched.id)
        for known in [0, 9, 10, 11, 19, 20] {
            let viewer = try watched.registry.watch(cell, PlainFormat().view, knowing: StreamBookmark(revision: known))
            for revision in known..<20 { #expect(await viewer.next()?.revision == revision + 1) }
        }
    }

    @Test func `a viewer of a revision that the log has dropped gets the newest state`() async throws {
        let watched = try await WatchedSession(snapshotEvery: 4, keepsHistory: false)
        try watched.change(10)
        await watched.registry.sweep()
        try watched.change(5)
        let lost = try watched.watch(knowing: 9)
        #expect(await lost.words(1) == ["state 15 main:60.0…100.0"])
        let kept = try watched.watch(knowing: 10)
        await expectUpdates(11...15, to: kept)
        try watched.change()
        for viewer in [lost, kept] { await expectUpdates(16...16, to: viewer) }
    }

    @Test func `rows that came after the missed revisions follow them`() async throws {
        let watched = try await WatchedSession()
        try watched.change(2)
        try watched.append(101...130)
        let viewer = try watched.watch(knowing: 0)
        await expectUpdates(1...2, to: viewer)
        #expect(await viewer.words(1) == ["users 131 main:90.0…130.0+rows"])
        let other = try watched.watch(knowing: 2)
        #expect(await other.words(1) == ["users 131 main:90.0…130.0+rows"])
        try watched.change()
        for viewer in [viewer, other] { #expect(await viewer.words(1) == ["update 3 main:90.0…130.0+rows"]) }
    }

    @Test func `missed revisions are followed by the end`() async throws {
        let watched = try await WatchedSession()
        try watched.change(2)
        let viewer = try watched.watch(knowing: 0)
        watched.registry.endStreams()
        await expectUpdates(1...2, to: viewer)
        #expect(await viewer.words(2) == ["end shutdown", "nothing"])
    }

    @Test func `a viewer whose session ends while it reads the log gets the last state and the end`() async throws {
        let watched = try await WatchedSession()
        try watched.change(3)
        let viewer = try watched.watch(knowing: 0)
        try await watched.registry.end(watched.id)
        #expect(await viewer.words(3) == ["state 3 main:60.0…100.0", "end deleted", "nothing"])
    }

    @Test func `a viewer whose credential ends gets no more missed revisions`() async throws {
        let watched = try await WatchedSession()
        try watched.change(3)
        let viewer = try watched.watch(knowing: 0, while: { false })
        await expectUpdates(1...1, to: viewer)
        await watched.registry.endInvalidStreams()
        #expect(await viewer.words(2) == ["end credential", "nothing"])
    }

    @Test(.timeLimit(.minutes(10))) func `many viewers that return together all get what they missed`() async throws {
        let watched = try await WatchedSession(streams: StreamLimits(viewers: 100))
        try watched.change(30)
        await withTaskGroup { group in
            for known in 0..<100 {
                group.addTask {
                    guard let viewer = try? watched.watch(knowing: known % 30) else { return }
                    for revision in known % 30 + 1...30 { #expect(await viewer.next()?.revision == revision) }
                }
            }
        }
    }
}
