import ChartWire
import HTTPTypes
import NIOCore
import NIOEmbedded
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// What a client hears that says something: transcripts of connections, in the words of ``RequestConnection``.
@Suite struct RequestHandlerTests {
    /// A conversation: its name, and what is said and heard, in turns; what is heard grows from turn to turn.
    struct Transcript: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let turns: [(said: String, heard: String)]

        init(_ name: String, _ turns: (said: String, heard: String)...) {
            testDescription = name
            self.turns = turns
        }
    }

    @Test(arguments: [
        Transcript("an answer at once", ("POST /now a b c", "now abc."), ("GET /seen/x?q=1", "now abc. x q=1.")),
        Transcript("an answer once the store has committed", ("POST /later a", ""), ("commit", "later a.")),
        Transcript("an answer from a task", ("POST /work a", ""), ("work", "work a.")),
        Transcript(
            "requests behind one that waits are answered in their order",
            ("POST /later 1; POST /work 2; GET /seen/x; POST /now 3", ""), ("commit", "later 1."),
            ("work", "later 1. work 2. x . now 3.")),
        Transcript(
            "an unknown path and a wrong method", ("GET /none; DELETE /now", "404 {")),
        Transcript("a head without a body", ("HEAD /seen/x; GET /seen/y", ". y .")),
        Transcript(
            "a body in chunks", ("begin POST /now chunked a; +b", ""), (".; GET /seen/x", "now ab. x .")),
        Transcript("a body that a task reads", ("begin PUT /rows =3 a; +b", ""), ("+c; .", "rows abc.")),
        Transcript(
            "a body that nobody reads is taken, and the connection goes on",
            ("begin PUT /unread =3 a", "404 {"), ("+b; +c; .; GET /seen/x", "404 {")),
        Transcript(
            "a client that waits for 100", ("begin POST /now =1 expecting; 100?", "100"), ("+a; .", "100 now a.")),
        Transcript(
            "a client that waits for 100 behind another request",
            ("POST /later 1; begin POST /now =1 expecting; 100?", ""), ("commit", "later 1. 100"),
            ("+a; .", "later 1. 100 now a.")),
        Transcript(
            "a stream", ("GET /stream", "one"), ("POST /now 1; work", "onetwo. now 1.")),
        Transcript(
            "a refusal", ("nonsense; POST /now 1", "400 last {")),
        Transcript(
            "a refusal behind two pipelined requests",
            ("POST /later 1; POST /now 2; nonsense", ""), ("commit", "later 1. now 2. 400 last {")),
        Transcript(
            "a body that breaks off in nonsense", ("begin PUT /rows =3 a; nonsense", "400 last {")),
        Transcript(
            "half closed, then answered",
            ("POST /later 1; shut", ""), ("commit", "later 1. over")),
        Transcript(
            "half closed behind two requests, then answered",
            ("POST /later 1; POST /work 2; shut; commit", "later 1."), ("work", "later 1. work 2. over")),
        Transcript("half closed without a request", ("shut", "over"), ("gone", "over cut")),
        Transcript("half closed while a task waits for the client", ("GET /waits; shut", "503 {")),
        Transcript(
            "the last request of a connection",
            ("POST /now last a; POST /now 2", "last now a. shut"), ("shut", "last now a. shut over")),
        Transcript(
            "a client that takes nothing",
            ("busy; POST /now 1", ""), ("free", "now 1.")),
        Transcript(
            "a client that takes nothing of a stream",
            ("busy; free; GET /stream", "one"), ("busy; work", "onetwo"), ("free", "onetwo.")),
        Transcript("gone before the answer", ("POST /later 1; POST /now 2; gone; commit", "cut")),
        Transcript(
            "while the server leaves, each request is the last of its connection",
            ("leave; POST /now 1", "last now 1. shut"), ("POST /now 2", "last now 1. shut")),
        Transcript(
            "while the server leaves, the last of the requests in progress ends the connection",
            ("POST /later 1; leave; POST /now 2; commit", "later 1. last now 2. shut")),
        Transcript("while the server leaves, a probe may ask on", ("leave; GET /probe; GET /probe", "204 . 204 .")),
        Transcript(
            "while the server ends, new requests are refused and old ones are answered",
            ("POST /later 1; refuse; commit; POST /now 2", "later 1. 503 {")),
    ])
    func `what is heard after what is said`(_ transcript: Transcript) async throws {
        try await RequestConnection.open { connection in
            for (said, expected) in transcript.turns {
                try await connection.say(said)
                let heard = try await connection.heard(like: expected)
                // Of a problem only its begin is told.
                #expect(expected.hasSuffix("{") ? heard.hasPrefix(expected) : heard == expected, "\(said): \(heard)")
            }
        }
    }

    @Test func `each request has its own query, byte for byte`() async throws {
        let queries = ["q=1", "q=2", "q=2", "q=1", "q=\u{E9}", "q=e\u{301}", "q=1"]
        try await RequestConnection.open { connection in
            var expected = ""
            for query in queries {
                try await connection.say("GET /seen/x?" + query)
                expected += (expected.isEmpty ? "" : " ") + "x \(query)."
                #expect(Array(try await connection.heard(like: expected).utf8) == Array(expected.utf8))
            }
        }
    }

    @Test(arguments: [
        ("GET /seen/x?nothing=1", "400 ", "query.unknown"), ("POST /refused", "404 ", "session.unknown"),
        ("POST /failed", "410 ", "session.gone"), ("GET /none", "404 ", "route.unknown"),
        ("DELETE /now", "405 ", "method.not-allowed"), ("begin PUT /rows =3 a; nonsense", "400 ", "request.invalid"),
        ("POST /now =70000000", "413 last ", "body.too-large"),
    ])
    func `a problem is answered with its status and code`(said: String, status: String, code: String) async throws {
        try await RequestConnection.open { connection in
            try await connection.say(said)
            let heard = try await connection.heard(like: String(repeating: "?", count: 60))
            #expect(heard.hasPrefix(status) && heard.contains("\"\(code)\""), "\(heard)")
        }
    }

    @Test func `behind a request that waits, no more is read`() async throws {
        try await RequestConnection.open { connection in
            try await connection.say("POST /later 1; read")
            #expect(connection.takeReads() == 1, "nothing is behind it yet")
            try await connection.say("POST /now 2; read; read")
            #expect(connection.takeReads() == 0)
            try await connection.say("commit")
            _ = try await connection.heard(like: "later 1. now 2.")
            #expect(connection.takeReads() == 1)
        }
    }

    @Test func `a body that is not read holds the client`() async throws {
        try await RequestConnection.open { connection in
            try await connection.say("begin PUT /held chunked a")
            for _ in 1...20 { try await connection.say("+b; read") }
            #expect((1..<10).contains(connection.takeReads()), "the rest waits for the reader")
            try await connection.say("work")
            try await eventually { connection.takeReads() > 0 }
            try await connection.say(".")
            let expected = "held a" + String(repeating: "b", count: 20) + "."
            #expect(try await connection.heard(like: expected) == expected)
        }
    }

    @Test func `a turn ends once, after all pending tasks of its event loop`() {
        let (loop, other) = (EmbeddedEventLoop(), EmbeddedEventLoop())
        let done = Mutex<[String]>([])
        let turns = EventLoopTurns { done.withLock { $0.append("end") } }
        for number in 1...3 {
            loop.execute {
                done.withLock { $0.append("\(number)") }
                turns.turn(of: loop).endLater()
            }
        }
        turns.turn(of: other).endLater()
        loop.run()
        #expect(done.withLock { $0 } == ["1", "2", "3", "end"])
        turns.turn(of: loop).endLater()
        loop.run()
        other.run()
        #expect(done.withLock { $0 } == ["1", "2", "3", "end", "end", "end"])
    }

    @Test func `a turn ends for a change that waits for its commit`() async throws {
        try await RequestConnection.open { connection in
            try await connection.say("POST /later 1")
            try await eventually { connection.takeTurnEnds() == 1 }
            try await connection.say("commit")
            #expect(try await connection.heard(like: "later 1.") == "later 1.")
        }
    }

    @Test func `the shutdown waits for a request from its head on`() async throws {
        try await RequestConnection.open { connection in
            try await connection.say("begin POST /now =2 a")
            #expect(!connection.drain.isEmpty)
            try await connection.say("refuse; +b; .")
            #expect(try await connection.heard(like: "now ab.") == "now ab.")
            try await eventually { connection.drain.isEmpty }
        }
        try await RequestConnection.open { connection in
            try await connection.say("begin POST /now =2 a; gone")
            try await eventually { connection.drain.isEmpty }
        }
    }

    @Test func `a request is no longer in progress once its client is gone and its work is done`() async throws {
        try await RequestConnection.open { connection in
            try await connection.say("POST /work 1; gone")
            #expect(!connection.drain.isEmpty)
            try await connection.say("work")
            try await eventually { connection.drain.isEmpty }
        }
    }
}
