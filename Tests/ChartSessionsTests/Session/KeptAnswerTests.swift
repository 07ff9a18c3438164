import ChartEngine
import Synchronization
import Testing

@testable import ChartSessions

struct KeptAnswerTests {
    /// Counts the encodings of an answer.
    private final class Writer: Sendable {
        let times = Atomic(0)

        func write(_ bytes: [UInt8]) -> [UInt8] {
            times.add(1, ordering: .relaxed)
            return bytes
        }
    }

    @Test func `an answer is encoded once, on the first request`() throws {
        let writer = Writer()
        let answer = KeptAnswer { writer.write([1, 2]) }
        #expect(answer.written == nil && writer.times.load(ordering: .relaxed) == 0)
        for _ in 0..<3 { #expect(try answer.bytes() == [1, 2]) }
        #expect(answer.written == [1, 2] && writer.times.load(ordering: .relaxed) == 1)
    }

    @Test func `a failed encoding is repeated`() throws {
        let writer = Writer()
        let answer = KeptAnswer {
            guard writer.write([3]) == [3], writer.times.load(ordering: .relaxed) > 1 else { throw CancellationError() }
            return [3]
        }
        #expect(throws: CancellationError.self) { try answer.bytes() }
        #expect(answer.written == nil)
        #expect(try answer.bytes() == [3] && answer.written == [3])
    }

    @Test func `a long answer is encoded again with the same bytes`() throws {
        let writer = Writer()
        let long = [UInt8](repeating: 7, count: ClientSequences.answerBytes + 1)
        let answer = KeptAnswer { writer.write(long) }
        for _ in 0..<2 { #expect(try answer.bytes() == long) }
        #expect(answer.written == nil && writer.times.load(ordering: .relaxed) == 2)
    }

    @Test func `an encoded state includes unencoded answers that fit`() throws {
        var session = SampleSession.session()
        let half = [UInt8](repeating: 9, count: ClientSequences.answerBytes / 2)
        for (number, client) in ["a", "b", "c"].enumerated() {
            let batch = Batch(
                number: BatchNumber(client: client, sequence: 1), digest: BatchDigest(body: [1], surface: "main"),
                events: [.tick(at: Int64(number))])
            _ = try session.apply(batch, toSurface: "main", now: 0)
            session.keep(answer: KeptAnswer { half }, to: batch)
        }
        let restored = try Session(
            state: session.encodedState(),
            dependencies: SessionStateDependencies(modifiers: .builtIn) { _ in SampleSession.table })
        #expect(
            restored.sequences.entries.map { $0.batch(0)?.answer?.written?.count } == [nil, half.count, half.count])
    }
}
