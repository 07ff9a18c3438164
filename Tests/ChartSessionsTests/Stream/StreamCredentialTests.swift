import ChartSeries
import Synchronization
import Testing

@testable import ChartSessions

/// Streams whose credentials cease to hold.
struct StreamCredentialTests {
    @Test func `a stream ends with its credential, without its remaining events`() async throws {
        let watched = try await WatchedSession()
        let isValid = Atomic(true)
        let (refused, other) = (try watched.watch { isValid.load(ordering: .relaxed) }, try watched.watch { true })
        let token = try watched.watch()
        for viewer in [refused, other, token] { _ = await viewer.next() }
        await watched.registry.endInvalidStreams()
        try watched.change()
        #expect(await refused.next()?.revision == 1)
        try watched.change()
        isValid.store(false, ordering: .relaxed)
        await watched.registry.endInvalidStreams()
        #expect(await refused.words(2) == ["end credential", "nothing"])
        #expect(refused.effort == .short)
        for viewer in [other, token] {
            #expect(await viewer.words(2) == ["update 1 main:60.0…100.0", "update 2 main:60.0…100.0"])
        }
        #expect(watched.registry.viewerCount == 3)
    }

    @Test func `a credential that ceases to hold before the first event shows nothing`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch { false }
        await watched.registry.endInvalidStreams()
        #expect(await viewer.words(2) == ["end credential", "nothing"])
    }

    @Test(.timeLimit(.minutes(10))) func `the watcher wakes and ends a waiting stream`() async throws {
        let watched = try await WatchedSession()
        let isValid = Atomic(true)
        let viewer = try watched.watch { isValid.load(ordering: .relaxed) }
        _ = await viewer.next()
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await StreamCredentialWatcher(registry: watched.registry, interval: .milliseconds(1)).run()
            }
            isValid.store(false, ordering: .relaxed)
            #expect(await viewer.words(2) == ["end credential", "nothing"])
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
