import ChartWire
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import ChartCommands
@testable import ChartServer

/// The requests of one connection: those that are answered at once, those that wait, and Hummingbird's.
@Suite struct EventLoopRequestHandlerTests {
    @Test func `the handler answers a complete request before Hummingbird sees it`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/now", ["a", "b", "c"])
        try connection.send(.get, "/seen/x%20y/z")
        try connection.send(.get, "/seen/x?q=1")
        #expect(try connection.answers() == ["now abc."])
        #expect(
            try connection.handedOn() == "/seen/x%20y/z./seen/x?q=1.", "behind a path that is the router's to judge")
        try connection.answerAsHummingbird()
        try connection.answerAsHummingbird()
        #expect(try connection.answers() == ["hummingbird.", "hummingbird."])
        try connection.send(.get, "/seen/x?q=1")
        #expect(try connection.answers() == ["x q=1."])
        #expect(try connection.handedOn().isEmpty)
    }

    @Test func `each request has its own query, byte for byte`() throws {
        let connection = try EventLoopConnection()
        let queries = ["q=1", "q=2", "q=2", "q=1", "q=\u{E9}", "q=e\u{301}", "q=1"]
        for query in queries { try connection.send(.get, "/seen/x?" + query) }
        try connection.send(.get, "/seen/x?q=1&q=1")
        try connection.send(.get, "/seen/x")
        let answers = try connection.answers()
        #expect(answers.prefix(7).map { Array($0.utf8) } == queries.map { Array("x \($0).".utf8) })
        #expect(answers[7].hasPrefix("400 ") && answers[8] == "x .")
    }

    @Test func `a turn ends after each request that the handler takes, and before an answer that comes later`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/now", ["a"])
        #expect(connection.turnEnds.take() == 1)
        try connection.send(.post, "/later", ["b"])
        #expect(connection.turnEnds.take() == 1)
        #expect(try connection.answers() == ["now a."])
        connection.later.answer()
        connection.turn()
        #expect(try connection.answers() == ["later b."])
        for path in ["/lost", "/never"] {
            try connection.send(.post, path)
            try connection.answerAsHummingbird()
        }
        #expect(connection.turnEnds.take() == 0)
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

    @Test func `the handler answers problems too`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.get, "/seen/x?nothing=1")
        try connection.send(.post, "/refused")
        try connection.send(.post, "/failed")
        let answers = try connection.answers()
        #expect(answers.count == 3)
        #expect(answers[0].hasPrefix("400 ") && answers[0].contains(#""query.unknown""#))
        #expect(answers[1].hasPrefix("404 ") && answers[1].contains(#""session.unknown""#))
        #expect(answers[2].hasPrefix("410 ") && answers[2].contains(#""session.gone""#))
    }

    @Test(
        arguments: [
            (HTTPRequest.Method.get, "/other", [:]),
            (.head, "/seen/x", [:]),
            (.get, "/seen/x", [.contentLength: "1"]),
            (.get, "/seen/x", [.connection: "Upgrade", .upgrade: "h2c"]),
            (.post, "/now", [.transferEncoding: "chunked"]),
            (.post, "/now", [.expect: "100-continue"]),
            (.post, "/now", [.contentLength: "65537"]),
            (.post, "/now", [.contentLength: "-1"]),
            (.post, "/never", [:]),
            (.post, "/lost", [:]),
        ] as [(HTTPRequest.Method, String, HTTPFields)])
    func `unusual requests go to Hummingbird`(method: HTTPRequest.Method, path: String, fields: HTTPFields) throws {
        let connection = try EventLoopConnection()
        try connection.send(method, path, ["a", "b"], fields)
        #expect(try connection.answers().isEmpty)
        let parts = try connection.handedOn()
        #expect(parts == "\(path) a b." || parts == "\(path) ab.")
        try connection.answerAsHummingbird()
        try connection.send(.post, "/now", ["c"], [.connection: "Keep-Alive"])
        #expect(try connection.answers() == ["hummingbird.", "now c."])
    }

    @Test func `requests behind a pending answer wait, and the handler reads no further`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/later", ["1"])
        #expect(connection.reads == 0)
        connection.channel.read()
        #expect(connection.reads == 1, "nothing is behind it yet")
        try connection.send(.post, "/now", ["2"])
        try connection.send(.get, "/other")
        try connection.send(.post, "/now", ["3"])
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        connection.channel.read()
        #expect(connection.reads == 1)
        #expect(try connection.answers().isEmpty)
        #expect(try connection.handedOn().isEmpty)
        #expect(connection.seenEvents == 0)

        connection.later.answer()
        #expect(try connection.answers().isEmpty, "the store does not write answers")
        connection.turn()
        #expect(try connection.answers() == ["later 1."])
        #expect(try connection.handedOn() == "/now 2./other./now 3.")
        #expect(connection.seenEvents == 1)
        #expect(connection.reads == 2)
    }

    @Test func `of several requests in one read, the handler answers the first after the read`() throws {
        let connection = try EventLoopConnection()
        let pipeline = connection.channel.pipeline
        for number in 1...3 {
            for part in EventLoopConnection.parts(.post, "/now", ["\(number)"]) { pipeline.fireChannelRead(part) }
        }
        pipeline.fireChannelReadComplete()
        connection.channel.read()
        #expect(try connection.answers().isEmpty)
        #expect(connection.reads == 0)
        connection.turn()
        #expect(try connection.answers() == ["now 1."])
        #expect(connection.reads == 1)
        #expect(try connection.handedOn() == "/now 2./now 3.", "the event loop has others to serve")
    }

    @Test func `a body that is longer than its head says goes to Hummingbird from the first surplus byte`() throws {
        let connection = try EventLoopConnection()
        for part in [HTTPRequestPart.head(EventLoopConnection.head(.get, "/seen/x")), .body(ByteBuffer(string: "a"))] {
            try connection.channel.writeInbound(part)
        }
        #expect(try connection.handedOn() == "/seen/x a")
        let other = try EventLoopConnection()
        try other.send(.post, "/now", ["ab", "c"], [.contentLength: "2"], isWhole: false)
        #expect(try other.handedOn() == "/now ab c")
    }

    @Test func `a connection that is about to close goes to Hummingbird`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.get, "/other", [], [.connection: "close"])
        try connection.answerAsHummingbird()
        try connection.send(.post, "/now", ["1"])
        #expect(try connection.answers() == ["hummingbird."])
        #expect(try connection.handedOn() == "/other./now 1.")
        let closed = try EventLoopConnection()
        closed.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        try closed.send(.post, "/now", ["1"])
        #expect(try closed.handedOn() == "/now 1.")
    }

    @Test func `requests of a client that takes no answers go to Hummingbird`() throws {
        let connection = try EventLoopConnection()
        connection.channel.isWritable = false
        try connection.send(.post, "/now", ["1"])
        connection.channel.isWritable = true
        try connection.send(.post, "/now", ["2"])
        #expect(try connection.handedOn() == "/now 1./now 2.")
        for _ in 0..<2 { try connection.answerAsHummingbird() }
        try connection.send(.post, "/now", ["3"])
        #expect(try connection.answers() == ["hummingbird.", "hummingbird.", "now 3."])
    }

    @Test func `an unfinished request goes to Hummingbird, with its error or its end`() throws {
        struct Broken: Error {}
        for isError in [true, false] {
            let connection = try EventLoopConnection()
            try connection.send(.post, "/now", ["a"], [.contentLength: "2"], isWhole: false)
            #expect(try connection.handedOn().isEmpty)
            if isError {
                connection.channel.pipeline.fireErrorCaught(Broken())
                #expect(throws: Broken.self) { try connection.channel.throwIfErrorCaught() }
            } else {
                connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
                #expect(connection.seenEvents == 1)
            }
            #expect(try connection.handedOn() == "/now a")
            #expect(try connection.answers().isEmpty)
        }
    }

    @Test func `an answer to a client that is gone is dropped`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/later", ["1"])
        try connection.send(.post, "/now", ["2"])
        _ = try connection.channel.finish(acceptAlreadyClosed: true)
        connection.later.answer()
        connection.turn()
        #expect(connection.drain.isEmpty)
    }

    @Test func `while the server shuts down requests are refused`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/later", ["1"])
        #expect(!connection.drain.isEmpty)
        connection.drain.begin()
        connection.later.answer()
        connection.turn()
        #expect(connection.drain.isEmpty)
        try connection.send(.post, "/now", ["2"])
        connection.turn()
        let answers = try connection.answers()
        #expect(answers.count == 2 && answers[0] == "later 1.")
        #expect(answers[1].hasPrefix("503 ") && answers[1].contains(#""server.draining""#))
        #expect(try connection.handedOn().isEmpty)
    }

    @Test func `while the server leaves, the last request of a connection is told`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/now", ["1"])
        connection.turn()
        #expect(try connection.answers() == ["now 1."])
        connection.drain.beginLeaving()
        try connection.send(.post, "/now", ["2"])
        let parts = try connection.inboundParts()
        guard case .head(let head)? = parts.first else { throw EventLoopConnection.NoHead() }
        #expect(head.headerFields[.connection] == "close" && parts.count == 3)
        try connection.answerAsHummingbird()
        #expect(try connection.answerHeads().map { $0.headerFields[.connection] } == ["close"])
    }

    @Test func `a request that was there before the server leaves is told too, and ends its connection`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/later", ["1"])
        connection.drain.beginLeaving()
        #expect(connection.quiesceEvents == 0)
        connection.later.answer()
        connection.turn()
        #expect(try connection.answerHeads().map { $0.headerFields[.connection] } == ["close"])
        #expect(connection.quiesceEvents == 1)
        let other = try EventLoopConnection()
        try other.send(.get, "/other")
        other.drain.beginLeaving()
        try other.answerAsHummingbird()
        #expect(try other.answerHeads().map { $0.headerFields[.connection] } == ["close"])
        #expect(other.quiesceEvents == 1)
    }

    @Test func `while the server leaves, only the last of the answers in progress ends the connection`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/later", ["1"])
        connection.drain.beginLeaving()
        try connection.send(.post, "/now", ["2"])
        connection.later.answer()
        connection.turn()
        #expect(try connection.answerHeads().map { $0.headerFields[.connection] } == [nil])
        #expect(try connection.handedOn() == "/now 2." && connection.quiesceEvents == 0)
        try connection.answerAsHummingbird()
        #expect(try connection.answerHeads().map { $0.headerFields[.connection] } == ["close"])
        #expect(connection.quiesceEvents == 1)
    }

    @Test func `while the server leaves, a probe may ask on`() throws {
        let connection = try EventLoopConnection()
        connection.drain.beginLeaving()
        for _ in 1...2 {
            try connection.send(.get, "/probe")
            connection.turn()
            #expect(try connection.answerHeads().map { $0.headerFields[.connection] } == [nil])
        }
        #expect(try connection.handedOn().isEmpty)
    }

    @Test func `the shutdown waits for a request from its head on`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/now", ["a"], [.contentLength: "2"], isWhole: false)
        #expect(!connection.drain.isEmpty)
        connection.drain.begin()
        try connection.channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "b")))
        try connection.channel.writeInbound(HTTPRequestPart.end(nil))
        connection.turn()
        #expect(try connection.answers() == ["now ab."])
        #expect(connection.drain.isEmpty)
        let closed = try EventLoopConnection()
        try closed.send(.post, "/now", ["a"], [.contentLength: "2"], isWhole: false)
        _ = try closed.channel.finish(acceptAlreadyClosed: true)
        #expect(closed.drain.isEmpty)
    }

    @Test func `a task continues what the event loop has begun`() throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/lost", ["a"])
        #expect(try connection.handedOn() == "/lost a.")
        let (exchange, reply) = try #require(try connection.handovers.take(connection.channel))
        #expect(exchange.request?.head.path == "/lost")
        guard case .work = reply else {
            Issue.record("the reply is \(reply)")
            return
        }
        #expect(try connection.handovers.take(connection.channel) == nil)
    }

    @Test(arguments: [false, true])
    func `a task does not begin a request again whose connection has closed`(isHalfClosed: Bool) throws {
        let connection = try EventLoopConnection()
        try connection.send(.post, "/never")
        #expect(!connection.drain.isEmpty)
        if isHalfClosed {
            connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.outputClosed)
        } else {
            _ = try connection.channel.finish(acceptAlreadyClosed: true)
        }
        connection.turn()
        #expect(connection.drain.isEmpty)
        #expect(throws: CancellationError.self) { try connection.handovers.take(connection.channel) }
        #expect(try connection.handovers.take(connection.channel) == nil)
    }

    @Test func `a new connection inherits nothing from an earlier one of its identity`() throws {
        let channel = EmbeddedChannel()
        let connection = try EventLoopConnection()
        try connection.send(.post, "/never")
        let (exchange, reply) = try #require(try connection.handovers.take(connection.channel))
        connection.handovers.put(exchange, reply, of: channel)
        connection.handovers.giveUp(channel)
        connection.handovers.open(channel)
        #expect(try connection.handovers.take(channel) == nil)
    }
}
