import ChartEngine
import ChartSeries
import ChartSessions
import HTTPTypes
import Logging
import NIOCore
import Testing

@testable import ChartServer
@testable import ChartService

/// The limit of large answers in memory.
@Suite struct LargeAnswersTests {
    @Test func `waiting requests get their places in order`() async throws {
        let answers = LargeAnswers(most: 2)
        var held = [answers.freePlace(), answers.freePlace()]
        #expect(held.allSatisfy { $0 != nil })
        #expect(answers.freePlace() == nil)
        let (numbers, given) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup { group in
            for number in 0..<3 {
                group.addTask {
                    let place = try await answers.place()
                    given.yield(number)
                    withExtendedLifetime(place) {}
                }
                while answers.waiting <= number { await Task.yield() }
            }
            held.removeLast()
            try await group.waitForAll()
        }
        given.finish()
        #expect(await numbers.reduce(into: []) { $0.append($1) } == [0, 1, 2])
        held.removeLast()
        #expect([answers.freePlace(), answers.freePlace()].allSatisfy { $0 != nil }, "all are back")
    }

    @Test func `a cancelled request leaves the queue`() async throws {
        let answers = LargeAnswers(most: 1)
        let held = answers.freePlace()
        for waits in [true, false] {
            await withTaskGroup { group in
                group.addTask { await #expect(throws: CancellationError.self) { try await answers.place() } }
                while waits, answers.waiting == 0 { await Task.yield() }
                group.cancelAll()
            }
            #expect(answers.waiting == 0)
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

    @Test(.timeLimit(.minutes(5)))
    func `a large window waits for a place, and a small one does not`() async throws {
        let server = try TestServer()
        let rows = 4_000
        let table = try Table(
            xName: "t", xKind: .number, x: (0..<rows).map { Double($0) },
            columns: (0..<Self.columns).map { column in
                (name: "c\(column)", values: (0..<rows).map { Double($0 * column) / 7 })
            })
        let dependencies = try ServiceDependencies(
            settings: Settings(reader: server.reader), catalog: DatasetCatalog(["d": table]),
            store: MemorySessionStore(), modifiers: .builtIn,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await server.test(routes: DatasetWindowRoute(service: dependencies).routes) { client in
            let service = Service(client: client)
            let large = "/v1/datasets/d/window?method=none"
            let first = try await service.send(.get, large)
            #expect(first.status == 200 && first.text.utf8.count > LargeAnswers.leastBytes)
            #expect(first.headers[.contentLength] == String(first.text.utf8.count))
            let tag = try #require(first.headers[.eTag])
            #expect(tag == EntityTag.of(Array(first.text.utf8)))
            #expect(try await service.send(.get, large, headers: [.ifNoneMatch: tag]).status == 304)

            var held = (0..<LargeAnswers.most).map { _ in dependencies.largeAnswers.freePlace() }
            #expect(held.allSatisfy { $0 != nil }, "every answer has given its place back")
            try await withThrowingTaskGroup { group in
                group.addTask { try await service.send(.get, large).headers[.eTag] }
                while dependencies.largeAnswers.waiting == 0 { await Task.yield() }
                #expect(try await service.send(.get, large + "&columns=c1").status == 200)
                #expect(dependencies.largeAnswers.waiting == 1)
                held.removeAll()
                for try await found in group { #expect(found == tag) }
            }
        }
    }
}
