import ChartStores
import Synchronization

extension SessionStoreConformance.Subject {
    func checkPages() async throws {
        let count = 1_500
        let long = [UInt8](repeating: 7, count: 400_000)
        try await store.commit(.create(.sample("a")))
        try await store.commit(.create(.sample("b")))
        let chain = ChangeChain()
        for revision in 1..<count {
            _ = store.enqueue(.sample("a", revision), on: chain) { _ in }
            if revision % 3 == 0 { _ = store.enqueue(.sample("b", revision / 3), on: chain) { _ in } }
        }
        for revision in count...count + 4 {
            try await store.commit(
                .append(session: "a", LogEntry(revision: revision, line: long), datasets: nil), on: chain)
        }
        try await nowAndReopened { store in
            for size in [7, 255, 256, 257, 311, 5_000] {
                var next = 1
                while true {
                    let page = try await store.entries(of: "a", after: next - 1, limit: size)
                    guard !page.isEmpty else { break }
                    try expect(page.map(\.revision), Array(next..<next + page.count), "the revisions of a page")
                    try expect(
                        page.filter { $0.revision < count },
                        (next..<max(next, min(count, next + page.count))).map { .sample($0) },
                        "the short entries of a page")
                    try expect(
                        page.dropLast().reduce(0) { $0 + $1.line.count } <= 1 << 20, true, "the bytes of a page fit")
                    next += page.count
                }
                try expect(next, count + 5, "the end of the pages")
            }
            try expect(try await store.session("a")?.entries.count, count + 4, "the entries of the session")
        }
    }

    func checkRefusals() async throws {
        try await store.commit(.create(.sample("a")))
        try await store.commit(.sample("a", 1))
        try await store.commit(.create(.sample("b")))
        try await store.commit(.end(session: "b"))
        let found = try await store.find("a")
        let session = try await store.session("a")
        let unfit: [StoreChange] = [
            .create(.sample("a", datasets: ["other"])), .create(.sample("b")), .sample("a", 1, datasets: ["x"]),
            .sample("a", 3), .sample("b", 1), .sample("c", 1), .end(session: "b"), .end(session: "c"),
            .expire(session: "b"), .expire(session: "c"),
            .snapshot(session: "b", StoredSnapshot(revision: 1, state: []), keepsHistory: true),
            .snapshot(session: "c", StoredSnapshot(revision: 1, state: []), keepsHistory: false),
        ]
        for change in unfit {
            let chain = ChangeChain()
            try await expectRefusal(by: store, of: change, on: chain)
            try expect(chain.isBroken, true, "the chain of a refused change is broken")
        }
        try expect(store.condition, .ready, "the condition after rejections")
        try await expectCounts(store, live: 1, ended: 1)
        if case .live(let summary) = found { try await expectFound(store, summary) }
        try await expectEnded(store, "b", ago: 0)
        try expect(try await store.shows("x"), false, "the dataset of a rejected change is shown")
        try expect(try await store.session("a"), session, "the session after rejections")
    }

    func checkBrokenChains() async throws {
        try await store.commit(.create(.sample("a")))
        for round in 0..<20 {
            let start = round == 0 ? 0 : try await store.session("a")?.entries.count ?? 0
            let chain = ChangeChain()
            let outcomes = Mutex<[Bool]>([])
            for revision in start + 1...start + 10 {
                let enqueued = store.enqueue(.sample("a", revision), on: chain) { outcome in
                    outcomes.withLock { $0.append(outcome.isSuccess) }
                }
                if case .done(let outcome) = enqueued { outcomes.withLock { $0.append(outcome.isSuccess) } }
                if round % 2 == 0, revision == start + 6 { chain.break(with: .unavailable("first")) }
            }
            let counted = chain.break(with: .unavailable("second"))
            let error = SessionStoreError.unavailable(round % 2 == 0 ? "first" : "second")
            try expect(await store.refusal(of: .sample("a", start + 11), on: chain), error, "the error behind a break")
            try expect(
                outcomes.withLock { $0 }, (0..<10).map { $0 < counted }, "what became of the changes of a chain")
            try expect(
                try await store.session("a")?.entries, (0..<start + counted).map { .sample($0 + 1) },
                "the entries that count")
            try await store.commit(.sample("a", start + counted + 1))
        }
        let log = try await store.session("a")?.entries
        try expect(try await reopen().session("a")?.entries, log, "the entries after the store was reopened")
    }

