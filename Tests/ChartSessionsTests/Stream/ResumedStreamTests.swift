import ChartSessions
import ChartStores
import Testing

/// Returning viewers, and slow viewers.
struct ResumedStreamTests {
    @Test func `a returning viewer gets the missed events`() async throws {
        let watched = try await WatchedSession()
        do {
            let viewer = try watched.watch()
            try watched.change(2)
            #expect(await viewer.next()?.revision == 2)
            try watched.change()
            #expect(await viewer.next()?.revision == 3)
        }
        try watched.change()
        let back = try watched.watch(knowing: 3)
        try watched.change()
        #expect(await back.next()?.words == "update 4 main:60.0…100.0")
        #expect(await back.next()?.words == "update 5 main:60.0…100.0")
    }

    @Test func `a returning viewer gets the events of the present viewers`() async throws {
        let watched = try await WatchedSession()
        let format = PlainFormat()
        let other = try watched.watch(format)
        _ = await other.next()
        try watched.change(4)
        for _ in 1...4 { _ = await other.next() }
        let count = format.count
        let back = try watched.watch(format, knowing: 1)
        for revision in 2...4 { #expect(await back.next()?.words == "update \(revision) main:60.0…100.0") }
        #expect(format.count == count)
    }

    @Test(arguments: [-1, 1_000]) func `a viewer of a revision that was never made gets one new state`(
        known: Int
    ) async throws {
        let watched = try await WatchedSession(streams: StreamLimits(bytes: 4 * 4_096))
        let first = try watched.watch()
        try watched.change(20)
        let back = try watched.watch(knowing: known)
        #expect(await back.words(1) == ["state 20 main:60.0…100.0"])
        try watched.change()
        #expect(await back.words(1) == ["update 21 main:60.0…100.0"])
        withExtendedLifetime(first) {}
    }

    @Test func `a returning viewer gets the rows that arrived without viewers`() async throws {
        let watched = try await WatchedSession()
        do {
            let viewer = try watched.watch()
            _ = await viewer.next()
            try watched.change()
            #expect(await viewer.next()?.revision == 1)
        }
        try watched.append(101...130)
        let back = try watched.watch(knowing: 1)
        #expect(await back.words(1) == ["users 131 main:90.0…130.0+rows"])
    }

    @Test func `a viewer that says which rows it has gets later rows alone`() async throws {
        let watched = try await WatchedSession()
        let other = try watched.watch()
        try watched.change()
        try watched.append(101...110)
        try watched.append(111...130)
        try watched.change()
        let (first, second) = ("users 111 main:70.0…110.0+rows", "users 131 main:90.0…130.0+rows")
        let (all, later, none) = try (
            watched.watch(knowing: 1), watched.watch(knowing: 1, ["users": 2]), watched.watch(knowing: 1, ["users": 3])
        )
        #expect(await all.words(2) == [first, second])
        #expect(await later.words(1) == [second])
        #expect(await none.next()?.revision == 2)
        withExtendedLifetime(other) {}
    }

    @Test func `a viewer goes on after each event without rows that it has`() async throws {
        for keepsViewer in [true, false] {
            let watched = try await WatchedSession(store: MemorySessionStore())
            let other = keepsViewer ? try watched.watch() : nil
            try watched.change()
            try watched.append(101...130)
            let first = try watched.watch()
            #expect(await first.words(2) == ["state 1 main:90.0…130.0+rows", "seen 1 users@2"])
            try watched.append(131...140)
            guard case .data(_, let seen, _)? = await first.next() else { throw NoRows() }
            #expect(seen == StreamBookmark(revision: 1, versions: ["users": 3]))
            try watched.append(141...150)
            let back = try watched.watch(knowing: seen.revision, seen.versions)
            #expect(await back.words(1) == ["users 151 main:110.0…150.0+rows"])
            withExtendedLifetime(other) {}
        }
    }

    @Test(arguments: ["5", "5 prices@12", "5 a.b@3 users@1", "-1"])
    func `a bookmark is read as it is written`(text: String) throws {
        #expect(try #require(StreamBookmark(text: text)).text == text)
    }

    @Test func `a bookmark that says too little makes rows come again`() {
        #expect(StreamBookmark(text: "5 prices users@x @4 a@1@2 b@2")?.text == "5 b@2")
        for text in ["", "x", "prices@12", " "] { #expect(StreamBookmark(text: text) == nil) }
    }

    @Test func `a slow reader is moved to the newest state`() async throws {
        let watched = try await WatchedSession(streams: StreamLimits(bytes: 4 * 4_096))
        let viewer = try watched.watch()
        _ = await viewer.next()
        try watched.change(100)
        #expect(await viewer.words(1) == ["state 100 main:60.0…100.0"])
        try watched.change()
        #expect(await viewer.words(1) == ["update 101 main:60.0…100.0"])
    }

    @Test func `the kept events are limited by their bytes`() async throws {
        let watched = try await WatchedSession(streams: StreamLimits(bytes: 16_384))
        let format = PlainFormat(padding: 5_000)
        let viewer = try watched.watch(format)
        _ = await viewer.next()
        for revision in 1...10 {
            try watched.change()
            #expect(await viewer.next()?.revision == revision)
        }
        let count = format.count
        let near = try watched.watch(format, knowing: 8)
        #expect(await near.next()?.words == "update 9 main:60.0…100.0")
        #expect(format.count == count)
        let far = try watched.watch(format, knowing: 5)
        for revision in 6...10 { #expect(await far.next()?.words == "update \(revision) main:60.0…100.0") }
        #expect(format.count > count)
    }

    @Test func `an event above the limit is sent all the same`() async throws {
        let watched = try await WatchedSession(streams: StreamLimits(bytes: 4_096))
        let format = PlainFormat(padding: 10_000)
        let viewers = try [watched.watch(format), watched.watch(format)]
        for viewer in viewers { _ = await viewer.next() }
        for revision in 1...3 {
            try watched.change()
            for viewer in viewers { #expect(await viewer.next()?.revision == revision) }
        }
    }
}

private struct NoRows: Error {}
