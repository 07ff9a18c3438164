import CoreTestSupport
import Foundation
import HTTPTypes
import StoreTestSupport
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// Batches that overtake each other are made in the order of their numbers.
@Suite struct AheadTests {
    private static func numbered(_ sequence: Int, by client: String = "tab") -> String {
        #""client":"\#(client)","sequence":\#(sequence),"#
    }

    private static func withSession(
        _ settings: [String: String] = [:], _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run(settings) { service in
            try await service.importLine()
            try await body(try await service.open())
        }
    }

    /// Posts batches at once, later numbers first.
    private static func post(
        _ events: [Int: String], to session: OpenSession
    ) async throws -> [Int: Reply] {
        try await withThrowingTaskGroup(of: (Int, Reply).self) { group in
            for (sequence, event) in events.sorted(by: { $0.key > $1.key }) {
                group.addTask { (sequence, try await session.post(event, numbered: Self.numbered(sequence))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    @Test func `batches that come in the reverse order are made in order`() async throws {
        try await Self.withSession { session in
            let events = Dictionary(uniqueKeysWithValues: TouchEvents.dragRight.enumerated().map { ($0 + 1, $1) })
            let replies = try await Self.post(events, to: session)
            for sequence in 1...5 {
                let reply = try #require(replies[sequence])
                #expect(reply.status == 200 && reply.integer("revision") == sequence, "\(reply.text)")
            }
            let other = try await session.service.open()
            let whole = try await other.post(TouchEvents.dragRight.joined(separator: ","))
            #expect(replies[5]?.xRange == whole.xRange)
        }
    }

    @Test func `a batch that is refused refuses those that wait behind it`() async throws {
        try await Self.withSession { session in
            #expect(try await session.post(TouchEvents.tick(100), numbered: Self.numbered(1)).status == 200)
            let replies = try await Self.post(
                [2: TouchEvents.tick(50), 3: TouchEvents.tick(110), 4: TouchEvents.tick(120)], to: session)
            replies[2]?.isProblem("batch.time-reversed")
            for sequence in 3...4 {
                replies[sequence]?.isProblem("batch.sequence-gap")
                #expect(replies[sequence]?.integer("expectedSequence") == 2)
            }
            for sequence in 2...4 {
                let reply = try await session.post(
                    TouchEvents.tick(100 + Double(sequence)), numbered: Self.numbered(sequence))
                #expect(reply.status == 200, "\(reply.text)")
            }
        }
    }

    @Test func `a batch whose body is refused refuses those that wait behind it`() async throws {
        try await Self.withSession { session in
            let replies = try await Self.post([1: #"{"type":"nonsense"}"#, 2: TouchEvents.tick(2)], to: session)
            #expect(replies[1]?.status == 422)
            replies[2]?.isProblem("batch.sequence-gap")
            #expect(replies[2]?.integer("expectedSequence") == 1)
        }
    }

    @Test func `a batch waits for a second, and not at all where it is too far ahead or a dry run`() async throws {
        try await Self.withSession(["limits.batchesAhead": "3"]) { session in
            let far = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(5))
            let dry = try await session.post(TouchEvents.tick(1), query: "?dryRun=true", numbered: Self.numbered(2))
            let begin = ContinuousClock.now
            let near = try await session.post(TouchEvents.tick(1), numbered: Self.numbered(4))
            #expect(ContinuousClock.now - begin >= .seconds(1), "the near one waits")
            #expect(dry.status == 200, "a dry run looks at no number: \(dry.text)")
            for reply in [far, near] {
                reply.isProblem("batch.sequence-gap")
                #expect(reply.integer("expectedSequence") == 1)
            }
        }
    }

    @Test func `equal batches wait together, and the second is the duplicate`() async throws {
        try await Self.withSession { session in
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for sequence in [2, 2, 1] {
                    group.addTask {
                        try await session.post(TouchEvents.tick(Double(sequence)), numbered: Self.numbered(sequence))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.allSatisfy { $0.status == 200 })
            #expect(replies.filter { $0["duplicate"] as? Bool == true }.count == 1)
            #expect(try await session.service.send(.get, session.path).integer("revision") == 2)
        }
    }

    @Test func `bodies beyond 256 KiB do not wait`() async throws {
        let events = (0..<900).map { _ in TouchEvents.wheel(1, deltaX: 0.123456789012345, deltaY: 0.12345678901234) }
        let large = events.joined(separator: ",")
        try await Self.withSession { session in
            let replies = try await Self.post([2: large, 3: large, 4: large, 5: large, 6: large], to: session)
            #expect(replies.values.allSatisfy { $0.status == 409 })
            #expect(replies.values.allSatisfy { $0.integer("expectedSequence") == 1 })
        }
    }

    @Test func `the last 64 batches of a client may come again, older ones are stale`() async throws {
        try await Self.withSession { session in
            for sequence in 1...70 {
                try await session.post(TouchEvents.tick(Double(sequence)), numbered: Self.numbered(sequence))
            }
            let state = try await session.state()
            for sequence in [70, 69, 40, 7] {
                let again = try await session.post(
                    TouchEvents.tick(Double(sequence)), numbered: Self.numbered(sequence))
                #expect(again.status == 200 && again["duplicate"] as? Bool == true, "\(sequence): \(again.text)")
            }
            let stale = try await session.post(TouchEvents.tick(6), numbered: Self.numbered(6))
            stale.isProblem("batch.sequence-stale")
            let other = try await session.post(TouchEvents.tick(69.5), numbered: Self.numbered(69))
            other.isProblem("batch.sequence-stale")
            #expect(try await session.state() == state)
        }
    }

    /// A client that keeps batches in flight, of which some are lost, come twice or come late, ends where one that sends
    /// them one by one does; each batch is made once.
    @Test(arguments: seeds(12))
    func `pipelined batches are made once and in order`(seed: Int) async throws {
        try await Self.withSession { session in
            var cases = SeededCases(seed: UInt64(seed))
            let events =
                TouchEvents.dragRight + TouchEvents.spread + (1...7).map { TouchEvents.tick(3_000 + Double($0)) }
            var next = 1
            while next <= events.count {
                let flight = Array(next...min(events.count, next + cases.integer(in: 0...7)))
                let sent =
                    flight.filter { _ in cases.integer(in: 0...5) > 0 }
                    + flight.filter { _ in cases.integer(in: 0...3) == 0 }
                let pauses = sent.map { _ in cases.integer(in: 0...30) }
                let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                    for (sequence, pause) in zip(sent, pauses) {
                        group.addTask {
                            try await Task.sleep(for: .milliseconds(pause))
                            return try await session.post(events[sequence - 1], numbered: Self.numbered(sequence))
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(replies.allSatisfy { $0.status == 200 || $0.status == 409 })
                let revision = try #require(try await session.service.send(.get, session.path).integer("revision"))
                let expected = replies.compactMap { $0.integer("expectedSequence") }
                #expect(expected.allSatisfy { $0 > next - 1 && $0 <= revision + 1 })
                #expect(revision >= next - 1 && revision < next + flight.count)
                next = revision + 1
            }
            let other = try await session.service.open()
            for (index, event) in events.enumerated() {
                try await other.post(event, numbered: Self.numbered(index + 1))
            }
            let hashes = try await Self.hashes(of: session)
            #expect(hashes.count == events.count)
            #expect(try await Self.hashes(of: other) == hashes)
        }
    }

    /// The hashes of the states after each line of a log.
    private static func hashes(of session: OpenSession) async throws -> [Substring] {
        let log = try await session.service.send(.get, "\(session.path)/log").text
        return try log.split(separator: "\n").dropFirst().map {
            try #require($0.firstMatch(of: /"stateHash":"([0-9a-f]{16})"/)).1
        }
    }
}
