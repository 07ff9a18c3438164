import ChartDatasets
import ChartEngine
import ChartStores
import Gestures
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Sessions that two registries change through one store.
struct SharedSessionTests {
    private let nodes = SharedNodes()

    private func revisions(of id: String) async throws -> [Int] {
        try await nodes.shared.entries(of: id, after: 0, limit: .max).map(\.revision)
    }

    @Test func `changes that alternate between two registries make one log`() async throws {
        let id = try await nodes.open()
        for number in 1...20 {
            #expect(try await nodes.both[number % 2].post(to: id, from: "a", number).revision == number)
        }
        for node in nodes.both { #expect(try await node.lastState(of: id) { $0.revision } == 20) }
        #expect(try await revisions(of: id) == Array(1...20))
    }

    @Test(.timeLimit(.minutes(10)))
    func `concurrent changes through both registries are each made once`() async throws {
        let (id, clients, count) = (try await nodes.open(), 6, 20)
        let acknowledged = try await withThrowingTaskGroup(of: [Int].self) { group in
            for client in 0..<clients {
                group.addTask {
                    var revisions: [Int] = []
                    for sequence in 1...count {
                        // A client that moves from server to server, and asks again after a conflict.
                        while revisions.count < sequence {
                            let node = nodes.both[(client + sequence) % 2]
                            do {
                                let answer = try await node.post(to: id, from: "\(client)", sequence)
                                #expect(answer.answer == nil)
                                revisions.append(answer.revision)
                            } catch SessionError.store(.conflict) {
                                continue
                            }
                        }
                    }
                    return revisions
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(acknowledged.allSatisfy { $0 == $0.sorted() }, "a client sees its changes in their order")
        #expect(acknowledged.flatMap(\.self).sorted() == Array(1...clients * count))
        #expect(try await revisions(of: id) == Array(1...clients * count))
    }

    @Test func `a batch that seems to come too early on a stale state is judged again`() async throws {
        let id = try await nodes.open()
        try await nodes.other.post(to: id, from: "a", 1)
        #expect(try await nodes.one.post(to: id, from: "a", 2).revision == 2)
        await #expect(throws: SessionError.sequenceGap(expected: 3)) {
            try await nodes.other.post(to: id, from: "a", 4)
        }
    }

    @Test func `a batch that another registry has made gets the answer that was kept there`() async throws {
        let id = try await nodes.open()
        try await nodes.other.post(to: id, from: "a", 1)
        #expect(try await nodes.one.post(to: id, from: "a", 1).answer == Array("answer to 1".utf8))
        #expect(try await revisions(of: id) == [1])
    }

    @Test func `an entity tag is compared with that of the last revision`() async throws {
        let id = try await nodes.open()
        let first = try await nodes.one.lastState(of: id) { try #require($0.surface("main")).entityTag }
        try await nodes.other.post(to: id)
        let second = try await nodes.other.lastState(of: id) { try #require($0.surface("main")).entityTag }
        try #require(first != second)
        await #expect(throws: SessionError.preconditionFailed) {
            try await nodes.one.post([.tick(at: 2)], to: id, ifMatch: [first])
        }
        try await nodes.other.post([.tick(at: 3)], to: id)
        let third = try await nodes.other.lastState(of: id) { try #require($0.surface("main")).entityTag }
        #expect(try await nodes.one.post([.tick(at: 4)], to: id, ifMatch: [third]).revision == 3)
    }

    @Test func `a read shows what another registry has committed before it`() async throws {
        let id = try await nodes.open()
        let cell = try await nodes.one.cell(id)
        for revision in 1...3 {
            try await nodes.other.post(to: id)
            #expect(try nodes.one.read(cell) { $0.revision } == revision - 1)
            try await nodes.one.confirm(cell)
            #expect(try nodes.one.read(cell) { $0.revision } == revision)
        }
    }

    @Test func `viewers get the revisions of another registry in order`() async throws {
        let id = try await nodes.open()
        let viewer = try await nodes.one.watch(nodes.one.cell(id), PlainFormat().view)
        _ = await viewer.next()
        for number in 1...2 { try await nodes.other.post([.tick(at: Int64(number))], to: id) }
        await nodes.one.sweep()
        try await nodes.one.post([.tick(at: 3)], to: id)
        for revision in 1...3 { #expect(await viewer.next()?.revision == revision) }
    }

    @Test(arguments: ["read", "change", "sweep"])
    func `a session that another registry has ended is gone, and its streams end`(finder: String) async throws {
        let id = try await nodes.open()
        let cell = try await nodes.one.cell(id)
        let viewer = try nodes.one.watch(cell, PlainFormat().view)
        _ = await viewer.next()
        try await nodes.other.end(id)
        switch finder {
        case "read": await #expect(throws: SessionError.gone) { try await nodes.one.confirm(cell) }
        case "change": await #expect(throws: SessionError.gone) { try await nodes.one.post(to: id) }
        default: await nodes.one.sweep()
        }
        #expect(await viewer.words(2) == ["end deleted", "nothing"])
        await #expect(throws: SessionError.gone) { try await nodes.one.cell(id) }
        #expect(try await nodes.one.census() == .init(ended: 1))
        try await nodes.one.catalog.remove("users")
    }

    @Test func `both registries may end a session`() async throws {
        let id = try await nodes.open()
        for node in nodes.both { try await node.end(id) }
        for node in nodes.both { await #expect(throws: SessionError.gone) { try await node.cell(id) } }
    }

    @Test func `a driver that another registry has heard is not cancelled, and a silent one is cancelled once`()
        async throws
    {
        let id = try await nodes.open()
        try await nodes.one.post([.touch(.began, at: 1)], to: id, from: "a", 1)
        nodes.time.advance(byMilliseconds: 9_000)
        try await nodes.other.post([.touch(.moved, x: 140, at: 2)], to: id, from: "a", 2)
        nodes.time.advance(byMilliseconds: 2_000)
        for _ in 0..<2 { await nodes.one.sweep() }
        for node in nodes.both {
            try await node.lastState(of: id) { session in
                #expect(session.revision == 2)
                #expect(session.surface("main")?.surface.hasTouches == true)
            }
        }
        nodes.time.advance(byMilliseconds: 10_001)
        for _ in 0..<3 {
            for node in nodes.both { await node.sweep() }
        }
        for node in nodes.both {
            try await node.lastState(of: id) { session in
                #expect(session.revision == 3)
                #expect(session.surface("main")?.surface.hasTouches == false)
            }
        }
    }

    @Test func `a registry that restores a session does not cancel a gesture of another one`() async throws {
        let id = try await nodes.open()
        nodes.time.advance(byMilliseconds: 60_000)
        await nodes.one.sweep()
        try await nodes.other.post([.touch(.began, at: 1)], to: id, from: "a", 1)
        #expect(try await nodes.one.post([.touch(.moved, x: 140, at: 2)], to: id, from: "a", 2).revision == 2)
        #expect(try await nodes.one.lastState(of: id) { $0.surface("main")?.surface.hasTouches } == true)
    }

    @Test(.timeLimit(.minutes(10))) func `a change that is overtaken again and again conflicts`() async throws {
        let id = try await nodes.open()
        let cell = try await nodes.one.cell(id)
        var attempts = 0
        await #expect(throws: SessionError.store(.conflict)) {
            _ = try await nodes.one.onLastRevision(of: cell) {
                attempts += 1
                try await nodes.other.post(to: id)
                return try nodes.one.change(cell, as: Change(.postCommand, of: "main")) { session in
                    _ = try session.send([.tick(at: 1)])
                }
            }
        }
        #expect(attempts == SessionRegistry.mostAttempts)
        let lines = try await nodes.shared.entries(of: id, after: 0, limit: 99).map(\.line)
        #expect(lines.count == attempts)
        #expect(lines.allSatisfy { String(decoding: $0, as: UTF8.self).contains("batch") })
    }

    @Test func `a session with lost history leaves the memory, and its viewers return to it`() async throws {
        let nodes = SharedNodes(limits: .init(snapshotEvery: 1, keepsHistory: false))
        let id = try await nodes.open()
        let viewer = try await nodes.one.watch(nodes.one.cell(id), PlainFormat().view)
        _ = await viewer.next()
        for number in 1...5 { try await nodes.other.post([.tick(at: Int64(number))], to: id) }
        await nodes.other.sweep()
        try #require(await nodes.shared.entries(of: id, after: 0, limit: 9).isEmpty)
        await nodes.one.sweep()
        #expect(await viewer.words(2) == ["end shutdown", "nothing"])
        #expect(try await nodes.one.lastState(of: id) { $0.revision } == 5)
        try await nodes.one.end(id)
        try await nodes.one.catalog.remove("users")
    }

    @Test func `a change that is stored although its caller gave up is taken over`() async throws {
        let id = try await nodes.open()
        let cell = try await nodes.one.cell(id)
        nodes.near.isHolding = true
        let pending = try nodes.one.change(cell, as: Change(.postCommand, of: "main")) { session in
            _ = try session.send([.tick(at: 1)])
        }
        try await nodes.shared.commit(try #require(nodes.near.changes.first))
        nodes.time.advance(byMilliseconds: Int64(nodes.one.limits.storePatience) + 1)
        await nodes.one.sweep()
        await #expect(throws: SessionError.store(.inDoubt)) { try await pending.committed() }
        #expect(cell.committedRevision == 0 && cell.needsCatchUp)
        await nodes.one.sweep()
        #expect(cell.committedRevision == 1 && !cell.needsCatchUp)
        nodes.near.isHolding = false
        #expect(try await nodes.one.post(to: id).revision == 2)
    }

    @Test(.timeLimit(.minutes(10))) func `a session is not gone before its end is committed`() async throws {
        let id = try await nodes.open()
        nodes.near.isHolding = true
        let end = Task { try await nodes.one.end(id) }
        try await eventually { nodes.near.queue == 1 }
        let reader = Task { try await nodes.one.lastState(of: id) { $0.revision } }
        nodes.near.fail(with: .full)
        #expect(try await reader.value == 0)
        await #expect(throws: SessionError.store(.full)) { try await end.value }
        nodes.near.isHolding = false
        try await nodes.one.end(id)
        await #expect(throws: SessionError.gone) { try await nodes.one.lastState(of: id) { $0.revision } }
    }

    @Test(.timeLimit(.minutes(10))) func `a session that another process holds ends once it is free`() async throws {
        let id = try await nodes.open()
        nodes.near.refusal = .conflict
        await #expect(throws: SessionError.store(.conflict)) { try await nodes.one.end(id) }
        #expect(try await nodes.one.lastState(of: id) { $0.revision } == 0)
        async let end: Void = nodes.one.end(id)
        try await Task.sleep(for: .milliseconds(5))
        nodes.near.refusal = nil
        try await end
        #expect(try await nodes.shared.session(id) == nil)
        await #expect(throws: SessionError.gone) { try await nodes.one.cell(id) }
    }
}