    func checkOrder() async throws {
        let done = Mutex<[Int]>([])
        let chains = ["a", "b", "c"].map { ($0, ChangeChain()) }
        for (id, chain) in chains { try await store.commit(.create(.sample(id)), on: chain) }
        for number in 0..<600 {
            let (id, chain) = chains[number % 3]
            let enqueued = store.enqueue(.sample(id, number / 3 + 1), on: chain) { outcome in
                done.withLock { $0.append(outcome.isSuccess ? number : -1) }
            }
            if enqueued == .done(.success(())) { done.withLock { $0.append(number) } }
        }
        try await store.commit(.clearTombstones(olderThan: 1_000_000_000, keeping: 1_000))
        try expect(done.withLock { $0 }, Array(0..<600), "the order of the completions")
    }

    func checkGathered() async throws {
        try await store.commit(.create(.sample("a")))
        let (told, tell) = AsyncStream.makeStream(of: Int.self)
        let chain = ChangeChain()
        func enqueue(_ revisions: ClosedRange<Int>, lastIsDue: Bool = false) {
            for revision in revisions {
                let isDue = lastIsDue && revision == revisions.upperBound
                let enqueued = store.enqueue(.sample("a", revision), on: chain, isDue: isDue) { outcome in
                    tell.yield(outcome.isSuccess ? revision : -1)
                }
                if enqueued == .done(.success(())) { tell.yield(revision) }
            }
        }
        func expectAnswers(_ revisions: ClosedRange<Int>, _ what: String) async throws {
            var answers: [Int] = []
            for await answer in told {
                answers.append(answer)
                if answers.count == revisions.count { break }
            }
            try expect(answers, Array(revisions), what)
        }
        store.flush()
        enqueue(1...3)
        store.flush()
        try await expectAnswers(1...3, "the completions after a flush")
        enqueue(4...6, lastIsDue: true)
        try await expectAnswers(4...6, "the completions after a change that is due")
        enqueue(7...8)
        try expect(try await store.session("a")?.entries.count, 8, "the entries with those that are not due")
        enqueue(9...9)
        try expect(try await reopen().session("a")?.entries.count, 9, "the entries after the store was closed")
        try await expectAnswers(7...9, "the completions after the store was closed")
    }

    func checkCrowds() async throws {
        let store = store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
                group.addTask {
                    let id = "session \(number)"
                    try await store.commit(.create(.sample(id)))
                    for revision in 1...20 {
                        try await store.commit(
                            .append(
                                session: id, LogEntry(revision: revision, line: [UInt8(number), UInt8(revision)]),
                                datasets: nil))
                    }
                    let entries = try await store.session(id)?.entries
                    try expect(
                        entries?.map(\.line), (1...20).map { [UInt8(number), UInt8($0)] }, "the log of one session")
                }
            }
            try await group.waitForAll()
        }
    }

    func checkClosed() async throws {
        try await store.commit(.create(.sample("a")))
        await store.close()
        await store.close()
        let chain = ChangeChain()
        guard case .unavailable = await store.refusal(of: .sample("a", 1), on: chain) else {
            throw SessionStoreNonconformance(description: "a closed store takes a change")
        }
        try expect(chain.isBroken, true, "the chain of a change that a closed store refused is broken")
    }
}

extension Result where Success == Void {
    fileprivate var isSuccess: Bool {
        switch self {
        case .success: true
        case .failure: false
        }
    }
}
