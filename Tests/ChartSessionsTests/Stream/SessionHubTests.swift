import ChartEngine
import ChartSeries
import Gestures
import StoreTestSupport
import Testing

@testable import ChartSessions

struct SessionHubTests {
    @Test func `a viewer gets the state, then each revision once and in order`() async throws {
        let watched = try await WatchedSession()
        try watched.change(2)
        let viewer = try watched.watch()
        #expect(await viewer.words(1) == ["state 2 main:60.0…100.0"])
        try watched.change(3)
        #expect(
            await viewer.words(3) == [
                "update 3 main:60.0…100.0", "update 4 main:60.0…100.0", "update 5 main:60.0…100.0",
            ])
    }

    @Test func `a waiting viewer gets an event at once`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch()
        _ = await viewer.next()
        async let next = viewer.next()
        for _ in 0..<100 { await Task.yield() }
        try watched.change()
        #expect(await next?.revision == 1)
    }

    @Test func `an update is encoded once for all viewers of a view`() async throws {
        let watched = try await WatchedSession()
        let (one, other) = (PlainFormat("one"), PlainFormat("other"))
        let viewers = try [one, one, other].map { try watched.watch($0) }
        for viewer in viewers { _ = await viewer.next() }
        try watched.change()
        for viewer in viewers { #expect(await viewer.next()?.revision == 1) }
        #expect(one.count == 3)
        #expect(other.count == 2)
    }

    @Test func `viewers get rows of moved windows only`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch()
        _ = await viewer.next()
        try watched.registry.update(watched.cell) { session in
            try session.changeSurface("main") { surface in
                let options = surface.chart.xAxes[0].options
                surface.changeAxis("x", options: options, visibleRange: AxisRange(min: 0, max: 50))
            }
        }
        try watched.change()
        #expect(await viewer.words(2) == ["update 1 main:0.0…50.0+rows", "update 2 main:0.0…50.0"])
    }

    @Test func `a change of the surfaces is sent as a state`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch()
        _ = await viewer.next()
        try watched.registry.update(watched.cell) { try $0.add(SampleSession.surface("second"), limit: 2) }
        try watched.registry.update(watched.cell) { _ = try $0.removeSurface("second") }
        #expect(
            await viewer.words(2) == [
                "state 1 main:60.0…100.0 second:20.0…60.0", "state 2 main:60.0…100.0",
            ])
    }

    @Test func `the number of viewers is limited, and a leaving viewer makes room`() async throws {
        let watched = try await WatchedSession(streams: StreamLimits(viewers: 2))
        let first = try watched.watch()
        do {
            let second = try watched.watch()
            #expect(throws: SessionError.tooManyViewers(limit: 2)) { _ = try watched.watch() }
            #expect(watched.registry.viewerCount == 2)
            withExtendedLifetime(second) {}
        }
        #expect(watched.registry.viewerCount == 1)
        _ = try watched.watch()
        withExtendedLifetime(first) {}
    }

    @Test func `a reminder sends one keep-alive to a viewer`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch()
        _ = await viewer.next()
        watched.registry.remindViewers()
        try watched.change()
        #expect(await viewer.words(2) == ["update 1 main:60.0…100.0", "silence"])
        async let next = viewer.next()
        for _ in 0..<100 { await Task.yield() }
        try watched.change()
        #expect(await next?.revision == 2)
    }

    @Test(.timeLimit(.minutes(10))) func `a closed or cancelled viewer stops waiting`() async throws {
        let watched = try await WatchedSession()
        let (closed, cancelled) = (try watched.watch(), try watched.watch())
        for viewer in [closed, cancelled] { _ = await viewer.next() }
        async let end = closed.next()
        let task = Task { await cancelled.next() }
        for _ in 0..<100 { await Task.yield() }
        closed.close()
        task.cancel()
        #expect(await end == nil)
        #expect(await task.value == nil)
    }

    @Test func `new rows are sent with the surfaces that they move`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch()
        _ = await viewer.next()
        try watched.append(101...130)
        try watched.change()
        #expect(
            await viewer.words(2) == ["users 131 main:90.0…130.0+rows", "update 1 main:90.0…130.0+rows"])
    }

    @Test func `a change that has not read new rows does not revert them for viewers`() async throws {
        let watched = try await WatchedSession()
        try watched.registry.update(watched.cell) { _ = try $0.send([.touch(.began, at: 0)]) }
        try watched.append(101...130)
        let viewer = try watched.watch()
        let shown = try watched.registry.read(watched.cell) { try $0.x() }
        #expect(await viewer.words(2) == ["state 1 main:\(shown.min)…\(shown.max)+rows", "seen 1 users@2"])
        watched.time.advance(byMilliseconds: 20_000)
        watched.cell.cancelSilentDrivers(now: watched.time.now)
        let seen = try watched.registry.read(watched.cell) { try $0.x() }
        #expect(await viewer.next()?.words.contains("main:\(seen.min)…\(seen.max)") == true)
    }
}
