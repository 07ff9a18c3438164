import ChartDatasets
import ChartEngine
import ChartSeries
import ChartStores
import HTTPTypes
import Logging
import NIOCore
import Testing

@testable import ChartServer
@testable import ChartSessions
@testable import ServerTestSupport

/// The limit of large answers in memory.
@Suite struct LargeAnswersTests {
    /// Room for sixteen answers of a megabyte.
    private static let megabyte = 1 << 20

    @Test func `waiting requests get room in order`() async throws {
        let answers = LargeAnswers(answerBytes: Self.megabyte)
        var held = (0..<LargeAnswers.most).map { answers.freeRoom(of: Self.megabyte, for: "\($0)") }
        #expect(held.allSatisfy { $0 != nil })
        #expect(answers.freeRoom(of: Self.megabyte, for: "other") == nil)
        let (numbers, given) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup { group in
            for number in 0..<3 {
                group.addTask {
                    let room = try await answers.room(of: Self.megabyte, for: "waiting")
                    given.yield(number)
                    withExtendedLifetime(room) {}
                }
                while answers.figures.length <= number { await Task.yield() }
            }
            held.removeLast()
            try await group.waitForAll()
        }
        given.finish()
        #expect(await numbers.reduce(into: []) { $0.append($1) } == [0, 1, 2])
        held.removeAll()
        held = (0..<LargeAnswers.most).map { answers.freeRoom(of: Self.megabyte, for: "\($0)") }
        #expect(held.allSatisfy { $0 != nil }, "all of it is back")
    }

    @Test func `an address has a share, and one that has its share holds up no other`() async throws {
        let answers = LargeAnswers(answerBytes: Self.megabyte)
        var held = (0..<LargeAnswers.mostOfClient).map { _ in answers.freeRoom(of: Self.megabyte, for: "a") }
        #expect(held.allSatisfy { $0 != nil })
        #expect(answers.freeRoom(of: Self.megabyte, for: "a") == nil)
        try await withThrowingTaskGroup { group in
            group.addTask { _ = try await answers.room(of: Self.megabyte, for: "a") }
            while answers.figures.length == 0 { await Task.yield() }
            _ = try await answers.room(of: Self.megabyte, for: "b")
            #expect(answers.figures.length == 1)
            held.removeLast()
            try await group.waitForAll()
        }
    }

    @Test func `an answer that turns out to be shorter gives back the rest`() {
        let answers = LargeAnswers(answerBytes: Self.megabyte)
        let held = (0..<LargeAnswers.mostOfClient).map { _ in answers.freeRoom(of: Self.megabyte, for: "a") }
        held[0]?.shrink(to: 100_000)
        let rest = answers.freeRoom(of: Self.megabyte - 100_000, for: "a")
        #expect(rest != nil && answers.freeRoom(of: 70_000, for: "a") == nil)
        #expect(answers.freeRoom(of: LargeAnswers.leastBytes, for: "a") != nil, "a short one needs no room")
        withExtendedLifetime((held, rest)) {}
    }

    @Test func `a cancelled request leaves the queue`() async throws {
        let answers = LargeAnswers(answerBytes: Self.megabyte / LargeAnswers.mostOfClient)
        let held = answers.freeRoom(of: Self.megabyte, for: "a")
        for waits in [true, false] {
            await withTaskGroup { group in
                group.addTask {
                    await #expect(throws: CancellationError.self) {
                        try await answers.room(of: Self.megabyte, for: "a")
                    }
                }
                while waits, answers.figures.length == 0 { await Task.yield() }
                group.cancelAll()
            }
            #expect(answers.figures.length == 0)
        }
        withExtendedLifetime(held) {}
    }

    @Test func `a client that takes a large answer too slowly is late`() {
        let most = 16 << 20
        #expect(AnswerPieces.isInTime(0, after: .seconds(30)))
        #expect(!AnswerPieces.isInTime(0, after: .seconds(31)))
        #expect(AnswerPieces.isInTime(most, after: .seconds(30 + most / AnswerPieces.leastRate)))
        #expect(!AnswerPieces.isInTime(most, after: .seconds(31 + most / AnswerPieces.leastRate)))
    }

    private static let columns = 64

    @Test(.timeLimit(.minutes(10)))
    func `a large window waits for room, and a small one does not`() async throws {
        let server = try TestServer()
        let rows = 4_000
        let table = try Table(
            xName: "t", xKind: .number, x: (0..<rows).map { Double($0) },
            columns: (0..<Self.columns).map { column in
                (name: "c\(column)", values: (0..<rows).map { Double($0 * column) / 7 })
            })
        let dependencies = try ServiceDependencies(
            settings: Settings(reader: server.reader),
            catalog: LocalDatasetCatalog(["d": table, "s": RandomWalk(seed: 1).table(rows: 100)]),
            store: MemorySessionStore(), modifiers: .builtIn,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await server.test(routes: DatasetWindowRoutes(service: dependencies).routes) { client in
            let service = Service(client: client)
            let large = "/v1/datasets/d/window?method=none"
            let first = try await service.send(.get, large)
            #expect(first.status == 200 && first.text.utf8.count > LargeAnswers.leastBytes)
            #expect(first.headers[.contentLength] == String(first.text.utf8.count))
            let tag = try #require(first.headers[.eTag])
            #expect(tag == EntityTag.of(Array(first.text.utf8)))
            #expect(try await service.send(.get, large, headers: [.ifNoneMatch: tag]).status == 304)

            let most = dependencies.limits.answerBytes
            var held = (0..<LargeAnswers.most).map { dependencies.largeAnswers.freeRoom(of: most, for: "\($0)") }
            #expect(held.allSatisfy { $0 != nil }, "every answer has given its room back")
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.send(.get, large).headers[.eTag] }
                while dependencies.largeAnswers.figures.length == 0 { await Task.yield() }
                #expect(try await service.send(.get, "/v1/datasets/s/window").status == 200)
                #expect(dependencies.largeAnswers.figures.length == 1)
                held.removeAll()
                for try await found in group { #expect(found == tag) }
            }
        }
    }
}
