import Testing

@testable import ChartSessions

struct StreamReminderTests {
    @Test(.timeLimit(.minutes(10)))
    func `every stream gets keep-alives until its end`() async throws {
        let watched = try await WatchedSession()
        let viewers = [try watched.watch(), try watched.watch()]
        for viewer in viewers { _ = await viewer.next() }
        try await withThrowingTaskGroup { group in
            group.addTask { try await StreamReminder(registry: watched.registry, interval: .milliseconds(1)).run() }
            for viewer in viewers { #expect(await viewer.words(3) == ["silence", "silence", "silence"]) }
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
