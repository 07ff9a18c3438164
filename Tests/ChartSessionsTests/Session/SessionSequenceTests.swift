import ChartEngine
import ChartSessions
import Gestures
import Testing

struct SessionSequenceTests {
    @Test func `numbers go 1, 2, 3, each a revision`() throws {
        var session = SampleSession.session()
        for sequence in 1...3 { try session.send([.tick(at: Int64(sequence))], from: "a", sequence) }
        #expect(session.revision == 3)
    }

    @Test func `a client's first number is 1`() {
        var session = SampleSession.session()
        #expect(throws: SessionError.sequenceGap(expected: 1)) { try session.send([.tick(at: 1)], from: "a", 2) }
    }

    @Test func `a gap is refused with the expected number`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 1)], from: "a", 1)
        #expect(throws: SessionError.sequenceGap(expected: 2)) { try session.send([.tick(at: 2)], from: "a", 3) }
    }

    @Test func `the repeated last batch gets its earlier answer, and nothing is applied`() throws {
        var session = SampleSession.session()
        try session.send([.touch(.began, at: 1)], from: "a", 1, body: "down")
        try session.send([.touch(.moved, x: 140, at: 2)], from: "a", 2, body: "move")
        let (revision, range) = (session.revision, try session.x())
        for _ in 0..<2 {
            let answer = try session.send([.touch(.moved, x: 140, at: 2)], from: "a", 2, body: "move")
            #expect(answer == Array("answer to move".utf8))
        }
        #expect(session.revision == revision)
        #expect(try session.x() == range)
    }

    @Test func `the last number with another body is refused`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 1)], from: "a", 1, body: "one")
        #expect(throws: SessionError.sequenceReused) {
            try session.send([.tick(at: 1)], from: "a", 1, body: "another")
        }
    }

    @Test func `the last number with the same body on another surface is refused`() throws {
        var session = SampleSession.session([SampleSession.surface(), SampleSession.surface("other")])
        try session.send([.tick(at: 1)], from: "a", 1, body: "one")
        #expect(throws: SessionError.sequenceReused) {
            try session.send([.tick(at: 1)], from: "a", 1, body: "one", to: "other")
        }
    }

    @Test func `an older number is refused as stale`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 1)], from: "a", 1, body: "one")
        try session.send([.tick(at: 2)], from: "a", 2, body: "two")
        for (sequence, body) in [(1, "other"), (0, "one"), (-1, "one")] {
            #expect(throws: SessionError.sequenceStale(expected: 3)) {
                try session.send([.tick(at: 1)], from: "a", sequence, body: body)
            }
        }
    }

    @Test func `numbers count for the whole session and for each client alone`() throws {
        var session = SampleSession.session([SampleSession.surface(), SampleSession.surface("other")])
        try session.send([.tick(at: 1)], from: "a", 1)
        try session.send([.tick(at: 1)], from: "a", 2, to: "other")
        try session.send([.tick(at: 1)], from: "b", 1)
        #expect(session.revision == 3)
    }

    @Test func `a refused batch has not used its number`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 10)], from: "a", 1)
        var copy = session
        #expect(throws: SessionError.batch(BatchError(event: 0, reason: .timeReversed))) {
            try copy.send([.tick(at: 9)], from: "a", 2, body: "refused")
        }
        try session.send([.tick(at: 11)], from: "a", 2, body: "accepted")
        #expect(session.revision == 2)
    }

    @Test func `batches without a number are applied each time`() throws {
        var session = SampleSession.session()
        for _ in 0..<3 { try session.send([.tick(at: 1)]) }
        #expect(session.revision == 3)
    }

    @Test func `a duplicate is answered for any entity tag and any driver`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 1)], from: "a", 1, body: "one")
        try session.send([.touch(.began, at: 1)], from: "b", 1)
        let answer = try session.send([.tick(at: 1)], from: "a", 1, body: "one", ifMatch: ["\"0-1\""])
        #expect(answer == Array("answer to one".utf8))
    }

    @Test func `the latest 64 clients are kept`() throws {
        var session = SampleSession.session()
        try session.send([.tick(at: 1)], from: "first", 1)
        try session.send([.tick(at: 1)], from: "second", 1)
        for client in 0..<62 { try session.send([.tick(at: 1)], from: "c\(client)", 1) }
        try session.send([.tick(at: 1)], from: "first", 2)
        try session.send([.tick(at: 1)], from: "last", 1)
        try session.send([.tick(at: 1)], from: "first", 3)
        #expect(throws: SessionError.sequenceGap(expected: 1)) { try session.send([.tick(at: 2)], from: "second", 2) }
    }

    @Test func `a digest distinguishes bodies and surfaces`() {
        let digest = BatchDigest(body: Array("body".utf8), surface: "main")
        #expect(digest == BatchDigest(body: Array("body".utf8), surface: "main"))
        #expect(digest != BatchDigest(body: Array("bodY".utf8), surface: "main"))
        #expect(digest != BatchDigest(body: Array("body".utf8), surface: "other"))
        #expect(BatchDigest(body: Array("b".utf8), surface: "a") != BatchDigest(body: [], surface: "ab"))
    }
}
